"""The clock: records the steps that tables owe, on time and without any request.

Every process watches the tables that it has recorded something at. What a process that has died owed is found by a look
at the store's list of due tables, once a second, by all. Two that record the same step race for one version, and one
of them wins.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple
from uuid import UUID

from domain.table import Snapshot, Tick
from service.play.engine import Engine
from service.runtime.metrics import CLOCK_LAG
from service.store import EventStore, StoreUnavailable

SWEEP_SECONDS = 1.0
"""Seconds between two looks for what nobody else has done."""
SWEEP_LIMIT = 500
"""Maximum number of tables that one look finds."""
GRACE_MS = 500
"""Milliseconds for which a step that is due is left to the process that watches the table; then it is anybody's."""

log = logging.getLogger(__name__)


class Alarm(NamedTuple):
    """When a table owes its next step, and what wakes the clock then."""

    due: int
    timer: asyncio.TimerHandle


class Clock:
    """Watches due times, given by `watch`, and ticks the tables when they come. `now` gives ms since 1970.

    `on_idle` is told of a table that is due, and yet owes no step: somebody else has to move there, a house player.
    """

    def __init__(
        self,
        engine: Engine,
        store: EventStore,
        now: Callable[[], int],
        on_idle: Callable[[UUID], None],
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self._engine = engine
        self._store = store
        self._now = now
        self._on_idle = on_idle
        self._sweep_seconds = sweep_seconds
        self._alarms: dict[UUID, Alarm] = {}
        self._fallen_due: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue()

    def watch(self, table_id: UUID, snapshot: Snapshot) -> None:
        """Note when the table owes its next step; what was noted before is void, and the event loop forgets it."""
        due, alarm = snapshot.due, self._alarms.get(table_id)
        if alarm is not None and alarm.due == due:
            return
        if alarm is not None:
            alarm.timer.cancel()
            del self._alarms[table_id]
        if due is not None:
            self._wait(table_id, due)

    def _wait(self, table_id: UUID, due: int) -> None:
        seconds = max(0, due - self._now()) / 1000
        timer = asyncio.get_running_loop().call_later(seconds, self._ring, table_id, due)
        self._alarms[table_id] = Alarm(due, timer)

    def _ring(self, table_id: UUID, due: int) -> None:
        if self._now() < due:  # the event loop has another clock
            self._wait(table_id, due)
            return
        del self._alarms[table_id]
        self._fallen_due.put_nowait((table_id, due))

    async def run(self) -> None:
        """Tick what is due, for ever."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._sweep())
            while True:
                fallen = [await self._fallen_due.get()]
                while not self._fallen_due.empty():
                    fallen.append(self._fallen_due.get_nowait())
                await self._tick_each(fallen)

    async def _sweep(self) -> None:
        """Tick what somebody should have ticked, and has not, for ever; at first without any grace."""
        grace = 0
        while True:
            try:
                overdue = await self._store.due(self._now() - grace, SWEEP_LIMIT)
            except StoreUnavailable:
                log.warning("The log is away; due clock steps are looked for again in a second")
            else:
                await self._tick_each(overdue)
                grace = GRACE_MS
            await asyncio.sleep(self._sweep_seconds)

    async def _tick_each(self, tables: Iterable[tuple[UUID, int]]) -> None:
        await asyncio.gather(*(self._tick(table_id, due) for table_id, due in tables))

    async def _tick(self, table_id: UUID, due: int) -> None:
        try:
            if (await self._engine.execute(table_id, Tick())).recorded:
                CLOCK_LAG.observe((self._now() - due) / 1000)
            else:
                self._on_idle(table_id)
        except StoreUnavailable:
            log.warning("The log is away; the clock step stays due")
        except Exception:
            log.exception("A clock step failed; the clock of the other tables goes on")
