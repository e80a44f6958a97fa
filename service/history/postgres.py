"""The history in PostgreSQL; `service/store/migrations/history/` makes its tables. Statements find the log's, too.

Who adds to the ledger holds a lock, so its numbers have no holes and become visible in their order.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from datetime import date
from typing import Self, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from domain.table import canonical
from projections.history import Audience, DecisionRow, GameRow, Opening, Rows, SeatRow
from projections.history.rows import Dealing
from service.history.converting import by_number, converted
from service.history.port import Build, Refusals, Wanted
from service.store.migrate import HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.connections import CONNECT_SECONDS, Connection, Pool, connected

AnyConnection: TypeAlias = "Connection | PoolConnectionProxy[asyncpg.Record]"
"""A connection of its own, or one of a pool."""

POSITIONS = 2_000
"""Number of positions of each lane that are looked through at once."""
LOOKS = 500
"""Number of games that wait for their record to open which are looked at at once."""

LOCK_LEDGER = "select from lane_cursor where lane = 0 for update"
FOLLOW_LANES = """
with passed as (
    update lane_cursor set position = next.up_to
    from (
        select lane.lane, lane_cursor.position as since, least(lane.position, lane_cursor.position + $1) as up_to
        from lane join lane_cursor using (lane) where lane.position > lane_cursor.position
    ) as next
    where lane_cursor.lane = next.lane
    returning next.lane, next.since, next.up_to
), over as (
    insert into waiting (table_id)
    select ended.table_id from passed cross join lateral (
        select event.table_id from event
        where event.lane = passed.lane and event.position > passed.since and event.position <= passed.up_to
            and event.type in ('game_finished', 'table_aborted')
    ) as ended
    on conflict do nothing
)
select coalesce(bool_or(up_to = since + $1), false) from passed
"""
"""What ended a game stays in the log when the game is archived. Positions up to the lane's own are all visible."""
OPEN_RECORDS = """
with asked as (
    select turn.table_id, lobby.finished_at, exists (
        select from open_record
        where (open_record.lane, open_record.table_id) between (lane_of(turn.table_id), turn.table_id)
            and (lane_of(turn.table_id), turn.table_id)
    ) as is_open
    from (select table_id from waiting order by looked_at, table_id limit $2) as turn
    join lobby on lobby.lane = lane_of(turn.table_id) and lobby.table_id = turn.table_id
), opened as (
    insert into opening (number, table_id, opened_at)
    select
        coalesce((select max(number) from opening), 0) + row_number() over (order by finished_at, table_id),
        table_id, $1
    from asked where is_open
    returning table_id
), gone as (
    delete from waiting using opened where waiting.table_id = opened.table_id
), later as (
    update waiting set looked_at = $1 from asked where waiting.table_id = asked.table_id and not asked.is_open
)
select count(*) = $2 from opened
"""
OPENINGS = "select number, table_id, opened_at from opening where number > $1 order by number limit $2"
BEHIND = """
select count(*), min(opened_at) from (
    select opened_at from opening where number > $1 order by number limit 10000
) as late
"""
NEW_PROJECTION = "insert into projection (name, build, served) values ($1, 1, true) on conflict do nothing"
BUILDS = "select name, build, number, served from projection where name = $1 order by build"
NEW_BUILD = (
    "insert into projection (name, build, served) select $1, max(build) + 1, false from projection where name = $1"
)
LOCK_BUILD = "select number from projection where name = $1 and build = $2 for update"
LOCK_BUILDS = "select name, build, number, served from projection where name = $1 order by build for update"
ADVANCE = "update projection set number = $3 where name = $1 and build = $2"
SERVE = "update projection set served = $3 where name = $1 and build = $2"
DROP_BUILD = "delete from projection where name = $1 and build = $2 and not served"
LAST_NUMBER = "select coalesce((select number from projection where name = 'games' and served), 0)"

GAME_NAMES = ", ".join(f"game.{name}" for name in GameRow.__struct_fields__)
SEAT_NAMES = ", ".join(SeatRow.__struct_fields__)
DECISION_NAMES = ", ".join(DecisionRow.__struct_fields__)
WANTED_GAMES = f"""
select {GAME_NAMES} from game
where build = served('games') and number > $1 and number <= $2
    and ($3::text is null or game = $3) and ($4::text is null or rules_version = $4)
    and ($5::uuid is null or tournament_id = $5)
    and ($6::bigint is null or finished_at >= $6) and ($7::bigint is null or finished_at < $7)
    and not exists (
        select from jsonb_each($8::jsonb) as asked where game.options -> asked.key is distinct from asked.value
    )
    and ($9::uuid is null or for_all or $9 = any (concerned))
    and (($10::uuid is null and $11::text is null) or exists (
        select from seat where seat.build = game.build and seat.number = game.number
            and ($10 is null or seat.player = $10) and ($11 is null or seat.kind = $11)
    ))
order by number
"""  # noqa: S608 - only the names of columns are put in
SEATS = f"""
select {SEAT_NAMES} from seat where build = served('games') and number = any ($1::bigint[]) order by number, seat
"""  # noqa: S608 - as above
GAMES_BETWEEN = f"""
select {GAME_NAMES}, for_all, concerned from game
where build = served('games') and number > $1 and number <= $2 order by number
"""  # noqa: S608 - as above
SEATS_BETWEEN = f"""
select {SEAT_NAMES} from seat where build = served('games') and number > $1 and number <= $2 order by number, seat
"""  # noqa: S608 - as above
DECISIONS_BETWEEN = f"""
select {DECISION_NAMES} from decision
where build = served('games') and number > $1 and number <= $2 order by number, made_version
"""  # noqa: S608 - as above
STAND_BY = "select pg_advisory_lock(hashtext('parlour projector'))"
DEALINGS_BETWEEN = """
select number, giver, taker, occasion, chances, given from dealing
where build = served('games') and number > $1 and number <= $2 order by number, giver, taker, occasion
"""
ADD_REFUSALS = """
insert into refusal (day, game, code, count) values ($1, $2, $3, $4)
on conflict (day, game, code) do update set count = refusal.count + excluded.count
"""


class PostgresHistory:
    """A `HistoryStore` in a database that has been migrated, and what projections of it are written with."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 3) -> AsyncIterator[Self]:
        """Open the history with at most `connections`.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, f"{HISTORY_SCHEMA}, {LOG_SCHEMA}", connections) as pool:
            yield cls(pool)

    # The ledger

    async def follow(self, at: int) -> bool:
        """Look for games whose record has opened; see `HistoryStore.follow`."""
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(LOCK_LEDGER)
                more_events = await connection.fetchval(FOLLOW_LANES, POSITIONS)
                more_games = await connection.fetchval(OPEN_RECORDS, at, LOOKS)
        return bool(more_events or more_games)

    async def openings(self, after: int, limit: int) -> list[Opening]:
        """Return the openings after a number, in order, at most `limit`."""
        with unless_away():
            rows = await self._pool.fetch(OPENINGS, after, limit)
        return [converted(row, Opening) for row in rows]

    async def behind(self, number: int) -> tuple[int, int | None]:
        """Return how many openings there are after a number, 10,000 at the most, and when the first of them opened."""
        with unless_away():
            row = await self._pool.fetchrow(BEHIND, number)
        return (0, None) if row is None else (row[0], row[1])

    # Builds of projections

    async def builds(self, name: str) -> list[Build]:
        """Return the builds of a projection, the oldest first; the first one is made if there is none."""
        with unless_away():
            await self._pool.execute(NEW_PROJECTION, name)
            return [converted(row, Build) for row in await self._pool.fetch(BUILDS, name)]

    async def new_build(self, name: str) -> Build:
        """Begin another build of a projection, or go on with the one that has been begun; return it."""
        builds = await self.builds(name)
        if builds[-1].served:
            with unless_away():
                await self._pool.execute(NEW_BUILD, name)
            builds = await self.builds(name)
        return builds[-1]

    async def advance(self, build: Build, up_to: int, write: Callable[[AnyConnection], Awaitable[None]]) -> bool:
        """Let `write` add the rows of the openings up to a number to a build, and move its cursor, all or nothing.

        Return whether that was done: it is not if the build is not at its number any more, as somebody was faster.
        """
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                if await connection.fetchval(LOCK_BUILD, build.name, build.build) != build.number:
                    return False
                await write(connection)
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
        """Delete a build that is not served, a part at a time, with its rows in `tables`, which have `build`."""
        for table in tables:
            part = f"delete from {table} where ctid = any (array(select ctid from {table} where build = $1 limit 5000))"  # noqa: S608 - a name of ours
            with unless_away():
                while await self._pool.execute(part, build.build) != "DELETE 0":
                    pass
        with unless_away():
            await self._pool.execute(DROP_BUILD, build.name, build.build)

    # What readers ask

    async def last_number(self) -> int:
        """Return the number up to which games can be read; 0: none can."""
        with unless_away():
            return int(await self._pool.fetchval(LAST_NUMBER))

    async def games(self, wanted: Wanted, after: int, up_to: int) -> list[GameRow]:
        """Return the games between two numbers that are wanted; see `HistoryStore.games`."""
        asked = (wanted.game, wanted.rules_version, wanted.tournament, wanted.since, wanted.until)
        options = canonical(wanted.options).decode() if wanted.options else None
        who = (wanted.viewer, wanted.player, wanted.kind)
        with unless_away():
            rows = await self._pool.fetch(WANTED_GAMES, after, up_to, *asked, options, *who)
        return [converted(row, GameRow) for row in rows]

    async def seats(self, numbers: Collection[int]) -> list[SeatRow]:
        """Return the seats of games, by number and seat."""
        with unless_away():
            return [converted(row, SeatRow) for row in await self._pool.fetch(SEATS, list(numbers))]

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        """Return all that is derived of the games between two numbers; see `HistoryStore.rows`."""
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction(isolation="repeatable_read"):
                games = await connection.fetch(GAMES_BETWEEN, after, up_to)
                seats = by_number(await connection.fetch(SEATS_BETWEEN, after, up_to), SeatRow)
                decisions = by_number(await connection.fetch(DECISIONS_BETWEEN, after, up_to), DecisionRow)
                dealings = by_number(await connection.fetch(DEALINGS_BETWEEN, after, up_to), Dealing)
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
        with unless_away():
            await self._pool.executemany(ADD_REFUSALS, sorted(rows))


@contextlib.asynccontextmanager
async def standing_by(url: str) -> AsyncIterator[None]:
    """Wait until no other process keeps the projections of this database; none does until the context is left.

    Raises what asyncpg raises.
    """
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    try:
        await connection.execute(STAND_BY)
        yield
    finally:
        await connection.close()
