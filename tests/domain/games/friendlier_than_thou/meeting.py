"""A Meeting at play: a game is given, moves are made as JSON gives them, and the clock runs as the test says."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import pytest

from domain.cards import FRENCH_DECK
from domain.events import CardsDealt
from domain.game import Chance, Event, Refused, fold
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import CardsLaidAside, GameStarted
from domain.games.friendlier_than_thou.scoring import Result
from domain.games.friendlier_than_thou.state import State
from domain.games.friendlier_than_thou.view import View

START = 1_000_000
"""The time at which every game of these tests begins, in ms."""


class GivenDeck:
    """The chance of a game whose deck is given."""

    def __init__(self, deck: Sequence[str] = FRENCH_DECK) -> None:
        self.deck = tuple(deck)

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        assert number == 1
        assert sorted(cards) == sorted(FRENCH_DECK)
        return self.deck

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("nothing is shuffled in this game")


CHANCE: Chance = GivenDeck()


class Meeting:
    """A game in progress. Times are in ms after `START`."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.log = list(events)
        self.state: State = fold(GAME, self.log)
        self.now = 0

    def wait(self, until: int) -> tuple[Event, ...]:
        """Let the clock run, and return its steps."""
        self.now = until
        return self.happen(GAME.tick(self.state, START + until, CHANCE))

    def do(self, seat: int, kind: str, *, at: int | None = None, **fields: Any) -> tuple[Event, ...]:
        """Make a move, now or at a later time, and return its events (without the clock's before it)."""
        self.wait(self.now if at is None else at)
        move = GAME.parse({"type": kind, **fields})
        return self.happen(GAME.decide(self.state, seat, move, START + self.now, CHANCE))

    def refusal(self, seat: int, kind: str, *, at: int | None = None, **fields: Any) -> str:
        """Make a move that is refused, see that it has no effect, and return the code."""
        self.wait(self.now if at is None else at)
        before, log = self.state, list(self.log)
        with pytest.raises(Refused) as refused:
            self.do(seat, kind, **fields)
        assert (self.state, self.log) == (before, log)
        assert refused.value.detail
        return refused.value.code

    def happen(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Record events, as a service does."""
        for event in events:
            assert event.at >= self.log[-1].at
            self.log.append(event)
            self.state = GAME.evolve(self.state, event)
        return events

    def view(self, seat: int | None = None) -> View:
        """Return what a seat sees; None: a spectator."""
        return GAME.view(self.state, seat)

    def moves(self, seat: int) -> list[Any]:
        """Return the moves that the seat is offered."""
        decision = GAME.choices(self.state, seat)
        return [] if decision is None else list(decision.moves)

    @property
    def result(self) -> Result:
        """The result of the finished game."""
        assert self.state.result is not None
        return self.state.result


def dealt(deck: Sequence[str] = FRENCH_DECK, **options: Any) -> Meeting:
    """Return a whole game that has just been dealt."""
    return Meeting(GAME.start(GAME.options(options), GivenDeck(deck), START))


def gathered(*hands: str, pile: Sequence[str] = (), **options: Any) -> Meeting:
    """Return a Meeting that is about to lead, with these hands by seat (`"5H 2C"`).

    `pile` has the card that each seat laid aside; if none are given, cards are taken that nobody holds.
    Without any hands' cards the Meeting seeks unity.
    """
    held = [tuple(hand.split()) for hand in hands]
    spare = (card for card in FRENCH_DECK if not any(card in hand for hand in held))
    aside = tuple(pile) or tuple(islice(spare, len(hands)))
    started = GameStarted(GAME.options({"players": len(hands), **options}), at=START)
    cards_dealt = [CardsDealt(seat, len(hand) + 1, (*hand, aside[seat]), at=START) for seat, hand in enumerate(held)]
    laid_aside = [CardsLaidAside(seat, 1, (card,), at=START) for seat, card in enumerate(aside)]
    return Meeting((started, *cards_dealt, *laid_aside))


def kinds(events: Iterable[Event]) -> list[str]:
    """Return the names of the events."""
    return [str(event.__struct_config__.tag) for event in events]


def times(events: Iterable[Event]) -> list[int]:
    """Return when the events are recorded, in ms after `START`."""
    return [event.at - START for event in events]


def silent_meeting() -> Meeting:
    """Return four seats with three cards each, in a silence that began at 0."""
    return gathered("2C 2D AC", "3C 3D AD", "4C 4D AH", "5C 5D AS", dealer=3)
