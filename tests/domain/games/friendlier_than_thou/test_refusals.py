"""The reasons that all moves share, and the order in which `rulebooks.md` has them."""

from typing import Any

import pytest

from domain.game import Refused
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from tests.domain.chance import NoChance
from tests.domain.games.friendlier_than_thou.table import START, Meeting, gathered
from tests.domain.scenario import answered

MOVES: list[dict[str, object]] = [
    {"type": "lay_aside", "cards": ["2C"]},
    {"type": "so_moved", "card": "2C"},
    {"type": "lead", "card": "2C"},
    {"type": "play", "card": "2C"},
    {"type": "display", "card": "2C"},
    {"type": "propose", "recipient": 0},
    {"type": "unite", "recipient": 0},
    {"type": "object", "recipient": 0},
]
UNITY = ("propose", "unite", "object")


def finished() -> Meeting:
    """Return a game that has been laid over."""
    meeting = gathered("", "")
    meeting.passes(600_000)
    return meeting


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move["type"])
def test_a_finished_game_refuses_every_move(move: dict[str, Any]) -> None:
    meeting = finished()
    fields = {name: value for name, value in move.items() if name != "type"}
    assert meeting.refusal(0, str(move["type"]), **fields) == "game_over"


def test_a_finished_game_refuses_before_it_looks_at_seats() -> None:
    assert finished().refusal(0, "propose", recipient=9) == "game_over"


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"card": "2C"},
        {"type": 7},
        {"type": ["play"]},
        {"type": "window_closed"},
        {"type": "silence_broken"},
        {"type": "card_move", "card": "2C"},
    ],
)
def test_no_other_type_is_a_move(raw: dict[str, object]) -> None:
    assert gathered("2C", "3C").refusal(0, raw) == "unknown_move_type"


@pytest.mark.parametrize(
    "raw",
    [
        "so_moved",
        ["so_moved", "2C"],
        {"type": "so_moved"},
        {"type": "so_moved", "card": 2},
        {"type": "so_moved", "card": "2C", "humble": None},
        {"type": "so_moved", "card": "2C", "humble": 1},
        {"type": "display", "card": "2C", "humble": False},
        {"type": "lay_aside", "cards": "2C"},
        {"type": "lay_aside", "cards": [None]},
        {"type": "propose", "recipient": "0"},
        {"type": "propose", "recipient": True},
        {"type": "propose", "recipient": 1.0},
        {"type": "object"},
    ],
)
def test_a_malformed_move_is_refused(raw: object) -> None:
    assert answered(GAME, gathered("2C", "3C").state, 0, raw, at=START, chance=NoChance()) == "malformed_move"


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "lay_aside", "cards": ["2C", "1C"]},
        {"type": "so_moved", "card": "JK"},
        {"type": "lead", "card": "c2"},
        {"type": "play", "card": "2X"},
        {"type": "display", "card": ""},
    ],
)
def test_a_card_that_does_not_exist_is_refused_wherever_it_stands(raw: dict[str, object]) -> None:
    assert gathered("2C", "3C").refusal(0, raw) == "no_such_card"


@pytest.mark.parametrize("kind", UNITY)
@pytest.mark.parametrize("recipient", [-1, 2, 10**30])
def test_a_seat_that_does_not_exist_is_refused(kind: str, recipient: int) -> None:
    assert gathered("", "").refusal(0, kind, recipient=recipient) == "no_such_seat"


def test_a_refusal_says_what_would_be_right() -> None:
    with pytest.raises(Refused, match=r"no_such_seat: The seats are 0 to 2\."):
        gathered("", "", "").do(0, "propose", recipient=3)
    with pytest.raises(Refused, match=r"wrong_phase: The phase is `silence`; this move belongs to following\."):
        gathered("2C", "3C").do(0, "play", card="2C")


@pytest.mark.parametrize("kind", UNITY)
def test_no_such_seat_goes_before_wrong_phase(kind: str) -> None:
    meeting = gathered("2C", "3C", leading="programmed")
    assert meeting.refusal(1, kind, recipient=2) == "no_such_seat"
    assert meeting.refusal(1, kind, recipient=0) == "wrong_phase"


def test_wrong_phase_goes_before_not_your_turn() -> None:
    meeting = gathered("2C", "3C", leading="programmed")
    assert meeting.refusal(1, "play", card="3C") == "wrong_phase"


def test_not_your_turn_goes_before_the_moves_own_codes() -> None:
    meeting = gathered("2C", "3C 4C", leading="programmed")
    assert meeting.refusal(1, "lead", card="9H", humble=True) == "not_your_turn"
    meeting.do(0, "lead", card="2C")
    assert meeting.refusal(0, "play", card="9H", humble=True) == "not_your_turn"
    meeting.do(1, "play", card="3C")
    assert meeting.refusal(0, "display", card="9H") == "not_your_turn"
    assert meeting.refusal(1, "display", card="9H") == "card_not_in_trick"


def test_unity_refuses_in_the_rulebooks_order() -> None:
    meeting = gathered("", "", "")
    assert meeting.refusal(0, "unite", recipient=0) == "no_proposal"
    assert meeting.refusal(0, "object", recipient=0) == "no_proposal"
    meeting.do(0, "propose", recipient=0)
    assert meeting.refusal(0, "unite", recipient=1) == "proposal_changed"
    assert meeting.refusal(0, "object", recipient=1) == "proposal_changed"
    assert meeting.refusal(0, "unite", recipient=0) == "already_united"
