"""Streams of what happens: of one table, or of all of a player's, for as long as somebody reads.

A stream reads the log, a page at a time, from a place that its reader knows: the cursor of the last line she has got.
Wake-ups only say when to look. So whatever breaks off, she comes back with her cursor and misses nothing.
"""

import asyncio
import base64
import binascii
import struct
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from dataclasses import dataclass, field
from typing import Annotated, Literal, Self
from uuid import UUID

from msgspec import Meta, Raw, Struct

from domain.table import PlayerInvited, SeatLeft, Table
from projections.feed import FeedEntry, seen_by
from projections.seat_view import Header, header
from service.accounts.port import Account
from service.live.tables import LiveTable, Tables
from service.live.views import NotForYou, UnknownVersion, Views, outlook, shown_version, viewer_of
from service.live.wakeups import Wakeups
from service.runtime.metrics import OPEN_STREAMS
from service.store import EventStore, StoreUnavailable

HEARTBEAT_SECONDS = 10.0
"""A stream is never silent for longer, and as often looks at what nobody may have told it."""

AWAY_SECONDS = 1.0
"""So long a stream waits before it asks a log again that was away."""

PAGE = 100
"""So many events are in memory for one reader at once."""

Cursor = Annotated[
    str, Meta(description="Where the stream has come to with this line: `after` it, it goes on exactly.")
]


class ViewLine(Struct, frozen=True, tag="view", tag_field="type"):
    """A table as the reader sees it; the events that follow are those after it."""

    cursor: Cursor
    table: Annotated[UUID, Meta(description="The id of the table.")]
    view: Annotated[Raw, Meta(description="The same as `GET …/view` answers.")]


class EventLine(Struct, frozen=True, tag="event", tag_field="type"):
    """Something that happened at a table, as the reader sees it."""

    cursor: Cursor
    table: Annotated[UUID, Meta(description="The id of the table.")]
    entry: Annotated[FeedEntry, Meta(description="The same as in `GET …/events`.")]


class InvitationLine(Struct, frozen=True, tag="invitation", tag_field="type"):
    """The reader is asked to a table, or a seat is kept for her there. It is over when the table starts without her."""

    cursor: Cursor
    by: Annotated[UUID, Meta(description="The player who asks.")]
    table: Header


class EndLine(Struct, frozen=True, tag="end", tag_field="type"):
    """Nothing more comes, of a table or of the stream."""

    cursor: Cursor
    table: Annotated[UUID | None, Meta(description="The id of the table that is at its end here; null: the stream is.")]
    why: Annotated[
        Literal["finished", "aborted", "left", "forbidden", "revoked", "stopping"],
        Meta(
            description="`finished`: the game is over. `aborted`: it ended without a result. `left`: the reader's seat"
            " is hers no more. `forbidden`: she may not watch any more. `revoked`: her token is. `stopping`: the"
            " service is; come back with the cursor."
        ),
    ]


class HeartbeatLine(Struct, frozen=True, tag="heartbeat", tag_field="type"):
    """Nothing has happened, and the connection is sound."""

    cursor: Cursor


StreamLine = ViewLine | EventLine | InvitationLine | EndLine | HeartbeatLine
Lines = AsyncGenerator[StreamLine, None]

FORMAT = "1"
"""What a player's cursor begins with, so that there can be other forms, and that none is empty."""
PAIR = struct.Struct(">16sI")
"""A table and its version; version 0: the player has been told that she is invited there."""


class BadCursor(ValueError):
    """The text is no cursor of a player's stream."""


@dataclass(slots=True)
class Places:
    """Where a player's stream has come to: at which version of each table, and which invitations it has told."""

    games: dict[UUID, int] = field(default_factory=dict)
    invitations: set[UUID] = field(default_factory=set)

    def cursor(self) -> str:
        """Return the places as a text that only `parsed` reads."""
        pairs = [*self.games.items(), *((game, 0) for game in sorted(self.invitations))]
        packed = b"".join(PAIR.pack(game.bytes, version) for game, version in pairs)
        return FORMAT + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @classmethod
    def parsed(cls, cursor: str) -> Self:
        """Return the places that a cursor holds. Raises `BadCursor`."""
        text = cursor.removeprefix(FORMAT)
        try:
            packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
            pairs = [(UUID(bytes=game), version) for game, version in PAIR.iter_unpack(packed)]
        except (binascii.Error, struct.error, ValueError):
            raise BadCursor from None
        places = cls(
            {game: version for game, version in pairs if version}, {game for game, version in pairs if not version}
        )
        if places.cursor() != cursor:
            raise BadCursor
        return places


class Rhythm:
    """When a stream has to say something, and when it has to look at everything."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._silent_until = self._look_at = 0.0

    def said(self) -> None:
        """Note that a line has been sent."""
        self._silent_until = self._clock() + HEARTBEAT_SECONDS

    def looked(self) -> None:
        """Note that the stream looks at everything just now."""
        self._look_at = self._clock() + HEARTBEAT_SECONDS

    def failed(self) -> None:
        """Note that the log is away."""
        self._look_at = self._clock() + AWAY_SECONDS

    @property
    def must_speak(self) -> bool:
        """Whether a heartbeat is due."""
        return self._clock() >= self._silent_until

    @property
    def must_look(self) -> bool:
        """Whether it is time to look at everything."""
        return self._clock() >= self._look_at

    @property
    def pause(self) -> float:
        """So many seconds there is nothing to do if nobody wakes the stream."""
        return max(0.0, min(self._silent_until, self._look_at) - self._clock())


class Streams:
    """The streams that are read in this process. What is wrong with one is raised when its first line is asked for."""

    def __init__(self, tables: Tables, wakeups: Wakeups, views: Views, event_log: EventStore) -> None:
        self._tables = tables
        self._wakeups = wakeups
        self._views = views
        self._event_log = event_log

    async def of_table(self, game: UUID, account: Account, after: int | None) -> Lines:
        """Yield the view and then the events of a table; only the events, if they are to go on `after` a version.

        Ends with the game. Raises `UnknownTable` or `NotForYou`, and `UnknownVersion` for a version that she cannot
        have seen yet.
        """
        with self._wakeups.listening(game) as woken, OPEN_STREAMS.track_inprogress():
            after, line = await self._opening(game, account, after)
            yield line
            rhythm = Rhythm()
            rhythm.said()
            while True:
                entries: Collection[FeedEntry] = ()
                try:
                    entries = await self._news(game, account, after)
                    rhythm.looked()
                except StoreUnavailable:
                    rhythm.failed()
                except NotForYou:
                    yield EndLine(str(after), game, "forbidden")
                    return
                for entry in entries:
                    after = entry.version
                    yield EventLine(str(after), game, entry)
                    rhythm.said()
                if why := self._end(game, after):
                    yield EndLine(str(after), game, why)
                    return
                if rhythm.must_speak:
                    yield HeartbeatLine(str(after))
                    rhythm.said()
                elif not entries:
                    await woken.within(rhythm.pause)

    async def _opening(self, game: UUID, account: Account, after: int | None) -> tuple[int, StreamLine]:
        """Return where a stream begins, and its first line, which is sent at once: it shows that the stream runs."""
        live = await self._tables.present(game)
        viewer = viewer_of(live.snapshot, account)
        if after is None:
            version, document = self._views.shown(live, account)
            return version, ViewLine(str(version), game, Raw(document))
        if after > (shown := shown_version(live, viewer)):
            raise UnknownVersion(shown)
        return after, HeartbeatLine(str(after))

    def _end(self, game: UUID, after: int) -> Literal["finished", "aborted", "stopping"] | None:
        """Return why a stream that has come so far ends; None: it goes on."""
        live = self._tables.held(game)
        if live is not None and live.snapshot.table.finished_at is not None and after >= live.version:
            return end_of(live.snapshot.table)
        return "stopping" if self._wakeups.closed else None

    async def _news(self, game: UUID, account: Account, after: int) -> tuple[FeedEntry, ...]:
        """Return the next events of the table for the account. Raises `NotForYou` or `StoreUnavailable`."""
        live = await self._beyond(game, after)
        viewer = viewer_of(live.snapshot, account)
        return seen_by(viewer.seat, live.since(after, min(shown_version(live, viewer), after + PAGE)))

    async def _beyond(self, game: UUID, after: int) -> LiveTable:
        """Return the table: as it stands in memory, if that is new to the reader; else as it is in the log."""
        live = self._tables.held(game)
        return live if live is not None and live.version > after else await self._tables.present(game)

    async def of_player(self, account: Account, places: Places) -> Lines:
        """Yield a view of each of a player's tables, their events, and what comes: other tables, and invitations.

        Only what is new is told, if the stream is to go on from some `places`. A table drops out when its game is over
        or she has stood up. Raises `UnknownTable`, or `UnknownVersion` for places that she cannot have been at.
        """
        for live in await asyncio.gather(*map(self._tables.present, places.games)):
            shown = shown_version(live, outlook(live.snapshot.table, account))
            if shown < places.games[live.table_id]:
                raise UnknownVersion(shown)
        rhythm, to_see = Rhythm(), {account.player, *places.games}
        rhythm.looked()
        with OPEN_STREAMS.track_inprogress():
            while True:
                listened = set(places.games)
                with self._wakeups.listening(account.player, *listened) as woken:
                    try:
                        async for line in self._look(account, places, to_see):
                            yield line
                            rhythm.said()
                    except StoreUnavailable:
                        rhythm.failed()
                    if self._wakeups.closed:
                        yield EndLine(places.cursor(), None, "stopping")
                        return
                    if rhythm.must_speak:
                        yield HeartbeatLine(places.cursor())
                        rhythm.said()
                    if listened == places.games.keys():
                        to_see = await woken.within(rhythm.pause)
                if rhythm.must_look or listened != places.games.keys():
                    to_see = {account.player, *places.games}
                    rhythm.looked()

    async def _look(self, account: Account, places: Places, to_see: Collection[UUID]) -> Lines:
        """Yield what is new at some tables, or about the player."""
        games = [game for game in places.games if game in to_see]
        await asyncio.gather(*map(self._tables.present, games))
        for game in games:
            async for line in self._events(game, account.player, places):
                yield line
        if account.player in to_see:
            async for line in self._arrivals(account, places):
                yield line

    async def _events(self, game: UUID, player: UUID, places: Places) -> AsyncIterator[StreamLine]:
        """Yield what has happened at a table of the player's, and its end."""
        while True:
            after = places.games[game]
            live = await self._beyond(game, after)
            seat = live.snapshot.table.seat_of(player)
            last = live.version if seat is not None else left_at(live, player, after)
            for entry in seen_by(seat, live.since(after, min(last, after + PAGE))):
                places.games[game] = entry.version
                yield EventLine(places.cursor(), game, entry)
            if places.games[game] < last:
                continue
            if seat is None or live.snapshot.table.finished_at is not None:
                del places.games[game]
                yield EndLine(places.cursor(), game, "left" if seat is None else end_of(live.snapshot.table))
                return
            if last == after:
                return

    async def _arrivals(self, account: Account, places: Places) -> AsyncIterator[StreamLine]:
        """Yield the tables where the player sits and that the stream does not have yet, and new invitations."""
        player = account.player
        rows = await self._event_log.lobby_concerning(player)
        places.invitations &= {row.table_id for row in rows if player in row.invited}
        for row in rows:
            game, sits = row.table_id, player in row.seats
            if game in (places.games if sits else places.invitations):
                continue
            live = await self._tables.present(game)
            table = live.snapshot.table
            if sits and table.seat_of(player) is not None and table.finished_at is None:
                places.games[game], document = self._views.shown(live, account)
                yield ViewLine(places.cursor(), game, Raw(document))
            elif not sits and table.status == "open":
                places.invitations.add(game)
                yield InvitationLine(places.cursor(), invited_by(live, player), header(game, live.snapshot))


def end_of(table: Table) -> Literal["finished", "aborted"]:
    """Return how a table has ended."""
    return "aborted" if table.aborted else "finished"


def left_at(live: LiveTable, player: UUID, after: int) -> int:
    """Return the version at which a player has stood up after a version; that itself, if she did not."""
    for entry in live.history[after:]:
        if isinstance(entry.event, SeatLeft) and entry.event.player == player:
            return entry.version
    return after


def invited_by(live: LiveTable, player: UUID) -> UUID:
    """Return who has asked the player to the table last: its creator, if a seat is kept for her."""
    asked = (entry.event for entry in reversed(live.history) if isinstance(entry.event, PlayerInvited))
    return next((event.by for event in asked if event.player == player), live.snapshot.table.creator)
