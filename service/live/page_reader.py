"""Reading pages from the log: each from the checkpoint before it, and one load for all who want it."""

import logging
from collections.abc import Callable
from functools import partial
from uuid import UUID

import msgspec

from domain.table import Snapshot
from service.live.memory import Memory, Shelf
from service.live.pages import PAGE_SIZE, FoldedEntry, Page, weight_of
from service.live.single_flight import SingleFlight
from service.live.turns import Turns
from service.play.reading import checkpoint_of, restored
from service.store import Epoch, EventStore, LogCorrupt
from service.store.checkpoint_writer import CheckpointWriter

log = logging.getLogger(__name__)


class PageReader:
    """Reads pages of histories, and caches them in `memory`.

    Everything raises `StoreUnavailable`, `NotReadable` and `LogCorrupt`, except for what is cached.

    `epoch` gives the present epoch of the log; where that changes, what is cached is forgotten.
    """

    def __init__(
        self,
        store: EventStore,
        memory: Memory,
        epoch: Callable[[], Epoch],
        turns: Turns,
        checkpoints: CheckpointWriter,
    ) -> None:
        self._store = store
        self._memory = memory
        self._epoch = epoch
        self._turns = turns
        self._checkpoints = checkpoints
        self._kept: Shelf[Page] = Shelf(memory, "page")
        self._single_flight = SingleFlight()

    def cached(self, table_id: UUID, number: int) -> Page | None:
        """Return a page, as far as it is in memory; None: it is not."""
        return self._kept.get(table_id, number) if self._epoch() else None

    async def page(self, table_id: UUID, number: int, least: int) -> Page:
        """Return a page that has been read up to a version at least."""
        alone: int | None = None
        while True:
            page = self.cached(table_id, number)
            if page is not None and page.last >= least:
                return page
            load = partial(self._read_page, table_id, number, least)
            try:
                page = await self._single_flight.share((table_id, number, self._epoch(), alone), load)
            except LogCorrupt:
                if alone == least:
                    raise
                alone = least  # it may have been read for somebody who wanted more of it, from a history that is lost
                continue
            if page.last >= least:
                return page

    async def _read_page(self, table_id: UUID, number: int, least: int) -> Page:
        """Read what there is of a page, from the log and its checkpoint; anew if the log has another history now."""
        epoch, page = self._epoch(), self._kept.get(table_id, number)
        try:
            page = page or await self._new_page(table_id, number)
            await self._fill(table_id, page, page.first + PAGE_SIZE, least)
        except LogCorrupt:
            self._memory.forget(table_id)
            page = await self._new_page(table_id, number)
            await self._fill(table_id, page, page.first + PAGE_SIZE, least)
        if self._epoch() == epoch:
            self._kept.put(table_id, number, page, page.size)
        return page

    async def _new_page(self, table_id: UUID, number: int) -> Page:
        """Return a page without entries: from the page before, from a checkpoint, or folded from further back."""
        if number == 0:
            return Page(table_id, 0, None)
        before = self._kept.get(table_id, number - 1)
        if before is not None and before.end is not None:
            return Page(table_id, number * PAGE_SIZE, before.end, weight_of(before.end))
        first = number * PAGE_SIZE
        checkpoint = await self._store.checkpoint(table_id, first)
        snapshot = restored(checkpoint) if checkpoint is not None else None
        if checkpoint is not None and snapshot is None:
            told = {"table": str(table_id), "version": checkpoint.version}
            log.info("A checkpoint is of another form, as after an update, or damaged, and is made anew", extra=told)
        if snapshot is None or snapshot.version < first:
            snapshot = await self._fold(table_id, snapshot, first)
        return Page(table_id, first, snapshot, weight_of(snapshot))

    async def _fold(self, table_id: UUID, snapshot: Snapshot | None, up_to: int) -> Snapshot:
        """Fold a table from a snapshot, or from its beginning, up to where a page begins; keep checkpoints on the way.

        What was read is not cached: it was not asked for.
        """
        while True:
            past = await self._fold_on(table_id, snapshot, up_to)
            encoded = msgspec.msgpack.encode(past.after)
            self._checkpoints.keep(checkpoint_of(table_id, past.after, past.hash, encoded))
            if past.version == up_to:
                return past.after
            snapshot = past.after

    async def _fold_on(self, table_id: UUID, snapshot: Snapshot | None, up_to: int) -> FoldedEntry:
        """Fold a table from a snapshot to where the next page begins, or to a version before that."""
        page = Page(table_id, 0 if snapshot is None else snapshot.version, snapshot)
        last = min(up_to, (page.first // PAGE_SIZE + 1) * PAGE_SIZE)
        await self._fill(table_id, page, last)
        return [past async for slice_ in self._turns.through(page.folded(last)) for past in slice_][-1]

    async def _fill(self, table_id: UUID, page: Page, up_to: int, least: int | None = None) -> None:
        """Read what comes next on a page, up to a version, and `least` at least: that one too, if it is not given."""
        rows = await self._store.read(table_id, page.last, up_to)
        async for _ in self._turns.through(page.take_in(rows)):
            pass
        if page.last < (up_to if least is None else least):
            self._memory.forget(table_id)
            raise LogCorrupt(f"table {table_id} has no version {page.last + 1}, which was there")
