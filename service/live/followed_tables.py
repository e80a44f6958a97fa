"""The tables that the stream of a player follows: their events, their ends, and what of them is lost."""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import aclosing
from functools import partial
from uuid import UUID

from msgspec.structs import replace

from domain.table import Entry, SeatLeft, Snapshot
from service.accounts.port import Account
from service.live.few import few_at_a_time
from service.live.history import History
from service.live.lines import EndLine, EventLine, HistoryLostLine, Lines, Lost, ViewLine, Why, end_of
from service.live.places import Places
from service.live.steps import With
from service.live.table_lines import TableLines
from service.live.views import Views
from service.live.wakeups import Woken
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LogCorrupt, StoreUnavailable


class FollowedTables:
    """The tables of the `places` of a player's stream; `woken` is listening to them.

    `kind` is what comes with each event. `unseen` are the tables of which nobody could find out yet whether the player
    may have been at their places.
    """

    def __init__(
        self,
        account: Account,
        places: Places,
        woken: Woken,
        kind: With | None,
        unseen: set[UUID],
        *,
        history: History,
        views: Views,
        event_log: EventStore,
    ) -> None:
        self._account = account
        self._player = account.player
        self._places = places
        self._woken = woken
        self._history = history
        self._views = views
        self._event_log = event_log
        self._unseen = unseen
        self._told: dict[UUID, TableLines] = defaultdict(partial(TableLines, views.named, kind))
        self.not_readable: set[UUID] = set()
        """The tables that this version of the service cannot read."""
        self.away: set[int] = set()
        """The shards of the log that have not answered since the last look began."""

    @property
    def is_current(self) -> bool:
        """Whether the log still has the history that the places are of."""
        return self._history.epoch == self._places.epoch

    async def lines(self, table_ids: Collection[UUID]) -> Lines:
        """Yield what is new at some of the tables. Those that cannot be looked at leave their shards in `away`."""
        tables = [table_id for table_id in self._places.tables if table_id in table_ids]
        await self.load(tables)
        for table_id in tables:
            await asyncio.sleep(0)  # others have their turn
            async with aclosing(self.unless_away(table_id, self._events(table_id))) as lines:
                async for line in lines:
                    yield line

    async def load(self, table_ids: Collection[UUID]) -> None:
        """Load tables into memory, if this version of the service can read them, and their shards of the log answer."""
        await few_at_a_time(self._loaded, table_ids)

    async def _loaded(self, table_id: UUID) -> None:
        """Load a table into memory, if this version of the service can read it, and its shard of the log is there."""
        if (shard := self._event_log.shard_of(table_id)) in self.away:
            return
        try:
            await self._history.current(table_id)
        except (UnknownTable, NotReadable, LogCorrupt):
            pass
        except StoreUnavailable:
            self.away.add(shard)

    async def unless_away(self, table_id: UUID, lines: Lines) -> Lines:
        """Yield the lines of a table if it is readable, and none if its shard of the log is away."""
        if (shard := self._event_log.shard_of(table_id)) in self.away:
            return
        try:
            async with aclosing(self._if_readable(table_id, lines)) as readable:
                async for line in readable:
                    yield line
        except Unavailable:
            self.away.add(shard)

    async def resumed(self) -> Lines:
        """Go back to where the places of another epoch and the present one have the same history; say if that is back.

        All tables are named in one line: a reader of it, and of its cursor, knows of all. Those whose shard of the log
        is away, and has lost nothing, are looked at later.
        """
        epoch, tables = self._history.epoch, self._places.tables
        if self._places.epoch is None:
            return
        common = await self._history.in_common(tables, self._places.epoch)
        seen = await few_at_a_time(self._last_seen_if_there, tables)
        left = {table: min(common[table], last) for table, last in zip(tables, seen, strict=True) if last is not None}
        lost = {table: version for table, version in left.items() if version < tables[table]}
        self._places.epoch = epoch
        for table_id, version in lost.items():
            tables[table_id] = version
            self._told[table_id].forget()
            if not version:
                del tables[table_id]
                self._woken.ignore(table_id)
        if lost:
            yield HistoryLostLine(self._places.cursor(), tuple(Lost(*each) for each in lost.items()))

    async def _last_seen(self, table_id: UUID) -> int | None:
        return await self._views.decks.last_seen(table_id, self._account)

    async def _last_seen_if_there(self, table_id: UUID) -> int | None:
        """Return what `_last_seen` does; until the table's shard is back, the version that the player's cursor has."""
        shard = self._event_log.shard_of(table_id)
        if shard not in self.away:
            try:
                return await self._last_seen(table_id)
            except StoreUnavailable:
                self.away.add(shard)
        self._unseen.add(table_id)
        return self._places.tables[table_id]

    async def _if_readable(self, table_id: UUID, lines: Lines) -> Lines:
        """Yield the lines of a table; go on without it if this version of the service cannot read it, or it is gone."""
        why: Why | None = None
        try:
            async with aclosing(lines):
                async for line in lines:
                    yield line
        except UnknownTable:
            why = "lost" if table_id in self._places.tables else None
        except (NotReadable, LogCorrupt):
            why = "not_readable"
        if why is not None and self.is_current:
            if why == "not_readable":
                self.not_readable.add(table_id)
            yield self.without(table_id, why)

    def without(self, table_id: UUID, why: Why) -> EndLine:
        """Stop following a table; return the line that says so, and why."""
        self._places.tables.pop(table_id, None)
        self._told.pop(table_id, None)
        self._woken.ignore(table_id)
        return EndLine(self._places.cursor(), table_id, why)

    def began(self, table_id: UUID, version: int, document: bytes, seat: int | None) -> ViewLine:
        """Follow a table from a version on; return the line with its view from a seat."""
        self._places.tables[table_id] = version
        return self._told[table_id].view(table_id, self._places.cursor(), document, seat)

    async def _events(self, table_id: UUID) -> Lines:
        """Yield what has happened at a table of the player's, and its end."""
        places = self._places.tables
        if table_id in self._unseen:
            await self._must_have_been_at(table_id, places[table_id])
        while True:
            after = places[table_id]
            snapshot = await self._history.beyond(table_id, after)
            seat = snapshot.table.seat_of(self._player)
            last = snapshot.version if seat is not None else await self._left_at(table_id, snapshot, after)
            told = self._told[table_id]
            lines = (
                await self._views.lines(told, table_id, snapshot, seat, after=after, up_to=last) if after < last else ()
            )
            if not self.is_current:
                return
            for line in lines:
                if isinstance(line, EventLine):
                    places[table_id] = line.entry.version
                yield replace(line, cursor=self._places.cursor())
            if places[table_id] < last:
                continue
            if seat is None or snapshot.table.finished_at is not None:
                yield self.without(table_id, "left" if seat is None else end_of(snapshot.table))
                return
            if last == after:
                return

    async def _must_have_been_at(self, table_id: UUID, version: int) -> None:
        """Raise `UnknownTable` for a version of a table that the player cannot have seen, as if there was no table."""
        seen = await self._last_seen(table_id)
        if seen is not None and seen < version:
            raise UnknownTable
        self._unseen.discard(table_id)

    async def _left_at(self, table_id: UUID, snapshot: Snapshot, after: int) -> int:
        """Return the version at which the player has stood up after a version; that itself, if they did not."""

        def see(entry: Entry, then: Snapshot, _: bytes) -> int | None:
            if isinstance(entry.event, SeatLeft) and entry.event.player == self._player:
                return entry.version
            return after if then.table.started_at is not None else None  # nobody stands up after the start

        async for found in self._history.walk(table_id, after, snapshot.version, see):
            return found[0]
        return after
