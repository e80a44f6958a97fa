"""Streams of what happens: of one table, or of all of a player's, for as long as somebody reads.

A stream reads the log, a few events at a time, from a place that its reader knows: the cursor of the last line that has
arrived. Wake-ups only say when to look. So whatever breaks off, a reader comes back with the cursor and misses nothing.
"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from typing import Literal
from uuid import UUID

from msgspec import Raw

from projections.feed import FeedEntry
from service.accounts.port import Account
from service.live.history import History
from service.live.lines import EndLine, EventLine, HeartbeatLine, Lines, StreamLine, ViewLine, end_of
from service.live.pace import PACE, Pace
from service.live.places import Places
from service.live.player_stream import PlayerStream
from service.live.rhythm import Rhythm
from service.live.viewers import NotForYou, UnknownVersion, left_at, shown_version, viewer_of
from service.live.views import Views
from service.live.wakeups import Wakeups
from service.play.engine import UnknownTable
from service.play.stream import NotReadable
from service.runtime.metrics import OPEN_STREAMS
from service.store import EventStore, LogCorrupt, StoreUnavailable


class Streams:
    """The streams that are read in this process. What is wrong with one is raised when its first line is asked for."""

    def __init__(
        self, history: History, views: Views, wakeups: Wakeups, event_log: EventStore, pace: Pace = PACE
    ) -> None:
        self._history = history
        self._views = views
        self._wakeups = wakeups
        self._event_log = event_log
        self._pace = pace

    async def of_table(self, table_id: UUID, account: Account, after: int | None) -> Lines:
        """Yield the view and then the events of a table; only the events, if they are to go on `after` a version.

        Ends with the table. Raises `UnknownTable` or `NotForYou`, and `UnknownVersion` for a version that the reader
        cannot have seen yet.
        """
        with self._wakeups.listening(table_id) as woken, OPEN_STREAMS.track_inprogress():
            after, line = await self._opening(table_id, account, after)
            yield line
            rhythm = Rhythm(self._pace)
            rhythm.said()
            while True:
                entries: Sequence[FeedEntry] = ()
                try:
                    entries = await self._news(table_id, account, after)
                    rhythm.looked()
                except StoreUnavailable:
                    rhythm.failed()
                except (NotForYou, NotReadable) as why_not:
                    yield EndLine(
                        str(after), table_id, "forbidden" if isinstance(why_not, NotForYou) else "not_readable"
                    )
                    return
                for entry in entries:
                    after = entry.version
                    yield EventLine(str(after), table_id, entry)
                    rhythm.said()
                    if self._wakeups.closed:
                        break
                if why := self._end(table_id, after):
                    yield EndLine(str(after), table_id, why)
                    return
                if rhythm.must_speak:
                    yield HeartbeatLine(str(after))
                    rhythm.said()
                elif not entries:
                    await woken.within(rhythm.pause)

    async def _opening(self, table_id: UUID, account: Account, after: int | None) -> tuple[int, StreamLine]:
        """Return where a stream begins, and its first line, which is sent at once: it shows that the stream runs."""
        snapshot = await self._history.current(table_id)
        viewer = viewer_of(snapshot, account)
        if after is None:
            version, document = await self._views.shown(table_id, snapshot, account)
            return version, ViewLine(str(version), table_id, Raw(document))
        if after > (shown := await shown_version(self._history, table_id, snapshot, viewer)):
            raise UnknownVersion(shown)
        return after, HeartbeatLine(str(after))

    def _end(self, table_id: UUID, after: int) -> Literal["finished", "aborted", "stopping"] | None:
        """Return why a stream that has come so far ends; None: it goes on."""
        snapshot = self._history.cached(table_id)
        if snapshot is not None and snapshot.table.finished_at is not None and after >= snapshot.version:
            return end_of(snapshot.table)
        return "stopping" if self._wakeups.closed else None

    async def _news(self, table_id: UUID, account: Account, after: int) -> Sequence[FeedEntry]:
        """Return the next events of the table for the account. Raises `NotForYou` or `StoreUnavailable`."""
        snapshot = await self._history.beyond(table_id, after)
        viewer = viewer_of(snapshot, account)
        shown = await shown_version(self._history, table_id, snapshot, viewer)
        up_to = min(shown, after + self._pace.entries_of_a_look)
        return await self._views.entries(table_id, viewer.seat, after, up_to)

    async def of_player(self, account: Account, places: Places) -> Lines:
        """Yield a view of each of a player's tables, their events, and what comes: other tables, and invitations.

        Only what is new is told, if the stream is to go on from some `places`. A table drops out when it has ended or
        the player has stood up. Raises `UnknownTable`, or `UnknownVersion` for places that they cannot have been at.
        """
        await asyncio.gather(*(self._must_have_been(account, *place) for place in places.tables.items()))
        with self._wakeups.listening(account.player, *places.tables) as woken, OPEN_STREAMS.track_inprogress():
            stream = PlayerStream(
                account,
                places,
                woken,
                history=self._history,
                views=self._views,
                event_log=self._event_log,
                pace=self._pace,
            )
            async with aclosing(stream.lines()) as lines:
                async for line in lines:
                    yield line

    async def _must_have_been(self, account: Account, table_id: UUID, version: int) -> None:
        """Raise `UnknownVersion` for a version of a table that an account cannot have seen yet.

        Of a table that is not for them they have seen what was until they stood up; if they never sat there, nothing
        tells it from one that there is not: `UnknownTable`.
        """
        try:
            snapshot = await self._history.current(table_id)
        except (NotReadable, LogCorrupt):  # the stream says so itself
            return
        try:
            shown = await shown_version(self._history, table_id, snapshot, viewer_of(snapshot, account))
        except NotForYou:
            shown = await left_at(self._history, table_id, snapshot, account.player)
            if not shown:
                raise UnknownTable from None
        if shown < version:
            raise UnknownVersion(shown)
