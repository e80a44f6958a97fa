from typing import Any

import pytest

from tests.domain.games.pursuit_of_happiness.fights import STEPS, attacked, fight
from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    Table,
    capture,
    defend,
    discard,
    given,
    meld,
    order_remnant,
)
from tests.domain.playout import as_raw


def done_for(table: Table, seat: int) -> Any:
    """Return what is done for a seat whose time is over, as JSON."""
    return as_raw(table.done_for(seat))


def test_in_turn_one_may_activate_then_meld_and_at_last_discards() -> None:
    table = given(hands={0: "AH 2H 3H"})
    assert table.prompt(0) == ("It is your turn: activate melds, lay and extend some, and discard a card to end it.")
    table.when(0, meld("AH 2H 3H"))
    assert table.prompt(0) == "It is your turn: lay and extend melds, or discard a card to end it."


def test_the_final_turn_is_named() -> None:
    table = given(stock_size=3, times_through_deck=1)
    table.end_turn()
    assert table.prompt(1).startswith("It is the final turn: activate melds")


def test_an_attack_is_described_to_all_who_must_answer_it() -> None:
    table = fight()
    assert table.prompt(1) == (
        "Seat 0 attacks the six, seven, eight, nine and ten of hearts with a joker as the four of spades, power 4: "
        "defend, or let it be."
    )
    table.when(1, defend())
    assert table.prompt(0) == (
        "Take up to 4 cards from the ends of this meld of seat 1: the six, seven, eight, nine and ten of hearts."
    )
    table.when(0, capture(3, 0))
    assert table.prompt(1) == (
        "You must discard the nine and ten of hearts, which are left of your meld: say which goes first."
    )


def test_a_late_move_is_the_one_of_the_games_own_clock_in_every_phase() -> None:
    table = fight(turn_limit_ms=None, response_limit_ms=None)
    clocked = fight()
    found = []
    for seat, move in STEPS:
        late = done_for(table, seat)
        found.append(late)
        assert [done_for(table, other) for other in range(3) if other != seat] == [None, None]
        by_hand, by_clock = fight_after(table, seat, late), fight_after(clocked, seat, None)
        assert by_hand == by_clock[1:]
        table.when(seat, move)
        clocked.when(seat, move)
    assert found == [defend(), capture(4, 0), order_remnant("front"), discard("2D"), discard("2D")]


def fight_after(table: Table, seat: int, late: Any) -> list[Any]:
    """Return what happens when a seat makes a move (None: lets its time run out); the table is as it was."""
    before, at, events = table.state, table.at, list(table.log)
    happened = table.lapse() if late is None else table.when(seat, late)
    table.state, table.at, table.log = before, at, events
    return happened


@pytest.mark.parametrize(("hand", "card"), [("JK 2S AD", "AD"), ("10C 2D", "10C"), ("3C 10C AC", "AC")])
def test_the_lowest_card_is_discarded(hand: str, card: str) -> None:
    table = given(hands={0: hand})
    assert done_for(table, 0) == discard(card)


def test_as_much_is_captured_as_there_is_from_the_front() -> None:
    assert done_for(attacked(5, "6H 7H 8H"), 0) == capture(3, 0)


def test_at_the_end_nothing_is_done_for_anybody() -> None:
    table = given(stock_size=3, times_through_deck=1)
    table.pass_turns(2)
    assert table.see("phase") == "finished"
    assert (GAME.to_act(table.state), [done_for(table, seat) for seat in range(3)]) == ((), [None] * 3)
