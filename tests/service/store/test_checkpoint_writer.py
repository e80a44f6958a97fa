"""Checkpoints are written beside the requests; those of a shard that is away are dropped."""

from collections.abc import Collection
from uuid import UUID

from service.runtime.background import running
from service.store import Checkpoint, MemoryStore, StoreUnavailable
from service.store.checkpoint_writer import CheckpointWriter
from tests.service.workers import eventually


class TwoShards(MemoryStore):
    """A log whose shards have the tables with even numbers, and those with odd ones."""

    def __init__(self, away: Collection[int]) -> None:
        super().__init__()
        self.away = away
        self.kept: list[UUID] = []
        self.tried = 0

    def shard_of(self, table_id: UUID) -> int:
        """Return the shard of a table."""
        return table_id.int % 2

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint."""
        self.tried += 1
        if self.shard_of(checkpoint.table_id) in self.away:
            raise StoreUnavailable
        self.kept.append(checkpoint.table_id)


async def test_what_waits_for_a_shard_that_is_away_is_dropped_and_all_else_is_written() -> None:
    store = TwoShards(away={1})
    writer = CheckpointWriter(store)
    tables = [UUID(int=number) for number in range(6)]
    for table in tables[:4]:
        writer.keep(Checkpoint(table, 1, "", "", b"", b""))

    async def are_tried() -> bool:
        return store.tried == 3

    async def is_written() -> bool:
        return tables[5] in store.kept

    async with running(writer.run):
        await eventually(are_tried)
        store.away = ()
        for table in tables[4:]:
            writer.keep(Checkpoint(table, 1, "", "", b"", b""))
        await eventually(is_written)

    assert store.kept == [tables[0], tables[2], *tables[4:]]
