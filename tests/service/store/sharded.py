"""A log of several shards in memory."""

from collections.abc import Sequence

from service.store import MemoryStore
from service.store.memory_log_seals import MemoryLogSeals
from service.store.port import FIRST_EPOCH
from service.store.sharded.epochs import EpochsInMemory
from service.store.sharded.shards import Shards
from service.store.sharded.store import ShardedStore


def over(shards: Sequence[MemoryStore | None]) -> ShardedStore:
    """Return the store over shards in memory; None: one that is away."""
    epochs = EpochsInMemory(lambda: [FIRST_EPOCH if each is None else each.epoch for each in shards])
    return ShardedStore(Shards(shards), epochs, MemoryLogSeals((), lambda: epochs.current))
