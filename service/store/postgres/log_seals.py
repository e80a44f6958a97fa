"""What the log on Postgres keeps for its seals, and the questions to it."""

from collections.abc import Collection, Iterable, Mapping

import asyncpg
from msgspec.structs import astuple

from service.store.log_seals import TILE_HEIGHT, LaneLeaf, LogSeal, Place, Tile
from service.store.port import Epoch, LogCorrupt
from service.store.postgres.asking import Asking
from service.store.postgres.bounds import LAST_TIME
from service.store.postgres.connections import Pool
from service.store.postgres.epochs import PRESENT_EPOCH
from service.store.postgres.ids import plain

LEAVES = """
(select position, table_id, version, hash from event where lane = $1 and position > $2 order by position limit $3)
union all
select position, archive.table_id, version, hash from archive cross join unnest(archive.events)
where places && int8range(($1::bigint << 48) + $2 + 1, ($1::bigint << 48) + $2 + $3 + 1)
    and position > $2 and position <= $2 + $3
order by position limit $3
"""
"""As a page of a lane is read, without what was played."""
TILE_COUNTS = """
select lane, coalesce((
    select tile.number + 1 from tile where tile.lane = lane.lane and tile.level = $1 order by tile.number desc limit 1
), 0) as count
from lane
"""
TILES = """
select asked.place, found.hashes, found.root
from unnest($1::smallint[], $2::smallint[], $3::bigint[]) with ordinality as asked (lane, level, number, place)
cross join lateral (
    select hashes, root from tile
    where tile.lane = asked.lane and tile.level = asked.level and tile.number = asked.number limit 1
) as found
"""
TILE_ROOTS = """
select root from tile where lane = $1 and level = $2 and number >= $3 and number < $3 + $4 order by number
"""
KEEP_TILES = f"""
insert into tile (lane, level, number, hashes, root)
select kept.lane, kept.level, kept.number, kept.hashes, kept.root
from unnest($1::smallint[], $2::smallint[], $3::bigint[], $4::bytea[], $5::bytea[])
    as kept (lane, level, number, hashes, root)
where $6 = (select present.number || '-' || left(present.id::text, 8) from ({PRESENT_EPOCH}) as present)
on conflict (lane, level, number) do nothing
"""  # noqa: S608 - only a statement of ours is put in
DROP_TILES = f"""
delete from tile using generate_series(0, {63 // TILE_HEIGHT}) as above (level)
where tile.lane = $1 and tile.level = above.level and tile.number >= $2::bigint >> {TILE_HEIGHT} * above.level
    and exists (
        select from tile as first where first.lane = $1 and first.level = 0 and first.number = $2 and first.root = $3
    )
"""  # noqa: S608 - only numbers of ours are put in
COLUMNS = "number, at, epoch, cut, previous, root, positions, roots, key_id, signature"
PUBLISH = f"""
insert into log_seal ({COLUMNS})
select $1::integer, $2::bigint, $3::text, $4, $5, $6, $7, $8, $9, $10
where $1 = coalesce((select last.number from log_seal as last order by last.number desc limit 1), 0) + 1
    and $3 = (select present.number || '-' || left(present.id::text, 8) from ({PRESENT_EPOCH}) as present)
on conflict do nothing returning number
"""  # noqa: S608 - only the names of columns are put in
"""If two processes make the same number, only one succeeds."""
NEWEST_SEAL = f"""
select {COLUMNS} from log_seal where at < $1 order by at desc limit 1
"""  # noqa: S608 - as above
NUMBERED = f"""
select {COLUMNS} from log_seal where number = any ($1::integer[])
"""  # noqa: S608 - as above
SEALS = f"""
select {COLUMNS} from log_seal where number < $1 order by number desc limit $2
"""  # noqa: S608 - as above

ABOVE_ALL = 2**31 - 1


class PostgresLogSeals:
    """`LogSeals` on the connections of a store."""

    def __init__(self, reading: Pool) -> None:
        self._reading = Asking(reading)

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return the leaves of a lane's tree; see `LogSeals.leaves`."""
        rows = await self._reading.rows(LEAVES, lane, after, limit)
        for expected, row in enumerate(rows, after + 1):
            if row[0] != expected:
                raise LogCorrupt(f"lane {lane} has no position {expected}, but has {row[0]}")
        return [LaneLeaf(position, plain(table), version, hash_) for position, table, version, hash_ in rows]

    async def tile_counts(self, level: int) -> dict[int, int]:
        """Return how many tiles of a level there are of each lane."""
        rows = await self._reading.rows(TILE_COUNTS, level)
        return {row["lane"]: row["count"] for row in rows}

    async def tiles(self, places: Collection[Place]) -> dict[Place, Tile]:
        """Return those of some tiles that there are."""
        asked = list(places)
        rows = await self._reading.rows(TILES, *columns(asked))
        return {asked[place - 1]: Tile(hashes, root) for place, hashes, root in rows}

    async def tile_roots(self, lane: int, level: int, first: int, limit: int) -> list[bytes]:
        """Return the roots of the tiles of a level; see `LogSeals.tile_roots`."""
        return [row[0] for row in await self._reading.rows(TILE_ROOTS, lane, level, first, limit)]

    async def keep_tiles(self, tiles: Mapping[Place, Tile], epoch: Epoch) -> None:
        """Keep tiles; see `LogSeals.keep_tiles`."""
        hashes, roots = [tile.hashes for tile in tiles.values()], [tile.root for tile in tiles.values()]
        await self._reading.do(KEEP_TILES, *columns(tiles), hashes, roots, str(epoch))

    async def may_lack(self, epoch: str | None) -> Collection[int]:
        """Return no lane: all are where the seals are, and go back with them; see `LogSeals.may_lack`."""
        return ()

    async def drop_tiles(self, lane: int, number: int, root: bytes) -> None:
        """Delete the tiles of a lane from one on; see `LogSeals.drop_tiles`."""
        await self._reading.do(DROP_TILES, lane, number, root)

    async def publish(self, seal: LogSeal) -> bool:
        """Keep a seal permanently; see `LogSeals.publish`."""
        return await self._reading.value(PUBLISH, *astuple(seal)) is not None

    async def newest(self, made_before: int | None = None) -> LogSeal | None:
        """Return the newest seal; see `LogSeals.newest`."""
        row = await self._reading.row(NEWEST_SEAL, LAST_TIME if made_before is None else made_before)
        return None if row is None else log_seal(row)

    async def numbered(self, numbers: Iterable[int]) -> dict[int, LogSeal]:
        """Return those of some seals that there are, by their numbers."""
        asked = [number for number in numbers if number <= ABOVE_ALL]
        return {row["number"]: log_seal(row) for row in await self._reading.rows(NUMBERED, asked)}

    async def page(self, before: int | None, limit: int) -> list[LogSeal]:
        """Return seals, the newest first; see `LogSeals.page`."""
        below = ABOVE_ALL if before is None else min(before, ABOVE_ALL)
        return [log_seal(row) for row in await self._reading.rows(SEALS, below, limit)]


def columns(places: Collection[Place]) -> tuple[list[int], list[int], list[int]]:
    """Return the lanes, levels and numbers of tiles."""
    return [each.lane for each in places], [each.level for each in places], [each.number for each in places]


def log_seal(row: asyncpg.Record) -> LogSeal:
    """Return a row of the table `log_seal`, read with `COLUMNS`."""
    number, at, epoch, cut, previous, root, positions, roots, key_id, signature = row
    roots = [each or b"" for each in roots]  # the table's owner can take one out: then the seal is not as it was signed
    return LogSeal(number, at, epoch, cut, previous, root, tuple(positions), tuple(roots), key_id, signature)
