"""The seals of a log of several shards: the leaves are in its shards, tiles and seals in one place for all of them."""

from collections.abc import Collection

from service.store.log_seals import LaneLeaf, LogSeals
from service.store.port import LANES, Epoch
from service.store.sharded.epochs import LogEpochs
from service.store.sharded.shards import Shards


class ShardedLogSeals:
    """`LogSeals` of which the events of a lane are read from its shard, and all else from `kept`."""

    def __init__(self, shards: Shards, epochs: LogEpochs, kept: LogSeals) -> None:
        self._shards = shards
        self._epochs = epochs
        self.tile_counts = kept.tile_counts
        self.tiles = kept.tiles
        self.tile_roots = kept.tile_roots
        self.keep_tiles = kept.keep_tiles
        self.drop_tiles = kept.drop_tiles
        self.publish = kept.publish
        self.newest = kept.newest
        self.numbered = kept.numbered
        self.page = kept.page

    async def may_lack(self, epoch: str | None) -> Collection[int]:
        """Return the lanes of the shards that have begun another history since an epoch; see `LogSeals.may_lack`."""
        then = None if epoch is None else await self._epochs.parts(Epoch.parsed(epoch))
        now = await self._epochs.parts(self._epochs.current)
        if then is None or now is None:
            return range(LANES)
        changed = [before != after for before, after in zip(then, now, strict=True)]
        return [lane for lane in range(LANES) if changed[lane % len(changed)]]

    async def leaves(self, lane: int, after: int, limit: int) -> list[LaneLeaf]:
        """Return the leaves of a lane's tree; see `LogSeals.leaves`."""
        number = lane % len(self._shards)
        return await self._shards.ask(number, lambda each: each.log_seals.leaves(lane, after, limit))
