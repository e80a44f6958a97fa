"""All lanes, audited side by side in processes: each takes the next lane when it is done with one.

One job alone is a thread: to start a process takes longer than to audit a small log.
"""

import asyncio
import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import NamedTuple

from service.audit.lanes import AuditScope, audit_lane
from service.audit.report import LaneReport
from service.embedded.parent_death import die_with
from service.store import LANES, StoreUnavailable
from service.store.postgres.audit import AuditedLog
from service.store.postgres.away import reason_of

SPAWNED = multiprocessing.get_context("spawn")
LOOK_SECONDS = 0.2
"""Seconds after which the number of events that were checked is told again."""


class Shared(NamedTuple):
    """What the processes share: how many events were checked, and whether all have to stop."""

    checked: "Synchronized[int]"
    stop: Event


class Stopped(Exception):
    """The audit was stopped."""


class Worker:
    """What a job keeps from one lane to the next: its loop and its connection."""

    def __init__(self, url: str, scope: AuditScope, shared: Shared) -> None:
        self._url = url
        self._scope = scope
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
        return await audit_lane(self._log, lane, self._scope, self._told)

    def _told(self, events: int) -> None:
        """Count events that were checked. Raises `Stopped`."""
        with self._shared.checked.get_lock():
            self._shared.checked.value += events
        if self._shared.stop.is_set():
            raise Stopped

    def close(self) -> None:
        """Close the connection, if there is one, and the loop."""
        self._loop.run_until_complete(self._until_the_end.aclose())
        self._loop.close()


kept = threading.local()
"""In a process or a thread that audits lanes: its `worker`."""


def begin(url: str, scope: AuditScope, shared: Shared) -> None:
    """Begin to audit lanes in this process or thread."""
    kept.worker = Worker(url, scope, shared)


def begin_process(url: str, scope: AuditScope, shared: Shared) -> None:
    """Begin a process that audits lanes; the process that started it decides about Ctrl-C, and is not outlived."""
    if (parent := multiprocessing.parent_process()) is not None and parent.pid is not None:
        die_with(parent.pid, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(url, scope, shared)


def lane_report(lane: int) -> LaneReport | None:
    """Return what is wrong in a lane; None: the audit was stopped. Raises what the database raises."""
    worker: Worker = kept.worker
    try:
        return worker.audit(lane)
    except StoreUnavailable as why:  # its cause does not come to another process
        raise StoreUnavailable(reason_of(why)) from None


def end() -> None:
    """End what a thread has begun; a process takes all with it."""
    kept.worker.close()


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait until the context is left."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def pool_of(url: str, scope: AuditScope, shared: Shared, jobs: int) -> Iterator[Executor]:
    """Give what audits lanes, and end it when it has come to the end of those that it has begun."""
    if jobs > 1:
        processes = ProcessPoolExecutor(jobs, SPAWNED, begin_process, (url, scope, shared))
        try:
            yield processes
        finally:
            with without_interrupts():  # what they share is there until they have ended
                processes.shutdown()
        return
    with ThreadPoolExecutor(initializer=begin, initargs=(url, scope, shared), max_workers=1) as thread:
        try:
            yield thread
        finally:
            thread.submit(end).result()


def lane_reports(url: str, scope: AuditScope, jobs: int, progress: Callable[[int], None]) -> Iterator[LaneReport]:
    """Yield what is wrong in each lane, as soon as that is known.

    `progress` is called with how many events were checked so far. Raises what the database raises. When nobody
    asks for more, the jobs end.
    """
    shared = Shared(SPAWNED.Value("q", 0), SPAWNED.Event())
    with pool_of(url, scope, shared, jobs) as pool:
        with without_interrupts():  # a process begins with the signals blocked that are blocked here
            left = {pool.submit(lane_report, lane) for lane in range(LANES)}
        try:
            while left:
                done, left = wait(left, LOOK_SECONDS, FIRST_COMPLETED)
                progress(shared.checked.value)
                yield from (report for each in done if (report := each.result()) is not None)
        finally:
            shared.stop.set()
            for each in left:
                each.cancel()
