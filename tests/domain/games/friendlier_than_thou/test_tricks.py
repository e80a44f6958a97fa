"""Programmed leading, following and collecting: R17 to R25, U19 to U23, the moves `lead`, `play` and `display`."""

from itertools import pairwise
from typing import Any

import pytest

from domain.cards import RANKS
from domain.games.friendlier_than_thou.events import CardPlayed, TrickDisplayed, TrickWon
from domain.games.friendlier_than_thou.moves import Display, Lead, Play
from domain.games.friendlier_than_thou.tricks import PlayedCard
from domain.games.friendlier_than_thou.view import CollectedTrick
from tests.domain.games.friendlier_than_thou.table import START, Meeting, gathered
from tests.domain.scenario import kinds


def programmed(*hands: str, **options: Any) -> Meeting:
    """Return a programmed Meeting with these hands, about to lead."""
    return gathered(*hands, leading="programmed", **options)


def trick(*cards: str) -> Meeting:
    """Return a Meeting after a trick of these cards, seat 0 leading; `AC!` is a humble ace."""
    meeting = programmed(*(f"{card.rstrip('!')} {rest}" for card, rest in zip(cards, SPARE, strict=False)))
    for seat, card in enumerate(cards):
        meeting.do(seat, "play" if seat else "lead", card=card.rstrip("!"), humble=card.endswith("!"))
    return meeting


SPARE = ("6C", "6D", "6H", "6S")


# Leading in turn


def test_R17_the_dealer_leads_first_without_a_word() -> None:
    meeting = programmed("2C 2D", "3C 3D", "4C 4D", dealer=1)
    view = meeting.sees()
    assert (view.phase, view.turn, view.to_act, view.deadline) == ("leading", 1, (1,), None)
    assert meeting.refusal(1, "so_moved", card="3C") == "wrong_phase"
    assert meeting.do(1, "lead", card="3C", at=9) == (CardPlayed(1, "3C", False, at=START + 9),)


def test_R17_then_the_collector_of_the_last_trick_leads() -> None:
    meeting = programmed("2C 2D", "3C 3D", "4C 4D", dealer=1)
    meeting.do(1, "lead", card="3C")
    meeting.do(2, "play", card="4C")
    meeting.do(0, "play", card="2C")
    assert meeting.refusal(1, "display", card="4C") == "not_your_turn"
    meeting.do(2, "display", card="4C")
    assert (meeting.sees().phase, meeting.sees().turn) == ("leading", 2)
    assert meeting.refusal(1, "lead", card="3D") == "not_your_turn"
    meeting.do(2, "lead", card="4D")


def test_lead_refuses_with_its_own_codes_in_the_rulebooks_order() -> None:
    meeting = programmed("2C", "3C")
    assert meeting.refusal(0, "lead", card="3C", humble=True) == "card_not_in_hand"
    assert meeting.refusal(0, "lead", card="2C", humble=True) == "not_an_ace"


def test_lead_offers_every_card_and_both_faces_of_an_ace() -> None:
    meeting = programmed("2C AH", "3C")
    assert meeting.moves(0) == [Lead("2C"), Lead("AH"), Lead("AH", humble=True)]
    assert meeting.moves(1) == []


# Following


def test_R18_each_player_plays_one_card_clockwise_from_the_leader() -> None:
    meeting = programmed("2C", "3C", "4C", "5C", dealer=2)
    meeting.do(2, "lead", card="4C")
    for seat, card in ((3, "5C"), (0, "2C"), (1, "3C")):
        view = meeting.sees()
        assert (view.phase, view.turn, view.to_act) == ("following", seat, (seat,))
        assert meeting.refusal((seat + 1) % 4, "play", card="2C") == "not_your_turn"
        meeting.do(seat, "play", card=card)
    assert [played.seat for played in meeting.sees().table] == [2, 3, 0, 1]
    assert meeting.sees().phase == "displaying"


def test_R19_a_card_of_the_led_suit_must_follow() -> None:
    meeting = programmed("2C", "9C 3D AH")
    meeting.do(0, "lead", card="2C")
    assert meeting.refusal(1, "play", card="3D") == "must_follow_suit"
    assert meeting.refusal(1, "play", card="AH", humble=True) == "must_follow_suit"
    assert meeting.moves(1) == [Play("9C")]
    meeting.do(1, "play", card="9C")


@pytest.mark.parametrize("card", ["3D", "AH", "KS"])
def test_R20_without_the_led_suit_any_card_may_be_played(card: str) -> None:
    meeting = programmed("2C 2D", "3D AH KS")
    meeting.do(0, "lead", card="2C")
    assert meeting.moves(1) == [Play("3D"), Play("AH"), Play("AH", humble=True), Play("KS")]
    meeting.do(1, "play", card=card)
    assert meeting.sees().turn == 0


def test_play_refuses_with_its_own_codes_in_the_rulebooks_order() -> None:
    meeting = programmed("2C", "9C 3D")
    meeting.do(0, "lead", card="2C")
    assert meeting.refusal(1, "play", card="4D", humble=True) == "card_not_in_hand"
    assert meeting.refusal(1, "play", card="3D", humble=True) == "not_an_ace"
    assert meeting.refusal(1, "play", card="3D") == "must_follow_suit"


# Collecting


def test_R21_the_highest_card_of_the_led_suit_collects() -> None:
    meeting = programmed("10C", "JC", "2C")
    meeting.do(0, "lead", card="10C")
    meeting.do(1, "play", card="JC")
    events = meeting.do(2, "play", card="2C", at=5)
    at = START + 5
    cards = (PlayedCard(0, "10C", False), PlayedCard(1, "JC", False), PlayedCard(2, "2C", False))
    assert events == (CardPlayed(2, "2C", False, at=at), TrickWon(1, cards, at=at))
    view = meeting.sees()
    assert (view.phase, view.turn, view.to_act) == ("displaying", 1, (1,))


def test_R22_the_collector_displays_the_trick_with_one_card_face_up() -> None:
    meeting = trick("10C", "JC", "2C")
    assert meeting.moves(1) == [Display("10C"), Display("JC"), Display("2C")]
    assert meeting.do(1, "display", card="2C") == (TrickDisplayed(1, "2C", 3, at=START),)
    assert meeting.sees().won == ((), (CollectedTrick("2C", 3),), ())
    assert meeting.sees().table == ()


def test_display_refuses_a_card_that_is_not_in_the_trick() -> None:
    meeting = trick("10C", "JC")
    assert meeting.refusal(1, "display", card="QC") == "card_not_in_trick"
    assert meeting.refusal(1, "display", card=SPARE[1]) == "card_not_in_trick"


@pytest.mark.parametrize(("lower", "higher"), tuple(pairwise((*RANKS[1:], RANKS[0]))))
def test_R23_cards_rank_from_the_two_to_the_ace(lower: str, higher: str) -> None:
    assert trick(f"{lower}S", f"{higher}S").sees().turn == 1
    assert trick(f"{higher}S", f"{lower}S").sees().turn == 0


def test_R23_an_ace_may_be_the_lowest() -> None:
    assert trick("AC!", "2C").sees().turn == 1
    assert trick("2C", "AC!").sees().turn == 0


def test_R24_an_ace_is_high_unless_its_player_says_humble() -> None:
    meeting = programmed("AC 2D", "KC 3D")
    assert meeting.do(0, "lead", card="AC") == (CardPlayed(0, "AC", False, at=START),)
    meeting.do(1, "play", card="KC")
    assert meeting.sees().turn == 0


def test_R25_tricks_are_played_until_no_cards_are_left() -> None:
    meeting = programmed("2C 3C", "4D 5D")
    for number in (1, 2):
        assert meeting.sees().phase == "leading"
        meeting.do(0, "lead", card=meeting.state.hands[0][0])
        meeting.do(1, "play", card=meeting.state.hands[1][0])
        meeting.do(0, "display", card=meeting.state.table[0].card)
        assert len(meeting.sees().won[0]) == number
    assert meeting.sees().phase == "unity"


# Rulings


def test_U19_a_trick_of_one_card_is_displayed_by_itself() -> None:
    meeting = programmed("", "3C", dealer=1)
    assert kinds(meeting.do(1, "lead", card="3C")) == ["card_played", "trick_won", "trick_displayed"]
    assert meeting.sees(1).won == ((), (CollectedTrick("3C", 1, ("3C",)),))
    assert meeting.sees().phase == "unity"


def test_U19_after_a_trick_of_one_card_its_leader_leads_again() -> None:
    meeting = programmed("", "3C 4C", dealer=1)
    meeting.do(1, "lead", card="3C")
    assert (meeting.sees().phase, meeting.sees().turn, meeting.sees().table) == ("leading", 1, ())


def test_U20_a_humble_ace_is_below_the_two_and_still_of_its_suit() -> None:
    meeting = programmed("2C", "AC 3D")
    meeting.do(0, "lead", card="2C")
    assert meeting.refusal(1, "play", card="3D") == "must_follow_suit"
    assert meeting.moves(1) == [Play("AC"), Play("AC", humble=True)]
    meeting.do(1, "play", card="AC", humble=True)
    assert meeting.sees().table[1] == PlayedCard(1, "AC", True)
    assert meeting.sees().turn == 0


def test_U20_a_humble_ace_that_is_alone_in_the_led_suit_collects() -> None:
    assert trick("AC!", "KD", "KH").sees().turn == 0


def test_U20_only_an_ace_is_humble() -> None:
    assert programmed("2C", "3C").refusal(0, "lead", card="2C", humble=True) == "not_an_ace"


@pytest.mark.parametrize("other", ["AD", "AH", "AS"])
def test_U21_cards_of_other_suits_never_collect(other: str) -> None:
    assert trick("2C", other).sees().turn == 0


def test_U22_the_display_is_chosen_once_and_stays() -> None:
    meeting = trick("10C", "JC")
    meeting.do(1, "display", card="10C")
    assert meeting.refusal(1, "display", card="JC") == "wrong_phase"
    meeting.do(1, "lead", card="6D")
    meeting.do(0, "play", card="6C")
    meeting.do(1, "display", card="6D")
    assert [collected.face_up for collected in meeting.sees().won[1]] == ["10C", "6D"]


def test_U23_only_the_collector_may_look_at_the_cards_face_down() -> None:
    meeting = trick("10C", "JC")
    meeting.do(1, "display", card="10C")
    assert meeting.sees(1).won[1] == (CollectedTrick("10C", 2, ("10C", "JC")),)
    for viewer in (0, None):
        assert meeting.sees(viewer).won[1] == (CollectedTrick("10C", 2),)
