"""Seeks in PostgreSQL, in a schema of their own: `service/store/migrations/meeting/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Literal, Self
from uuid import UUID

import asyncpg
import msgspec

from domain import GAMES
from domain.table import TableSettings
from service.meeting.port import (
    KEPT_MS,
    LONGEST_MS,
    MOST_SEARCHED,
    MOST_SEEKS,
    PATIENCE_MS,
    Demand,
    Draw,
    Missed,
    NewSeek,
    Pairing,
    Seek,
    Sought,
    TooManySeeks,
)
from service.meeting.searching import both_ways
from service.play.engine import KeyReused
from service.play.stream import CommandKey
from service.store.migrate import MEETING_SCHEMA
from service.store.postgres.asking import Asking
from service.store.postgres.connections import Pool, connected
from service.store.postgres.ids import plain

COLUMNS = """
seek.id, player, game, options, settings, asked_at, house_at, expires_at, state, table_id, seat, ended_at
"""
ADD = "select add_seek($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
ASKED = f"""
select request, {COLUMNS} from asked join seek on seek.id = asked.seek where key = $1
"""  # noqa: S608 - only the names of columns are put in
SEEK = f"select {COLUMNS} from seek where seek.id = $1"  # noqa: S608
GOING_ON_OF = f"""
select {COLUMNS} from seek where player = $1 and state in ('waiting', 'paired') order by number
"""  # noqa: S608
DEMAND = """
select newest.game, options, settings, count(*) as waiting, count(house_at) as with_house, min(asked_at) as since
from (
    select one.* from unnest($3::text[]) as wanted (game)
    cross join lateral (
        select * from seek where seek.game = wanted.game and state = 'waiting' and expires_at + 0 > $1
        order by seek.game desc, number desc limit $2
    ) as one
    order by one.number desc limit $2
) as newest
group by kind, newest.game, options, settings order by waiting desc, since, kind
"""
"""`+ 0` keeps it from the index of what ends when: nearly all that waits goes on, so that would be read whole."""
EXTEND = "update seek set expires_at = $2 where id = $1 and state = 'waiting'"
WITHDRAW = "update seek set state = 'withdrawn', ended_at = $3 where id = $1 and player = $2 and state = 'waiting'"
HAS_WORK = """
select exists (select from seek where state = 'waiting' and house_at is not null and house_at <= $1)
    or exists (select from missed)
    or exists (select from pairing where due <= $1)
    or exists (select from seek where state = 'waiting' and expires_at <= $1)
    or exists (select from seek where ended_at is not null and ended_at <= $2)
"""
FILL = "select fill_with_house($1, $2, $3, $4, $5)"
PAIRING = "select table_id, game, options, settings, creator, seats from pairing where table_id = $1"
DUE_PAIRINGS = """
update pairing set due = $2 where table_id = any (array(
    select table_id from pairing where due <= $1 order by due limit $3 for update skip locked
)) returning table_id, game, options, settings, creator, seats
"""
SETTLE_PAIRING = f"""
with open as (delete from pairing where table_id = $1)
update seek set state = $3, ended_at = $2,
    table_id = case when $3 = 'seated' then table_id end, seat = case when $3 = 'seated' then seat end
where table_id = $1 and state = 'paired' returning {COLUMNS}
"""  # noqa: S608
AVOID = "select avoid_others($1, $2)"
MISSED = """
with one as (
    select kind, mark from missed order by kind limit 1
), waiting as (
    select row_number() over (order by number) - 1 as place, id, player, players from (
        select * from seek
        where kind = (select kind from one) and state = 'waiting' and expires_at + 0 > $1 order by number limit $2
    ) as oldest
)
select one.kind, one.mark, waiting.players, waiting.id, array(
    select other.place from avoided
    cross join lateral unnest(avoided.others) as blocked (player)
    join waiting as other on other.player = blocked.player
    where avoided.player = waiting.player
) as apart
from one left join waiting on true order by waiting.place
"""
SEARCHED = "delete from missed where kind = $1 and mark = $2"
SEAT = "select seat_together($1, $2, $3, $4, $5)"
FORGET_SEEKS = "select forget_seeks($1)"
EXPIRE = """
update seek set state = 'expired', ended_at = $1 where state = 'waiting' and id = any (array(
    select id from seek where state = 'waiting' and expires_at <= $1 order by expires_at limit $2 for update skip locked
))
"""
DELETE = """
delete from seek where id = any (array(
    select id from seek where ended_at is not null and ended_at <= $1 order by ended_at limit $2 for update skip locked
))
"""


class PostgresSeeks:
    """A `SeekStore` in a database that has been migrated."""

    def __init__(self, pool: Pool) -> None:
        self._ask = Asking(pool)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 2) -> AsyncIterator[Self]:
        """Open the seeks with at most `connections`.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, MEETING_SCHEMA, connections) as pool:
            yield cls(pool)

    async def add(self, wanted: NewSeek, draw: Draw) -> UUID:
        """Make a seek, and a pairing if that fills a table; see `SeekStore.add`."""
        sought, key = wanted.sought, wanted.key
        given = (wanted.id, wanted.player, sought.kind, *parts(sought), sought.players, wanted.house_at)
        keyed = (None, None) if key is None else (key.id, key.request)
        try:
            found = await self._ask.value(ADD, *given, draw.at + LONGEST_MS, MOST_SEEKS, *keyed, *drawn(draw))
        except asyncpg.UniqueViolationError:
            raise KeyReused from None
        if found is None:
            raise TooManySeeks
        return plain(found)

    async def avoid(self, player: UUID, others: Collection[UUID]) -> None:
        """Seat a player with none of these any more; see `SeekStore.avoid`."""
        await self._ask.do(AVOID, player, list(others))

    async def missed(self, at: int) -> Missed | None:
        """Return seeks that may fill a table; see `SeekStore.missed`."""
        rows = await self._ask.rows(MISSED, at, MOST_SEARCHED)
        waiting = [row for row in rows if row["id"] is not None]
        if not rows:
            return None
        return Missed(
            rows[0]["kind"],
            plain(rows[0]["mark"]),
            rows[0]["players"] or 0,
            tuple(plain(row["id"]) for row in waiting),
            both_ways([row["apart"] for row in waiting]),
        )

    async def searched(self, missed: Missed) -> None:
        """Note that these fill no table; see `SeekStore.searched`."""
        await self._ask.do(SEARCHED, missed.kind, missed.mark)

    async def seat(self, seeks: Sequence[UUID], draw: Draw) -> bool:
        """Pair seeks for the same; see `SeekStore.seat`."""
        return bool(await self._ask.value(SEAT, list(seeks), *drawn(draw)))

    async def repeated(self, key: CommandKey) -> Seek | None:
        """Return the seek that was made with a key. Raises `KeyReused`."""
        row = await self._ask.row(ASKED, key.id)
        if row is None:
            return None
        if row["request"] != key.request:
            raise KeyReused
        return seek_of(row)

    async def one(self, seek: UUID) -> Seek | None:
        """Return a seek; None: there is none of this id."""
        row = await self._ask.row(SEEK, seek)
        return None if row is None else seek_of(row)

    async def of_player(self, player: UUID) -> list[Seek]:
        """Return the seeks of a player that wait or are paired, the oldest first."""
        return [seek_of(row) for row in await self._ask.rows(GOING_ON_OF, player)]

    async def demand(self, at: int, limit: int, game: str | None = None) -> list[Demand]:
        """Return what is sought; see `SeekStore.demand`."""
        rows = await self._ask.rows(DEMAND, at, limit, [*GAMES] if game is None else [game])
        return [Demand(sought_of(row), row["waiting"], row["with_house"], row["since"]) for row in rows]

    async def extend(self, seek: UUID, until: int) -> None:
        """Let a seek that waits do so until a time, and no longer."""
        await self._ask.do(EXTEND, seek, until)

    async def withdraw(self, seek: UUID, player: UUID, at: int) -> None:
        """End a seek of a player, if it waits."""
        await self._ask.do(WITHDRAW, seek, player, at)

    async def has_work(self, at: int) -> bool:
        """Return whether something is to be done at a time; see `SeekStore.has_work`."""
        return bool(await self._ask.value(HAS_WORK, at, at - KEPT_MS))

    async def fill(self, house: UUID, draw: Draw) -> UUID | None:
        """Pair the first who waits for house players no longer; see `SeekStore.fill`."""
        found = await self._ask.value(FILL, house, *drawn(draw))
        return None if found is None else plain(found)

    async def pairing(self, table: UUID) -> Pairing | None:
        """Return the pairing for a table that may not be open yet; None: there is none."""
        row = await self._ask.row(PAIRING, table)
        return None if row is None else pairing_of(row)

    async def due(self, at: int, limit: int) -> list[Pairing]:
        """Return pairings that nobody has opened in time; see `SeekStore.due`."""
        return [pairing_of(row) for row in await self._ask.rows(DUE_PAIRINGS, at, at + PATIENCE_MS, limit)]

    async def settle(self, table: UUID, at: int, state: Literal["seated", "expired"]) -> list[Seek]:
        """End the seeks of a pairing; see `SeekStore.settle`."""
        return [seek_of(row) for row in await self._ask.rows(SETTLE_PAIRING, table, at, state)]

    async def forget(self, player: UUID) -> None:
        """Delete all seeks of a player."""
        await self._ask.do(FORGET_SEEKS, player)

    async def clean(self, at: int, limit: int) -> None:
        """End seeks that have waited for too long, and delete old ones; see `SeekStore.clean`."""
        await self._ask.do(EXPIRE, at, limit)
        await self._ask.do(DELETE, at - KEPT_MS, limit)


def parts(sought: Sought) -> tuple[str, str, str]:
    """Return the game, the options and the settings of what is sought, as the columns have them."""
    return sought.game, msgspec.json.encode(sought.options).decode(), msgspec.json.encode(sought.settings).decode()


def drawn(draw: Draw) -> tuple[UUID, list[int], int, int]:
    """Return a draw as the last arguments of the functions that pair; the last one is when the table is due."""
    return draw.table, list(draw.places), draw.at, draw.at + PATIENCE_MS


def sought_of(row: asyncpg.Record) -> Sought:
    """Return what is sought, from the columns of a row."""
    settings = msgspec.json.decode(row["settings"], type=TableSettings)
    return Sought(row["game"], msgspec.json.decode(row["options"]), settings)


def seek_of(row: asyncpg.Record) -> Seek:
    """Return a row of the table `seek`."""
    return Seek(
        plain(row["id"]),
        plain(row["player"]),
        sought_of(row),
        row["asked_at"],
        row["house_at"],
        row["expires_at"],
        row["state"],
        None if row["table_id"] is None else plain(row["table_id"]),
        row["seat"],
        row["ended_at"],
    )


def pairing_of(row: asyncpg.Record) -> Pairing:
    """Return a row of the table `pairing`."""
    return Pairing(plain(row["table_id"]), sought_of(row), plain(row["creator"]), tuple(map(plain, row["seats"])))
