"""Tables as they are looked at: their whole history, the last snapshots, and what readers cache of them.

Nothing here is locked by who writes: the engine tells what it has recorded (`Tables.told`), the rest is read from the
log.
"""

import asyncio
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Iterable
from itertools import islice
from uuid import UUID

from domain.events import DealStarted
from domain.table import Entry, Snapshot, evolve
from projections.items import Sight
from service.play.engine import Outcome, UnknownTable
from service.play.stream import entry_of
from service.store import EventStore, StoredEvent

RECENT = 32
"""Number of last snapshots that are kept, for readers who are nearly up to date."""


class LiveTable:
    """One table in memory: its history, its last snapshots, and what readers have seen of it."""

    __slots__ = ("deals", "history", "lock", "recent", "sights", "table_id", "views")

    def __init__(self, table_id: UUID) -> None:
        self.table_id = table_id
        self.lock = asyncio.Lock()
        self.history: list[Entry] = []
        self.deals: list[int] = []
        self.recent: deque[Snapshot] = deque(maxlen=RECENT)
        self.views: dict[int | None, tuple[int, bytes]] = {}
        self.sights: dict[tuple[int | None, str], tuple[int, Sight]] = {}

    @property
    def version(self) -> int:
        """The number of events at the table."""
        return len(self.history)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now."""
        return self.recent[-1]

    def add(self, entry: Entry, after: Snapshot) -> None:
        """Take in one entry of the log, with the snapshot right after it."""
        self.history.append(entry)
        self.recent.append(after)
        if isinstance(entry.event, DealStarted):
            self.deals.append(entry.version)

    def take_in(self, stored: Iterable[StoredEvent]) -> None:
        """Fold what was read from the log and is new here."""
        for row in stored:
            if row.version == self.version + 1:
                before = self.recent[-1] if self.recent else None
                entry = entry_of(row, before.table.game if before else None)
                self.add(entry, evolve(before, entry))

    def since(self, version: int, up_to: int | None = None) -> list[tuple[Entry, Snapshot]]:
        """Return the entries after a version and not after `up_to`, each with the snapshot right after it."""
        last = self.version if up_to is None else up_to
        if last <= version:
            return []
        new = self.version - version
        if new <= len(self.recent):
            recent = islice(self.recent, len(self.recent) - new, len(self.recent) - self.version + last)
            return list(zip(self.history[version:last], recent, strict=True))
        history: list[tuple[Entry, Snapshot]] = []
        snapshot: Snapshot | None = None
        for entry in self.history[:last]:
            snapshot = evolve(snapshot, entry)
            if entry.version > version:
                history.append((entry, snapshot))
        return history

    def dealt_before(self, version: int) -> int:
        """Return the version at which the deal of a version began; 0 before the first."""
        deals = bisect_right(self.deals, version)
        return self.deals[deals - 1] if deals else 0

    def at(self, version: int) -> Snapshot:
        """Return the table as it was at a version from 1 to the present one."""
        return self.since(version - 1)[0][1]


class Tables:
    """The tables that are looked at, at most `limit`; the log has them all."""

    def __init__(self, store: EventStore, limit: int = 20_000) -> None:
        self._store = store
        self._limit = limit
        self._live: OrderedDict[UUID, LiveTable] = OrderedDict()

    def told(self, outcome: Outcome) -> None:
        """Take in what was just recorded, if it comes next; what does not fit is forgotten, and read from the log."""
        live = self.held(outcome.table_id)
        if live is None and outcome.recorded[0].entry.version == 1:
            live = self._keep(LiveTable(outcome.table_id))
        if live is None:
            return
        for entry, after in outcome.entries:
            if entry.version == live.version + 1:
                live.add(entry, after)
            elif entry.version <= live.version and live.history[entry.version - 1] != entry:
                del self._live[outcome.table_id]
                return

    def held(self, table_id: UUID) -> LiveTable | None:
        """Return the table if it stands in memory; it may have moved on."""
        live = self._live.get(table_id)
        if live is not None:
            self._live.move_to_end(table_id)
        return live

    async def head(self, table_id: UUID) -> int:
        """Return the version of the table in the log. Raises `UnknownTable`."""
        version = (await self._store.heads([table_id])).get(table_id, 0)
        if version == 0:
            raise UnknownTable
        return version

    async def present(self, table_id: UUID) -> LiveTable:
        """Return the table as it is in the log at this moment. Raises `UnknownTable`."""
        live = self.held(table_id)
        if live is None:
            return await self._load(table_id)
        if await self.head(table_id) > live.version:
            async with live.lock:
                live.take_in(await self._store.read(table_id, after=live.version))
        return live

    async def _load(self, table_id: UUID) -> LiveTable:
        live = LiveTable(table_id)
        live.take_in(await self._store.read(table_id))
        if not live.history:
            raise UnknownTable
        return self._keep(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        """Keep the table in memory; forget those that were longest not asked for."""
        kept = self._live.setdefault(live.table_id, live)
        self._live.move_to_end(live.table_id)
        while len(self._live) > self._limit:
            del self._live[next(iter(self._live))]
        return kept
