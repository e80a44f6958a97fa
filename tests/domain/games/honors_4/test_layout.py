import pytest

from tests.domain.games.honors_4.table import dealt, stubborn
from tests.domain.scenario import layout, when
from tests.domain.zones import codes, counters, meanings, zone


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_pack_the_pile_and_the_hands(viewer: int | None) -> None:
    state, _ = when(stubborn(dealt(), 2), 3, "draw_stock")
    shown = layout(state, viewer)
    pack, pile = zone(shown, "stock"), zone(shown, "discard")
    assert (pack.kind, pack.face, pack.count, codes(pack)) == ("stock", "down", 41, None)
    assert (pile.kind, pile.face, pile.arrangement, pile.count, codes(pile)) == ("discard", "up", "pile", 2, ("B-2",))
    assert [zone(shown, f"hand-{seat}").count for seat in range(4)] == [1, 1, 1, 2]
    assert codes(zone(shown, "hand-1")) == (("A-1",) if viewer == 1 else None)


def test_without_a_pile_its_place_is_there() -> None:
    pile = zone(layout(dealt()), "discard")
    assert (pile.count, codes(pile)) == (0, ())


def test_before_the_play_is_opened_all_cards_are_in_the_pack() -> None:
    shown = layout(dealt(opener="any"), 0)
    assert zone(shown, "stock").count == 48
    assert [each.to_act for each in shown.seats] == [True] * 4


def test_what_is_counted() -> None:
    assert counters(layout(stubborn(dealt(), 5))) == {
        "deal": 1, "total-0": 0, "total-1": 0, "total-2": 0, "total-3": 0, "turns-left": 4 * 100 - 5,
    }  # fmt: skip
    assert meanings(layout(stubborn(dealt(), 5)))["turns-left"] == ("turns_left", None)
