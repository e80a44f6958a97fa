"""Silence: R16, U11 to U17, eldering, the clock step `silence_broken`, and players without cards."""

from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    SilenceBroken,
    TrickDisplayed,
    TrickWon,
    WindowClosed,
)
from domain.games.friendlier_than_thou.tricks import PlayedCard
from domain.games.friendlier_than_thou.view import Discard, MyLead, Silence
from tests.domain.games.friendlier_than_thou.table import START, Meeting, gathered, silent_meeting
from tests.domain.scenario import kinds

WINDOW = 1_000
LIMIT = 120_000


# Eldering


def test_R16_a_player_who_leads_without_speaking_is_eldered() -> None:
    meeting = silent_meeting()
    events = meeting.do(2, "lead", card="4D", at=70)
    assert events == (CardDiscarded(2, "4D", "eldered", at=START + 70),)
    view = meeting.sees(2)
    assert (view.phase, view.table, view.hand) == ("silence", (), ("4C", "AH"))
    assert view.discards == (Discard(2, "4D", "eldered"),)


def test_U11_discards_lie_face_up_and_are_out_of_the_game() -> None:
    meeting = gathered("2C 2D", "3C 3D")
    meeting.do(0, "lead", card="2D")
    for viewer in (0, 1, None):
        assert meeting.sees(viewer).discards == (Discard(0, "2D", "eldered"),)
    assert meeting.refusal(0, "so_moved", card="2D") == "card_not_in_hand"


def test_U12_there_is_a_new_silence_after_an_eldering() -> None:
    meeting = silent_meeting()
    meeting.do(0, "lead", card="2C", at=40_000)
    assert meeting.sees().silence == Silence(START + 40_000, START + 40_000 + LIMIT, (), None)
    meeting.do(0, "so_moved", card="2D")
    assert meeting.sees(0).my_lead == MyLead("2D", humble=False)


def test_U13_an_eldering_neither_interrupts_a_speaker_nor_moves_the_window() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C", at=100)
    before = meeting.sees().silence
    meeting.do(2, "lead", card="4C", at=900)
    assert meeting.sees().discards == (Discard(2, "4C", "eldered"),)
    assert meeting.sees().silence == before
    assert kinds(meeting.passes(100 + WINDOW)) == ["window_closed", "card_played"]


def test_U13_a_player_who_was_eldered_may_still_speak_in_the_window() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C")
    meeting.do(2, "lead", card="4C")
    meeting.do(2, "so_moved", card="4D")
    assert kinds(meeting.passes(WINDOW)) == ["window_closed", "card_discarded", "card_discarded"]


def test_U13_a_speaker_cannot_lead_in_their_own_window() -> None:
    meeting = silent_meeting()
    meeting.do(1, "so_moved", card="3C")
    assert meeting.refusal(1, "lead", card="3D") == "already_spoken"


# A silence without end


def test_U14_the_dealer_must_lead_when_the_first_silence_breaks() -> None:
    meeting = silent_meeting()
    assert meeting.sees().silence == Silence(START, START + LIMIT, (), None)
    assert meeting.sees().deadline == START + LIMIT
    assert meeting.passes(LIMIT - 1) == ()
    assert meeting.passes(LIMIT) == (SilenceBroken(3, at=START + LIMIT),)
    view = meeting.sees()
    assert (view.phase, view.turn, view.to_act, view.silence, view.deadline) == ("leading", 3, (3,), None, None)
    assert meeting.do(3, "lead", card="5C") == (CardPlayed(3, "5C", False, at=START + LIMIT),)


def test_U14_a_speech_exactly_when_the_silence_breaks_is_too_late() -> None:
    meeting = silent_meeting()
    assert meeting.refusal(3, "so_moved", card="5C", at=LIMIT) == "wrong_phase"
    assert meeting.refusal(0, "lead", card="2C") == "not_your_turn"


def test_U14_a_speech_just_before_keeps_the_silence_from_breaking() -> None:
    meeting = silent_meeting()
    meeting.do(0, "so_moved", card="2C", at=LIMIT - 1)
    assert meeting.passes(LIMIT) == ()
    assert kinds(meeting.passes(LIMIT - 1 + WINDOW)) == ["window_closed", "card_played"]


def after_a_trick_of_seat_1() -> Meeting:
    """Return three seats, dealer 0, after a trick that seat 1 has displayed at 2000."""
    meeting = gathered("2C 2D", "9C", "4C 4D")
    meeting.do(0, "so_moved", card="2C")
    meeting.do(1, "play", card="9C", at=WINDOW)
    meeting.do(2, "play", card="4C")
    meeting.do(1, "display", card="4C", at=2_000)
    return meeting


def test_U14_the_silence_begins_anew_after_each_trick() -> None:
    assert after_a_trick_of_seat_1().sees().silence == Silence(START + 2_000, START + 2_000 + LIMIT, (), None)


def test_U14_then_the_last_collector_must_lead_and_then_anybody_may_again() -> None:
    meeting = gathered("2C 2D", "9C 9D")
    meeting.do(0, "so_moved", card="2C")
    meeting.do(1, "play", card="9C", at=WINDOW)
    meeting.do(1, "display", card="9C")
    assert meeting.passes(WINDOW + LIMIT) == (SilenceBroken(1, at=START + WINDOW + LIMIT),)
    meeting.do(1, "lead", card="9D")
    meeting.do(0, "play", card="2D")
    assert meeting.sees().phase == "displaying"


def test_U14_after_a_broken_silence_the_next_lead_is_silent_again() -> None:
    meeting = gathered("2C 2D", "9C 9D")
    meeting.passes(LIMIT)
    meeting.do(0, "lead", card="2C")
    meeting.do(1, "play", card="9C")
    meeting.do(1, "display", card="9C")
    assert meeting.sees().phase == "silence"


def test_U14_null_lets_a_silence_last_for_ever() -> None:
    meeting = gathered("2C", "3C", silence_limit_ms=None)
    assert meeting.sees().deadline is None
    assert meeting.sees().silence == Silence(START, None, (), None)
    assert meeting.passes(10**9) == ()


def test_U15_if_the_seat_that_must_lead_has_no_cards_the_next_one_leads() -> None:
    meeting = after_a_trick_of_seat_1()
    assert meeting.passes(2_000 + LIMIT) == (SilenceBroken(2, at=START + 2_000 + LIMIT),)
    meeting.do(2, "lead", card="4D")
    assert meeting.sees().turn == 0


def test_U15_also_past_the_last_seat() -> None:
    meeting = gathered("2C", "3C", "", dealer=2)
    assert meeting.passes(LIMIT) == (SilenceBroken(0, at=START + LIMIT),)


# Players without cards


def test_U16_a_player_without_cards_cannot_speak_or_lead() -> None:
    meeting = after_a_trick_of_seat_1()
    assert meeting.sees().to_act == (0, 2)
    assert meeting.moves(1) == []
    assert meeting.refusal(1, "so_moved", card="9C") == "card_not_in_hand"
    assert meeting.refusal(1, "lead", card="9C") == "card_not_in_hand"


def test_U16_a_player_without_cards_is_passed_over_and_takes_part_in_unity() -> None:
    meeting = after_a_trick_of_seat_1()
    meeting.do(0, "so_moved", card="2D")
    meeting.passes(3_000)
    assert meeting.sees().turn == 2
    events = meeting.do(2, "play", card="4D")
    assert kinds(events) == ["card_played", "trick_won"]
    meeting.do(2, "display", card="4D")
    assert meeting.sees().phase == "unity"
    assert meeting.sees().to_act == (0, 1, 2)
    meeting.do(1, "propose", recipient=1)
    for seat in (0, 2):
        meeting.do(seat, "unite", recipient=1)
    assert [hand.seat for hand in meeting.result.hands] == [0, 1, 2]


def test_U17_when_the_last_cards_clash_the_game_goes_straight_to_unity() -> None:
    meeting = gathered("2C", "3C", "")
    meeting.do(0, "so_moved", card="2C")
    meeting.do(1, "so_moved", card="3C")
    assert kinds(meeting.passes(WINDOW)) == ["window_closed", "card_discarded", "card_discarded"]
    view = meeting.sees()
    assert (view.phase, view.silence, view.to_act) == ("unity", None, (0, 1, 2))
    assert view.deadline == START + WINDOW + 600_000


def test_U17_when_the_last_card_is_eldered_the_game_goes_straight_to_unity() -> None:
    meeting = gathered("2C", "")
    meeting.do(0, "lead", card="2C", at=50)
    assert meeting.sees().phase == "unity"
    assert meeting.sees().deadline == START + 50 + 600_000


def test_U17_a_window_stays_open_while_the_other_cards_are_eldered() -> None:
    meeting = gathered("2C", "3C")
    meeting.do(0, "so_moved", card="2C")
    meeting.do(1, "lead", card="3C")
    assert meeting.sees().phase == "silence"
    at = START + WINDOW
    assert meeting.passes(WINDOW) == (
        WindowClosed(at=at),
        CardPlayed(0, "2C", False, at=at),
        TrickWon(0, (PlayedCard(0, "2C", False),), at=at),
        TrickDisplayed(0, "2C", 1, at=at),
    )
    assert meeting.sees().phase == "unity"
