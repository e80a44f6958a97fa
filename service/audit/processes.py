"""All lanes, audited side by side in processes: each takes the next lane when it is done with one."""

import asyncio
import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import NamedTuple

from service.audit.lanes import Asked, audit_lane
from service.audit.report import LaneReport
from service.store import LANES, AuditedLog

LOOK_SECONDS = 0.2
"""Seconds after which the number of events that were checked is told again."""


class Shared(NamedTuple):
    """What the processes share: how many events were checked, and whether all shall stop."""

    checked: "Synchronized[int]"
    stop: Event


class Stopped(Exception):
    """The audit was stopped."""


class Worker:
    """What a process that audits lanes keeps from one lane to the next: its loop and its connection."""

    def __init__(self, url: str, asked: Asked, shared: Shared) -> None:
        self._url = url
        self._asked = asked
        self._shared = shared
        self._loop = asyncio.new_event_loop()
        self._log: AuditedLog | None = None
        self._until_the_end = contextlib.AsyncExitStack()

    def audit(self, lane: int) -> LaneReport | None:
        """Return what is wrong in a lane; None: the audit was stopped. Raises what the database raises."""
        with contextlib.suppress(Stopped):
            return self._loop.run_until_complete(self._audit(lane))
        return None

    async def _audit(self, lane: int) -> LaneReport:
        if self._log is None:
            self._log = await self._until_the_end.enter_async_context(AuditedLog.open(self._url))
        return await audit_lane(self._log, lane, self._asked, self._told)

    def _told(self, events: int) -> None:
        """Count events that were checked. Raises `Stopped`."""
        with self._shared.checked.get_lock():
            self._shared.checked.value += events
        if self._shared.stop.is_set():
            raise Stopped


workers: list[Worker] = []
"""In a process that audits lanes: what it keeps."""


def begin(url: str, asked: Asked, shared: Shared) -> None:
    """Begin a process that audits lanes; who started it decides about Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    workers.append(Worker(url, asked, shared))


def lane_report(lane: int) -> LaneReport | None:
    """Return what is wrong in a lane; None: the audit was stopped. Raises what the database raises."""
    return workers[0].audit(lane)


def lane_reports(url: str, asked: Asked, jobs: int, told: Callable[[int], None]) -> Iterator[LaneReport]:
    """Yield what is wrong in each lane, as soon as that is known; `told` hears how many events were checked so far.

    Raises what the database raises. When nobody asks for more, the processes end.
    """
    context = multiprocessing.get_context("spawn")
    shared = Shared(context.Value("q", 0), context.Event())
    with ProcessPoolExecutor(jobs, context, begin, (url, asked, shared)) as pool:
        try:
            left = {pool.submit(lane_report, lane) for lane in range(LANES)}
            while left:
                done, left = wait(left, LOOK_SECONDS, FIRST_COMPLETED)
                told(shared.checked.value)
                yield from (report for each in done if (report := each.result()) is not None)
        finally:
            shared.stop.set()
            pool.shutdown(cancel_futures=True)
