"""Reading tables from the log for those who write: from the newest checkpoint on, in slices between which others go."""

import asyncio
from uuid import UUID

import msgspec

from domain import UnknownRules, rules_of
from domain.table import Recorded, Snapshot, snapshot_type
from service.play.stream import Stream
from service.store import Checkpoint, EventStore
from service.store.port import LAST_VERSION


class LogReader:
    """Reads streams; `slice_size` is how many entries are folded before others go on."""

    def __init__(self, store: EventStore, slice_size: int) -> None:
        self._store = store
        self._slice_size = slice_size

    async def load(self, stream: Stream, up_to: int = LAST_VERSION) -> None:
        """Read a table, up to a version; there may be none.

        Raises `StoreUnavailable`, `NotReadable` or `LogCorrupt`.
        """
        checkpoint = await self._store.checkpoint(stream.table_id, up_to)
        snapshot = restored(checkpoint) if checkpoint is not None else None
        if checkpoint is not None and snapshot is not None:
            stream.begin_at(checkpoint, snapshot)
        await self.catch_up(stream, up_to)

    async def catch_up(self, stream: Stream, up_to: int = LAST_VERSION) -> None:
        """Fold what is new at a table, up to a version.

        Raises `StoreUnavailable`, `NotReadable` or `LogCorrupt`.
        """
        while stream.version < up_to:
            rows = await self._store.read(
                stream.table_id, stream.version, min(stream.version + self._slice_size, up_to)
            )
            for _ in stream.take_in(rows):
                pass
            if len(rows) < self._slice_size:
                return
            await asyncio.sleep(0)

    async def step(self, table_id: UUID, step: int) -> tuple[Recorded[Snapshot], ...]:
        """Return the entries of a step that is in the log."""
        stream = Stream(table_id)
        if step > 1:
            await self.load(stream, step - 1)
        recorded: list[Recorded[Snapshot]] = []
        while True:
            rows = await self._store.read(table_id, stream.version, stream.version + self._slice_size)
            recorded += stream.take_in([row for row in rows if row.step == step])
            if len(rows) < self._slice_size or rows[-1].step != step:
                return tuple(recorded)


def checkpoint_of(table_id: UUID, snapshot: Snapshot, link: bytes, encoded: bytes) -> Checkpoint:
    """Return the checkpoint of a table at a version, whose chain ends with `link`, of its encoded snapshot."""
    table = snapshot.table
    return Checkpoint(table_id, snapshot.version, table.game, table.rules_version, link, encoded)


def restored(checkpoint: Checkpoint) -> Snapshot | None:
    """Return the snapshot of a checkpoint; None if it was made by rules that are not here, or is of another form."""
    try:
        kind = snapshot_type(rules_of(checkpoint.game, checkpoint.rules_version))
        snapshot: Snapshot = msgspec.msgpack.decode(checkpoint.snapshot, type=kind)
    except (UnknownRules, msgspec.MsgspecError):
        return None
    return snapshot if snapshot.version == checkpoint.version and is_of_table(checkpoint, snapshot) else None


def is_of_table(checkpoint: Checkpoint, snapshot: Snapshot) -> bool:
    """Return whether a checkpoint was made by the rules that its table is played by."""
    table = snapshot.table
    return (checkpoint.game, checkpoint.rules_version) == (table.game, table.rules_version)
