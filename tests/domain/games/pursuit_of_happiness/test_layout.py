import pytest

from domain.games.pursuit_of_happiness import PURSUIT_OF_HAPPINESS
from domain.games.pursuit_of_happiness.events import DiamondActivated
from domain.layout import Moved, of_seat
from tests.domain.games.pursuit_of_happiness.fights import PILE, fight
from tests.domain.games.pursuit_of_happiness.table import (
    EVERYBODY,
    activate_heart,
    capture,
    cards,
    defend,
    given,
    order_remnant,
)
from tests.domain.zones import codes, counters, meanings, zone

everybody = pytest.mark.parametrize("viewer", EVERYBODY)


@everybody
def test_the_hands_and_the_stock_are_counted(viewer: int | None) -> None:
    table = given(stock_size=9)
    seen = table.layout(viewer)
    assert [zone(seen, f"hand-{seat}").count for seat in range(3)] == [15, 12, 12]
    assert (zone(seen, "stock").count, zone(seen, "stock").face, codes(zone(seen, "stock"))) == (9, "down", None)
    for seat in range(3):
        assert codes(zone(seen, f"hand-{seat}")) == (tuple(table.see("hand", seat)) if seat == viewer else None)


@everybody
def test_of_the_discard_pile_the_seat_on_turn_sees_what_it_may_inspect(viewer: int | None) -> None:
    pile = zone(fight().layout(viewer), "discard")
    assert (pile.count, pile.kind, pile.face, pile.arrangement) == (6, "discard", "up", "pile")
    assert codes(pile) == tuple(cards(PILE)[: 4 if viewer == 0 else 1])


def test_what_was_discarded_in_this_turn_lies_in_a_row() -> None:
    table = fight()
    table.when(1, defend(("AC", 4)))
    temporary = zone(table.layout(), "temporary")
    assert (temporary.kind, temporary.arrangement, codes(temporary)) == ("discard", "row", ("JK", "AC"))


@everybody
def test_melds_lie_before_their_owners_by_their_numbers(viewer: int | None) -> None:
    seen = fight().layout(viewer)
    assert [[each.id for each in zone(seen, f"melds-{seat}").zones] for seat in range(3)] == [
        ["meld-1", "meld-2"], ["meld-3", "meld-4"], ["meld-5"],
    ]  # fmt: skip
    meld = zone(seen, "meld-5")
    assert (meld.kind, meld.owner, meld.arrangement, meld.face) == ("meld", of_seat(2), "row", "up")
    assert (codes(meld), meld.count) == (("5D", "JK=6D", "7D"), 3)


def test_a_meld_that_has_been_activated_is_marked() -> None:
    table = given({0: ["AH 2H 3H", "4H 5H 6H"]}, {0: "AH"})
    assert zone(table.layout(), "meld-1").label.text == "meld of hearts"
    table.when(0, activate_heart("AH", 1))
    assert [zone(table.layout(), f"meld-{meld}").label.text for meld in (1, 2)] == [
        "meld of hearts, activated", "meld of hearts",
    ]  # fmt: skip


def test_points_turns_and_stocks_are_counted() -> None:
    table = given({0: ["AH 2H 3H"]}, {0: "3H"}, times_through_deck=2)
    table.when(0, activate_heart("3H", 1))
    turn = table.see("turn_number")
    assert counters(table.layout()) == {
        "score-0": 3 + 9, "score-1": 0, "score-2": 0, "turn": turn, "stock": 1, "stocks-left": 1,
    }  # fmt: skip
    assert meanings(table.layout()) == {
        **{f"score-{seat}": ("score", of_seat(seat)) for seat in range(3)},
        "turn": ("turn", None), "stock": ("stock", None), "stocks-left": ("stocks_left", None),
    }  # fmt: skip


def test_an_activated_diamond_leaves_the_hand_which_may_be_as_large_as_before() -> None:
    activated = DiamondActivated(1, "5D", 2, 0, 3, ("6H",), at=0)
    assert PURSUIT_OF_HAPPINESS.moved(activated) == (Moved("hand-1", "temporary"),)


def test_an_attack_has_a_power_and_then_what_is_left_of_it() -> None:
    table = fight()
    assert (counters(table.layout())["power"], "net" in counters(table.layout())) == (4, False)
    table.when(1, defend(("AC", 4)))
    assert (counters(table.layout())["power"], counters(table.layout())["net"]) == (4, 3)
    assert [meanings(table.layout())[each] for each in ("power", "net")] == [("power", of_seat(0))] * 2


def test_the_attacker_has_the_power_and_the_one_attacked_the_meld() -> None:
    table = fight()
    marks = {each.id: each for each in table.layout().counters}
    assert (marks["power"].owner, marks["power"].label.text) == (of_seat(0), "power of the attack of seat 0")
    assert (marks["target"].kind, marks["target"].owner, marks["target"].value) == ("meld", of_seat(1), 3)
    assert marks["target"].label.text == "number of the meld of seat 1 that is attacked"
    melds = [zone(table.layout(), name) for name in ("meld-3", "meld-4")]
    assert [meld.label.text for meld in melds] == ["meld of hearts, attacked", "meld of clubs"]
    table.when(1, defend(("AC", 4)))
    assert zone(table.layout(), "meld-3").label.text == "meld of hearts, attacked"
    table.when(0, capture(3, 0))
    table.when(1, order_remnant("front"))
    assert "target" not in counters(table.layout())


def test_the_one_attacked_is_to_act() -> None:
    assert [each.to_act for each in fight().layout().seats] == [False, True, False]
