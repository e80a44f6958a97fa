"""The lobby in PostgreSQL, and the SQL of its questions."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from uuid import UUID

import asyncpg
import msgspec

from domain.table import RawOptions, Status
from service.store.lobby_row import MOST_OF_A_PLAYER, LobbyRow, TableFilter, TableOfDecks, players_of
from service.store.postgres.asking import Asking
from service.store.postgres.bounds import BEFORE_ALL, LATER_THAN_ALL
from service.store.postgres.connections import Pool, PoolShare
from service.store.postgres.ids import plain

COLUMNS = (
    "table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks, created_at,"
    " started_at, finished_at"
)

STATUSES: tuple[Status, ...] = ("open", "playing", "finished", "aborted")

PAGE = """
select {columns}
from ({found} order by created_at desc, table_id desc limit $4) as found (at, id)
cross join lateral (
    select * from lobby where lobby.lane = lane_of(found.id) and lobby.table_id = found.id limit 1
) as entry
order by found.at desc, found.id desc
"""
"""The row of each table is looked up by itself: a join may read all that there are."""

NEWEST = """
select newest.created_at, newest.table_id
from {kinds}
cross join lateral (
    select entry.created_at, entry.table_id from {table} as entry
    where {condition} and entry.status = kind.status and (entry.created_at, entry.table_id) < ($2::bigint, $3::uuid)
    order by entry.created_at desc, entry.table_id desc limit $4::bigint
) as newest
"""
"""The newest tables of each kind, in the order of an index: at most as many as a page has room for."""

BY_STATUS = "unnest($1::text[]) as kind (status)"
BY_SEAT = "unnest('{t,f}'::boolean[]) as kind_of_seat (seated) cross join unnest($1::text[]) as kind (status)"

OF_PLAYER = "entry.player = ${player} and entry.public and entry.seated"
OF_VIEWER = "entry.player = ${viewer} and not entry.public and entry.seated = kind_of_seat.seated"
AND_OF_PLAYER = """ and exists (
    select from lobby_player as other
    where other.lane = lane_of(entry.table_id) and other.table_id = entry.table_id
        and other.player = ${player} and other.seated
)"""

GOING_ON = NEWEST.format(
    kinds="unnest('{{t,f}}'::boolean[]) as public cross join (values {kinds}) as kind (seated, status)",
    table="lobby_player",
    condition="entry.player = $1::uuid and entry.public = public.public and entry.seated = kind.seated"
    " and (entry.seated or entry.invited)",
)
SEATS_OF, CONCERNING = (
    PAGE.format(columns=COLUMNS, found=GOING_ON.format(kinds=kinds))
    for kinds in (
        "(true, 'open'), (true, 'playing')",
        "(true, 'open'), (true, 'playing'), (false, 'open')",
    )
)


WAITING_OF = f"""
select {COLUMNS} from lobby where creator = $1 and finished_at is null and status = 'open'
order by created_at desc, table_id desc limit $2
"""  # noqa: S608 - only the names of columns are put in
OPENED_BY = """
select count(*), count(*) filter (where seats <@ $2::uuid[])
from lobby
where creator = $1 and finished_at is null
"""
"""A seat that is free is null, which no array contains."""

ROWS = f"""
select {COLUMNS}
from unnest($1::uuid[]) as wanted (id)
cross join lateral (
    select * from lobby where lobby.lane = lane_of(wanted.id) and lobby.table_id = wanted.id limit 1
) as entry
"""  # noqa: S608 - only the names of columns are put in

DECKS_GOING_ON = """
select table_id, decks, seats from lobby
where decks <> '{}' and finished_at is null and table_id > $1
order by table_id limit $2
"""
DECKS_AT_ONCE = 250
"""Maximum number of tables whose decks are read before others have their turn: a tournament may have thousands."""
ROWS_AT_ONCE = 100
"""Maximum number of rows that are made before others have their turn: a round of a tournament may have 2,000 tables."""
ANY_GOING_ON = "select exists (select from lobby where decks <> '{}' and decks && $1::bytea[] and finished_at is null)"
DECKS_GOING_ON_SINCE = "select min(created_at) from lobby where decks <> '{}' and finished_at is null"
HAS_PLAYED = """
select exists (
    select from lobby
    where decks <> '{}' and decks && $2::bytea[] and $1::uuid = any (seats) and table_id <> $3
        and (started_at is not null or finished_at is null)
)
"""


@cache
def page_query(*, of_game: bool, of_player: bool, for_viewer: bool) -> str:
    """Return the question for a page. Its arguments are statuses, a time and an id, a limit, and those that are named.

    Public tables are found in one index, and those of a viewer, or a player, in another: whatever is asked for.
    """
    game, player = 5, 5 + of_game
    viewer = player + of_player
    and_of_game = f" and entry.game = ${game}" if of_game else ""
    public = OF_PLAYER.format(player=player) if of_player else "entry.visibility = 'public'"
    table = "lobby_player" if of_player else "lobby"
    found = NEWEST.format(kinds=BY_STATUS, table=table, condition=public + and_of_game)
    if for_viewer:
        private = OF_VIEWER.format(viewer=viewer) + (AND_OF_PLAYER.format(player=player) if of_player else "")
        found += f" union all {NEWEST.format(kinds=BY_SEAT, table='lobby_player', condition=private + and_of_game)}"
    return PAGE.format(columns=COLUMNS, found=found)


def page_question(wanted: TableFilter, limit: int) -> tuple[str, tuple[object, ...]]:
    """Return the question for a page of the lobby, and its arguments; see `Lobby.page`."""
    given = (wanted.game, wanted.player, wanted.viewer)
    of_game, of_player, for_viewer = (each is not None for each in given)
    query = page_query(of_game=of_game, of_player=of_player, for_viewer=for_viewer)
    statuses = [wanted.status] if wanted.status else STATUSES
    named = [each for each in given if each is not None]
    return query, (statuses, *(wanted.before or LATER_THAN_ALL), limit, *named)


class PostgresLobby:
    """A `Lobby` in Postgres.

    Its pages have `listing`, a share of the connections, so that requests for a table do not wait behind them.
    """

    def __init__(self, reading: Pool, listing: PoolShare) -> None:
        self._reading = Asking(reading)
        self._listing = Asking(listing)

    async def decks_going_on(self) -> list[TableOfDecks]:
        """Return the tables with given decks that are open or played."""
        found: list[TableOfDecks] = []
        after: UUID | None = BEFORE_ALL[1]
        while after is not None:
            rows = await self._reading.rows(DECKS_GOING_ON, after, DECKS_AT_ONCE)
            found += [
                TableOfDecks(plain(table_id), digests(decks), players_of(seats)) for table_id, decks, seats in rows
            ]
            after = rows[-1]["table_id"] if len(rows) == DECKS_AT_ONCE else None
        return found

    async def any_going_on(self, decks: Collection[str]) -> bool:
        """Return whether a table that is open or played has one of the decks."""
        return bool(await self._reading.value(ANY_GOING_ON, [bytes.fromhex(digest) for digest in decks]))

    async def decks_going_on_since(self) -> int | None:
        """Return when the first of these tables was opened; None: there is none."""
        since: int | None = await self._reading.value(DECKS_GOING_ON_SINCE)
        return since

    async def has_played(self, player: UUID, decks: Collection[str], but: UUID) -> bool:
        """Return whether a player knows one of the decks; see `Lobby.has_played`."""
        digests_of_decks = [bytes.fromhex(digest) for digest in decks]
        return bool(await self._reading.value(HAS_PLAYED, player, digests_of_decks, but))

    async def page(self, wanted: TableFilter, limit: int = 50) -> list[LobbyRow]:
        """Return tables of the lobby, the newest first; see `Lobby.page`."""
        query, arguments = page_question(wanted, limit)
        return [lobby_row(row) for row in await self._listing.rows(query, *arguments)]

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits or is invited; see `Lobby.concerning`."""
        rows = await self._reading.rows(CONCERNING, player, *LATER_THAN_ALL, MOST_OF_A_PLAYER)
        return await lobby_rows(list(reversed(rows)))

    async def seats_of(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits, the newest first; see `Lobby.seats_of`."""
        rows = await self._reading.rows(SEATS_OF, player, *LATER_THAN_ALL, MOST_OF_A_PLAYER)
        return await lobby_rows(rows)

    async def waiting_of(self, creator: UUID) -> list[LobbyRow]:
        """Return the open tables of a creator; see `Lobby.waiting_of`."""
        rows = await self._reading.rows(WAITING_OF, creator, MOST_OF_A_PLAYER)
        return await lobby_rows(rows)

    async def opened_by(self, creator: UUID, house: Collection[UUID]) -> tuple[int, int]:
        """Return how many tables of a player go on; see `Lobby.opened_by`."""
        (row,) = await self._reading.rows(OPENED_BY, creator, list(house))
        return row[0], row[1]

    async def rows(self, table_ids: Collection[UUID]) -> dict[UUID, LobbyRow]:
        """Return the rows of tables by their ids; those that there are not are left out."""
        wanted, found = list(table_ids), dict[UUID, LobbyRow]()
        for begin in range(0, len(wanted), ROWS_AT_ONCE):
            rows = await self._reading.rows(ROWS, wanted[begin : begin + ROWS_AT_ONCE])
            found |= {row.table_id: row for row in map(lobby_row, rows)}
        return found


def digests(decks: Iterable[bytes]) -> tuple[str, ...]:
    """Return digests of decks as the lobby tells them."""
    return tuple(digest.hex() for digest in decks)


async def lobby_rows(rows: Sequence[asyncpg.Record]) -> list[LobbyRow]:
    """Return rows of the table `lobby`, a few at a time."""
    found: list[LobbyRow] = []
    for begin in range(0, len(rows), ROWS_AT_ONCE):
        found += map(lobby_row, rows[begin : begin + ROWS_AT_ONCE])
        await asyncio.sleep(0)
    return found


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
        decks=digests(row["decks"]),
        created_at=row["created_at"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
    )
