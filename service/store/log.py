"""The event log: the truth about every game, in Postgres.

A game is a stream of events, versions 1, 2, 3, …; it is in one of 64 lanes for ever. Who appends locks the lanes that
the games are in, so the positions in a lane have no holes and become visible in their order: a reader of a lane who
has seen position n is never surprised by an event before it. The SQL is in `migrations/`.
"""

import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any, Self
from uuid import UUID

import asyncpg

from service.store.connections import connected, unless_away
from service.store.events import Append, LogCorrupt, Seal, StoredEvent, lane_of
from service.store.heads import Heads
from service.store.migrate import migrate
from service.store.writer import Writer

COLUMNS = "lane, position, game, version, step, seat, type, at, event, move, command, request, hash"
READ = f"""
select {COLUMNS} from event where lane = $1 and game = $2 and version > $3 and version <= $4 order by version
"""  # noqa: S608 - only the names of columns are put in
READ_LANE = f"""
select {COLUMNS} from event where lane = $1 and position > $2 order by position limit $3
"""  # noqa: S608 - only the names of columns are put in
SEAL = "select version, hash, key_id, signature, at from seal where lane = $1 and game = $2"
RECORD_OPEN = "select exists (select from open_record where lane = $1 and game = $2)"
DUE = "select game, at from due where at <= $1 order by at limit $2"

LAST_VERSION = 2**31 - 1


class EventLog:
    """The log as one process uses it. `pool` may be used for other questions to the same database."""

    def __init__(self, writing: "asyncpg.Pool[asyncpg.Record]", pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self.pool = pool
        self._writer = Writer(writing)
        self._heads = Heads(pool)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 8) -> AsyncIterator[Self]:
        """Migrate the database and open the log: one connection to write, up to so many to read.

        When the context is left, what was given to `append` is written first. Raises `MigrationFailed`, or what asyncpg
        raises if there is no such database.
        """
        await migrate(url)
        async with connected(url, 1) as writing, connected(url, connections) as pool:
            log = cls(writing, pool)
            try:
                yield log
            finally:
                await log._writer.close()

    async def append(self, append: Append) -> None:
        """Write what a command has decided, durably; it is then in the log exactly once.

        Raises `Conflict` if the game is not at the expected version, and `NotStorable`: then nothing was written.
        Raises `StoreUnavailable` if Postgres stays away (the command may have been written or not) or is overloaded.
        The same append may be repeated: it is not written twice.
        """
        await self._writer.append(append)

    async def read(self, game: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the events of a game in order, those with versions above `after` and not above `up_to`."""
        last = LAST_VERSION if up_to is None else up_to
        with unless_away():
            return [stored(row) for row in await self.pool.fetch(READ, lane_of(game), game, after, last)]

    async def heads(self, games: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that games are at now; a game without events is left out."""
        return await self._heads.read(games)

    async def lane_positions(self) -> dict[int, int]:
        """Return the last position of every lane."""
        with unless_away():
            rows = await self.pool.fetch("select lane, position from lane")
        return {row["lane"]: row["position"] for row in rows}

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Return the events of a lane after a position, at most `limit`, in order. Raises `LogCorrupt`."""
        with unless_away():
            events = [stored(row) for row in await self.pool.fetch(READ_LANE, lane, after, limit)]
        for position, event in enumerate(events, after + 1):
            if event.position != position:
                raise LogCorrupt(f"lane {lane} has no position {position}, but has {event.position}")
        return events

    async def due(self, at: int, limit: int) -> list[tuple[UUID, int]]:
        """Return games that owe a clock step by `at`, at most `limit`, and when it was due; the earliest first."""
        with unless_away():
            return [(UUID(bytes=game.bytes), due) for game, due in await self.pool.fetch(DUE, at, limit)]

    async def seal_of(self, game: UUID) -> Seal | None:
        """Return the seal of a finished game; None for any other."""
        with unless_away():
            row = await self.pool.fetchrow(SEAL, lane_of(game), game)
        return None if row is None else Seal(*row)

    async def record_open(self, game: UUID) -> bool:
        """Return whether everybody may see all of a game: it is finished, and so are all that share a deck with it."""
        with unless_away():
            return bool(await self.pool.fetchval(RECORD_OPEN, lane_of(game), game))


def stored(row: Any) -> StoredEvent:
    """Return a row of the table `event`."""
    lane, position, game, version, step, seat, kind, at, event, move, command, request, link = row
    return StoredEvent(
        lane,
        position,
        UUID(bytes=game.bytes),
        version,
        step,
        seat,
        kind,
        at,
        event.encode(),
        None if move is None else move.encode(),
        command,
        request,
        link,
    )
