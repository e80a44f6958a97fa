"""The history in PostgreSQL; `service/store/migrations/history/` makes its tables. Statements find the log's, too.

A process that adds to the ledger holds a lock, so its numbers have no gaps and become visible in their order.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from datetime import date
from functools import partial
from typing import Self, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from domain.table import canonical
from projections.history import Audience, DecisionRow, GameRow, Opening, Rows, SeatRow
from projections.history.rows import Dealing
from service.history.converting import by_number, converted
from service.history.port import LAST_NUMBER, WINDOW, Build, GameFilter, Refusals
from service.history.statements import (
    ADD_REFUSALS,
    ADVANCE,
    ANYTHING_NEW,
    BEHIND,
    BLOCKS,
    BLOCKS_AT_ONCE,
    BUILDS,
    DROP_BUILD,
    END_OF_BATCH,
    FOLLOW_LANES,
    GAMES_SERVED,
    IN_COMMON_WITH,
    LOCK_BUILD,
    LOCK_BUILDS,
    LOCK_LEDGER,
    LOOK_AGAIN,
    LOOKS,
    NEW_BUILD,
    NEW_PROJECTION,
    NOTE_EPOCH,
    OPEN_RECORDS,
    OPENINGS,
    POSITIONS,
    ROWS_BETWEEN,
    SEATS,
    SERVE,
    SERVED,
    STAND_BY,
    STAY,
    WANTED_GAMES,
)
from service.runtime.background import running
from service.store import Epoch, StoreUnavailable
from service.store.migrate import HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.connections import ANSWER_SECONDS, Connection, Pool, connected
from service.store.postgres.reaching import reached

STAND_BY_SECONDS = 1.0
"""Seconds after which a process that stands by asks again whether the other one is gone."""

AnyConnection: TypeAlias = "Connection | PoolConnectionProxy[asyncpg.Record]"
"""A connection of its own, or one of a pool."""

Reader: TypeAlias = "AnyConnection | Pool"
"""What questions are asked on."""

Change: TypeAlias = Callable[[AnyConnection], Awaitable[object]]
"""Writes to a build, in the transaction of a connection. All that takes work has been made ready before."""


class PostgresHistory:
    """A `HistoryStore` in a database that has been migrated, and what projections of it are written with.

    A build is dropped `blocks_at_once` blocks of a table at a time.
    """

    def __init__(self, pool: Pool, blocks_at_once: int = BLOCKS_AT_ONCE) -> None:
        self._pool = pool
        self._ask = Asking(pool)
        self._blocks_at_once = blocks_at_once

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 3) -> AsyncIterator[Self]:
        """Open the history with at most `connections`.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, f"{HISTORY_SCHEMA}, {LOG_SCHEMA}", connections) as pool:
            yield cls(pool)

    @property
    def pool(self) -> Pool:
        """The connections, for others who read the same schema."""
        return self._pool

    # The ledger

    async def follow(self) -> bool:
        """Look for games whose record has opened; see `HistoryStore.follow`."""
        with unless_away():
            if not await self._pool.fetchval(ANYTHING_NEW):  # a lock is written to the disk
                return False
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(LOCK_LEDGER)
                await connection.execute(LOOK_AGAIN)
                await connection.execute(NOTE_EPOCH)
                more_events = await connection.fetchval(FOLLOW_LANES, POSITIONS)
                more_games = await connection.fetchval(OPEN_RECORDS, LOOKS)
        return bool(more_events or more_games)

    async def openings(self, after: int, limit: int) -> list[Opening]:
        """Return the openings after a number, in order, at most `limit`."""
        rows = await self._ask.rows(OPENINGS, after, limit)
        return [converted(row, Opening) for row in rows]

    async def in_common(self, epoch: Epoch) -> int:
        """Return up to which number the ledger is that of an epoch; see `HistoryStore.in_common`."""
        return int(await self._ask.value(IN_COMMON_WITH, epoch.number, epoch.id, LAST_NUMBER))

    async def behind(self, number: int) -> tuple[int, int | None]:
        """Return how many openings there are after a number, and for how many ms the first of them has been there."""
        ((count, waited_ms),) = await self._ask.rows(BEHIND, number)
        return count, waited_ms

    # Builds of projections

    async def builds(self, name: str) -> list[Build]:
        """Return the builds of a projection, the oldest first; the first one is made if there is none."""
        rows = await self._ask.rows(BUILDS, name)
        if not rows:
            await self._ask.do(NEW_PROJECTION, name)
            rows = await self._ask.rows(BUILDS, name)
        return [converted(row, Build) for row in rows]

    async def served(self, names: Collection[str]) -> dict[str, Build]:
        """Return the builds of some projections that are served; the first one is made where there is none."""
        rows = await self._ask.rows(SERVED)
        found = {row["name"]: converted(row, Build) for row in rows}
        return {name: found.get(name) or (await self.builds(name))[0] for name in names}

    async def new_build(self, name: str) -> Build:
        """Begin another build of a projection, or go on with the one that has been begun; return it."""
        builds = await self.builds(name)
        if builds[-1].served:
            await self._ask.do(NEW_BUILD, name)
            builds = await self.builds(name)
        return builds[-1]

    async def advance(self, build: Build, up_to: int, changes: Iterable[Change]) -> bool:
        """Make the changes of the openings up to a number to a build, and move its cursor, all or nothing.

        Return whether that was done: it is not if the build is not at its number any more, as somebody was faster.
        """
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                if await connection.fetchval(LOCK_BUILD, build.name, build.build) != build.number:
                    return False
                for change in changes:
                    await change(connection)
                await connection.execute(ADVANCE, build.name, build.build, up_to)
                return True

    async def exchange(self, name: str) -> bool:
        """Serve the newest build of a projection from now on; return whether it was, or has caught up with the old one.

        Readers see the one or the other, whole.
        """
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                builds = [converted(row, Build) for row in await connection.fetch(LOCK_BUILDS, name)]
                old = next(each for each in builds if each.served)
                if builds[-1].number < old.number:
                    return False
                await connection.execute(SERVE, name, old.build, False)
                await connection.execute(SERVE, name, builds[-1].build, True)
                return True

    async def drop(self, build: Build, tables: Collection[str]) -> None:
        """Delete a build that is not served, with its rows in `tables`, which have `build`: some blocks at a time."""
        for table in tables:
            part = f"delete from {table} where build = $1 and ctid >= $2::text::tid and ctid < $3::text::tid"  # noqa: S608 - a name of ours
            blocks = await self._ask.value(BLOCKS, table)
            for block in range(0, blocks, self._blocks_at_once):
                end = f"({block + self._blocks_at_once},0)"
                await self._ask.do(part, build.build, f"({block},0)", end)
        await self._ask.do(DROP_BUILD, build.name, build.build)

    async def end_of_batch(self, after: int, games: int, events: int) -> int:
        """Return the last number of a batch of games after a number: limited in games, and about in events."""
        return int(await self._ask.value(END_OF_BATCH, after, games, events))

    # What readers ask

    async def last_number(self) -> int:
        """Return the number up to which games can be read; 0: none can."""
        return int(await self._ask.value(GAMES_SERVED))

    async def games(self, wanted: GameFilter, after: int, up_to: int, limit: int = WINDOW) -> list[GameRow]:
        """Return the games between two numbers that are wanted; see `HistoryStore.games`."""
        asked = (wanted.game, wanted.rules_version, wanted.tournament, wanted.since, wanted.until)
        options = canonical(wanted.options).decode() if wanted.options else None
        who = (wanted.viewer, wanted.player, wanted.kind)
        rows = await self._ask.rows(WANTED_GAMES, after, up_to, *asked, options, *who, limit)
        return [converted(row, GameRow) for row in rows]

    async def seats(self, numbers: Collection[int]) -> list[SeatRow]:
        """Return the seats of games, by number and seat."""
        return [converted(row, SeatRow) for row in await self._ask.rows(SEATS, list(numbers))]

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        """Return all that is derived from the games between two numbers; see `HistoryStore.rows`."""
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction(isolation="repeatable_read"):
                found = [await connection.fetch(asked, after, up_to) for asked in ROWS_BETWEEN]
        games, seats, decisions, dealings = (
            found[0],
            by_number(found[1], SeatRow),
            by_number(found[2], DecisionRow),
            by_number(found[3], Dealing),
        )
        return [
            Rows(
                converted(game, GameRow),
                tuple(seats[game["number"]]),
                tuple(decisions[game["number"]]),
                converted(game, Audience),
                tuple(dealings[game["number"]]),
            )
            for game in games
        ]

    async def add_refusals(self, counted: Sequence[Refusals]) -> None:
        """Add counts of refused moves to those that are there."""
        rows = [(date.fromisoformat(each.day), each.game, each.code, each.count) for each in counted]
        if rows:  # asyncpg never ends a statement that it is to run for nothing
            with unless_away():
                await self._pool.executemany(ADD_REFUSALS, sorted(rows))


@contextlib.asynccontextmanager
async def standing_by(url: str) -> AsyncIterator[Callable[[], bool]]:
    """Wait until no other process keeps the projections of this database, and give what tells whether that holds still.

    It does until the context is left, unless the connection breaks, as where Postgres is started again, or says nothing
    any more, as where the network is lost. Raises `StoreUnavailable`.

    It asks again and again: a statement that waits would keep Postgres from cleaning up, and might be given for a
    process that is long gone.
    """
    with unless_away():
        connection = await reached(url, command_timeout=ANSWER_SECONDS)
    try:
        with unless_away():
            while not await connection.fetchval(STAND_BY):  # noqa: ASYNC110 - what is waited for happens in Postgres
                await asyncio.sleep(STAND_BY_SECONDS)
        async with running(partial(watch, connection)):
            yield lambda: not connection.is_closed()
    finally:
        with contextlib.suppress(TimeoutError):  # `close` has cut it off by then
            await connection.close(timeout=ANSWER_SECONDS)


async def watch(connection: Connection) -> None:
    """Cut off a connection as soon as nothing answers on it: by itself it would seem sound for hours, or for ever."""
    while not connection.is_closed():
        await asyncio.sleep(STAND_BY_SECONDS)
        try:
            with unless_away():
                await connection.execute(STAY)
        except StoreUnavailable:
            connection.terminate()
