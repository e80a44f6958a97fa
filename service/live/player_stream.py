"""The stream of one player: all their tables at once, then new tables and invitations."""

from collections.abc import Collection, Sequence
from contextlib import aclosing, suppress
from typing import TypeAlias
from uuid import UUID

from service.accounts.port import Account
from service.live.followed_tables import FollowedTables
from service.live.history import History
from service.live.invitations import invited_by
from service.live.lines import EndLine, HeartbeatLine, InvitationLine, Lines, Why, end_of_invitation
from service.live.pace import Pace
from service.live.places import Places
from service.live.rhythm import Rhythm
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
    """Where the stream of a player is; `woken` is listening to the player and to the tables of the places."""

    def __init__(
        self,
        account: Account,
        places: Places,
        woken: Woken,
        tables: FollowedTables,
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
        self._tables = tables
        self._history = history
        self._views = views
        self._event_log = event_log
        self._pace = pace

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
            pause = rhythm.pause if away or self._tables.is_current else self._pace.shortest_pause_seconds
            to_see = await self._woken.within(pause)
            if rhythm.must_look or not self._tables.is_current:
                to_see = self._everything()
                rhythm.looked()

    def _everything(self) -> set[UUID]:
        return {self._player, *self._places.tables}

    async def _look(self, to_see: Collection[UUID], listed: Listed | None) -> Lines:
        """Yield what is new at some tables, or about the player; the lobby is asked, if nothing is `listed` yet.

        Raises `StoreUnavailable` in the end if a shard of the log is away: its tables have to be looked at again.
        """
        self._tables.away.clear()
        if not self._tables.is_current:
            async for line in self._tables.resumed():
                yield line
        async with aclosing(self._tables.lines(to_see)) as lines:
            async for line in lines:
                yield line
        if self._player in to_see:
            async for line in self._arrivals(listed):
                yield line
        if self._tables.away:
            raise StoreUnavailable("a shard of the log is away")

    async def _arrivals(self, listed: Listed | None) -> Lines:
        """Yield the tables where the player sits and that the stream does not have yet, and new invitations."""
        rows, away = listed or await as_far_as_known(self._event_log.lobby.concerning(self._player))
        self._tables.away.update(away)
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
            if row.table_id in known or row.table_id in self._tables.not_readable:
                continue
            async with aclosing(self._tables.unless_away(row.table_id, self._arrival(row))) as lines:
                async for line in lines:
                    yield line

    async def _beyond(self, newest: Collection[UUID]) -> Lines:
        """Leave the tables that the lobby no longer lists, as there are too many newer ones for a cursor."""
        for table_id in [each for each in self._places.tables if each not in newest]:
            with suppress(UnknownTable, NotReadable, LogCorrupt):  # its own lines say so
                table = (await self._history.current(table_id)).table
                if table.seat_of(self._player) is not None and table.finished_at is None:  # else its end is to come
                    yield self._tables.without(table_id, "too_many")

    async def _arrival(self, row: LobbyRow) -> Lines:
        """Yield a table that is new to the stream, or the invitation to it, if the log says the same as the lobby."""
        table_id, sits = row.table_id, self._player in row.seats
        if sits:
            self._woken.listen_to(table_id)  # before it is looked at, so that nothing falls between
        snapshot = await self._history.current(table_id)
        table = snapshot.table
        if sits and table.seat_of(self._player) is not None and table.finished_at is None:
            version, document = await self._views.shown(table_id, snapshot, self._account)
            if not self._tables.is_current:
                return
            yield self._tables.began(table_id, version, document, table.seat_of(self._player))
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
        await self._tables.load(gone)
        for table_id in gone:
            why: Why | None = None
            with suppress(UnknownTable, NotReadable, LogCorrupt):
                why = end_of_invitation((await self._history.current(table_id)).table, self._player)
            if not self._tables.is_current:
                return
            if why == "too_many" and listed < MOST_OF_A_PLAYER:
                continue  # the lobby is ahead of what is known here
            self._places.invitations.discard(table_id)
            if why is not None:
                yield EndLine(self._places.cursor(), table_id, why)
