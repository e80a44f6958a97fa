"""Pages of histories: what a reader keeps of a stretch of a table's log, and how it is folded."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain import rules_of
from domain.table import FIRST_LINK, Entry, Snapshot, evolve, link
from service.play.engine import CHECKPOINT_EVERY
from service.play.stream import SIZE_IN_MEMORY, entry_of
from service.store import LogCorrupt, StoredEvent

T = TypeVar("T")

PAGE_SIZE = CHECKPOINT_EVERY
"""Number of versions of a page; a checkpoint stands before each."""

RECENT_SIZE = 64
"""Number of the last entries of a table that are cached with their snapshots, for readers who are nearly up to date."""

ROOM = 16
"""Number of entries for which memory is counted together, and after which those that are too many are dropped."""

BYTES_OF_EVENT = 4
"""Bytes in memory for each byte of an encoded event."""
BYTES_OF_ENTRY = 400
"""Bytes that an entry takes whatever its event is."""
BYTES_OF_CHANGE = 2_000
"""Bytes by which a snapshot differs from the one before it."""


class FoldedEntry(Struct, frozen=True, gc=False):
    """An entry of a table's log with the snapshot right after it, and its hash."""

    entry: Entry
    after: Snapshot
    hash: bytes

    @property
    def version(self) -> int:
        """The number of the entry."""
        return self.entry.version


class Page:
    """The entries of a table from a version on, as many as have been read: no more than fit on a page.

    `base` is the table before the first of them, None before the first of all.
    """

    __slots__ = ("base", "end", "entries", "first", "hashes", "size", "table_id")

    def __init__(self, table_id: UUID, first: int, base: Snapshot | None, size: int = 0) -> None:
        self.table_id = table_id
        self.first = first
        """The version before the page."""
        self.base = base
        self.entries: list[Entry] = []
        self.hashes: list[bytes] = []
        self.end: Snapshot | None = None
        """The table after the page, once it is full and has been folded."""
        self.size = size

    @property
    def last(self) -> int:
        """The version of the last entry; if there is none yet, that before the page."""
        return self.first + len(self.entries)

    def take_in(self, rows: Iterable[StoredEvent]) -> Iterator[None]:
        """Decode rows of the log that come next, in steps of one.

        Raises `NotReadable`, and `LogCorrupt` if the first does not follow.

        Rows that are read together are of one history, so what is known here and what is new meet nowhere else.
        """
        unchecked = True
        rules = None if self.base is None else self.base.rules
        for row in rows:
            if rules is None and self.entries:
                opened = self.entries[0].event
                rules = rules_of(opened.game, opened.rules_version)
            entry = entry_of(row, rules)
            if self.entries and unchecked:
                self._must_follow(self.hashes[-1], entry, row.hash)
            unchecked = False
            self.entries.append(entry)
            self.hashes.append(row.hash)
            self.size += BYTES_OF_ENTRY + BYTES_OF_EVENT * (len(row.event) + len(row.command or b""))
            yield None

    def folded(self, up_to: int) -> Iterator[FoldedEntry]:
        """Fold the page from its beginning up to a version, which has been read.

        Raises `LogCorrupt` if that fails, and the page does not hold together.
        """
        snapshot = self.base
        for entry, hash_ in zip(islice(self.entries, up_to - self.first), self.hashes, strict=False):
            try:
                snapshot = evolve(snapshot, entry)
            except Exception:
                self._must_hold_together()
                raise
            yield FoldedEntry(entry, snapshot, hash_)
        if up_to == self.first + PAGE_SIZE:
            self.end = snapshot

    def _must_hold_together(self) -> None:
        """Raise `LogCorrupt` if an entry does not follow from the one before it: what was altered may fit nowhere."""
        known = 0 if self.base is None else 1  # the link before the page is not here
        before = [FIRST_LINK, *self.hashes][known:]
        for previous, entry, hash_ in zip(before, self.entries[known:], self.hashes[known:], strict=False):
            self._must_follow(previous, entry, hash_)

    def _must_follow(self, previous: bytes, entry: Entry, hash_: bytes) -> None:
        """Raise `LogCorrupt` unless an entry of this hash follows from one of the `previous` hash."""
        if link(previous, self.table_id, entry) != hash_:
            raise LogCorrupt(f"event {entry.version} of {self.table_id} does not follow from the one before it")


class Recent:
    """The last entries of a table, with their snapshots."""

    __slots__ = ("items", "weight")

    def __init__(self, items: list[FoldedEntry]) -> None:
        self.items = items[-RECENT_SIZE:]
        self.weight = weight_of(self.items[-1].after)

    @property
    def last(self) -> FoldedEntry:
        """The last entry."""
        return self.items[-1]

    @property
    def size(self) -> int:
        """Bytes in memory: room for more entries is counted ahead, so that it seldom changes."""
        return self.weight + -(-len(self.items) // ROOM) * ROOM * (BYTES_OF_ENTRY + BYTES_OF_CHANGE)

    def since(self, after: int, up_to: int) -> list[FoldedEntry]:
        """Return the entries after a version and up to another; nothing if they are not all here."""
        before = self.items[0].version - 1
        if not before <= after < up_to <= self.last.version:
            return []
        return self.items[after - before : up_to - before]

    def at(self, version: int) -> Snapshot | None:
        """Return the table at a version; None: it is not here."""
        found = self.since(version - 1, version)
        return found[0].after if found else None

    def take_in(self, items: list[FoldedEntry]) -> bool:
        """Take in entries that were recorded, as far as they are new; return whether they follow from what is here."""
        last = self.items[-1]
        version = last.entry.version
        if items[0].entry.version != version + 1:
            known = bisect_left(items, version + 1, key=lambda past: past.version)
            if known and items[known - 1].version == version and items[known - 1].hash != last.hash:
                return False
            items = items[known:]
            if items and items[0].version != version + 1:
                self.items = []
        self.items += items
        if len(self.items) >= RECENT_SIZE + ROOM:
            del self.items[:-RECENT_SIZE]
        return True


def follows(table_id: UUID, before: FoldedEntry, item: FoldedEntry) -> bool:
    """Return whether an entry stands in the chain right after another one, if it is the next."""
    return item.version != before.version + 1 or link(before.hash, table_id, item.entry) == item.hash


def looked_at(
    page: Page, after: int, up_to: int, see: Callable[[Entry, Snapshot, bytes], T | None]
) -> Iterator[T | None]:
    """Fold a page up to a version, and show what comes after another one."""
    for each in page.folded(up_to):
        yield see(each.entry, each.after, each.hash) if each.version > after else None


def weight_of(snapshot: Snapshot) -> int:
    """Return about how many bytes a snapshot takes in memory."""
    return SIZE_IN_MEMORY * len(msgspec.msgpack.encode(snapshot))
