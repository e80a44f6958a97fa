"""Every move: it happens, it is refused with the code of the rulebook, and in the order of the rulebook."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.literature.state import State
from tests.domain.games.literature.table import ask, ask_count, dealt, declare, given, hand, pass_turn
from tests.domain.scenario import refusal, when


def finished() -> State:
    """Return a table where the last set has been declared."""
    state, _ = when(given({0: "low_spades"}), 0, declare("low_spades", 0))
    return state


def passing(**options: Any) -> State:
    """Return a table where seat 0, out of cards, hands the turn to seat 2 or 4."""
    state = given({0: "low_spades", 1: "3H", 2: "4H 5H", 4: "6H 7H 8H"}, options)
    state, _ = when(state, 0, declare("low_spades", 0))
    return state


def test_ask_is_accepted() -> None:
    after, (asked,) = when(dealt(), 0, ask(1, "3C"))
    assert asked == {"type": "card_asked", "seat": 0, "target": 1, "card": "3C", "answer": "given"}
    assert hand(after, 0) == hand(dealt(), 0) | {"3C"}
    assert hand(after, 1) == hand(dealt(), 1) - {"3C"}


def test_declare_is_accepted() -> None:
    after, (declared,) = when(dealt(), 0, declare("low_clubs", 2))
    held = {"3C": 1, "4C": 2, "5C": 3, "6C": 4, "7C": 5, "8C": 0}
    assert declared == {
        "type": "set_declared",
        "seat": 0,
        "set": "low_clubs",
        "said": dict.fromkeys(held, 2),
        "outcome": "lost",
        "closed": True,
        "held": held,
    }
    assert [hand(dealt(), seat) - hand(after, seat) for seat in range(6)] == [
        {card for card, holder in held.items() if holder == seat} for seat in range(6)
    ]


def test_the_last_declaration_is_followed_by_the_end() -> None:
    after, (_, end) = when(given({0: "low_spades"}), 0, declare("low_spades", 0))
    result = {"scores": [8, 0], "winners": [0, 2, 4], "winning_team": 0}
    assert end == {"type": "game_finished", "result": result}
    assert (after.phase, after.turn) == ("finished", None)


def test_pass_turn_is_accepted() -> None:
    after, (passed,) = when(passing(), 0, pass_turn(2))
    assert passed == {"type": "turn_passed", "seat": 0, "to": 2}
    assert (after.phase, after.turn) == ("playing", 2)


def test_ask_count_is_accepted() -> None:
    after, (reported,) = when(dealt(report_counts=True), 3, ask_count(5))
    assert reported == {"type": "count_reported", "seat": 3, "target": 5, "count": 8}
    assert after.reported_counts == (None, None, None, None, None, 8)
    assert (after.turn, after.hands) == (0, dealt().hands)


# The refusals of each move, every one with a move that all later codes would refuse, too: this is their order.

NOBODY_TO_ASK = given({0: "3S 4S 5S 6S 7S 8S"})
SEAT_3_IS_OUT = given({0: "3S", 1: "4S 5S 6S 7S 8S"})


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", finished(), 1, ask(9, "3H")),
        ("malformed_move", dealt(), 1, ask(9, "2H") | {"more": 1}),
        ("malformed_move", dealt(), 1, {"type": "ask", "card": "2H"}),
        ("malformed_move", dealt(), 1, {"type": "ask", "target": True, "card": "2H"}),
        ("no_such_card", passing(), 1, ask(9, "2H")),
        ("no_such_seat", passing(), 1, ask(6, "3S")),
        ("no_such_seat", passing(), 1, ask(-1, "3S")),
        ("wrong_phase", passing(), 1, ask(1, "3S")),
        ("not_your_turn", NOBODY_TO_ASK, 1, ask(1, "3H")),
        ("must_declare", NOBODY_TO_ASK, 0, ask(2, "3H")),
        ("must_declare", replace(dealt(stall_limit=6), moves_since_close=6), 0, ask(2, "8C")),
        ("target_not_opponent", SEAT_3_IS_OUT, 0, ask(2, "3H")),
        ("target_not_opponent", SEAT_3_IS_OUT, 0, ask(0, "3H")),
        ("target_has_no_cards", SEAT_3_IS_OUT, 0, ask(3, "3H")),
        ("set_closed", SEAT_3_IS_OUT, 0, ask(1, "3H")),
        ("no_card_in_set", given({0: "3S", 1: "4S 5S 6S 7S 8S low_hearts"}), 0, ask(1, "3H")),
        ("card_already_held", SEAT_3_IS_OUT, 0, ask(1, "3S")),
    ],
)
def test_ask_is_refused(code: str, state: State, seat: int, move: dict[str, Any]) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", finished(), 1, declare("low_spades", 9)),
        ("malformed_move", dealt(), 1, {"type": "declare", "set": "mid_spades"}),
        ("malformed_move", dealt(), 1, {"type": "declare", "set": "mid_spades", "holders": {"2H": "9"}}),
        ("no_such_card", passing(), 1, {"type": "declare", "set": "mid_spades", "holders": {"2H": 9}}),
        ("no_such_seat", passing(), 1, {"type": "declare", "set": "mid_spades", "holders": {"3H": 1, "4H": 6}}),
        ("no_such_seat", passing(), 1, {"type": "declare", "set": "mid_spades", "holders": {"3H": -1}}),
        ("no_such_set", passing(), 1, {"type": "declare", "set": "mid_spades", "holders": {"3H": 1}}),
        ("wrong_phase", passing(), 1, {"type": "declare", "set": "low_spades", "holders": {"3H": 1}}),
        ("not_your_turn", SEAT_3_IS_OUT, 1, {"type": "declare", "set": "low_hearts", "holders": {"3S": 0}}),
        ("set_closed", SEAT_3_IS_OUT, 0, {"type": "declare", "set": "low_hearts", "holders": {"3S": 1}}),
        ("wrong_cards", SEAT_3_IS_OUT, 0, {"type": "declare", "set": "low_spades", "holders": {"3S": 1}}),
        ("not_team_mate", SEAT_3_IS_OUT, 0, declare("low_spades", 0, 0, 0, 1, 0, 0)),
    ],
)
def test_declare_is_refused(code: str, state: State, seat: int, move: dict[str, Any]) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", finished(), 1, pass_turn(9)),
        ("malformed_move", dealt(), 1, {"type": "pass_turn", "to": 1.5}),
        ("no_such_seat", dealt(), 1, pass_turn(6)),
        ("wrong_phase", dealt(), 1, pass_turn(0)),
        ("not_your_turn", passing(), 2, pass_turn(1)),
        ("not_team_mate", passing(), 0, pass_turn(1)),
        ("not_team_mate", passing(), 0, pass_turn(0)),
    ],
)
def test_pass_turn_is_refused(code: str, state: State, seat: int, move: dict[str, Any]) -> None:
    assert refusal(state, seat, move) == code


REPORTED, _ = when(dealt(report_counts=True), 0, ask_count(1))


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", finished(), 1, ask_count(9)),
        ("malformed_move", dealt(), 1, {"type": "ask_count", "target": None}),
        ("no_such_seat", dealt(), 1, ask_count(6)),
        ("counts_are_secret", dealt(), 1, ask_count(1)),
        ("target_is_self", REPORTED, 1, ask_count(1)),
        ("already_reported", REPORTED, 2, ask_count(1)),
    ],
)
def test_ask_count_is_refused(code: str, state: State, seat: int, move: dict[str, Any]) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize("kind", ["steal", "", None, 7, "cards_dealt"])
def test_other_moves_are_unknown(kind: object) -> None:
    assert refusal(dealt(), 0, {"type": kind, "junk": 1}) == "unknown_move_type"
