"""Checkpoints are written beside the requests: they are for speed only, so nobody waits, and any may be lost."""

import asyncio
from collections import deque

from service.store.port import Checkpoint, EventStore, StoreUnavailable

WAITING = 1_000
"""Maximum number of checkpoints that wait to be written; if there are more, the oldest are dropped."""


class CheckpointWriter:
    """Writes checkpoints to a store, one after the other."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._waiting: deque[Checkpoint] = deque(maxlen=WAITING)
        self._is_needed = asyncio.Event()

    def keep(self, checkpoint: Checkpoint) -> None:
        """Queue a checkpoint; it is written later, or never."""
        self._waiting.append(checkpoint)
        self._is_needed.set()

    async def run(self) -> None:
        """Write what is to be kept, until cancelled."""
        while True:
            await self._is_needed.wait()
            self._is_needed.clear()
            while self._waiting:
                checkpoint = self._waiting.popleft()
                try:
                    await self._store.keep_checkpoint(checkpoint)
                except StoreUnavailable:
                    self._drop(self._store.shard_of(checkpoint.table_id))

    def _drop(self, shard: int) -> None:
        """Drop what waits for a shard that is away: it is made again when it is missed."""
        others = [each for each in self._waiting if self._store.shard_of(each.table_id) != shard]
        self._waiting.clear()
        self._waiting.extend(others)
