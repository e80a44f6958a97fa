"""Each move accepted, refused with every code in its order, and without effect when refused."""

from typing import Any

import pytest

from domain.games.honors_4.state import State
from tests.domain.games.honors_4.table import dealt, discard, stubborn, turn
from tests.domain.scenario import kinds, refusal, when

MOVES: list[tuple[str, str | None]] = [
    ("open", None),
    ("draw_stock", None),
    ("take_pile", None),
    ("discard", "A-3"),
]


def move(kind: str, card: str | None) -> dict[str, str]:
    """Return a move; one that discards has a card."""
    return {"type": kind} if card is None else discard(card)


def in_phase(phase: str) -> State:
    """Return a table in this phase; where one seat has the turn, it is seat 1's."""
    match phase:
        case "opening":
            return dealt(opener="any")
        case "draw":
            return stubborn(dealt(), 4)
        case "discard":
            return when(dealt(), 1, "draw_stock")[0]
        case _:
            return when(dealt("A-1 B-1 C-1 D-1 A-2", target_score=1), 1, "draw_stock")[0]


@pytest.mark.parametrize(
    ("phase", "kind", "card", "events"),
    [
        ("opening", "open", None, ["play_opened", "deal_started", *["cards_dealt"] * 4]),
        ("draw", "draw_stock", None, ["cards_drawn"]),
        ("draw", "take_pile", None, ["pile_taken"]),
        ("discard", "discard", "A-1", ["card_discarded"]),
    ],
)
def test_a_move_is_accepted_in_its_phase(phase: str, kind: str, card: str | None, events: list[str]) -> None:
    _, happened = when(in_phase(phase), 1, move(kind, card))
    assert kinds(happened) == events


@pytest.mark.parametrize(("kind", "card"), MOVES)
def test_nothing_is_done_after_the_end(kind: str, card: str | None) -> None:
    for seat in range(4):
        assert refusal(in_phase("finished"), seat, move(kind, card)) == "game_over"


@pytest.mark.parametrize(("kind", "card"), MOVES)
@pytest.mark.parametrize("phase", ["opening", "draw", "discard"])
def test_a_move_belongs_to_its_phase_whoever_makes_it(phase: str, kind: str, card: str | None) -> None:
    own = {"open": "opening", "draw_stock": "draw", "take_pile": "draw", "discard": "discard"}
    if phase == own[kind]:
        assert when(in_phase(phase), 1, move(kind, card and "A-1"))[1]
        return
    for seat in range(4):
        assert refusal(in_phase(phase), seat, move(kind, card)) == "wrong_phase"


@pytest.mark.parametrize(
    ("phase", "kind", "card"), [("draw", *MOVES[1]), ("draw", *MOVES[2]), ("discard", "discard", "L-4")]
)
def test_the_turn_goes_before_what_is_wrong_with_a_move(phase: str, kind: str, card: str | None) -> None:
    for seat in (0, 2, 3):
        assert refusal(in_phase(phase), seat, move(kind, card)) == "not_your_turn"


def test_an_empty_pile_cannot_be_taken() -> None:
    assert refusal(dealt(), 0, "take_pile") == "not_your_turn"
    assert refusal(dealt(), 1, "take_pile") == "pile_empty"


def test_only_a_card_in_the_hand_is_discarded() -> None:
    state = in_phase("discard")
    for card in (state.stock[0], state.hands[2][0]):
        assert refusal(state, 1, discard(card)) == "card_not_in_hand"


def test_a_card_that_the_player_does_not_hold_is_no_card_just_taken() -> None:
    state, _ = when(turn(dealt("A-1 B-1 C-1 D-1 E-1"), "draw_stock", "E-1"), 2, "take_pile")
    assert refusal(state, 2, discard("A-1")) == "card_not_in_hand"
    assert refusal(state, 2, discard("E-1")) == "card_just_taken"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"type": "pass"}, "unknown_move_type"),
        ({"card": "A-1"}, "unknown_move_type"),
        ([{"type": "open"}], "malformed_move"),
        ({"type": "open", "seat": 1}, "malformed_move"),
        ({"type": "draw_stock", "count": 1}, "malformed_move"),
        ({"type": "take_pile", "card": "A-1"}, "malformed_move"),
        ({"type": "discard"}, "malformed_move"),
        ({"type": "discard", "card": 3}, "malformed_move"),
        ({"type": "discard", "card": ["A-1"]}, "malformed_move"),
        ({"type": "discard", "card": "A-5"}, "no_such_card"),
        ({"type": "discard", "card": "M-1"}, "no_such_card"),
        ({"type": "discard", "card": "10H"}, "no_such_card"),
    ],
)
def test_what_is_no_move_is_refused_as_it_is_read(raw: Any, code: str) -> None:
    assert refusal(dealt(), 1, raw) == code
