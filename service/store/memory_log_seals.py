"""What a store in memory keeps for the seals of the log."""

from collections.abc import Callable, Collection, Iterable, Mapping

from service.store.log_seals import TILE_HEIGHT, LaneLeaf, LogSeal, Place, Tile
from service.store.memory_database import MemoryDatabase
from service.store.port import LANES, Epoch


class MemoryLogSeals:
    """`LogSeals` that are gone with their process; `epoch` gives the present one, if it is not that of the database."""

    def __init__(self, database: MemoryDatabase, epoch: Callable[[], Epoch] | None = None) -> None:
        self._lanes = database.lanes
        self._tiles = database.tiles
        self._seals = database.log_seals
        self._epoch = epoch or (lambda: database.epoch)

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return the leaves of a lane's tree; see `LogSeals.leaves`."""
        events = self._lanes[lane][after : after + limit]
        return [LaneLeaf(each.position, each.table_id, each.version, each.hash) for each in events]

    async def tile_counts(self, level: int) -> dict[int, int]:
        """Return how many tiles of a level there are of each lane."""
        there = [place.lane for place in self._tiles if place.level == level]
        return {lane: there.count(lane) for lane in range(LANES)}

    async def tiles(self, places: Collection[Place]) -> dict[Place, Tile]:
        """Return those of some tiles that exist."""
        return {place: self._tiles[place] for place in places if place in self._tiles}

    async def tile_roots(self, lane: int, level: int, first: int, limit: int) -> list[bytes]:
        """Return the roots of the tiles of a level; see `LogSeals.tile_roots`."""
        places = (Place(lane, level, number) for number in range(first, first + limit))
        return [self._tiles[place].root for place in places if place in self._tiles]

    async def keep_tiles(self, tiles: Mapping[Place, Tile], epoch: Epoch) -> None:
        """Keep tiles; see `LogSeals.keep_tiles`."""
        if epoch == self._epoch():
            self._tiles.update(tiles)

    async def may_lack(self, epoch: str | None) -> Collection[int]:
        """Return no lane: all are where the seals are; see `LogSeals.may_lack`."""
        return ()

    async def drop_tiles(self, lane: int, number: int, root: bytes) -> None:
        """Delete the tiles of a lane from one on; see `LogSeals.drop_tiles`."""
        first = self._tiles.get(Place(lane, 0, number))
        if first is not None and first.root == root:
            for each in list(self._tiles):
                if each.lane == lane and each.number >= number >> TILE_HEIGHT * each.level:
                    del self._tiles[each]

    async def publish(self, seal: LogSeal) -> bool:
        """Keep a seal permanently; see `LogSeals.publish`."""
        if seal.number != len(self._seals) + 1 or seal.epoch != str(self._epoch()):
            return False
        self._seals.append(seal)
        return True

    async def newest(self, made_before: int | None = None) -> LogSeal | None:
        """Return the newest seal; see `LogSeals.newest`."""
        made = (each for each in reversed(self._seals) if made_before is None or each.at < made_before)
        return next(made, None)

    async def numbered(self, numbers: Iterable[int]) -> dict[int, LogSeal]:
        """Return those of some seals that exist, by their numbers."""
        return {number: self._seals[number - 1] for number in numbers if 1 <= number <= len(self._seals)}

    async def page(self, before: int | None, limit: int) -> list[LogSeal]:
        """Return seals, the newest first; see `LogSeals.page`."""
        below = self._seals if before is None else self._seals[: max(0, before - 1)]
        return below[::-1][:limit]
