"""The call: it happens, it is refused with the code of the rulebook, and in the order of the rulebook."""

from typing import Any

import pytest

from domain.games.honors_1.state import State
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_1.table import ask, dealt, given
from tests.domain.scenario import refusal, when

HANDS = {0: "A-1 B-12", 1: "A-2 B-3 D-12", 2: "A-34 B-4 D-34", 3: ""}


def finished() -> State:
    """Return a table where the last book of the only deal has been laid aside."""
    state, _ = when(given({0: "A-123", 1: "A-4"}, max_deals=1), 0, ask(1, "A-4"))
    return state


def test_an_ask_is_accepted() -> None:
    before = given(HANDS)
    after, events = when(before, 0, ask(1, "A-2"))
    assert events == [{"type": "card_asked", "seat": 0, "target": 1, "card": "A-2", "answer": "given"}]
    assert [hand(after, seat) for seat in range(4)] == [
        {*cards("A-12 B-12")},
        {*cards("B-3 D-12")},
        hand(before, 2),
        set(),
    ]


def test_a_miss_is_accepted() -> None:
    after, events = when(given(HANDS), 0, ask(1, "A-3"))
    assert events == [{"type": "card_asked", "seat": 0, "target": 1, "card": "A-3", "answer": "not_held"}]
    assert [hand(after, seat) for seat in range(4)] == [hand(given(HANDS), seat) for seat in range(4)]


IN_ORDER: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("unknown_move_type", 1, {"type": "declare", "target": 9, "card": "M-9"}),
    ("malformed_move", 1, {"type": "ask", "target": "9", "card": "M-9"}),
    ("no_such_card", 1, ask(9, "M-9")),
    ("no_such_seat", 1, ask(9, "B-3")),
    ("not_your_turn", 1, ask(1, "B-3")),
    ("target_is_self", 0, ask(0, "B-1")),
    ("target_has_no_cards", 0, ask(3, "B-1")),
    ("card_already_held", 0, ask(1, "B-1")),
    ("book_complete", 0, ask(1, "C-1")),
    ("book_not_held", 0, ask(1, "D-1")),
)
"""Every code with a move that has later faults, too, as far as one move can have both."""


@pytest.mark.parametrize(("code", "seat", "move"), IN_ORDER, ids=[code for code, _, _ in IN_ORDER])
def test_the_first_reason_that_applies_is_the_answer(code: str, seat: int, move: dict[str, Any]) -> None:
    assert refusal(given(HANDS), seat, move) == code


@pytest.mark.parametrize("move", [ask(1, "A-2"), ask(9, "A-2"), ask(0, "A-2")])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_end_of_the_game_goes_before_what_the_rules_test(seat: int, move: dict[str, Any]) -> None:
    assert refusal(finished(), seat, move) == "game_over"


@pytest.mark.parametrize(
    "move",
    [
        {"type": "ask"},
        {"type": "ask", "target": 1},
        {"type": "ask", "card": "A-2"},
        {"type": "ask", "target": True, "card": "A-2"},
        {"type": "ask", "target": 1.5, "card": "A-2"},
        {"type": "ask", "target": None, "card": "A-2"},
        {"type": "ask", "target": 1, "card": 2},
        {"type": "ask", "target": 1, "card": ["A-2"]},
        {"type": "ask", "target": 1, "card": "A-2", "seat": 0},
    ],
)
def test_a_malformed_ask_is_refused(move: dict[str, Any]) -> None:
    assert refusal(dealt(), 1, move) == "malformed_move"


@pytest.mark.parametrize("card", ["", "A", "A2", "A-0", "A-5", "M-1", "a-1", "A-12", "AS", "A-1 "])
def test_a_card_that_is_not_in_the_deck_is_refused(card: str) -> None:
    assert refusal(dealt(), 1, ask(2, card)) == "no_such_card"


@pytest.mark.parametrize("target", [-1, 4, 8, 2**70])
def test_a_seat_that_is_not_at_the_table_is_refused(target: int) -> None:
    assert refusal(dealt(), 1, ask(target, "A-1")) == "no_such_seat"
