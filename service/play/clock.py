"""The clock: records the steps that games owe, on time and without any request.

Every process watches the tables that it holds. What a process that has died owed is found by a look at the log's list
of due games, once a second, by all. Two that record the same step race for one version, and one of them wins.
"""

import asyncio
import heapq
import logging
from collections.abc import Callable, Iterable
from uuid import UUID

from domain import table as rules
from domain.table import Snapshot
from service.play.tables import Tables
from service.runtime.metrics import CLOCK_LAG
from service.store import EventStore, StoreUnavailable

SWEEP_SECONDS = 1.0
SWEEP_LIMIT = 500
GRACE_MS = 500
"""A step so far overdue is anybody's; before that it is left to the process that holds the table."""

log = logging.getLogger(__name__)


class Clock:
    """Watches due times, given by `watch`, and ticks the tables when they come. `now` gives ms since 1970.

    `on_idle` is told of a table that is due, and yet owes no step: somebody else has to move there, a house player.
    """

    def __init__(
        self, tables: Tables, event_log: EventStore, now: Callable[[], int], on_idle: Callable[[UUID], None]
    ) -> None:
        self._tables = tables
        self._event_log = event_log
        self._now = now
        self._on_idle = on_idle
        self._due: dict[UUID, int] = {}
        self._queue: list[tuple[int, UUID]] = []
        """A heap of all that was ever due; what `_due` does not say any more is void."""
        self._earlier = asyncio.Event()

    def watch(self, game: UUID, snapshot: Snapshot) -> None:
        """Note when the table owes its next step."""
        due = rules.due(snapshot)
        if due is None:
            self._due.pop(game, None)
        elif self._due.get(game) != due:
            self._due[game] = due
            heapq.heappush(self._queue, (due, game))
            if self._queue[0][0] == due:
                self._earlier.set()

    async def run(self) -> None:
        """Tick what is due, for ever."""
        grace, next_sweep = 0, self._now()
        while True:
            now = self._now()
            if now >= next_sweep:
                await self._sweep(now - grace)
                grace, next_sweep = GRACE_MS, self._now() + int(SWEEP_SECONDS * 1000)
            await self._tick_each(self._fallen_due())
            await self._pause(next_sweep)

    async def _pause(self, next_sweep: int) -> None:
        until = min(self._queue[0][0], next_sweep) if self._queue else next_sweep
        self._earlier.clear()
        try:
            async with asyncio.timeout(max(0, until - self._now()) / 1000):
                await self._earlier.wait()
        except TimeoutError:
            pass

    def _fallen_due(self) -> list[tuple[UUID, int]]:
        """Take from the queue what is due by now."""
        now, fallen = self._now(), []
        while self._queue and self._queue[0][0] <= now:
            due, game = heapq.heappop(self._queue)
            if self._due.get(game) == due:
                del self._due[game]
                fallen.append((game, due))
        return fallen

    async def _sweep(self, at: int) -> None:
        """Tick what somebody should have ticked, and has not."""
        try:
            overdue = await self._event_log.due(at, SWEEP_LIMIT)
        except StoreUnavailable:
            log.warning("The log is away; due clock steps are looked for again in a second")
        else:
            await self._tick_each(overdue)

    async def _tick_each(self, tables: Iterable[tuple[UUID, int]]) -> None:
        await asyncio.gather(*(self._tick(game, due) for game, due in tables))

    async def _tick(self, game: UUID, due: int) -> None:
        try:
            if await self._tables.tick(game):
                CLOCK_LAG.observe((self._now() - due) / 1000)
            else:
                self._on_idle(game)
        except StoreUnavailable:
            log.warning("The log is away; the clock step stays due")
        except Exception:
            log.exception("A clock step failed; the clock of the other tables goes on")
