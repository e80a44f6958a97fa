"""A table in play, for tests of many moves: what the kit does with states (`scenario.py`), and it remembers."""

from collections.abc import Iterable
from typing import Any, Generic

from domain.game import Chance, Decision
from domain.layout import Layout
from domain.table import AnyGame
from tests.domain import scenario
from tests.domain.scenario import AT, Json, S


class Story(Generic[S]):
    """A table in play: its state, what time it is, and all that has happened, secrets included."""

    state: S

    def __init__(self, game: AnyGame, opening: Iterable[Any], chance: Chance, at: int = AT) -> None:
        self.game = game
        self.chance = chance
        self.at = at
        self.log = list(opening)
        self.state = scenario.happened(game, None, self.log)

    def decided(self, seat: int, move: object, **fields: object) -> tuple[Any, ...]:
        """Make a move now, and return its events."""
        self.state, events = scenario.decided(
            self.state, seat, scenario.as_move(move, fields), at=self.at, chance=self.chance
        )
        self.log += events
        return events

    def when(self, seat: int, move: object, **fields: object) -> list[Json]:
        """Make a move now, and return its events as JSON without their time."""
        return [scenario.as_json(event) for event in self.decided(seat, move, **fields)]

    def clocked(self, until: int) -> tuple[Any, ...]:
        """Let time pass, and return the events of the clock steps that were due."""
        assert until >= self.at
        self.at = until
        self.state, events = scenario.clocked(self.state, until, chance=self.chance)
        assert not events or events[0].at >= self.log[-1].at
        self.log += events
        return events

    def wait(self, until: int) -> list[Json]:
        """Let time pass, and return the events of the clock steps that were due, as JSON without their times."""
        return [scenario.as_json(event) for event in self.clocked(until)]

    def answer(self, seat: int, move: object, **fields: object) -> str:
        """Return how a move would be answered now: `accepted`, or the code of the refusal; nothing has changed then."""
        raw = scenario.as_move(move, fields)
        return scenario.answer(self.state, seat, raw, at=self.at, chance=self.chance)

    def refusal(self, seat: int, move: object, *, at: int | None = None, **fields: object) -> str:
        """Return the code with which a move is refused, now or (after the clock's steps) at a later time.

        Nothing has changed then, and no chance was asked.
        """
        self.clocked(self.at if at is None else at)
        return scenario.refusal(self.state, seat, scenario.as_move(move, fields), at=self.at)

    def past(self, number: int = 0) -> list[Json]:
        """Return the last events (by default all) as JSON without their time, secrets included."""
        return [scenario.as_json(event) for event in self.log[-number:]]

    def seen(self, number: int, viewer: int | None) -> list[Json]:
        """Return the last events (0: all) as a seat sees them (None: a spectator)."""
        return [scenario.seen(self.state, event, viewer) for event in self.log[-number:]]

    def view(self, viewer: int | None = None) -> Json:
        """Return what a seat sees, as it travels (None: a spectator)."""
        return scenario.view(self.state, viewer)

    def layout(self, viewer: int | None = None) -> Layout:
        """Return the table as a seat sees it (None: a spectator)."""
        return scenario.layout(self.state, viewer)

    def choices(self, seat: int) -> Decision | None:
        """Return what a seat may do now, or None; all of it would be accepted."""
        return scenario.choices(self.state, seat, at=self.at, chance=self.chance)

    def prompt(self, seat: int) -> str:
        """Return what a seat is asked for, in words."""
        return scenario.prompt(self.state, seat)

    def done_for(self, seat: int) -> Any:
        """Return the move that is made for a seat whose time is over, or None."""
        return scenario.done_for(self.state, seat, at=self.at, chance=self.chance)
