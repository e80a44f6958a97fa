"""Every event in plain English."""

import pytest
from msgspec.structs import replace

from domain.cards import FRENCH_DECK
from domain.events import CardsDealt, DealStarted
from domain.game import Event, by_wire_name
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import (
    CardDiscarded,
    CardPlayed,
    CardsLaidAside,
    GameFinished,
    GameStarted,
    ProposalFallen,
    ProposalMade,
    SeatUnited,
    SilenceBroken,
    SoMovedSaid,
    TrickDisplayed,
    TrickWon,
    UnityLapsed,
    WindowClosed,
)
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.scoring import Band, result
from domain.games.friendlier_than_thou.tricks import PlayedCard
from tests.domain.games.friendlier_than_thou.table import dealt
from tests.domain.scenario import message

TRICK = (PlayedCard(0, "9S", False), PlayedCard(1, "10S", False))
TOLD: list[tuple[Event, str]] = [
    (GameStarted(Options(), at=0), "A Monthly Meeting of 4 Friends begins, with silent leading."),
    (DealStarted(1, 2, 0, FRENCH_DECK, at=0), "Seat 2 deals the whole deck."),
    (CardsDealt(1, 13, at=0), "Seat 1 gets 13 cards."),
    (CardsDealt(1, 2, ("10H", "AS"), at=0), "Seat 1 gets 2 cards: the ten of hearts and the ace of spades."),
    (CardsLaidAside(1, 1, at=0), "Seat 1 lays one card aside."),
    (CardsLaidAside(1, 1, ("2C",), at=0), "Seat 1 lays one card aside: the two of clubs."),
    (SoMovedSaid(2, 1000, at=0), "Seat 2 says “So moved”."),
    (SoMovedSaid(2, 1000, "5H", False, at=0), "Seat 2 says “So moved”, meaning to lead the five of hearts."),
    (
        SoMovedSaid(2, 1000, "AD", True, at=0),
        "Seat 2 says “So moved”, meaning to lead the ace of diamonds as a humble ace, below the two.",
    ),
    (WindowClosed(at=0), "It is too late now to speak at once."),
    (SilenceBroken(3, at=0), "The silence has lasted too long, and seat 3 must lead."),
    (CardDiscarded(0, "QC", "clash", at=0), "Seat 0 was not alone in speaking and discards the queen of clubs."),
    (
        CardDiscarded(0, "QC", "eldered", at=0),
        "Seat 0 leads the queen of clubs without speaking, and is eldered and discards it.",
    ),
    (CardPlayed(1, "KD", False, at=0), "Seat 1 plays the king of diamonds."),
    (CardPlayed(1, "AC", True, at=0), "Seat 1 plays the ace of clubs as a humble ace, below the two."),
    (TrickWon(1, TRICK, at=0), "Seat 1 collects the trick of 2 cards."),
    (TrickWon(1, TRICK[1:], at=0), "Seat 1 collects the trick of one card."),
    (TrickDisplayed(1, "9S", 2, at=0), "Seat 1 displays the trick with the nine of spades face up."),
    (ProposalMade(1, 2, at=0), "Seat 1 proposes that seat 2 receive the care committee’s cards."),
    (SeatUnited(0, 2, at=0), "Seat 0 unites with the proposal for seat 2."),
    (ProposalFallen(0, 2, 1, at=0), "Seat 0 objects, and the proposal for seat 2 falls."),
    (UnityLapsed(at=0), "Friends have not reached unity in time, and the matter is laid over."),
]
MEANINGS: dict[Band, str] = {
    "read_out": "you are read out of the Yearly Meeting",
    "probation": "you are placed on probation by the Yearly",
    "welcomed": "you are welcomed into the Yearly Meeting",
    "hosts_yearly_meeting": "the next Yearly Meeting is held in your town",
    "retreat_center": "your Meeting becomes a permanent retreat center",
}


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_in_one_sentence(event: Event, sentence: str) -> None:
    assert message(dealt().state, event) == sentence


def test_every_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} | {GameFinished} == set(by_wire_name(GAME.Event).values())


@pytest.mark.parametrize(("band", "meaning"), MEANINGS.items())
def test_R31_the_result_is_told_in_the_words_of_the_source(band: Band, meaning: str) -> None:
    scored = replace(result(0, [(), ()], (), None), meeting_score=183, band=band)
    assert message(dealt().state, GameFinished(scored, at=0)) == f"The Meeting’s score is 183: {meaning}."
