"""The log as an audit reads it: nothing is written, and what is compared comes from one snapshot of the database."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from typing import NamedTuple, Self, TypeAlias
from uuid import UUID

import asyncpg
from msgspec import Struct, field

from service.store.lobby_row import LobbyRow
from service.store.log_seals import LaneLeaf, LogSeal
from service.store.migrate import LOG_SCHEMA
from service.store.port import WHOLE_TABLE, Checkpoint, Epoch, Seal, StoredEvent, lane_of
from service.store.postgres import lobby, log_seals, tournaments
from service.store.postgres.away import unless_away
from service.store.postgres.connections import connected
from service.store.postgres.epochs import PRESENT_EPOCH
from service.store.postgres.ids import plain
from service.store.postgres.rows import ARCHIVED, COLUMNS, stored
from service.store.postgres.statements import LANE_POSITIONS
from service.store.tournament_row import TournamentRow

Lent: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"

PAGE = 1000
"""Number of rows that are in memory at the same time."""

SEALS_AT_ONCE = 100
"""The same of seals of the log, which have the heads of all lanes."""

TIMEOUTS: Mapping[str, str] = {
    "statement_timeout": "0",  # the first page of a lane may take long to sort
    "idle_in_transaction_session_timeout": "10min",
    "work_mem": "32MB",
}

PLACES = """
(select position, table_id, version, hash from event where lane = $1 order by position)
union all
(select position, archive.table_id, version, hash from archive cross join unnest(archive.events)
where archive.lane = $1 order by position)
order by position
"""
STREAMS = f"""
select found.*
from unnest($2::uuid[]) as asked (id)
cross join lateral (
    (select {ARCHIVED} from archive cross join unnest(archive.events)
    where archive.lane = $1 and archive.table_id = asked.id order by version)
    union all
    (select {COLUMNS} from event where lane = $1 and table_id = asked.id order by version)
) as found
"""  # noqa: S608 - only the names of columns are put in
"""Table after table, and each in order: what is archived comes before what is not."""
TABLES_BESIDE = """
select table_id from lobby where lane = $1
union select table_id from lobby_player where lane = $1
union select table_id from due where lane = $1
union select table_id from seal where lane = $1
union select tournament_id from tournament where lane = $1
"""
TABLES_OF_GAMES = """
select table_id from event where lane = $1 and version = 1 and event ->> 'game' = any ($2::text[])
union
select archive.table_id from archive cross join unnest(archive.events) as first
where archive.lane = $1 and last_version <= 256 and first.version = 1 and first.event ->> 'game' = any ($2::text[])
"""
LOBBY_BESIDE = f"select {lobby.COLUMNS} from lobby where lane = $1 and table_id = any ($2::uuid[])"  # noqa: S608 - as above
PLAYERS_BESIDE = """
select table_id, player, game, status, public, seated, invited, created_at from lobby_player
where lane = $1 and table_id = any ($2::uuid[])
"""
DUES_BESIDE = "select table_id, at from due where lane = $1 and table_id = any ($2::uuid[])"
SEALS_BESIDE = """
select table_id, version, hash, key_id, signature, at from seal where lane = $1 and table_id = any ($2::uuid[])
"""
CHECKPOINTED = """
select id as table_id from unnest($2::uuid[]) as id
cross join lateral (select from checkpoint where lane = $1 and table_id = id and part = $3 limit 1) as one
"""
CHECKPOINTS = """
select version, game, rules_version, hash, snapshot from checkpoint where lane = $1 and table_id = $2 and part = $3
"""
TOURNAMENTS_BESIDE = f"""
select {tournaments.NAMES} from tournament where lane = $1 and tournament_id = any ($2::uuid[])
"""  # noqa: S608 - as above
LOG_SEALS = f"select {log_seals.COLUMNS} from log_seal order by number desc"  # noqa: S608 - as above
NAMED_BY = """
select coalesce(named ->> 'id', named #>> '{}')
from (
    select event.event from event
    where event.lane = $1 and event.table_id = $2 and event.type in ('round_published', 'table_replayed')
    union all
    select each.event from archive cross join unnest(archive.events) as each
    where archive.lane = $1 and archive.table_id = $2 and each.type in ('round_published', 'table_replayed')
) as found
cross join jsonb_array_elements(found.event -> 'tables') as named
where coalesce(named ->> 'id', named #>> '{}') = any ($3::text[])
"""


class LobbyPlayer(NamedTuple):
    """A row of the table `lobby_player`: the audit compares it with what follows from the events."""

    player: UUID
    game: str
    status: str
    public: bool
    seated: bool
    invited: bool
    created_at: int


class DerivedRows(Struct):
    """What stands in the store beside the events of a table, and has to follow from them.

    `checkpointed` says that there are checkpoints of the table; these are large, and asked for when it is its turn.
    """

    lobby: LobbyRow | None = None
    players: frozenset[LobbyPlayer] = frozenset()
    due: int | None = None
    seal: Seal | None = None
    tournament: TournamentRow | None = None
    checkpointed: bool = False
    checkpoints: Mapping[int, Checkpoint] = field(default_factory=dict)


class AuditedLog:
    """The log in Postgres, for one lane after the other: on one connection, which may be to a standby."""

    def __init__(self, connection: Lent) -> None:
        self._connection = connection

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Self]:
        """Connect to a database that a service has made. Raises `StoreUnavailable`, or what asyncpg raises."""
        pool = connected(url, LOG_SCHEMA, 1, answer_seconds=None, timeouts=TIMEOUTS)
        async with pool as one, one.acquire() as connection:
            yield cls(connection)

    async def epoch(self) -> Epoch:
        """Return the present epoch of the log; one of no number, if no service has connected yet."""
        with unless_away():
            row = await self._connection.fetchrow(PRESENT_EPOCH)
        return Epoch(0, "0" * 8) if row is None else Epoch(row["number"], row["id"].hex[:8])

    async def counters(self) -> dict[int, int]:
        """Return the last position of every lane, as its counter has it."""
        with unless_away():
            return {row["lane"]: row["position"] for row in await self._connection.fetch(LANE_POSITIONS)}

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        """Let all that is read meanwhile be of one moment, whatever is written."""
        with unless_away():
            async with self._connection.transaction(isolation="repeatable_read", readonly=True):
                yield

    async def log_seals(self) -> AsyncIterator[list[LogSeal]]:
        """Yield all seals of the log, the newest first, page by page; within a snapshot."""
        cursor = await self._connection.cursor(LOG_SEALS)
        while rows := await cursor.fetch(SEALS_AT_ONCE):
            yield [log_seals.log_seal(row) for row in rows]

    async def leaves(self, lane: int) -> AsyncIterator[list[LaneLeaf]]:
        """Yield where all events of a lane stand, by their positions, page by page; within a snapshot."""
        cursor = await self._connection.cursor(PLACES, lane)
        while rows := await cursor.fetch(PAGE):
            yield [LaneLeaf(*row) for row in rows]

    async def streams(self, lane: int, tables: Sequence[UUID]) -> AsyncGenerator[list[StoredEvent], None]:
        """Yield the events of tables, one after the other, page by page; within a snapshot."""
        cursor = await self._connection.cursor(STREAMS, lane, tables)
        while rows := await cursor.fetch(PAGE):
            yield [stored(row) for row in rows]

    async def known(self, lane: int) -> set[UUID]:
        """Return the tables of a lane that are named somewhere beside the events."""
        return {plain(row["table_id"]) for row in await self._connection.fetch(TABLES_BESIDE, lane)}

    async def of_games(self, lane: int, games: Collection[str]) -> set[UUID]:
        """Return the tables of a lane that were opened for one of some games."""
        if not games:
            return set()
        return {plain(row["table_id"]) for row in await self._connection.fetch(TABLES_OF_GAMES, lane, list(games))}

    async def beside(self, lane: int, tables: Sequence[UUID]) -> dict[UUID, DerivedRows]:
        """Return what stands beside the events of tables; within a snapshot."""
        found = {table_id: DerivedRows() for table_id in tables}
        fetch = self._connection.fetch
        for row in await fetch(LOBBY_BESIDE, lane, tables):
            found[plain(row["table_id"])].lobby = lobby.lobby_row(row)
        for table_id, *player in await fetch(PLAYERS_BESIDE, lane, tables):
            found[plain(table_id)].players |= {LobbyPlayer(plain(player[0]), *player[1:])}
        for row in await fetch(DUES_BESIDE, lane, tables):
            found[plain(row["table_id"])].due = row["at"]
        for table_id, *seal in await fetch(SEALS_BESIDE, lane, tables):
            found[plain(table_id)].seal = Seal(*seal)
        for row in await fetch(TOURNAMENTS_BESIDE, lane, tables):
            found[plain(row["tournament_id"])].tournament = tournaments.row_of(row)
        for row in await fetch(CHECKPOINTED, lane, tables, WHOLE_TABLE):
            found[plain(row["table_id"])].checkpointed = True
        return found

    async def checkpoints(self, table_id: UUID) -> dict[int, Checkpoint]:
        """Return the checkpoints of a table by their versions; within a snapshot."""
        rows = await self._connection.fetch(CHECKPOINTS, lane_of(table_id), table_id, WHOLE_TABLE)
        return {version: Checkpoint(table_id, version, *rest) for version, *rest in rows}

    async def named_by(self, tournament_id: UUID, tables: Sequence[UUID]) -> set[UUID]:
        """Return those of some tables that a tournament has named as tables of its rounds."""
        given = lane_of(tournament_id), tournament_id, [str(each) for each in tables]
        with unless_away():
            return {UUID(row[0]) for row in await self._connection.fetch(NAMED_BY, *given)}
