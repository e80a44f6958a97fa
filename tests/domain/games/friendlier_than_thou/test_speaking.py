"""Speaking: R11 to R15, U6 to U10, U18, the moves `so_moved` and `lead` in a silence, and `window_closed`."""

from typing import Any

import pytest

from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    SoMovedSaid,
    WindowClosed,
)
from domain.games.friendlier_than_thou.tricks import PlayedCard
from domain.games.friendlier_than_thou.view import Discard, MyLead, Silence
from tests.domain.games.friendlier_than_thou.table import START, gathered, silent_meeting, times
from tests.domain.scenario import kinds

WINDOW = 1_000
LIMIT = 120_000


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_R11_any_player_may_lead(seat: int) -> None:
    meeting = silent_meeting()
    assert meeting.sees().to_act == (0, 1, 2, 3)
    assert meeting.sees().turn is None
    meeting.do(seat, "so_moved", card=meeting.state.hands[seat][0])
    meeting.passes(WINDOW)
    assert meeting.sees().table[0].seat == seat


def test_R12_the_moves_carry_no_words() -> None:
    meeting = silent_meeting()
    assert meeting.refusal(0, "say", words="I have hearts") == "unknown_move_type"
    assert meeting.refusal(0, "so_moved", card="2C", words="I have hearts") == "malformed_move"


def test_R13_to_lead_a_player_says_so_moved() -> None:
    meeting = silent_meeting()
    events = meeting.do(1, "so_moved", card="3C", at=500)
    assert events == (SoMovedSaid(1, START + 500 + WINDOW, "3C", False, at=START + 500),)
    assert meeting.sees().silence == Silence(START, None, (1,), START + 500 + WINDOW)
    assert meeting.sees().deadline == START + 500 + WINDOW


def test_R14_the_only_speaker_leads_their_card() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="AD", humble=True)
    events = meeting.passes(WINDOW)
    at = START + WINDOW
    assert events == (WindowClosed(at=at), CardPlayed(1, "AD", True, at=at))
    view = meeting.sees(1)
    assert (view.phase, view.turn, view.to_act, view.silence) == ("following", 2, (2,), None)
    assert view.table == (PlayedCard(1, "AD", True),)
    assert view.hand == ("3C", "3D")
    assert view.deadline is None


def test_R15_two_who_speak_at_once_discard_and_there_is_silence_again() -> None:
    meeting = silent_meeting()
    meeting.do(2, "so_moved", card="4C")
    meeting.do(0, "so_moved", card="AC", humble=True, at=10)
    events = meeting.passes(WINDOW)
    at = START + WINDOW
    assert events == (
        WindowClosed(at=at),
        CardDiscarded(2, "4C", "clash", at=at),
        CardDiscarded(0, "AC", "clash", at=at),
    )
    view = meeting.sees()
    assert view.discards == (Discard(2, "4C", "clash"), Discard(0, "AC", "clash"))
    assert view.hand_sizes == (2, 3, 2, 3)
    assert view.silence == Silence(at, at + LIMIT, (), None)
    assert (view.phase, view.to_act, view.table) == ("silence", (0, 1, 2, 3), ())


def test_U6_a_speaker_names_their_card_and_nobody_else_learns_it() -> None:
    meeting = silent_meeting()
    assert meeting.refusal(1, "so_moved") == "malformed_move"
    (said,) = meeting.do(1, "so_moved", card="AD", humble=True)
    assert meeting.sees(1).my_lead == MyLead("AD", humble=True)
    assert meeting.sees(1).hand == ("3C", "3D", "AD")
    for seat in (0, 2, 3):
        assert meeting.sees(seat).my_lead is None
        assert GAME.seen(said, seat, meeting.state) == SoMovedSaid(1, START + WINDOW, at=START)


def test_U7_nobody_speaks_twice_in_one_window() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C")
    assert meeting.refusal(1, "so_moved", card="3C") == "already_spoken"
    assert meeting.refusal(1, "so_moved", card="3D", at=WINDOW - 1) == "already_spoken"
    assert meeting.sees().to_act == (0, 2, 3)
    assert meeting.moves(1) == []


def test_U7_after_a_clash_a_speaker_may_speak_again() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C")
    meeting.do(2, "so_moved", card="4C")
    meeting.do(1, "so_moved", card="3D", at=WINDOW)
    assert meeting.sees(1).my_lead == MyLead("3D", humble=False)


def test_U8_a_speech_just_before_the_deadline_is_at_once_and_does_not_lengthen_the_window() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C", at=200)
    (late,) = meeting.do(2, "so_moved", card="4C", at=200 + WINDOW - 1)
    assert late == SoMovedSaid(2, START + 200 + WINDOW, "4C", False, at=START + 200 + WINDOW - 1)
    events = meeting.passes(200 + WINDOW)
    assert kinds(events) == ["window_closed", "card_discarded", "card_discarded"]
    assert times(events) == [200 + WINDOW] * 3


def test_U8_two_speeches_of_the_same_millisecond_are_at_once() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C", at=5)
    meeting.do(2, "so_moved", card="4C", at=5)
    assert kinds(meeting.passes(5 + WINDOW)) == ["window_closed", "card_discarded", "card_discarded"]


def test_U8_the_window_is_an_option() -> None:
    meeting = gathered("2C", "3C", so_moved_window_ms=100)
    meeting.do(0, "so_moved", card="2C")
    assert meeting.passes(99) == ()
    assert kinds(meeting.passes(100)) == ["window_closed", "card_played"]


@pytest.mark.parametrize("speakers", [(3, 0, 1), (2, 1, 0, 3)])
def test_U9_if_more_than_two_speak_at_once_all_discard(speakers: tuple[int, ...]) -> None:
    meeting = silent_meeting()
    for seat in speakers:
        meeting.do(seat, "so_moved", card=meeting.state.hands[seat][1])
    assert meeting.sees().silence == Silence(START, None, tuple(sorted(speakers)), START + WINDOW)
    meeting.passes(WINDOW)
    assert tuple(discard.seat for discard in meeting.sees().discards) == speakers


def test_U10_a_speech_exactly_at_the_deadline_is_too_late() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C")
    assert meeting.refusal(2, "so_moved", card="4C", at=WINDOW) == "wrong_phase"
    assert meeting.sees().table == (PlayedCard(1, "3C", False),)


def test_U10_a_late_clock_gives_the_same_events_as_a_punctual_one() -> None:
    late, punctual = silent_meeting(), silent_meeting()
    for meeting in (late, punctual):
        meeting.do(1, "so_moved", card="3C")
        meeting.do(2, "so_moved", card="4C", at=300)
    for at in (WINDOW, WINDOW + LIMIT, WINDOW + LIMIT + 1):
        punctual.passes(at)
    events = late.passes(WINDOW + LIMIT + 1)
    assert kinds(events) == ["window_closed", "card_discarded", "card_discarded", "silence_broken"]
    assert times(events) == [WINDOW, WINDOW, WINDOW, WINDOW + LIMIT]
    assert late.log == punctual.log
    assert late.state == punctual.state


@pytest.mark.parametrize(
    "move",
    [
        {"type": "lay_aside", "cards": ["2C"]},
        {"type": "so_moved", "card": "2C"},
        {"type": "lead", "card": "2C"},
        {"type": "play", "card": "2C"},
        {"type": "display", "card": "2C"},
        {"type": "propose", "recipient": 0},
        {"type": "unite", "recipient": 0},
        {"type": "object", "recipient": 0},
    ],
)
def test_U18_a_field_that_is_not_in_the_list_is_refused(move: dict[str, Any]) -> None:
    assert GAME.parse(move) is not None
    assert silent_meeting().refusal(0, move, words="I have hearts") == "malformed_move"


# Refusals


@pytest.mark.parametrize("kind", ["so_moved", "lead"])
def test_a_leading_is_refused_with_the_moves_own_codes(kind: str) -> None:
    meeting = silent_meeting()
    assert meeting.refusal(0, kind, card="3C") == "card_not_in_hand"
    assert meeting.refusal(0, kind, card="2C", humble=True) == "not_an_ace"


@pytest.mark.parametrize("kind", ["so_moved", "lead"])
def test_a_leading_tests_its_reasons_in_the_rulebooks_order(kind: str) -> None:
    meeting = silent_meeting()
    assert meeting.refusal(0, kind, card="3C", humble=True) == "card_not_in_hand"
    meeting.do(0, "so_moved", card="2C")
    assert meeting.refusal(0, kind, card="3C", humble=True) == "already_spoken"


def test_a_humble_ace_may_be_led_into_a_silence() -> None:
    meeting = silent_meeting()
    assert meeting.do(0, "lead", card="AC", humble=True) == (CardDiscarded(0, "AC", "eldered", at=START),)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("lay_aside", {"cards": ["2C"]}),
        ("play", {"card": "2C"}),
        ("display", {"card": "2C"}),
        ("propose", {"recipient": 0}),
        ("unite", {"recipient": 0}),
        ("object", {"recipient": 0}),
    ],
)
def test_nothing_else_belongs_to_a_silence(kind: str, fields: dict[str, Any]) -> None:
    assert silent_meeting().refusal(0, kind, **fields) == "wrong_phase"
