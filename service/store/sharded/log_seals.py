"""The seals of a log of several shards: the leaves are in its shards, tiles and seals in one place for all of them."""

from service.store.log_seals import LaneLeaf, LogSeals
from service.store.sharded.shards import Shards


class ShardedLogSeals:
    """`LogSeals` of which the events of a lane are read from its shard, and all else from `kept`."""

    def __init__(self, shards: Shards, kept: LogSeals) -> None:
        self._shards = shards
        self.tile_counts = kept.tile_counts
        self.tiles = kept.tiles
        self.tile_roots = kept.tile_roots
        self.keep_tiles = kept.keep_tiles
        self.publish = kept.publish
        self.newest = kept.newest
        self.numbered = kept.numbered
        self.page = kept.page

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return what the tree has of the events of a lane; see `LogSeals.leaves`."""
        number = lane % len(self._shards)
        return await self._shards.ask(number, lambda each: each.log_seals.leaves(lane, after, limit))
