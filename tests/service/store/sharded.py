"""A log of several shards in memory."""

from collections.abc import Callable, Sequence

from service.store import Epoch, EventStore
from service.store.memory_database import MemoryDatabase
from service.store.memory_log_seals import MemoryLogSeals
from service.store.port import FIRST_EPOCH
from service.store.sharded.shards import Shards
from service.store.sharded.store import ShardedStore


def over(shards: Sequence[EventStore | None], **seconds: float) -> ShardedStore:
    """Return the store over shards in memory; None: one that is away. `seconds` are those of `Shards`."""
    epochs = EpochsInMemory(lambda: [FIRST_EPOCH if each is None else each.epoch for each in shards])
    return ShardedStore(Shards(shards, **seconds), epochs, MemoryLogSeals(MemoryDatabase(), lambda: epochs.current))


class EpochsInMemory:
    """The epochs of a log whose shards are nowhere but in memory; `parts` gives those that they are in."""

    def __init__(self, parts: Callable[[], Sequence[Epoch]]) -> None:
        self._now = parts
        self._known = {tuple(parts()): FIRST_EPOCH}

    @property
    def current(self) -> Epoch:
        """The epoch that the shards are in together."""
        number = len(self._known) + 1
        return self._known.setdefault(tuple(self._now()), Epoch(number, f"{number:08x}"))

    async def parts(self, epoch: Epoch) -> Sequence[Epoch] | None:
        """Return the epochs of the shards in an epoch of the log; see `LogEpochs.parts`."""
        return next((parts for parts, known in self._known.items() if known == epoch), None)
