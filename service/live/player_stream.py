"""The stream of one player: all their tables at once, then new tables and invitations."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import TypeAlias
from uuid import UUID

from msgspec.structs import replace

from domain.table import Entry, SeatLeft, Snapshot
from service.accounts.port import Account
from service.live.few import few_at_a_time
from service.live.history import History
from service.live.invitations import invited_by
from service.live.lines import (
    EndLine,
    EventLine,
    HeartbeatLine,
    HistoryLostLine,
    InvitationLine,
    Lines,
    Lost,
    Why,
    end_of,
    end_of_invitation,
)
from service.live.pace import Pace
from service.live.places import Places
from service.live.rhythm import Rhythm
from service.live.steps import With
from service.live.table_lines import TableLines
from service.live.views import Views
from service.live.wakeups import Woken
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LogCorrupt, StoreUnavailable, as_far_as_known
from service.store.lobby_row import MOST_OF_A_PLAYER, LobbyRow

Listed: TypeAlias = tuple[Sequence[LobbyRow], Collection[int]]
"""The tables and invitations of a player by the lobby, and the shards of the log that have not answered."""


class PlayerStream:
    """Where the stream of a player is; `woken` is listening to the player and to the tables of the places.

    `unseen` are the tables of which nobody could find out yet whether the player may have been at their places.
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
        pace: Pace,
    ) -> None:
        self._account = account
        self._player = account.player
        self._places = places
        self._woken = woken
        self._history = history
        self._views = views
        self._event_log = event_log
        self._pace = pace
        self._unseen = unseen
        self._not_readable: set[UUID] = set()
        self._away: set[int] = set()
        """The shards of the log that have not answered since the last look began."""
        self._told: dict[UUID, TableLines] = defaultdict(partial(TableLines, views.named, kind))

    async def lines(self, listed: Listed | None) -> Lines:
        """Yield what is new, until the service stops.

        `listed` is what the lobby has answered since `woken` listens.
        """
        rhythm = Rhythm(self._pace)
        to_see = self._everything()
        rhythm.looked()
        while True:
            away = False
            try:
                async with aclosing(self._look(to_see, listed)) as lines:
                    async for line in lines:
                        yield line
                        rhythm.said()
                        if self._woken.closed:
                            break
            except Unavailable:
                away = True
                rhythm.failed()
            listed = None
            if self._woken.closed:
                yield EndLine(self._places.cursor(), None, "stopping")
                return
            if rhythm.must_speak:
                yield HeartbeatLine(self._places.cursor())
                rhythm.said()
            pause = rhythm.pause if away or self._is_current else self._pace.shortest_pause_seconds
            to_see = await self._woken.within(pause)
            if rhythm.must_look or not self._is_current:
                to_see = self._everything()
                rhythm.looked()

    @property
    def _is_current(self) -> bool:
        """Whether the log still has the history that the places are of."""
        return self._history.epoch == self._places.epoch

    def _everything(self) -> set[UUID]:
        return {self._player, *self._places.tables}

    async def _look(self, to_see: Collection[UUID], listed: Listed | None) -> Lines:
        """Yield what is new at some tables, or about the player; the lobby is asked, if nothing is `listed` yet.

        Raises `StoreUnavailable` in the end if a shard of the log is away: its tables have to be looked at again.
        """
        self._away.clear()
        if not self._is_current:
            async for line in self._resumed():
                yield line
        tables = [table_id for table_id in self._places.tables if table_id in to_see]
        await few_at_a_time(self._loaded, tables)
        for table_id in tables:
            await asyncio.sleep(0)  # others have their turn
            async with aclosing(self._unless_away(table_id, self._events(table_id))) as lines:
                async for line in lines:
                    yield line
        if self._player in to_see:
            async for line in self._arrivals(listed):
                yield line
        if self._away:
            raise StoreUnavailable("a shard of the log is away")

    async def _loaded(self, table_id: UUID) -> None:
        """Load a table into memory, if this version of the service can read it, and its shard of the log is there."""
        if (shard := self._event_log.shard_of(table_id)) in self._away:
            return
        try:
            await self._history.current(table_id)
        except (UnknownTable, NotReadable, LogCorrupt):
            pass
        except StoreUnavailable:
            self._away.add(shard)

    async def _unless_away(self, table_id: UUID, lines: Lines) -> Lines:
        """Yield the lines of a table if it is readable, and none if its shard of the log is away."""
        if (shard := self._event_log.shard_of(table_id)) in self._away:
            return
        try:
            async with aclosing(self._if_readable(table_id, lines)) as readable:
                async for line in readable:
                    yield line
        except Unavailable:
            self._away.add(shard)

    async def _resumed(self) -> Lines:
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
        if shard not in self._away:
            try:
                return await self._last_seen(table_id)
            except StoreUnavailable:
                self._away.add(shard)
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
        if why is not None and self._is_current:
            if why == "not_readable":
                self._not_readable.add(table_id)
            yield self._without(table_id, why)

    def _without(self, table_id: UUID, why: Why) -> EndLine:
        """Stop following a table; return the line that says so, and why."""
        self._places.tables.pop(table_id, None)
        self._told.pop(table_id, None)
        self._woken.ignore(table_id)
        return EndLine(self._places.cursor(), table_id, why)

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
            if not self._is_current:
                return
            for line in lines:
                if isinstance(line, EventLine):
                    places[table_id] = line.entry.version
                yield replace(line, cursor=self._places.cursor())
            if places[table_id] < last:
                continue
            if seat is None or snapshot.table.finished_at is not None:
                yield self._without(table_id, "left" if seat is None else end_of(snapshot.table))
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

    async def _arrivals(self, listed: Listed | None) -> Lines:
        """Yield the tables where the player sits and that the stream does not have yet, and new invitations."""
        rows, away = listed or await as_far_as_known(self._event_log.lobby.concerning(self._player))
        self._away.update(away)
        waiting = {row.table_id for row in rows if self._player in row.invited}
        gone = () if away else self._places.invitations - waiting
        async with aclosing(self._departures(gone, len(rows))) as lines:
            async for line in lines:
                yield line
        if len(rows) == MOST_OF_A_PLAYER and not away:
            async for line in self._beyond({row.table_id for row in rows}):
                yield line
        for row in rows:
            known = self._places.tables if self._player in row.seats else self._places.invitations
            if row.table_id in known or row.table_id in self._not_readable:
                continue
            async with aclosing(self._unless_away(row.table_id, self._arrival(row))) as lines:
                async for line in lines:
                    yield line

    async def _beyond(self, newest: Collection[UUID]) -> Lines:
        """Leave the tables that the lobby no longer lists, as there are too many newer ones for a cursor."""
        for table_id in [each for each in self._places.tables if each not in newest]:
            with suppress(UnknownTable, NotReadable, LogCorrupt):  # its own lines say so
                table = (await self._history.current(table_id)).table
                if table.seat_of(self._player) is not None and table.finished_at is None:  # else its end is to come
                    yield self._without(table_id, "too_many")

    async def _arrival(self, row: LobbyRow) -> Lines:
        """Yield a table that is new to the stream, or the invitation to it, if the log says the same as the lobby."""
        table_id, sits = row.table_id, self._player in row.seats
        if sits:
            self._woken.listen_to(table_id)  # before it is looked at, so that nothing falls between
        snapshot = await self._history.current(table_id)
        table = snapshot.table
        if sits and table.seat_of(self._player) is not None and table.finished_at is None:
            version, document = await self._views.shown(table_id, snapshot, self._account)
            if not self._is_current:
                return
            self._places.tables[table_id] = version
            seat = table.seat_of(self._player)
            yield self._told[table_id].view(table_id, self._places.cursor(), document, seat)
        elif sits:
            self._woken.ignore(table_id)
        elif table.status == "open":
            self._places.invitations.add(table_id)
            by, expires_at = await invited_by(self._history, table_id, snapshot, self._player)
            header = await self._views.named.header(table_id, snapshot)
            yield InvitationLine(self._places.cursor(), by, expires_at, header)

    async def _departures(self, gone: Collection[UUID], listed: int) -> Lines:
        """Yield the ends of invitations that are not among those that the lobby has listed.

        A player who invents a cursor learns nothing of tables that they were never invited to.
        """
        await few_at_a_time(self._loaded, gone)
        for table_id in gone:
            why: Why | None = None
            with suppress(UnknownTable, NotReadable, LogCorrupt):
                why = end_of_invitation((await self._history.current(table_id)).table, self._player)
            if not self._is_current:
                return
            if why == "too_many" and listed < MOST_OF_A_PLAYER:
                continue  # the lobby is ahead of what is known here
            self._places.invitations.discard(table_id)
            if why is not None:
                yield EndLine(self._places.cursor(), table_id, why)
