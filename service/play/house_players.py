"""House players: they sit where they were asked to, or go on for an absent player, and see what their seat sees.

A house player is given the view of its seat and returns a move; it is no part of the rules, and nothing waits for it:
the moves are made beside the requests, by the process that has recorded the last change at the table. If that process
died, the table is found among the due games of the log, as long as a house player may act there.

Where people may act as well it is in no hurry: it lets them go first. Where it need not act at all it lets the clock go
first, too, and often does nothing.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from msgspec import to_builtins

from domain import table as rules
from domain.game import Refused
from domain.table import HouseKind, Moment, Snapshot
from projections.seat_view import SeatDecision, SeatView, decision, decision_id, seat_view
from service.play.tables import LiveTable, Overtaken, Step, Tables
from service.runtime.metrics import HOUSE_MOVES
from service.store import StoreUnavailable

AT_ONCE = 4
"""At so many tables a process makes moves at once."""

THINKING_SECONDS = 0.02
"""So long a house player looks at the table before it moves: what changes meanwhile is seen, too."""

COURTESY_SECONDS = (0.5, 2.0)
"""So long, at the least and at the most, the house lets people go first."""

SOON_MS = 2_000
"""A clock step that is due so soon goes first, mostly: a window would never close if all made haste."""

HASTE = 1 / 8
"""How likely a house player goes before such a clock step."""

NOTHING = 2
"""Where it need not act, a random player does nothing as often as it makes any of so many moves."""

log = logging.getLogger(__name__)

Choose = Callable[[SeatView, SeatDecision], Any]
"""A house player: from what its seat sees, and what it may do, to a move.

None: it does nothing now, and is asked again; where the decision has a default, it must move. It sees what a person
on the seat would be shown, but for the decision, which comes by itself, and the ids of cards, which are for drawing.
"""


def random_choice(_: SeatView, asked: SeatDecision) -> Any:
    """Return any of the moves that are offered."""
    nothing = (None,) * NOTHING if asked.default is None else ()
    return random.choice((*asked.moves, *nothing))


PLAYERS: Mapping[HouseKind, Choose] = {"random": random_choice}


class HousePlayers:
    """Makes the moves of the house players. `now` gives whole milliseconds since 1970."""

    def __init__(self, tables: Tables, now: Callable[[], int]) -> None:
        self._tables = tables
        self._now = now
        self._ready: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._noticed: set[UUID] = set()
        self._courteous: set[UUID] = set()

    def watch(self, game: UUID, snapshot: Snapshot) -> None:
        """Look at a table that has changed, if a house player may act there."""
        if rules.house_seats_to_act(snapshot):
            self.notice(game)

    def notice(self, game: UUID) -> None:
        """Look at a table soon."""
        self._later(THINKING_SECONDS, self._noticed, game, self._look)

    def _later(self, seconds: float, expected: set[UUID], game: UUID, act: Callable[[UUID], Awaitable[None]]) -> None:
        """Act at a table in so many seconds, unless that is `expected` there already."""

        def ready() -> None:
            expected.discard(game)
            self._ready.put_nowait(partial(act, game))

        if game not in expected:
            expected.add(game)
            asyncio.get_running_loop().call_later(seconds, ready)

    async def run(self) -> None:
        """Play wherever there is something to do, for ever."""
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._play_on())

    async def _play_on(self) -> None:
        while True:
            act = await self._ready.get()
            try:
                await act()
            except StoreUnavailable:
                log.warning("The log is away; a house player waits for it")
            except Exception:
                log.exception("A house player has failed; the others play on")

    async def _look(self, game: UUID) -> None:
        """Make a move that the table waits for; if people may act as well, or for none, let others go first."""
        live = await self._tables.present(game)
        snapshot = live.snapshot
        needed = rules.house_seats_needed(snapshot)
        if needed and (self._is_due_soon(snapshot) or not people_may_act(snapshot)):
            await self._play(live, random.choice(needed))
        elif rules.house_seats_to_act(snapshot):
            self._let_others_go_first(game, snapshot)

    async def _volunteer(self, game: UUID, asked: Moment | None) -> None:
        """Let each house player do what it must, or what it may unless the clock had better go first.

        If the table asks for something else by now than when the others were let go first, they have not been yet.
        """
        live = await self._tables.present(game)
        snapshot = live.snapshot
        needed = rules.house_seats_needed(snapshot)
        seats = needed or rules.house_seats_to_act(snapshot)
        held = not needed and self._is_due_soon(snapshot) and random.random() > HASTE
        moved = False
        for seat in () if held else random.sample(seats, len(seats)):
            if live.snapshot.asked == asked:
                moved |= await self._play(live, seat)
        if seats and not moved:
            self._let_others_go_first(game, snapshot)

    def _is_due_soon(self, snapshot: Snapshot) -> bool:
        due = rules.due(snapshot)
        return due is not None and due - self._now() <= SOON_MS

    def _let_others_go_first(self, game: UUID, snapshot: Snapshot) -> None:
        self._later(pause(snapshot), self._courteous, game, partial(self._volunteer, asked=snapshot.asked))

    async def _play(self, live: LiveTable, seat: int) -> bool:
        """Let the house player of a seat choose, and make its move; return whether it has moved.

        The next move is noticed when that is recorded. A move that comes too late, as somebody else was faster, is not
        made: who that was looks at the table, too.
        """
        snapshot = live.snapshot
        view = seat_view(live.game, snapshot, seat, None)
        house, asked = snapshot.table.places[seat].house, decision(snapshot, seat, view.state)
        move = PLAYERS[house](view, asked) if house and asked else None
        if move is None:
            return False

        def decide(present: Snapshot, at: int) -> Step:
            if decision_id(present, seat) != decision_id(snapshot, seat) or present.table.places[seat].house != house:
                raise Overtaken("decision_over", present)
            return Step(seat, *rules.move_of_seat(present, seat, to_builtins(move), at))

        try:
            await self._tables.execute(live.game, decide)
        except Overtaken:
            return False
        except Refused as refused:
            if live.version == snapshot.version:
                log.warning("A move of a house player was refused", extra={"code": refused.code})
            return False
        HOUSE_MOVES.labels(snapshot.table.game).inc()
        return True


def pause(snapshot: Snapshot) -> float:
    """Return for how many seconds the house lets others go first: only for a moment where no person may act."""
    return random.uniform(*COURTESY_SECONDS) if people_may_act(snapshot) else THINKING_SECONDS


def people_may_act(snapshot: Snapshot) -> bool:
    """Return whether the game asks a seat for something on which no house player plays."""
    table = snapshot.table
    return any(table.places[seat].house is None for seat in table.rules.to_act(snapshot.state))
