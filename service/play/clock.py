"""The clock: records the steps that tables owe, on time and without any request.

Every process watches the tables that it has recorded something at. What a process that has died owed is found by a look
at the store's list of due tables, once a second, by all. If two processes record the same step, they race for one
version, and one of them wins.

A failed step concerns its own table only: it is tried again after pauses that grow, the log of the process names the
table once, and the metric `parlour_clock_failing_tables` counts it. All other tables are looked at in any case. One
that is not readable here is left to the version of the service that plays there, and is no failure. Nor is one that the
log has lost, as after the restore of a backup.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from domain.table import Snapshot, Tick
from service.play.backoff import Backoff, Why
from service.play.engine import Engine, UnknownTable
from service.play.stream import NotReadable
from service.runtime.background import each_of
from service.runtime.metrics import CLOCK_FAILURES, CLOCK_LAG
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.store import EventStore, as_far_as_known

SWEEP_SECONDS = 1.0
"""Seconds between two looks for what nobody else has done."""
SWEEP_PAGE = 500
"""Maximum number of tables that one question to the store finds; a look asks as many as there are tables."""
TICKED_AT_ONCE = 64
"""Maximum number of tables that are ticked at once; one limit for watched tables, one for those that a look finds."""
GRACE_MS = 500
"""Milliseconds for which a step that is due is left to the process that watches the table; then it is anybody's."""
BUSY_SECONDS = 0.05
"""Seconds after which a table that is just being ticked is looked at again."""
TOLD_AFTER = 3
"""Number of times that a table is found due and owes nothing, after which the log of the process names it."""

NO_FAILURE: dict[type[Exception], tuple[Why, str]] = {
    Unavailable: ("away", "A clock step stays due"),
    NotReadable: ("not_readable", "A table is left to the other version of the service that plays there"),
    UnknownTable: ("lost", "The log has lost a table that was due"),
}
"""Why a step is left for later that has not failed, and what the log of the process says then."""

Owed = tuple[UUID, int]
"""A table, and when its step was due."""

log = logging.getLogger(__name__)


class Alarm(NamedTuple):
    """When a table owes its next step, and what wakes the clock then."""

    due: int
    timer: asyncio.TimerHandle


class Clock:
    """Watches due times, given by `watch`, and ticks the tables when they come. `now` gives ms since 1970.

    `on_idle` is told of a table that is due, and yet owes no step: somebody else has to move there, a house player.
    `host_now` is the time by which it looks for what others have not done; it raises `ClockIsWrong` while that
    clock is wrong.
    """

    def __init__(
        self,
        engine: Engine,
        store: EventStore,
        now: Callable[[], int],
        on_idle: Callable[[UUID], None],
        *,
        sweep_seconds: float = SWEEP_SECONDS,
        sweep_page: int = SWEEP_PAGE,
        backoff: Backoff | None = None,
        host_now: Callable[[], int] | None = None,
    ) -> None:
        self._engine = engine
        self._store = store
        self._now = now
        self._on_idle = on_idle
        self._sweep_seconds = sweep_seconds
        self._sweep_page = sweep_page
        self._backoff = backoff or Backoff()
        self._host_now = host_now or now
        self._alarms: dict[int, Alarm] = {}
        """By the number of the table's id: a dictionary finds it several times as fast as a UUID."""
        self._at_work: set[UUID] = set()
        """The tables that are ticked, or will be as soon as there is room."""
        self._fallen_due: asyncio.Queue[Owed] = asyncio.Queue()
        self._found: asyncio.Queue[Owed] = asyncio.Queue(sweep_page)

    def watch(self, table_id: UUID, snapshot: Snapshot) -> None:
        """Note when the table owes its next step; what was noted before is void, and the event loop forgets it."""
        alarm = self._alarms.get(table_id.int)
        due = snapshot.alarm_after(None if alarm is None else alarm.due)
        if alarm is not None and alarm.due == due:
            return
        if alarm is not None:
            alarm.timer.cancel()
            del self._alarms[table_id.int]
        if due is not None:
            self._wait(table_id, due)

    def _wait(self, table_id: UUID, due: int, least_seconds: float = 0.0) -> None:
        seconds = max(least_seconds, (due - self._now()) / 1000)
        timer = asyncio.get_running_loop().call_later(seconds, self._ring, table_id, due)
        self._alarms[table_id.int] = Alarm(due, timer)

    def _ring(self, table_id: UUID, due: int) -> None:
        if self._now() < due:  # the event loop has another clock
            self._wait(table_id, due)
            return
        if table_id in self._at_work:
            self._wait(table_id, due, BUSY_SECONDS)
            return
        del self._alarms[table_id.int]
        self._at_work.add(table_id)
        self._fallen_due.put_nowait((table_id, due))

    async def run(self) -> None:
        """Tick what is due, until cancelled."""
        self._at_work.clear()
        self._fallen_due, self._found = asyncio.Queue(), asyncio.Queue(self._sweep_page)
        async with asyncio.TaskGroup() as group:
            for owed in (self._fallen_due, self._found):
                group.create_task(each_of(owed, self._tick, TICKED_AT_ONCE))
            await self._sweep()

    async def _sweep(self) -> None:
        """Tick what another process should have ticked, and has not, until cancelled; at first without any grace."""
        grace = 0
        while True:
            with BACKGROUND.noticed("look for due clock steps"):
                await self._look(self._host_now() - grace)
                grace = GRACE_MS
            await asyncio.sleep(self._sweep_seconds)

    async def _look(self, at: int) -> None:
        """Find all tables that are due by a time, page by page, however many of them come to nothing."""
        seen: set[UUID] = set()
        page, away = await as_far_as_known(self._store.due(at, self._sweep_page))
        while page:
            for table_id, due in page:
                seen.add(table_id)
                if table_id not in self._at_work and not self._backoff.waits(table_id, due):
                    self._at_work.add(table_id)
                    await self._found.put((table_id, due))
            last, due = page[-1]
            if len(page) < self._sweep_page:
                break
            page, away = await as_far_as_known(self._store.due(at, self._sweep_page, (due, last)))
        if not away:
            self._backoff.forget_all_but(seen)

    async def _tick(self, owed: Owed) -> None:
        table_id, due = owed
        try:
            if (await self._engine.execute(table_id, Tick())).recorded:
                CLOCK_LAG.observe((self._now() - due) / 1000)
                if self._backoff.end(table_id) == "failed":
                    log.info("The clock of a table goes on again", extra={"table": str(table_id)})
            else:
                await self._find_idle(table_id, due)
        except tuple(NO_FAILURE) as error:
            why, told = next(found for kind, found in NO_FAILURE.items() if isinstance(error, kind))
            if self._backoff.add(table_id, due, why) == 1:
                log.warning(told, extra={"table": str(table_id), "cause": str(error)})
        except Exception:
            CLOCK_FAILURES.inc()
            if self._backoff.add(table_id, due, "failed") == 1:
                told = "A clock step failed; the table is tried again, later each time, and the others go on"
                log.exception(told, extra={"table": str(table_id)})
        self._at_work.discard(table_id)

    async def _find_idle(self, table_id: UUID, due: int) -> None:
        """Call `on_idle` for a table that is due and owes no step; log it if no house player has to move there.

        A house player may end the game just after the table was found: it is not found again, and not logged.
        """
        self._on_idle(table_id)
        head = await self._engine.head(table_id)
        waits = bool(head.house_seats_to_act) or head.alarm_after(due) == due
        times = self._backoff.add(table_id, due, "waits" if waits else "idle")
        if not waits and times == TOLD_AFTER:
            log.warning("A table is listed as due, and owes nothing", extra={"table": str(table_id)})
