"""Diamonds: R35–R39, R55, U18–U21."""

from typing import Any

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    cards,
    defend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import kinds

PILE = "AC 2C 3C 4C 5C"


def rich(**changes: Any) -> Table:
    """Return a table where seat 0 has a meld of diamonds, a card for it, and a pile and a stock that are known."""
    return given({0: ["AD 2D 3D 4D"]}, {0: "4D"}, discards=PILE, stock="6C 7C 8C 9C", **changes)


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 4])
def test_R35_as_many_cards_as_the_power_from_the_stock_the_discard_pile_or_both(taken: int) -> None:
    table = rich()
    before = table.view(0)
    events = table.when(0, activate_diamond("4D", 1, taken))
    from_pile, from_stock = cards(PILE)[:taken], cards("6C 7C 8C 9C")[: 4 - taken]
    assert events[0] == {
        "type": "diamond_activated", "seat": 0, "card": "4D", "meld": 1, "position": 4, "power": 4,
        "from_discard": from_pile,
    }  # fmt: skip
    drawn = {"type": "cards_drawn", "seat": 0, "count": 4 - taken, "cards": from_stock}
    assert events[1:] == ([drawn] if from_stock else [])
    after = table.view(0)
    assert sorted([*before["hand"], *from_pile, *from_stock]) == sorted([*after["hand"], "4D"])
    assert after["stock_size"] == before["stock_size"] - 4 + taken
    assert after["discard_size"] == before["discard_size"] - taken
    assert table.see("discard_top", 1) == [cards(PILE)[taken]]


def test_R36_first_those_from_the_discard_pile_then_the_rest_from_the_stock() -> None:
    assert kinds(rich().when(0, activate_diamond("4D", 1, 2))) == ["diamond_activated", "cards_drawn"]
    late = rich(stock_size=1, times_through_deck=2)
    late.when(0, activate_diamond("4D", 1, 2))
    shuffled = late.chance.shuffled[0]
    assert (shuffled["AC"], shuffled["2C"], shuffled["3C"], shuffled["4C"]) == (0, 0, 1, 1)


def test_R37_all_of_them_must_be_taken() -> None:
    table = rich()
    table.when(0, activate_diamond("4D", 1))
    assert table.past(1)[0]["count"] == 4
    assert given({0: ["AD 2D 3D"]}, {0: "3D"}, stock_size=0).refusal(0, activate_diamond("3D", 1)) == "must_take_all"


@pytest.mark.parametrize(
    ("melds", "shown"),
    [([], 1), (["AH 2H 3H"], 1), (["AD 2D 3D"], 3), (["AD 2D 3D 4D"], 4), (["AD 2D 3D", "8D JK=9D 10D"], 6)],
)
def test_R38_in_the_activation_step_one_may_inspect_as_many_cards_as_diamonds_melded(
    melds: list[str], shown: int
) -> None:
    pile = "AC 2C 3C 4C 5C 6C 7C 8C"
    table = given({0: melds, 1: ["5D 6D 7D"]}, {0: "AS 2S 3S"}, discards=pile)
    assert table.see("discard_top", 0) == cards(pile)[:shown]
    assert [table.see("discard_top", viewer) for viewer in (None, 1, 2)] == [["AC"]] * 3
    table.when(0, meld("AS 2S 3S"))
    assert table.see("discard_top", 0) == ["AC"]


def test_R39_cards_taken_may_be_used_at_once() -> None:
    table = given({0: ["AD 2D 3D", "4D 5D 6D", "AH 2H 3H"]}, {0: "3D AC"}, discards="4D 2D", stock="3H 2C 3C")
    table.when(0, activate_diamond("3D", 1, 2))
    assert table.refusal(0, activate_diamond("2D", 1)) == "already_activated"
    assert table.when(0, activate_heart("3H", 3))[0]["points"] == 9
    table.when(0, activate_diamond("4D", 2))
    assert table.hand(0)["2C"] == 1
    assert table.refusal(0, activate_diamond("4D", 2)) == "already_activated"


def test_cards_taken_may_be_melded_in_the_same_turn() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "3D AC"}, discards="2C", stock="3C 10D")
    table.when(0, activate_diamond("3D", 1, 1))
    table.when(0, meld("AC 2C 3C"))
    assert table.row(2) == "AC 2C 3C"


def test_R55_only_what_lay_on_the_pile_at_the_beginning_of_the_turn() -> None:
    table = given(
        {0: ["AD 2D 3D", "AH 2H 3H", "AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C"]},
        {0: "3D AH 3S", 1: "AC"},
        discards="9C 8C 7C",
    )
    table.when(0, activate_heart("AH", 2))
    table.when(0, attack("3S", 3, 4))
    table.when(1, defend(("AC", 5)))
    table.when(0, capture(1, 0))
    table.when(1, order_remnant("front"))
    assert table.see("temporary") == cards("AH 3S AC 7H 8H")
    assert table.see("discard_top", 0) == cards("9C 8C 7C")
    assert table.see("discard_size") == 3
    assert table.refusal(0, activate_diamond("3D", 1, 4)) == "too_many"
    events = table.when(0, activate_diamond("3D", 1, 3))
    assert events[0]["from_discard"] == cards("9C 8C 7C")
    assert table.see("temporary") == cards("AH 3S AC 7H 8H 3D")


def test_U18_the_number_from_the_discard_pile_is_in_the_move_and_they_come_from_the_top() -> None:
    assert rich().when(0, activate_diamond("4D", 1, 3))[0]["from_discard"] == cards("AC 2C 3C")
    assert rich().refusal(0, activate_diamond("4D", 1, 5)) == "too_many"
    assert rich().refusal(0, activate_diamond("4D", 1, -1)) == "malformed_move"
    assert rich().refusal(0, {"type": "activate_diamond", "card": "4D", "meld": 1}) == "malformed_move"


@pytest.mark.parametrize(
    ("stock_size", "least"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0)]
)  # fmt: skip
def test_U19_what_the_last_stock_has_not_is_taken_from_the_discard_pile(stock_size: int, least: int) -> None:
    for taken in range(least):
        assert rich(stock_size=stock_size).refusal(0, activate_diamond("4D", 1, taken)) == "must_take_all"
    for taken in range(least, 5):
        table = rich(stock_size=stock_size)
        before = table.hand(0).total()
        table.when(0, activate_diamond("4D", 1, taken))
        assert table.hand(0).total() == before - 1 + 4
        assert table.see("stock_size") == stock_size - 4 + taken


def test_U19_goes_as_far_as_the_discard_pile_goes_and_the_rest_is_forgone() -> None:
    table = given({0: ["AD 2D 3D 4D 5D"]}, {0: "5D"}, stock_size=1)
    assert table.see("discard_size") == 3
    for taken in (0, 1, 2):
        assert table.refusal(0, activate_diamond("5D", 1, taken)) == "must_take_all"
    assert table.refusal(0, activate_diamond("5D", 1, 4)) == "too_many"
    before = table.hand(0).total()
    table.when(0, activate_diamond("5D", 1, 3))
    assert table.hand(0).total() == before - 1 + 3 + 1
    assert (table.see("stock_size"), table.see("discard_size")) == (0, 0)


@pytest.mark.parametrize("stock_size", [0, 1, 3])
def test_U19_before_the_last_stock_nothing_must_be_taken_from_the_pile(stock_size: int) -> None:
    table = rich(stock_size=stock_size, times_through_deck=2)
    before = table.hand(0).total()
    table.when(0, activate_diamond("4D", 1, 0))
    assert table.hand(0).total() == before - 1 + 4


def test_U20_cards_from_the_pile_are_known_to_all_those_from_the_stock_to_the_taker() -> None:
    table = rich()
    table.when(0, activate_diamond("4D", 1, 2))
    for viewer in (None, 0, 1, 2):
        taken, drawn = table.seen(2, viewer)
        assert taken["from_discard"] == ["AC", "2C"]
        assert (drawn["count"], drawn.get("cards")) == (2, ["6C", "7C"] if viewer == 0 else None)


def test_U21_inspection_needs_no_move_and_goes_on_in_attacks() -> None:
    melds = {0: ["AD 2D 3D", "AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C"]}
    table = given(melds, {0: "AS 2D"}, discards=PILE)
    shown = cards("AC 2C 3C")

    def all_see(phase: str) -> None:
        assert table.see("phase") == phase
        assert [table.see("discard_top", viewer) for viewer in (0, 1, 2, None)] == [shown, *[["AC"]] * 3]

    all_see("activation")
    table.when(0, attack("AS", 2, 3))
    all_see("defence")
    table.when(1, defend())
    all_see("capture")
    table.when(0, capture(1, 0))
    all_see("remnant")
    table.when(1, order_remnant("front"))
    all_see("activation")
    table.when(0, activate_diamond("2D", 1, 2))
    assert table.see("discard_top", 0) == cards("3C 4C 5C")
    assert table.refusal(0, {"type": "inspect"}) == "unknown_move_type"
    table.end_turn()
    assert table.see("discard_top", 0) == table.see("discard_top", 2) == table.see("discard_top")
