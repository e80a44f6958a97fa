"""Group append: one statement in flight, and whatever has queued meanwhile goes in the next one."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
from msgspec import UNSET

from service.runtime.metrics import APPEND_EVENTS, APPEND_SECONDS
from service.store.events import Append, Conflict, NotStorable, StoreUnavailable, lane_of

BATCH_EVENTS = 500
QUEUE_COMMANDS = 10_000
PATIENCE_SECONDS = 5.0
"""So long an append is tried again while Postgres is away."""
PAUSES_SECONDS = (0.02, 0.1, 0.25, 0.5)

APPEND = "select append({})".format(", ".join(f"${number}" for number in range(1, 20)))

log = logging.getLogger(__name__)


class Waiting:
    """A command that waits to be written, at the latest `until` (time of the event loop)."""

    __slots__ = ("append", "outcome", "until")

    def __init__(self, append: Append, loop: asyncio.AbstractEventLoop) -> None:
        self.append = append
        self.outcome: asyncio.Future[None] = loop.create_future()
        self.until = loop.time() + PATIENCE_SECONDS

    def succeed(self) -> None:
        """Tell who waits, if anybody still does, that the command is durable."""
        if not self.outcome.done():
            self.outcome.set_result(None)

    def fail(self, error: Exception) -> None:
        """Tell who waits, if anybody still does, why it is not."""
        if not self.outcome.done():
            self.outcome.set_exception(error)


class Writer:
    """Writes commands through a pool of one connection, in batches, as long as there are any."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._pool = pool
        self._queue: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        self._closed = False

    async def append(self, append: Append) -> None:
        """Write one command; see `EventLog.append`."""
        if self._closed:
            raise StoreUnavailable("the log is closed")
        if len(self._queue) >= QUEUE_COMMANDS:
            raise StoreUnavailable("overloaded")
        waiting = Waiting(append, asyncio.get_running_loop())
        self._queue.append(waiting)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        await waiting.outcome

    async def close(self) -> None:
        """Write what has queued, and take nothing more."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        while batch := self._next_batch():
            await self._write(batch)

    def _next_batch(self) -> list[Waiting]:
        """Take commands from the queue, one of each game: a game's next is decided by what becomes of its first."""
        batch: list[Waiting] = []
        later: list[Waiting] = []
        games: set[UUID] = set()
        events = 0
        while self._queue and events < BATCH_EVENTS:
            waiting = self._queue.popleft()
            if waiting.outcome.done():
                continue
            if waiting.append.game in games:
                later.append(waiting)
                continue
            games.add(waiting.append.game)
            events += len(waiting.append.events)
            batch.append(waiting)
        self._queue.extendleft(reversed(later))
        return batch

    async def _write(self, batch: Sequence[Waiting]) -> None:
        commands = [waiting.append for waiting in batch]
        began = time.perf_counter()
        try:
            versions = await self._pool.fetchval(APPEND, *columns(commands))
        except asyncpg.LockNotAvailableError:
            await self._write_singly(batch, StoreUnavailable("somebody holds the lane"))
        except (ValueError, asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as error:
            # The error may quote what was to be written, so its text goes nowhere.
            await self._write_singly(batch, NotStorable(type(error).__name__))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            await self._retry(batch, type(error).__name__)
        else:
            self._failures = 0
            APPEND_SECONDS.observe(time.perf_counter() - began)
            APPEND_EVENTS.observe(sum(len(command.events) for command in commands))
            settle(batch, versions)

    async def _write_singly(self, batch: Sequence[Waiting], error: Exception) -> None:
        """Write each command of a batch by itself, so that the one at fault fails alone."""
        if len(batch) == 1:
            batch[0].fail(error)
            return
        for waiting in batch:
            await self._write([waiting])

    async def _retry(self, batch: Sequence[Waiting], cause: str) -> None:
        """Queue a batch again after a pause: whatever became of it, nothing is written twice."""
        log.warning("The log cannot be reached", extra={"cause": cause})
        self._queue.extendleft(reversed(batch))
        await asyncio.sleep(PAUSES_SECONDS[min(self._failures, len(PAUSES_SECONDS) - 1)])
        self._failures += 1
        now = asyncio.get_running_loop().time()
        for waiting in self._queue:
            if waiting.until <= now:
                waiting.fail(StoreUnavailable(cause))


def settle(batch: Sequence[Waiting], versions: Sequence[int]) -> None:
    """Tell each command of a batch what became of it; `versions` are those that their games were at."""
    for waiting, actual in zip(batch, versions, strict=True):
        command = waiting.append
        if actual == command.expected:
            waiting.succeed()
        else:
            waiting.fail(Conflict(command.game, command.expected, actual))


def columns(commands: Sequence[Append]) -> tuple[list[Any], ...]:
    """Return the arguments of the SQL function `append`."""
    events = [event for command in commands for event in command.events]
    dues = [(owner, command.due) for owner, command in enumerate(commands, 1) if command.due is not UNSET]
    lobbies = [(owner, command.lobby) for owner, command in enumerate(commands, 1) if command.lobby is not None]
    seals = [(owner, command.seal) for owner, command in enumerate(commands, 1) if command.seal is not None]
    return (
        [lane_of(command.game) for command in commands],
        [command.game for command in commands],
        [command.expected for command in commands],
        [owner for owner, command in enumerate(commands, 1) for _ in command.events],
        [place for command in commands for place in range(1, len(command.events) + 1)],
        [event.seat for event in events],
        [event.type for event in events],
        [event.at for event in events],
        [event.command for event in events],
        [event.request for event in events],
        [None if event.move is None else event.move.decode() for event in events],
        [event.event.decode() for event in events],
        [event.hash for event in events],
        [owner for owner, _ in dues],
        [due for _, due in dues],
        [owner for owner, _ in lobbies],
        [lobby.decode() for _, lobby in lobbies],
        [owner for owner, _ in seals],
        [msgspec.json.encode(seal).decode() for _, seal in seals],
    )
