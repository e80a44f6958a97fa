"""What the log's guarantees cost: durable appends a second beside plain inserts of the same rows.

Both sides have the same callers, each with a table of its own, and the same discipline: one statement in flight, and
whatever has queued meanwhile goes in the next one. The plain side locks no lane, checks no version and notes no due
time; its table has the columns, checks and indexes of the log's. A move changes the due time where the turn limit is
short; with a long one, or none, it stays as it is.
"""

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import median
from typing import Any
from uuid import UUID

import asyncpg
from msgspec import UNSET

from service.store import Append, NewEvent, lane_of, new_table_id
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.store import PostgresStore
from service.store.postgres.writer import BATCH_EVENTS

CALLERS = 256
SECONDS = 0.5
ROUNDS = 6
COMMANDS = {
    "1 event": (1, True),
    "1 event, due as before": (1, False),
    "3 events": (3, True),
}
"""The commands that are measured: how many events each has, and whether it changes when the clock is due."""

CREATE_PLAIN = "create table if not exists plain_event (like event including all)"
INSERT_PLAIN = """
insert into plain_event (lane, position, table_id, version, step, seat, type, at, key, request, command, event, hash)
select * from unnest(
    $1::smallint[], $2::bigint[], $3::uuid[], $4::integer[], $5::integer[], $6::smallint[], $7::text[], $8::bigint[],
    $9::bytea[], $10::bytea[], $11::jsonb[], $12::jsonb[], $13::bytea[]
)
"""

MOVE = b'{"card":"QS","type":"play_card"}'
EVENT = b'{"at":1764547200000,"card":"QS","seat":2,"trick":7,"type":"card_played","zone":"hand"}'

Write = Callable[[Append], Awaitable[None]]


class PlainLog:
    """Inserts the rows of commands in groups, and nothing else."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._connection = connection
        self._queue: deque[tuple[Append, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._positions = count(1)

    async def append(self, append: Append) -> None:
        """Write one command."""
        written = asyncio.get_running_loop().create_future()
        self._queue.append((append, written))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        await written

    async def _write_all(self) -> None:
        while self._queue:
            most = BATCH_EVENTS // len(self._queue[0][0].events)
            batch = [self._queue.popleft() for _ in range(min(most, len(self._queue)))]
            rows = [self._row(append, place) for append, _ in batch for place in range(len(append.events))]
            await self._connection.execute(INSERT_PLAIN, *map(list, zip(*rows, strict=True)))
            for _, written in batch:
                written.set_result(None)

    def _row(self, append: Append, place: int) -> tuple[Any, ...]:
        event = append.events[place]
        return (
            lane_of(append.table_id),
            next(self._positions),
            append.table_id,
            append.expected + place + 1,
            append.expected + 1,
            event.seat,
            event.type,
            event.at,
            event.key,
            event.request,
            None if event.command is None else event.command.decode(),
            event.event.decode(),
            event.hash,
        )


def command(table_id: UUID, expected: int, events: int, *, timed: bool = True) -> Append:
    """Return a move with a number of events; `timed`: it changes when the clock is due."""
    at = 1764547200000 + expected
    rows = tuple(
        NewEvent(
            seat=2,
            type="card_played",
            at=at,
            event=EVENT,
            command=MOVE if place == 0 else None,
            key=hashlib.md5(b"%s %d" % (table_id.bytes, expected), usedforsecurity=False).digest(),
            request=table_id.bytes,
            hash=hashlib.sha256(b"%s %d %d" % (table_id.bytes, expected, place)).digest(),
        )
        for place in range(events)
    )
    return Append(table_id, expected, rows, due=at + 30_000 if timed else UNSET)


async def appended(
    write: Write, events: int, callers: int = CALLERS, *, timed: bool = True
) -> tuple[float, list[float]]:
    """Let callers write commands; return how many a second all together get written, and what each took, in ms."""
    end = time.perf_counter() + SECONDS
    latencies: list[float] = []

    async def play(table_id: UUID) -> None:
        commands = 0
        while (began := time.perf_counter()) < end:
            await write(command(table_id, commands * events, events, timed=timed))
            latencies.append(1000 * (time.perf_counter() - began))
            commands += 1

    began = time.perf_counter()
    await asyncio.gather(*(play(new_table_id()) for _ in range(callers)))
    return len(latencies) / (time.perf_counter() - began), latencies


async def appends_a_second(write: Write, events: int, *, timed: bool) -> float:
    """Return how many commands a second all callers together get written."""
    return (await appended(write, events, timed=timed))[0]


async def measure(postgres_url: str) -> dict[str, dict[str, float]]:
    """Return medians over interleaved rounds for each kind of command.

    `log` and `plain` are commands a second; `ratio` is the median of the rounds' quotients.
    """
    figures: dict[str, dict[str, float]] = {}
    async with PostgresStore.open(postgres_url) as log:
        connection = await asyncpg.connect(postgres_url, server_settings={"search_path": LOG_SCHEMA})
        await connection.execute(CREATE_PLAIN)
        plain = PlainLog(connection)
        for name, (events, timed) in COMMANDS.items():
            rounds = [
                (
                    await appends_a_second(log.append, events, timed=timed),
                    await appends_a_second(plain.append, events, timed=timed),
                )
                for _ in range(ROUNDS)
            ]
            ours, theirs = (median(side) for side in zip(*rounds, strict=True))
            ratio = median(mine / other for mine, other in rounds)
            figures[name] = {"log": round(ours), "plain": round(theirs), "ratio": round(ratio, 3)}
        await connection.close()
    return figures
