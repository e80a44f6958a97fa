"""A Meeting in play: a game is given, moves are made as JSON gives them, and the clock runs as the test says."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from domain.cards import FRENCH_DECK
from domain.events import CardsDealt
from domain.game import Event
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import CardsLaidAside, GameStarted
from domain.games.friendlier_than_thou.scoring import Result
from domain.games.friendlier_than_thou.state import State
from domain.games.friendlier_than_thou.view import View
from tests.domain import scenario
from tests.domain.chance import Decks
from tests.domain.scenario import started
from tests.domain.story import Story

START = 1_000_000
"""The time at which every game of these tests begins, in ms."""

CHANCE = Decks(FRENCH_DECK)


class Meeting(Story[State]):
    """A game in progress. Times are in ms after `START`."""

    def __init__(self, events: Iterable[Event]) -> None:
        super().__init__(GAME, events, CHANCE, START)

    @property
    def now(self) -> int:
        """What time it is."""
        return self.at - START

    def passes(self, until: int) -> tuple[Event, ...]:
        """Let the clock run, and return its steps."""
        return self.clocked(START + until)

    def do(self, seat: int, kind: str, *, at: int | None = None, **fields: Any) -> tuple[Event, ...]:
        """Make a move, now or at a later time, and return its events (without the clock's before it)."""
        self.passes(self.now if at is None else at)
        return self.decided(seat, kind, **fields)

    def refusal(self, seat: int, move: object, *, at: int | None = None, **fields: object) -> str:
        """Return the code with which a move is refused, now or at a later time; nothing has changed then."""
        return super().refusal(seat, move, at=None if at is None else START + at, **fields)

    def happen(self, events: tuple[Event, ...]) -> None:
        """Record events, as a service does."""
        self.state = scenario.happened(GAME, self.state, events)
        self.log += events

    def sees(self, seat: int | None = None) -> View:
        """Return what a seat sees; None: a spectator."""
        return GAME.view(self.state, seat)

    def moves(self, seat: int) -> list[Any]:
        """Return the moves that the seat is offered."""
        decision = self.choices(seat)
        return [] if decision is None else list(decision.moves)

    @property
    def result(self) -> Result:
        """The result of the finished game."""
        assert self.state.result is not None
        return self.state.result


def dealt(deck: Sequence[str] = FRENCH_DECK, **options: Any) -> Meeting:
    """Return a whole game that has just been dealt."""
    return Meeting(started(GAME, deck, at=START, **options))


def gathered(*hands: str, pile: Sequence[str] = (), **options: Any) -> Meeting:
    """Return a Meeting that is about to lead, with these hands by seat (`"5H 2C"`).

    `pile` has the card that each seat laid aside; if none are given, cards are taken that nobody holds.
    Without any hands' cards the Meeting seeks unity.
    """
    held = [tuple(hand.split()) for hand in hands]
    spare = (card for card in FRENCH_DECK if not any(card in hand for hand in held))
    aside = tuple(pile) or tuple(islice(spare, len(hands)))
    opening = GameStarted(GAME.options({"players": len(hands), **options}), at=START)
    cards_dealt = [CardsDealt(seat, len(hand) + 1, (*hand, aside[seat]), at=START) for seat, hand in enumerate(held)]
    laid_aside = [CardsLaidAside(seat, 1, (card,), at=START) for seat, card in enumerate(aside)]
    return Meeting((opening, *cards_dealt, *laid_aside))


def times(events: Iterable[Event]) -> list[int]:
    """Return when the events are recorded, in ms after `START`."""
    return [event.at - START for event in events]


def silent_meeting() -> Meeting:
    """Return four seats with three cards each, in a silence that began at 0."""
    return gathered("2C 2D AC", "3C 3D AD", "4C 4D AH", "5C 5D AS", dealer=3)
