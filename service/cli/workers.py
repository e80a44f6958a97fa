"""The worker processes of the HTTP server: a worker that dies is started again, and the others go on."""

import logging
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Collection
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from granian.server.mp import MPServer, WorkerProcess

from service.cli.starting import STARTING

YOUNG_SECONDS = 10.0
"""A worker that dies younger than this has failed to start, or was killed on purpose: the next one waits its turn."""
FIRST_PAUSE_SECONDS = 0.25
"""Seconds before a worker is started again whose predecessor died young; twice as long after each further one."""
LONGEST_PAUSE_SECONDS = 15.0
"""Maximum number of such seconds."""

log = logging.getLogger(__name__)


class Pauses:
    """How long each worker waits before it is started again, by how its predecessors have ended."""

    def __init__(self) -> None:
        self._died_young: dict[int, int] = {}

    def after(self, index: int, age: float) -> float:
        """Return the seconds to wait after the death of a worker at an age in seconds."""
        number = self._died_young[index] = self._died_young.get(index, 0) + 1 if age < YOUNG_SECONDS else 0
        return min(FIRST_PAUSE_SECONDS * 2 ** min(number - 1, 16), LONGEST_PAUSE_SECONDS) if number else 0.0


class Watched(Protocol):
    """A process whose end can be waited for."""

    @property
    def sentinel(self) -> int:
        """What becomes ready when the process ends."""


class Stoppable(Protocol):
    """A worker, as `stop_all` needs it."""

    idx: int

    @property
    def inner(self) -> Watched:
        """The worker's process."""

    def terminate(self) -> None:
        """Tell it to stop."""

    def kill(self) -> None:
        """End it at once."""

    def join(self) -> None:
        """Wait until it has ended."""


def stop_all(workers: Collection[Stoppable], seconds: float) -> None:
    """Tell workers to stop, and kill those that are still there after some seconds.

    They are not asked whether they are alive, as Granian does: while its own thread reaps a process, the answer is yes.
    """
    for worker in workers:
        worker.terminate()
    end, running = time.monotonic() + seconds, list(workers)
    while running and (
        ended := connection.wait([worker.inner.sentinel for worker in running], max(0.0, end - time.monotonic()))
    ):
        running = [worker for worker in running if worker.inner.sentinel not in ended]
    for worker in running:
        log.warning("A worker is killed, as it has not stopped in time", extra={"worker": worker.idx + 1})
        worker.kill()
    for worker in workers:
        worker.join()


def serve(target: Callable[..., None], patience_seconds: int, *arguments: Any) -> None:
    """Run a worker of Granian: `target` with its arguments, but with a socket whose connections have a deadline.

    Granian waits without limit for a client that reads nothing. So the system closes the connection (tcp(7),
    TCP_USER_TIMEOUT), which has the deadline from the socket that it comes in by. Systems other than Linux have no such
    deadline: there Granian gives its workers a socket that is made already.
    """
    before, ((spec, made), shared), after = arguments[:3], arguments[3], arguments[4:]
    if spec is not None:
        made, spec = spec.build(), None
        with socket.socket(fileno=os.dup(made.get_fd())) as listening:
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * patience_seconds)
    target(*before, ((spec, made), shared), *after)


class Worker(WorkerProcess):
    """A worker that is forked from a process which has imported the service, where Granian's would import it anew."""

    def _spawn(self, target: Callable[..., None], args: tuple[object, ...]) -> None:
        self.inner = self.process(target, args)

    def process(self, target: Callable[..., None], args: tuple[object, ...]) -> BaseProcess:
        """Return the worker's process, to be started."""
        patience_seconds = self.parent.patience_seconds  # type: ignore[attr-defined]  # of `Workers`
        return STARTING.Process(name="worker", target=serve, args=(target, patience_seconds, *args))

    def _watcher(self) -> None:
        """Wait for the end of the worker. Granian would take the end of one worker for the failure of the service."""
        self.inner.join()
        self.parent.ended.append(self.idx)  # type: ignore[attr-defined]  # of `Workers`
        self.parent.main_loop_interrupt.set()


class Workers(MPServer):
    """Granian's server, which does not end itself and all that runs beside it when a worker dies twice in a row.

    A connection is closed whose client takes nothing of what is sent to it for `patience_seconds`. All other settings
    are Granian's.
    """

    def __init__(self, target: str, *, patience_seconds: int, **settings: Any) -> None:
        super().__init__(target, **settings)
        self.patience_seconds = patience_seconds
        self.ended: deque[int] = deque()
        """The numbers of workers that have ended, and are not replaced yet."""

    def _spawn_worker(self, idx: int, target: Callable[..., None], callback_loader: Callable[..., object]) -> Worker:  # type: ignore[override]  # as MPServer has it
        """Return a worker, to be started."""
        granians = super()._spawn_worker(idx, target, callback_loader)
        return Worker(self, idx, target, granians.inner._args)  # type: ignore[no-untyped-call]  # noqa: SLF001 - no other way tells what it takes

    def _spawn_workers(self, spawn_target: Callable[..., None], target_loader: Callable[..., object]) -> None:
        """Make the workers, which `_serve_loop` starts like those that come after them."""
        self.wrks += [self._spawn_worker(index, spawn_target, target_loader) for index in range(self.workers)]

    def _stop_workers(self) -> None:
        stop_all([worker for worker in self.wrks if worker.inner.pid is not None], self.workers_kill_timeout or 0.0)
        self.wrks.clear()

    def _serve_loop(self, spawn_target: Callable[..., None], target_loader: Callable[..., object]) -> None:
        """Start workers when their time has come, the first ones at once, until the server is told to stop."""
        pauses, due = Pauses(), dict.fromkeys(range(self.workers), time.monotonic())
        while True:
            self.main_loop_interrupt.wait(max(0.0, min(due.values()) - time.monotonic()) if due else None)
            self.main_loop_interrupt.clear()
            if self.interrupt_signal:
                return
            while self.ended:
                index = self.ended.popleft()
                pause = pauses.after(index, time.monotonic() - self.wrks[index].birth)
                due[index] = time.monotonic() + pause
                log.error("A worker has died and is started again", extra={"worker": index + 1, "pause_s": pause})
            for index in [index for index, at in due.items() if at <= time.monotonic()]:
                del due[index]
                worker = self._spawn_worker(index, spawn_target, target_loader)
                try:
                    worker.start()  # type: ignore[no-untyped-call]
                except (OSError, EOFError):  # no memory for it, or the fork server has died this moment
                    due[index] = time.monotonic() + pauses.after(index, 0.0)
                    log.exception("A worker cannot be started, which is tried again", extra={"worker": index + 1})
                else:
                    self.wrks[index] = worker
