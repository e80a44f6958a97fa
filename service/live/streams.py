"""Streams of what happens: of one table, or of all of a player's, for as long as somebody reads.

A stream reads the log, a few events at a time, from a place that its reader knows: the cursor of the last line that has
arrived. Wake-ups only say when to look. So whatever breaks off, a reader comes back with the cursor and misses nothing.
"""

from contextlib import aclosing
from uuid import UUID

from service.accounts.port import Account
from service.live.cursors import Cursor
from service.live.few import few_at_a_time
from service.live.followed_tables import FollowedTables
from service.live.history import History
from service.live.lines import Lines
from service.live.pace import Pace
from service.live.places import Places
from service.live.player_stream import PlayerStream
from service.live.steps import With
from service.live.table_stream import TableStream
from service.live.viewers import UnknownVersion
from service.live.views import Found, Views, unhindered
from service.live.wakeups import Wakeups
from service.play.engine import UnknownTable
from service.runtime.metrics import OPEN_STREAMS
from service.store import EventStore, StoreUnavailable, as_far_as_known, lane_of


class Streams:
    """The streams that are read in this process. Errors of a request are raised when its first line is asked for."""

    def __init__(self, history: History, views: Views, wakeups: Wakeups, event_log: EventStore, pace: Pace) -> None:
        self._history = history
        self._views = views
        self._wakeups = wakeups
        self._event_log = event_log
        self._pace = pace

    async def of_table(self, table_id: UUID, account: Account, after: Cursor | None, kind: With | None = None) -> Lines:
        """Yield the view and then the events of a table; only the events, if they are to go on `after` a cursor.

        `kind` is what comes with each event; a reader of changes gets a view first in either case.

        Ends with the table. Raises `UnknownTable` or `NotForYou`, and `UnknownVersion` for a version that the reader
        cannot have seen yet. If the history before the cursor is lost, the stream says so, and goes on
        after what is left.
        """
        with self._wakeups.listening(table_id) as woken, OPEN_STREAMS.track_inprogress():
            stream = TableStream(
                table_id, account, woken, kind, history=self._history, views=self._views, pace=self._pace
            )
            async with aclosing(stream.lines(after)) as lines:
                async for line in lines:
                    yield line

    async def of_player(
        self,
        account: Account,
        places: Places,
        kind: With | None = None,
        *,
        listed: Found = unhindered,
        found: Found = unhindered,
    ) -> Lines:
        """Yield a view of each of a player's tables, their events, then new tables and invitations.

        Only what is new is told, if the stream is to go on from some `places`. A table drops out when it has ended or
        the player has stood up. `listed` is told how many tables and invitations there are, before they are looked
        at, and `found` how many events there are after the places, before they are read. Raises what these two raise,
        `UnknownTable`, or `UnknownVersion` for places that the player cannot have been at.
        """
        places.epoch = places.epoch or self._history.epoch
        with self._wakeups.listening(account.player, *places.tables) as woken, OPEN_STREAMS.track_inprogress():
            rows, away = await as_far_as_known(self._event_log.lobby.concerning(account.player))
            await listed(len(places.tables.keys() | places.invitations | {row.table_id for row in rows}))
            unseen = await self._looked_for(account, places, found)
            history, views, log = self._history, self._views, self._event_log
            tables = FollowedTables(account, places, woken, kind, unseen, history=history, views=views, event_log=log)
            stream = PlayerStream(
                account, places, woken, tables, history=history, views=views, event_log=log, pace=self._pace
            )
            async with aclosing(stream.lines((rows, away))) as lines:
                async for line in lines:
                    yield line

    async def _looked_for(self, account: Account, places: Places, found: Found) -> set[UUID]:
        """Tell `found` how many events there are after the places; return what `_unseen` does, and raise that, too."""
        epoch = self._history.epoch
        if places.epoch != epoch:
            return set()
        try:
            unseen, number = await self._unseen(account, places)
        except (UnknownTable, UnknownVersion):
            if self._history.epoch == epoch:
                raise
            return set()  # the stream finds out what is lost
        await found(number)
        return unseen

    async def _unseen(self, account: Account, places: Places) -> tuple[set[UUID], int]:
        """Return the tables that cannot be looked at now, and how many events there are at the others after the places.

        The others do not wait for those whose shard of the log is away. Raises `UnknownTable`, or `UnknownVersion` for
        a place that the player cannot have been at.
        """
        unseen = set[UUID]()

        async def after(place: tuple[UUID, int]) -> int:
            try:
                return await self._after(account, *place)
            except StoreUnavailable:
                if lane_of(place[0]) not in self._event_log.lanes_away:
                    raise
                unseen.add(place[0])
                return 0

        numbers = await few_at_a_time(after, places.tables.items())
        return unseen, sum(numbers)

    async def _after(self, account: Account, table_id: UUID, version: int) -> int:
        """Return how many events an account may see of a table after a version; 0 if the table cannot be read here.

        Raises `UnknownVersion` for a version that they cannot have seen yet, or `UnknownTable`.
        """
        seen = await self._views.decks.last_seen(table_id, account)
        if seen == 0:
            raise UnknownTable
        if seen is None:
            return 0
        if seen < version:
            raise UnknownVersion(seen)
        return seen - version
