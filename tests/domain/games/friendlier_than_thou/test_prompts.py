import pytest

from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.moves import Display, LayAside, Lead, Play, Propose, SoMoved, Unite
from tests.domain.games.friendlier_than_thou.table import Meeting, dealt, gathered, silent_meeting


def led(*hands: str) -> Meeting:
    """Return a Meeting where seat 0 has led its first card."""
    meeting = gathered(*hands, leading="programmed")
    meeting.do(0, "lead", card=hands[0].split()[0])
    return meeting


# What is asked


def test_the_dealer_of_three_lays_two_cards_aside() -> None:
    meeting = dealt(players=3, dealer=1)
    assert meeting.prompt(0) == "Lay one card aside for the care committee."
    assert meeting.prompt(1) == "Lay 2 cards aside for the care committee."


def test_a_silence_tells_who_has_spoken() -> None:
    meeting = gathered("2C", "3C", "4C")
    assert meeting.prompt(1) == (
        "Wait in silence, or say “So moved” with the card that you mean to lead; "
        "a card led without a word is discarded."
    )
    meeting.do(0, "so_moved", card="2C")
    meeting.do(2, "so_moved", card="4C")
    assert meeting.prompt(1) == ("Seats 0 and 2 said “So moved”: wait, or speak, too, and all who spoke discard.")


def test_a_player_who_follows_is_told_what_was_led_and_whether_they_have_its_suit() -> None:
    assert gathered("2C", "3C", leading="programmed").prompt(0) == "Lead a card."
    assert led("2C", "3C 4D").prompt(1) == "Seat 0 led the two of clubs: follow suit."
    assert led("2C", "3H 4D").prompt(1) == ("Seat 0 led the two of clubs: you have none of its suit, so play any card.")


HUMBLE = " An ace may be humble: then it ranks below the two."


def test_a_player_who_may_play_an_ace_is_told_what_a_humble_one_is() -> None:
    silence, leading = gathered("2C AD", "3C"), gathered("2C AD", "3C", leading="programmed")
    for meeting in (silence, leading):
        assert meeting.prompt(0).endswith(HUMBLE)
    assert led("2C", "AC 3H").prompt(1) == "Seat 0 led the two of clubs: follow suit." + HUMBLE
    assert HUMBLE not in led("2C", "AH 3C").prompt(1)
    assert led("2C", "AH 3H").prompt(1).endswith(HUMBLE)
    silence.do(1, "so_moved", card="3C")
    assert silence.prompt(0).endswith(HUMBLE)


def test_the_collector_displays() -> None:
    meeting = led("2C 5C", "3C 4C")
    meeting.do(1, "play", card="3C")
    assert meeting.prompt(1) == "The trick is yours: choose the card that lies face up."


def test_unity_asks_for_a_proposal_for_answers_and_of_those_who_are_united_nothing_more() -> None:
    meeting = gathered("", "", "")
    assert meeting.prompt(2) == "Propose who is to receive the care committee’s cards."
    meeting.do(0, "propose", recipient=1)
    assert meeting.prompt(2) == ("Seat 0 proposes that seat 1 receive the care committee’s cards: unite, or object.")
    assert meeting.prompt(0) == "You are in unity with the proposal for seat 1; you may still object."


# What is done for a player who is late


def test_the_lowest_cards_are_laid_aside() -> None:
    meeting = dealt(players=3, dealer=1)
    assert meeting.done_for(0) == LayAside(("2C",))
    assert meeting.done_for(1) == LayAside(("2D", "3C"))
    meeting.do(0, "lay_aside", cards=["2C"])
    assert meeting.done_for(0) is None


def test_in_a_silence_that_the_clock_breaks_nobody_need_speak() -> None:
    meeting = silent_meeting()
    assert [meeting.done_for(seat) for seat in range(4)] == [None] * 4


def test_a_silence_for_ever_is_ended_by_one_seat_with_its_lowest_card() -> None:
    meeting = gathered("9C 2D AC", "3C", silence_limit_ms=None)
    assert [meeting.done_for(seat) for seat in (0, 1)] == [SoMoved("2D"), SoMoved("3C")]
    meeting.do(0, "so_moved", card="2D")
    assert [meeting.done_for(seat) for seat in (0, 1)] == [None, None]


def test_the_lowest_card_is_led_and_aces_are_high() -> None:
    meeting = gathered("KC AC 9D", "AC", leading="programmed")
    assert [meeting.done_for(0), meeting.done_for(1)] == [Lead("9D"), None]
    assert gathered("AC", "2C", leading="programmed").done_for(0) == Lead("AC")


@pytest.mark.parametrize(("hand", "card"), [("9C 4C 2D", "4C"), ("9H 4H 2D", "2D"), ("AC 2D", "AC")])
def test_the_lowest_card_that_may_follow_is_played(hand: str, card: str) -> None:
    assert led("KC", hand).done_for(1) == Play(card)


def test_the_highest_card_is_displayed() -> None:
    meeting = led("5C", "KC", "AD")
    meeting.do(1, "play", card="KC")
    meeting.do(2, "play", card="AD")
    assert [meeting.done_for(seat) for seat in range(3)] == [None, Display("AD"), None]


def test_unity_is_sought_with_the_standing_proposal_or_else_for_the_dealer() -> None:
    meeting = gathered("", "", "", dealer=2, unity_limit_ms=None)
    assert meeting.done_for(0) == Propose(2)
    meeting.do(0, "propose", recipient=1)
    assert [meeting.done_for(seat) for seat in range(3)] == [None, Unite(1), Unite(1)]


def test_in_unity_that_the_clock_ends_nobody_need_propose_or_unite() -> None:
    meeting = gathered("", "", "")
    assert [meeting.done_for(seat) for seat in range(3)] == [None] * 3
    meeting.do(0, "propose", recipient=1)
    assert [meeting.done_for(seat) for seat in range(3)] == [None] * 3


def test_at_the_end_nothing_is_done_for_anybody() -> None:
    meeting = gathered("", "")
    meeting.passes(600_000)
    assert [meeting.done_for(seat) for seat in (0, 1)] == [None, None]


# When a decision is over


def test_a_player_who_speaks_or_unites_or_leads_into_a_window_ends_nobody_elses_decision() -> None:
    meeting = silent_meeting()
    silence = GAME.occasion(meeting.state)
    meeting.do(0, "so_moved", card="2C")
    assert GAME.occasion(meeting.state) == silence
    meeting.do(1, "lead", card="3C", at=500)
    assert meeting.state.discards
    assert GAME.occasion(meeting.state) == silence
    meeting = gathered("", "", "")
    meeting.do(0, "propose", recipient=1)
    proposal = GAME.occasion(meeting.state)
    meeting.do(2, "unite", recipient=1)
    assert GAME.occasion(meeting.state) == proposal


def test_a_silence_after_discards_and_each_proposal_are_something_new() -> None:
    meeting = silent_meeting()
    found = [GAME.occasion(meeting.state)]
    meeting.do(0, "lead", card="2C", at=500)
    found.append(GAME.occasion(meeting.state))
    meeting.do(1, "so_moved", card="3C")
    meeting.do(2, "so_moved", card="4C")
    meeting.passes(10_500)
    assert meeting.state.phase == "silence"
    found.append(GAME.occasion(meeting.state))
    meeting = gathered("", "")
    for _ in range(2):
        found.append(GAME.occasion(meeting.state))
        meeting.do(0, "propose", recipient=1)
        found.append(GAME.occasion(meeting.state))
        meeting.do(1, "object", recipient=1)
    assert all(one != other for number, one in enumerate(found) for other in found[:number])
