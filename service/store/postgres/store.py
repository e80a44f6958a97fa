"""The event store in PostgreSQL: one table of events, and what changes in the same transaction.

An append locks the lanes that the tables are in, so the positions in a lane have no holes and become visible in their
order. Only this room writes the log's tables; `service/history` reads some of them in its statements, too.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Self
from uuid import UUID

from msgspec.structs import astuple

from service.runtime.grouped import Grouped
from service.store.migrate import WHOLE, LogShard, Migration, migrate
from service.store.port import (
    LAST_VERSION,
    WHOLE_TABLE,
    Append,
    Checkpoint,
    Epoch,
    LogCorrupt,
    Over,
    Seal,
    StoredEvent,
    lane_of,
)
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.bounds import BEFORE_ALL
from service.store.postgres.citus import LOST_WORKER, on_citus
from service.store.postgres.connections import (
    ANSWER_SECONDS,
    TIMEOUTS,
    KeptConnection,
    Pool,
    PoolShare,
    connect,
    connected,
)
from service.store.postgres.epochs import IN_COMMON, Epochs
from service.store.postgres.heads import versions
from service.store.postgres.ids import plain
from service.store.postgres.lobby import PostgresLobby
from service.store.postgres.log_seals import PostgresLogSeals
from service.store.postgres.rows import stored
from service.store.postgres.statements import (
    ARCHIVE,
    CHECKPOINT,
    DUE,
    EXECUTED,
    KEEP_CHECKPOINT,
    LANE_POSITIONS,
    OVER,
    READ,
    READ_LANE,
    RECORD_OPEN,
    SEAL,
    TIME,
)
from service.store.postgres.tournaments import PostgresTournaments
from service.store.postgres.writer import PATIENCE_SECONDS, Writer


class PostgresStore:
    """An `EventStore`, as one process uses it: one connection to write, some more to read.

    `listing` is the share of these that the pages of the lobby have.
    """

    def __init__(self, writer: Writer, reading: Pool, listing: PoolShare, epochs: Epochs) -> None:
        self._epochs = epochs
        self._writer = writer
        self._reading = Asking(reading)
        self._heads = Grouped(partial(versions, reading))
        self.lobby = PostgresLobby(reading, listing)
        self.log_seals = PostgresLogSeals(reading)
        self.tournaments = PostgresTournaments(reading)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls,
        url: str,
        connections: int = 6,
        *,
        shard: LogShard = WHOLE,
        tell: Callable[[Epoch], Awaitable[None]] | None = None,
        wanted: Iterable[Migration] | None = None,
        patience_seconds: float = PATIENCE_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        timeouts: Mapping[str, str] = TIMEOUTS,
    ) -> AsyncIterator[Self]:
        """Migrate the database and open the store, with at most `connections` to read; see `migrate` for `wanted`.

        `shard` is the shard of the log that this is to be, `tell` hears of its epochs, before anything is done in them.
        When the context is left, what was given to `append` is written first. Raises `MigrationFailed`,
        `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        with unless_away():
            await migrate(url, wanted, shard)
        epochs, schema = Epochs(tell, answer_seconds), shard.schema
        writing = KeptConnection(partial(connect, url, schema, timeouts, epochs.look), answer_seconds)
        writer = Writer(writing, patience_seconds)
        lost: tuple[type[Exception], ...] = ()
        try:
            with unless_away():
                first = await writing.opened()  # first: it may begin an epoch, which must not be cancelled either
                if shard.shards > 1 and await on_citus(first):
                    writer.go_through_coordinator(lambda: epochs.current.number)
                    lost = LOST_WORKER
            async with connected(
                url, schema, connections, answer_seconds=answer_seconds, timeouts=timeouts, look=epochs.look, lost=lost
            ) as reading:
                yield cls(writer, reading, PoolShare(reading, max(1, connections // 2), answer_seconds), epochs)
        finally:
            await writer.close()

    @property
    def epoch(self) -> Epoch:
        """The epoch of the newest connection; see `EventStore.epoch`."""
        return self._epochs.current

    def shard_of(self, table_id: UUID) -> int:
        """Return 0: this is the log in one piece, or itself a shard."""
        return 0

    @property
    def lanes_away(self) -> Collection[int]:
        """Return none: the log is in one piece, or this is itself a shard."""
        return ()

    async def in_common(self, table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        """Return up to which version the log has the history of tables in an epoch; see `EventStore.in_common`."""
        tables = list(table_ids)
        versions = await self._reading.value(
            IN_COMMON, [lane_of(each) for each in tables], tables, epoch.number, epoch.id
        )
        return dict(zip(tables, versions, strict=True))

    async def append(self, append: Append) -> None:
        """Write what a command has decided; see `EventStore.append`."""
        await self._writer.append(append)

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the events of a table between two versions; see `EventStore.read`."""
        last = LAST_VERSION if up_to is None else up_to
        rows = await self._reading.rows(READ, lane_of(table_id), table_id, after, last)
        return [stored(row) for row in rows]

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that tables are at now; a table without events is left out."""
        return await self._heads.read(table_ids)

    async def executed(self, table_id: UUID, key: bytes) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key at the table; None if there was none."""
        row = await self._reading.row(EXECUTED, lane_of(table_id), table_id, key)
        return None if row is None else (row["request"], row["step"])

    async def lane_positions(self) -> dict[int, int]:
        """Return the last position of every lane."""
        rows = await self._reading.rows(LANE_POSITIONS)
        return {row["lane"]: row["position"] for row in rows}

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Return the events of a lane after a position, at most `limit`, in order. Raises `LogCorrupt`."""
        events = [stored(row) for row in await self._reading.rows(READ_LANE, lane, after, limit)]
        for position, event in enumerate(events, after + 1):
            if event.position != position:
                raise LogCorrupt(f"lane {lane} has no position {position}, but has {event.position}")
        return events

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tables that owe a clock step by `at`; see `EventStore.due`."""
        rows = await self._reading.rows(DUE, at, limit, *(after or BEFORE_ALL))
        return [(plain(row["table_id"]), row["at"]) for row in rows]

    async def seal_of(self, table_id: UUID) -> Seal | None:
        """Return the seal of a finished game; None for any other."""
        row = await self._reading.row(SEAL, lane_of(table_id), table_id)
        return None if row is None else Seal(*row)

    async def record_open(self, table_id: UUID) -> bool:
        """Return whether everybody may see all of a table; see `EventStore.record_open`."""
        return bool(await self._reading.value(RECORD_OPEN, lane_of(table_id), table_id))

    async def checkpoint(
        self, table_id: UUID, at_most: int | None = None, part: str = WHOLE_TABLE
    ) -> Checkpoint | None:
        """Return the newest checkpoint that fits; see `EventStore.checkpoint`."""
        last = LAST_VERSION if at_most is None else at_most
        row = await self._reading.row(CHECKPOINT, lane_of(table_id), table_id, last, part)
        return None if row is None else Checkpoint(table_id, *row)

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, in place of another of the same table, part and version."""
        await self._reading.do(KEEP_CHECKPOINT, lane_of(checkpoint.table_id), *astuple(checkpoint))

    async def over(self, before: int, limit: int, after: tuple[int, UUID] | None = None) -> list[Over]:
        """Return games that were over before a time; see `EventStore.over`."""
        rows = await self._reading.rows(OVER, before, limit, *(after or BEFORE_ALL))
        return [Over(plain(table_id), at, events) for table_id, at, events in rows]

    async def archive(self, table_id: UUID, before: int) -> int:
        """Move the events of a game to the archive; see `EventStore.archive`."""
        return int(await self._reading.value(ARCHIVE, table_id, before))

    async def time(self) -> int | None:
        """Return the time by the server's clock, in ms since 1970."""
        return int(await self._reading.value(TIME))

    async def answers(self) -> None:
        """Return if the server answers. Raises `StoreUnavailable`."""
        await self._reading.value("select 1")
