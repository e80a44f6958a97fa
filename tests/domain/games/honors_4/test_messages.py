"""Every event in plain English."""

import pytest

from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import Event, by_wire_name
from domain.games.honors.deck import DECK
from domain.games.honors.match import StockFormed
from domain.games.honors_4 import HONORS_4
from domain.games.honors_4.events import DealEnded, GameStarted, PileTaken, PlayOpened, SeatWentOut
from domain.match import GameFinished, Result
from tests.domain.games.honors_4.table import dealt
from tests.domain.scenario import AT, message

TOLD: list[tuple[Event, str]] = [
    (
        GameStarted(HONORS_4.options({}), at=AT),
        "A game of Honors No. IV for 4 players begins, to 3 points, in 100 deals at most.",
    ),
    (PlayOpened(2, at=AT), "Seat 2 opens the play."),
    (
        DealStarted(2, 3, 44, DECK, at=AT),
        "Deal 2 begins: all draw, seat 0 first, and leave a pack of 44 cards.",
    ),
    (CardsDealt(1, 1, at=AT), "Seat 1 draws one card to begin with."),
    (CardsDealt(1, 1, ("J-3",), at=AT), "Seat 1 draws one card to begin with: the three of book J."),
    (CardsDrawn(1, 1, at=AT), "Seat 1 draws one card from the pack."),
    (CardsDrawn(1, 1, ("J-1",), at=AT), "Seat 1 draws one card from the pack: the one of book J."),
    (StockFormed(35, at=AT), "The pile, but for its top card, is shuffled to a new pack of 35 cards."),
    (PileTaken(0, ("K-4",), at=AT), "Seat 0 takes the four of book K from the pile."),
    (CardDiscarded(3, "A-2", at=AT), "Seat 3 discards the two of book A."),
    (SeatWentOut(1, ("A-2", "A-3"), at=AT), "Seat 1 goes out with the two and three of book A."),
    (
        DealEnded(deal=2, why="out", out=1, scores=(0, 1), totals=(1, 2), at=AT),
        (
            "Deal 2 ends, as somebody is out: seat 0 scores no points and has one point in all; "
            "seat 1 scores one point and has 2 points in all."
        ),
    ),
    (
        DealEnded(deal=3, why="max_rounds", out=None, scores=(0, 0), totals=(0, 1), at=AT),
        (
            "Deal 3 ends, as nobody goes out: seat 0 scores no points and has no points in all; "
            "seat 1 scores no points and has one point in all."
        ),
    ),
    (GameFinished(Result((1, 3), (1,)), at=AT), "The game ends: seat 1 wins with 3 points."),
    (GameFinished(Result((1, 1), (0, 1)), at=AT), "The game ends: seats 0 and 1 share the win with one point."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_in_one_sentence(event: Event, sentence: str) -> None:
    assert message(dealt(), event) == sentence


def test_every_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(by_wire_name(HONORS_4.Event).values())
