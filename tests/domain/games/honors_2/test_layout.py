import pytest

from domain.layout import of_seat
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_2.table import add, challenge, discard, given, lay
from tests.domain.scenario import after, layout
from tests.domain.zones import codes, counters, meanings, zone

HANDS = ("A-123 B-12", "A-4 D-1", "E-1 F-1", "G-1 H-1")


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_pack_the_pile_and_the_hands(viewer: int | None) -> None:
    shown = layout(given(HANDS, "I-1 J-2"), viewer)
    pack, pile = zone(shown, "stock"), zone(shown, "discard")
    assert (pack.kind, pack.face, pack.count, codes(pack)) == ("stock", "down", 48 - 11 - 2, None)
    assert (pile.kind, pile.face, pile.arrangement, pile.count) == ("discard", "up", "row", 2)
    assert codes(pile) == cards("I-1 J-2")
    assert [zone(shown, f"hand-{seat}").count for seat in range(4)] == [5, 2, 2, 2]
    assert codes(zone(shown, "hand-0")) == (cards("A-123 B-12") if viewer == 0 else None)


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_fourth_card_lies_before_the_seat_that_adds_it(viewer: int | None) -> None:
    state = after(given(HANDS, table={0: "K-123"}, challenge_ms=0), (0, lay("A-123")), (0, discard("B-1")))
    state = after(state, (1, {"type": "draw_stock"}), (1, add("A-4")))
    shown = layout(state, viewer)
    assert [(each.id, codes(each)) for each in zone(shown, "books-0").zones] == [
        ("books-0-A", cards("A-123")),
        ("books-0-K", cards("K-123")),
    ]
    (fourth,) = zone(shown, "books-1").zones
    assert (fourth.id, fourth.owner, fourth.kind, fourth.count, codes(fourth)) == (
        "books-1-A",
        of_seat(1),
        "meld",
        1,
        ("A-4",),
    )
    assert [zone(shown, f"books-{seat}").zones for seat in (2, 3)] == [(), ()]


def test_a_pile_that_is_gone_leaves_its_place() -> None:
    state = after(given(HANDS), (0, discard("A-1")), (2, challenge("A-1")))
    pile = zone(layout(state, 2), "discard")
    assert (pile.count, codes(pile)) == (0, ())
    assert "A-1" in (codes(zone(layout(state, 2), "hand-2")) or ())


def test_what_is_counted() -> None:
    state = after(given(HANDS, challenge_ms=0), (0, discard("B-1")), (1, {"type": "draw_stock"}), (1, discard("D-1")))
    assert counters(layout(state, None)) == {
        "deal": 1, "total-0": 0, "total-1": 0, "total-2": 0, "total-3": 0, "turns-left": 4 * 10 - 2,
    }  # fmt: skip
    assert meanings(layout(state, None))["turns-left"] == ("turns_left", None)


def test_a_fine_is_marked_on_the_player_who_gives_it() -> None:
    state = after(given(HANDS), (0, discard("A-1")), (2, challenge("A-1")))
    (fine,) = [each for each in layout(state, None).counters if each.id.startswith("fine")]
    assert (fine.id, fine.kind, fine.owner, fine.value) == ("fine-2", "mark", of_seat(2), 1)
    assert fine.label.text == "card that seat 2 gives seat 0 as a fine"


def test_all_who_may_challenge_may_act() -> None:
    shown = layout(after(given(HANDS), (0, discard("B-1"))), None)
    assert [each.to_act for each in shown.seats] == [False, True, True, True]
