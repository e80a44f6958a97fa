"""Discards: R52–R54, R56, U22, U23, U33."""

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    cards,
    defend,
    discard,
    given,
    meld,
    order_remnant,
)
from tests.domain.playout import as_raw


def busy() -> Table:
    """Return a table in the middle of a turn with discards of every kind."""
    table = given(
        {0: ["AH 2H 3H", "AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C", "4C 5C 6C"]},
        {0: "AH 3S 10D", 1: "AC 4C"},
        discards="9C",
        open_discard=True,
    )
    table.when(0, activate_heart("AH", 1))
    table.when(0, attack("3S", 2, 3))
    table.when(1, defend(("4C", 5), ("AC", 4)))
    table.when(0, capture(1, 0))
    table.when(1, order_remnant("back"))
    return table


def test_R52_each_turn_ends_with_a_discard_from_the_hand_also_the_last() -> None:
    for final in (False, True):
        table = given(
            {0: ["AH 2H 3H 4H 5H", "6H 7H 8H 9H 10H", "AC 2C 3C 4C"]},
            {0: "6D 7D 8D"},
            stock_size=0 if final else 10,
        )
        assert table.see("final_turn") is final
        assert table.refusal(0, meld("6D 7D 8D")) == "must_keep_a_card"
        assert table.refusal(0, discard("9D")) == "card_not_in_hand"
        assert table.when(0, discard("7D"))[0] == {"type": "card_discarded", "seat": 0, "card": "7D"}
        assert table.see("phase") == ("finished" if final else "activation")


def test_R53_the_pile_has_the_order_in_which_the_cards_were_played() -> None:
    table = busy()
    assert table.see("temporary") == cards("AH 3S 4C AC 8H 7H")
    table.when(0, discard("10D"))
    assert table.pile()[:8] == cards("10D 7H 8H AC 4C 3S AH 9C")


@pytest.mark.parametrize(("first", "order"), [("front", ["7H", "8H"]), ("back", ["8H", "7H"])])
def test_R54_the_loser_of_a_remnant_of_two_chooses_the_order(first: str, order: list[str]) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H"]}, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    table.when(0, capture(1, 0))
    move = {"type": "order_remnant", "first": first}
    assert table.refusal(0, move) == table.refusal(2, move) == "not_your_turn"
    assert table.when(1, move) == [{"type": "remnant_discarded", "seat": 1, "meld": 2, "cards": order}]
    assert table.see("temporary") == ["AS", *order]


def test_R56_the_temporary_pile_goes_on_top_at_the_end_of_the_turn() -> None:
    table = busy()
    below = table.pile()
    assert (below[0], len(below), table.see("discard_size")) == ("9C", 3, 3)
    table.when(0, discard("10D"))
    assert table.see("temporary") == []
    assert table.pile() == cards("10D 7H 8H AC 4C 3S AH") + below
    assert table.see("discard_size") == 10


def test_U22_all_see_the_top_card_the_temporary_pile_and_all_sizes() -> None:
    table = given({0: ["AH 2H 3H"], 1: ["AD 2D 3D"]}, {0: "AH 2H"}, discards="9C 8C 7C")
    table.when(0, activate_heart("AH", 1))
    for viewer in (None, 0, 1, 2):
        view = table.view(viewer)
        assert (view["discard_top"], view["discard_size"], view["temporary"]) == (["9C"], 3, ["AH"])
        assert (view["hand_sizes"], view["stock_size"]) == ([13, 11, 14], 124 - 36 - 12)
    table.when(0, discard("2H"))
    for viewer in (None, 0, 2):
        view = table.view(viewer)
        assert (view["discard_top"], view["discard_size"], view["temporary"]) == (["2H"], 5, [])
    assert table.see("discard_top", 1) == cards("2H AH 9C")


def test_U23_what_was_played_openly_stays_in_the_events() -> None:
    table = busy()
    table.when(0, discard("10D"))
    for viewer in (None, 0, 1, 2):
        told = str(table.seen(len(table.log), viewer))
        assert all(f"'{card}'" in told for card in cards("AH 3S 4C AC 8H 7H 10D 9C"))


@pytest.mark.parametrize("card", ["9D", "6H", "AC", "JK"])
def test_U33_any_card_in_the_hand_may_be_the_discard(card: str) -> None:
    table = given(
        {0: ["AD 2D 3D", "AS 2S 3S"], 1: ["6H 7H 8H 9H"]}, {0: "2D AS JK"}, discards="AC 2C", stock="9D"
    )  # fmt: skip
    table.when(0, activate_diamond("2D", 1, 1))
    table.when(0, attack("AS", 2, 3))
    table.when(0, capture(1, 0))
    table.when(0, discard(card))
    assert table.see("discard_top")[0] == card
    other = given(stock="9D")
    other.pass_turns(1)
    other.when(1, discard("9D"))
    assert as_raw(other.log[-4])["card"] == "9D"
