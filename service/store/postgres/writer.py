"""Group append: one statement in flight, and whatever has queued meanwhile goes in the next one."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import asyncpg

from service.runtime.metrics import APPEND_EVENTS, APPEND_SECONDS
from service.runtime.outages import Outage
from service.store.port import LANES, Append, Conflict, HistoryChanged, NotStorable, StoreUnavailable, lane_of
from service.store.postgres.away import is_away
from service.store.postgres.citus import APPEND_TEXTS, LOST_WORKER
from service.store.postgres.connections import KeptConnection
from service.store.postgres.rows import Arguments, columns

BATCH_EVENTS = 500
"""Number of events after which a batch takes no further command."""

QUEUE_COMMANDS = 10_000
"""Maximum number of commands that wait to be written."""

PATIENCE_SECONDS = 5.0
"""Seconds in which an append is tried again while Postgres is away."""

PAUSES_SECONDS = (0.02, 0.1, 0.25, 0.5)
"""Seconds between two tries: after the first failure, the second and so on."""

APPEND = """
select append_batch(
    $1::text::smallint[], $2::text::integer[], $3::text::integer[], $4, $5::text::integer[], $6,
    $7::text::integer[], $8::text::integer[], $9::text::integer[], $10::text::smallint[],
    string_to_array($11, chr(30)), $12::text::bigint[], $13, $14, $15, $16, $17,
    $18::text::bigint[], $19, $20, $21, $22
)
"""

FREE_LANES = "select lane from lane where lane = any ($1::smallint[]) order by lane for update skip locked"
"""Which of some lanes nobody holds just now."""

OF_ONE = (ValueError, asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.ProgramLimitExceededError)
"""Errors of which one command of a batch may be the cause, the last one by a document that is nested too deeply."""

HELD_SECONDS = 0.05
"""Seconds between two looks at lanes that somebody holds, if there is nothing else to do."""

IN_THE_LOG = -1
"""What the SQL function `append_batch` says of a command whose very events are in the log already."""

OF_ANOTHER_HISTORY = -2
"""What it says of a command that was decided on an event which is another one in the log."""

log = logging.getLogger(__name__)


class Waiting:
    """A command that waits to be written, at the latest `until` (time of the event loop)."""

    __slots__ = ("append", "outcome", "until")

    def __init__(self, append: Append, loop: asyncio.AbstractEventLoop, patience_seconds: float) -> None:
        self.append = append
        self.outcome: asyncio.Future[None] = loop.create_future()
        self.until = loop.time() + patience_seconds

    def succeed(self) -> None:
        """Tell who waits, if anybody still does, that the command is durable."""
        if not self.outcome.done():
            self.outcome.set_result(None)

    def fail(self, error: Exception) -> None:
        """Tell who waits, if anybody still does, why it is not."""
        if not self.outcome.done():
            self.outcome.set_exception(error)


class Writer:
    """Writes commands through one connection, in batches, as long as there are any.

    That cancels no statement: one that is cancelled while it waits for a standby has been committed here and perhaps
    nowhere else, and would be seen by readers. A connection without an answer is closed instead, so that the server
    goes on to wait; the append is tried again, and finds its own events in the log if it has come through.
    """

    def __init__(
        self,
        connection: KeptConnection,
        patience_seconds: float = PATIENCE_SECONDS,
        queue_commands: int = QUEUE_COMMANDS,
    ) -> None:
        self._connection = connection
        self._patience_seconds = patience_seconds
        self._queue_commands = queue_commands
        self._queue: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        self._outage = Outage(log, "The log takes no events now; it is tried again", "The log takes events again")
        self._held: set[int] = set()
        """The lanes of a batch that has waited for a lock in vain, except those that have been found free since."""
        self._closed = False
        self._statement = APPEND
        self._columns: Callable[[Sequence[Append]], Arguments] = columns
        self._fatal: tuple[type[Exception], ...] = ()

    def go_through_coordinator(self, epoch: Callable[[], int]) -> None:
        """Write to a shard that is on Citus, with the statement and the care that this takes.

        `epoch` returns the number of the epoch that is known here: it refuses to write in a later one.
        """
        self._statement = APPEND_TEXTS
        self._columns = lambda appends: (*columns(appends), epoch())
        self._fatal = LOST_WORKER

    async def append(self, append: Append) -> None:
        """Write one command; see `EventStore.append`."""
        if self._closed:
            raise StoreUnavailable("the log is closed")
        if len(self._queue) >= self._queue_commands:
            raise StoreUnavailable("overloaded")
        waiting = Waiting(append, asyncio.get_running_loop(), self._patience_seconds)
        self._queue.append(waiting)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        await waiting.outcome

    async def close(self) -> None:
        """Write what has queued, take nothing more, and close the connection."""
        self._closed = True
        if self._task is not None:
            await self._task
        await self._connection.close()

    async def _write_all(self) -> None:
        while self._queue:
            if self._held:
                await self._look_at_held_lanes()
            if batch := self._next_batch():
                await self._write(batch)
            elif self._queue:
                await asyncio.sleep(HELD_SECONDS)

    def _next_batch(self) -> list[Waiting]:
        """Take commands from the queue, one of each table: a table's next is decided by what becomes of its first.

        Those of lanes that somebody holds stay where they are.
        """
        batch: list[Waiting] = []
        later: list[Waiting] = []
        tables: set[int] = set()
        events = 0
        while self._queue and events < BATCH_EVENTS:
            waiting = self._queue.popleft()
            if waiting.outcome.done():
                continue
            number = waiting.append.table_id.int
            if number in tables or number % LANES in self._held:
                later.append(waiting)
                continue
            tables.add(number)
            events += len(waiting.append.events)
            batch.append(waiting)
        self._queue.extendleft(reversed(later))
        return batch

    async def _write(self, batch: Sequence[Waiting]) -> None:
        try:
            await self._append(batch)
        except asyncpg.LockNotAvailableError:
            self._held |= {lane_of(waiting.append.table_id) for waiting in batch}
            self._queue.extendleft(reversed(batch))
        except OF_ONE as error:
            # The error may quote what was to be written, so its text goes nowhere.
            await self._write_singly(batch, NotStorable(type(error).__name__))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            await self._retry(batch, error)

    async def _append(self, batch: Sequence[Waiting]) -> None:
        """Write all of the commands, or none."""
        began = time.perf_counter()
        versions = await self._connection.fetchval(
            self._statement, *self._columns([waiting.append for waiting in batch])
        )
        self._tell(batch, versions)
        APPEND_SECONDS.observe(time.perf_counter() - began)

    def _tell(self, batch: Sequence[Waiting], versions: Sequence[int] | None) -> None:
        """Tell what became of a batch; `versions` is what `append_batch` says in SQL, None if all was written."""
        self._failures = 0
        self._outage.end("append")
        if versions is None:
            APPEND_EVENTS.observe(sum([len(waiting.append.events) for waiting in batch]))
            for waiting in batch:
                waiting.succeed()
        else:
            self._queue.extendleft(reversed(settled(batch, versions)))

    async def _look_at_held_lanes(self) -> None:
        """Find out which lanes are held on, so that only commands that go there wait for them, for some time."""
        concerned = {each: None for each in self._queue if lane_of(each.append.table_id) in self._held}
        lanes = sorted({lane_of(each.append.table_id) for each in concerned})
        try:
            free = {lane for (lane,) in await self._connection.fetch(FREE_LANES, lanes)}
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            self._held.clear()
            self._queue = deque(each for each in self._queue if each not in concerned)
            await self._retry(list(concerned), error)
        else:
            self._held = set(lanes) - free
            self._give_up(concerned, "somebody holds the lane")  # or a whole table: then no lane is found held

    async def _write_singly(self, batch: Sequence[Waiting], error: Exception) -> None:
        """Write each command of a batch by itself, so that the one at fault fails alone."""
        if len(batch) == 1:
            batch[0].fail(error)
            return
        for waiting in batch:
            await self._write([waiting])

    async def _retry(self, batch: Sequence[Waiting], error: Exception) -> None:
        """Queue a batch again after a pause, if it may come through then: nothing is written twice."""
        if not (is_away(error) or isinstance(error, asyncpg.TransactionRollbackError)):
            for waiting in batch:
                waiting.fail(error)
            return
        if isinstance(error, self._fatal):
            self._connection.lose()
        cause = type(error).__name__
        self._outage.begin("append", error)
        self._queue.extendleft(reversed(batch))
        await asyncio.sleep(PAUSES_SECONDS[min(self._failures, len(PAUSES_SECONDS) - 1)])
        self._failures += 1
        self._give_up(self._queue, cause)

    def _give_up(self, commands: Iterable[Waiting], cause: str) -> None:
        """Tell those who have waited for too long that nobody knows whether their commands were written."""
        now = asyncio.get_running_loop().time()
        for waiting in commands:
            if waiting.until <= now:
                waiting.fail(StoreUnavailable(cause))


def settled(batch: Sequence[Waiting], versions: Sequence[int]) -> list[Waiting]:
    """Tell each command for which it was not written what became of it; return the others, which may be written now.

    `versions` are those that their tables are at, `IN_THE_LOG`, or `OF_ANOTHER_HISTORY`.
    """
    left = []
    for waiting, actual in zip(batch, versions, strict=True):
        append = waiting.append
        if actual == IN_THE_LOG:
            waiting.succeed()
        elif actual == append.expected:
            left.append(waiting)
        elif actual == OF_ANOTHER_HISTORY:
            waiting.fail(HistoryChanged())
        else:
            waiting.fail(Conflict(append.table_id, append.expected, actual))
    return left
