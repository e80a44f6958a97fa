"""The questions to the lobby, in SQL."""

from collections.abc import Collection
from uuid import UUID

import asyncpg
import msgspec

from domain.table import RawOptions, Status
from service.store.lobby_row import LobbyRow
from service.store.port import MOST_OF_A_PLAYER
from service.store.postgres.connections import Pool

COLUMNS = (
    "table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks, created_at,"
    " started_at, finished_at"
)

PAGE = """
with seated as materialized (select * from lobby where seats @> array[$3::uuid])
select {columns} from {tables}
where ($1::text is null or game = $1)
  and ($2::text is null or status = $2)
  and (visibility = 'public' or creator = $4 or seats @> array[$4] or invited @> array[$4])
  and ($5::bigint is null or (created_at, table_id) < ($5, $6))
order by created_at desc, table_id desc
limit $7
"""
ALL, OF_PLAYER = (PAGE.format(columns=COLUMNS, tables=tables) for tables in ("lobby", "seated"))
"""A player's tables are found first, by the index of the seats: a walk from the newest one may pass all there are."""

SEATS_OF = f"""
with seated as materialized (
    select * from lobby where seats @> array[$1::uuid] and status not in ('finished', 'aborted')
)
select {COLUMNS} from seated
order by created_at desc, table_id desc
limit {MOST_OF_A_PLAYER}
"""  # noqa: S608 - only the names of columns and a number are put in

CONCERNING = f"""
with concerning as materialized (
    select * from lobby
    where (seats @> array[$1::uuid] or invited @> array[$1::uuid]) and status not in ('finished', 'aborted')
)
select {COLUMNS} from concerning
where seats @> array[$1::uuid] or status = 'open'
order by created_at desc, table_id desc
limit {MOST_OF_A_PLAYER}
"""  # noqa: S608 - only the names of columns and a number are put in


OPENED_BY = """
select count(*), count(*) filter (where seats <@ $2::uuid[])
from lobby
where creator = $1 and finished_at is null
"""
"""A seat that is free is null, which no array contains."""


async def page(
    pool: Pool,
    *,
    game: str | None,
    status: Status | None,
    player: UUID | None,
    viewer: UUID | None,
    before: tuple[int, UUID] | None,
    limit: int,
) -> list[LobbyRow]:
    """Return tables, the newest first; see `EventStore.lobby_page`."""
    created_at, table_id = before or (None, None)
    query = ALL if player is None else OF_PLAYER
    rows = await pool.fetch(query, game, status, player, viewer, created_at, table_id, limit)
    return [lobby_row(row) for row in rows]


async def concerning(pool: Pool, player: UUID) -> list[LobbyRow]:
    """Return the tables where the player sits or is invited; see `EventStore.lobby_concerning`."""
    return [lobby_row(row) for row in reversed(await pool.fetch(CONCERNING, player))]


async def seats_of(pool: Pool, player: UUID) -> list[LobbyRow]:
    """Return the tables where the player sits; see `EventStore.lobby_seats_of`."""
    return [lobby_row(row) for row in await pool.fetch(SEATS_OF, player)]


async def opened_by(pool: Pool, creator: UUID, house: Collection[UUID]) -> tuple[int, int]:
    """Return how many tables of a player go on; see `EventStore.lobby_opened_by`."""
    (row,) = await pool.fetch(OPENED_BY, creator, list(house))
    return row[0], row[1]


def lobby_row(row: asyncpg.Record) -> LobbyRow:
    """Return a row of the table `lobby`."""
    return LobbyRow(
        table_id=plain(row["table_id"]),
        game=row["game"],
        rules_version=row["rules_version"],
        status=row["status"],
        visibility=row["visibility"],
        creator=plain(row["creator"]),
        seats=tuple(None if each is None else plain(each) for each in row["seats"]),
        reserved=tuple(None if each is None else plain(each) for each in row["reserved"]),
        invited=tuple(map(plain, row["invited"])),
        options=msgspec.json.decode(row["options"], type=RawOptions),
        decks=tuple(digest.hex() for digest in row["decks"]),
        created_at=row["created_at"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
    )


def plain(uuid: UUID) -> UUID:
    """Return asyncpg's UUID as one that msgspec knows."""
    return UUID(bytes=uuid.bytes)
