"""The history of tables: what the log had at any version, for all who read and never for those who write.

A table's log is read in pages, each from the checkpoint that stands before it; so a request costs at most a page,
however long the table's log is. Readers near the end are served from what the engine has just told.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar
from uuid import UUID

from domain.table import Entry, Snapshot
from service.live.memory import Memory, Shelf
from service.live.pace import PACE, Pace
from service.live.page_reader import PageReader
from service.live.pages import PAGE_SIZE, RECENT_SIZE, FoldedEntry, Recent, follows, looked_at
from service.live.single_flight import SingleFlight
from service.live.turns import Turns
from service.play.engine import Outcome, UnknownTable
from service.play.reading import is_of_table
from service.runtime.unavailable import Unavailable
from service.store import Checkpoint, Epoch, EventStore
from service.store.checkpoint_writer import CheckpointWriter

T = TypeVar("T")


class AnotherHistory(Unavailable):
    """The log got another history while something was read, as after the restore of a backup."""


class History:
    """What happened at the tables. Everything raises `StoreUnavailable`, `NotReadable` or `LogCorrupt`.

    `memory` is what readers cache in. `tell` hears of what this process records.
    """

    def __init__(self, store: EventStore, memory: Memory, pace: Pace = PACE) -> None:
        self._store = store
        self._memory = memory
        self._epoch = store.epoch
        self._recent: Shelf[Recent] = Shelf(memory, "recent")
        self._turns = Turns(pace)
        self._single_flight = SingleFlight()
        self.checkpoints = CheckpointWriter(store)
        self._pages = PageReader(store, memory, lambda: self.epoch, self._turns, self.checkpoints)

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log; when it changes, everything that readers cache is forgotten."""
        if self._epoch != self._store.epoch:
            self._epoch = self._store.epoch
            self._memory.clear()
        return self._epoch

    @contextlib.contextmanager
    def unbroken(self) -> Iterator[None]:
        """Raise `AnotherHistory` if the log gets another history in this context.

        What was read may be of both histories then, and any error may follow from that.
        """
        epoch = self.epoch
        try:
            yield
        except Exception:
            if self.epoch == epoch:
                raise
        self.must_be_of(epoch)

    def must_be_of(self, epoch: Epoch) -> None:
        """Raise `AnotherHistory` unless the log still has the history of an epoch."""
        if self.epoch != epoch:
            raise AnotherHistory("the log has another history by now")

    async def in_one(self, read: Callable[[], Awaitable[T]]) -> T:
        """Return what is read, all of one history: if the log gets another one meanwhile, it is read once more.

        Raises `AnotherHistory` if that happens twice.
        """
        with contextlib.suppress(AnotherHistory), self.unbroken():
            return await read()
        with self.unbroken():
            return await read()

    # The end of the log

    def tell(self, outcome: Outcome) -> None:
        """Take in what the engine has recorded, if somebody reads the table here; all else is read from the log.

        What does not fit, or was recorded in another epoch, is forgotten, and read from the log, too.
        """
        recent = self._recent_of(outcome.table_id)
        if recent is not None and outcome.epoch == self._epoch:
            items = [FoldedEntry(each.entry, each.snapshot, each.hash) for each in outcome.recorded]
            self._take_in(outcome.table_id, recent, items)

    def cached(self, table_id: UUID) -> Snapshot | None:
        """Return the table as it was last seen here, if it is in memory; it may have moved on."""
        recent = self._recent_of(table_id)
        return None if recent is None else recent.last.after

    def _recent_of(self, table_id: UUID) -> Recent | None:
        return self._recent.get(table_id) if self.epoch else None

    async def head(self, table_id: UUID) -> int:
        """Return the version of the table in the log. Raises `UnknownTable`."""
        version = (await self._store.heads([table_id])).get(table_id, 0)
        if version == 0:
            raise UnknownTable
        return version

    async def in_common(self, table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        """Return up to which version tables have the history that they had in an epoch; see `EventStore.in_common`."""
        return await self._store.in_common(table_ids, epoch)

    async def current(self, table_id: UUID) -> Snapshot:
        """Return the table as it is in the log at this moment. Raises `UnknownTable`."""
        while True:
            with contextlib.suppress(AnotherHistory), self.unbroken():
                return await self._current(table_id, self.epoch)

    async def _current(self, table_id: UUID, epoch: Epoch) -> Snapshot:
        seen = self.cached(table_id)
        head = await self.head(table_id)
        if seen is not None and seen.version > head:
            self._memory.forget(table_id)
        while True:
            snapshot = self.cached(table_id)
            if snapshot is None or snapshot.version < head:
                load = partial(self._catch_up, table_id, head)
                snapshot = await self._single_flight.share(("end", table_id, epoch), load)
            if snapshot.version >= head:
                return snapshot

    async def beyond(self, table_id: UUID, version: int) -> Snapshot:
        """Return the table as it stands in memory, if that is newer than a version; else as it is in the log.

        Raises `UnknownTable`.
        """
        snapshot = self.cached(table_id)
        return snapshot if snapshot is not None and snapshot.version > version else await self.current(table_id)

    async def _catch_up(self, table_id: UUID, head: int) -> Snapshot:
        """Read the last entries up to a version, and return the table as it is then.

        Since somebody has asked for it, the engine may have told it.
        """
        epoch = self.epoch
        recent = self._recent_of(table_id)
        known = 0 if recent is None else recent.last.version
        if recent is not None and known >= head:
            return recent.last.after
        items: list[FoldedEntry] = []
        async for slice_ in self.walk(table_id, max(0, known, head - RECENT_SIZE), head, FoldedEntry):
            items += slice_
        if self.epoch == epoch:
            if recent is not None and not follows(table_id, recent.last, items[0]):
                self._memory.forget(table_id)
            self._take_in(table_id, self._recent_of(table_id), items)
        return items[-1].after

    def _take_in(self, table_id: UUID, recent: Recent | None, items: list[FoldedEntry]) -> None:
        """Take in entries at a table of which `recent` is in memory; None: nothing is."""
        size = 0 if recent is None else recent.size
        if recent is None or not recent.take_in(items):
            if recent is not None:
                self._memory.forget(table_id)
            recent, size = Recent(items), 0
        if recent.size != size:
            self._recent.put(table_id, None, recent, recent.size)

    # Any version

    async def at(self, table_id: UUID, version: int) -> Snapshot:
        """Return the table as it was at a version, from 1 to that of the log."""
        walk = self.walk(table_id, version - 1, version, lambda _, after, __: after)
        return [after async for slice_ in walk for after in slice_][-1]

    async def walk(
        self,
        table_id: UUID,
        after: int,
        up_to: int,
        see: Callable[[Entry, Snapshot, bytes], T | None],
        *,
        at_length: bool = False,
    ) -> AsyncIterator[Sequence[T]]:
        """Yield what `see` makes of the entries after a version, up to another one that the log has, slice by slice.

        It is given each entry, the snapshot right after it, and its link of the chain. None is left out, and no slice
        is empty. Between two slices others have their turn. What is in memory is one slice, unless `see` looks at each
        entry `at_length`.
        """
        while after < up_to:
            recent = self._recent_of(table_id)
            near = recent.since(after, up_to) if recent is not None else []
            if near:
                seen = (see(each.entry, each.after, each.hash) for each in near)
                if at_length:
                    async for slice_ in self._turns.through(seen):
                        yield slice_
                elif given := [each for each in seen if each is not None]:
                    yield given
                return
            last = min(up_to, (after // PAGE_SIZE + 1) * PAGE_SIZE)
            page = await self._pages.page(table_id, after // PAGE_SIZE, last)
            async for slice_ in self._turns.through(looked_at(page, after, last, see)):
                yield slice_
            after = last

    async def back(self, table_id: UUID, version: int) -> AsyncIterator[Sequence[Entry]]:
        """Yield the entries from a version back to the first one, slice by slice, in each the last one first."""
        recent = self._recent_of(table_id)
        if recent is not None and recent.items[0].version <= version <= recent.last.version:
            first = recent.items[0].version
            yield [each.entry for each in reversed(recent.since(first - 1, version))]
            version = first - 1
        while version > 0:
            number = (version - 1) // PAGE_SIZE
            page = await self._pages.page(table_id, number, version)
            yield page.entries[: version - page.first][::-1]
            version = page.first

    async def ends_step(self, table_id: UUID, version: int, head: int) -> bool:
        """Return whether a version ends its step. The last one, `head`, does: a step is recorded as a whole."""
        if version >= head:
            return True
        recent, page = self._recent_of(table_id), self._pages.cached(table_id, version // PAGE_SIZE)
        if recent is not None and (near := recent.since(version, version + 1)):
            return near[0].entry.step > version
        if page is not None and page.last > version:
            return page.entries[version - page.first].step > version
        return all(row.step > version for row in await self._store.read(table_id, version, version + 1))

    def in_turns(self, work: Iterable[T | None]) -> AsyncIterator[Sequence[T]]:
        """Do some work slice by slice, as `walk` does: other tasks run between two slices."""
        return self._turns.through(work)

    # Checkpoints

    async def kept(self, table_id: UUID, snapshot: Snapshot, version: int, part: str) -> Checkpoint | None:
        """Return the newest checkpoint of a part of a table up to a version; None if it is not of the table's rules."""
        checkpoint = await self._store.checkpoint(table_id, version, part)
        return checkpoint if checkpoint is not None and is_of_table(checkpoint, snapshot) else None
