"""What somebody is told of a tournament: its events in order, as a feed, a long poll or a stream.

A cursor is a version as the reader sees it (see `personal_feeds`), up to which they have been sent everything. A reader
who has another role since, or plays now, goes on with it: it says in which of their feeds it is a version.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from msgspec import Raw, Struct
from msgspec.structs import replace

from domain.tournament import Tournament
from service.live.cursors import Cursor, HistoryLost, must_go_on
from service.live.history import History
from service.live.lines import (
    EndLine,
    HeartbeatLine,
    HistoryLostLine,
    Lost,
    TournamentEventLine,
    TournamentFeedEntry,
    TournamentLine,
    TournamentLines,
    TournamentViewLine,
)
from service.live.pace import PACE, Pace
from service.live.rhythm import Rhythm
from service.live.wakeups import Wakeups
from service.play.stream import NotReadable, OfAnotherKind
from service.runtime.unavailable import Unavailable
from service.store import LogCorrupt
from service.tournaments.engine import TournamentEngine, UnknownTournament
from service.tournaments.personal_feeds import Events, PersonalFeed, personal_feed

WHY_NOT: dict[type[Exception], Literal["not_readable", "lost"]] = {
    NotReadable: "not_readable",
    LogCorrupt: "not_readable",
    UnknownTournament: "lost",
    OfAnotherKind: "lost",
}
"""How a stream ends that cannot go on."""

PAGE = 200
"""Maximum number of events that are made ready for one reader of a stream at a time; `after` gives fewer large ones."""


class News(Struct, frozen=True):
    """What a person is to be told next: events, whether there are `more`, and whether these are the last ones."""

    entries: Sequence[TournamentFeedEntry] = ()
    more: bool = False
    ended: bool = False


class Known(Struct, frozen=True):
    """A tournament at a version, and its events: those, and what has happened since."""

    tournament: Tournament
    events: Events

    def feed_of(self, person: UUID) -> PersonalFeed:
        """Return the feed of a person, up to this version."""
        return personal_feed(person, self.tournament, self.events)

    async def news_for(self, person: UUID, version: int, most_bytes: int) -> News:
        """Return what a person is to be told after a version of their feed, of several events `most_bytes`."""
        feed = self.feed_of(person)
        entries = await feed.after(version, PAGE, most_bytes)
        more = bool(entries) and entries[-1].version < feed.shown
        return News(entries, more, self.tournament.is_over and not more)


class TournamentFeeds:
    """The feeds of all tournaments.

    Everything raises `UnknownTournament`, `NotReadable`, `LogCorrupt` and `Unavailable`; a stream that has begun
    ends with a line instead.
    """

    def __init__(self, engine: TournamentEngine, wakeups: Wakeups, history: History, pace: Pace = PACE) -> None:
        self._engine = engine
        self._wakeups = wakeups
        self._history = history
        self._pace = pace

    async def known(self, tournament_id: UUID) -> Known:
        """Return a tournament as it stands now, with its events."""
        return Known(*await self._engine.current_with_events(tournament_id))

    async def feed(
        self, tournament_id: UUID, person: UUID, after: Cursor, limit: int, wait: float
    ) -> tuple[Cursor, list[TournamentFeedEntry]]:
        """Return what somebody is told after a cursor, at most `limit` events, and the cursor after.

        If there is nothing yet, waits up to `wait` seconds. Raises what `must_go_on` raises.
        """
        epoch, most = self._history.epoch, self._pace.feed_bytes
        with self._wakeups.listening(tournament_id) as woken:
            known = await self.known(tournament_id)
            feed = known.feed_of(person)
            place = Cursor(await self._gone_on(tournament_id, after, feed), epoch, feed.number)
            entries = await feed.after(place.version, limit, most)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    while wait and not entries and not self._wakeups.closed and not known.tournament.is_over:
                        await woken.wait()
                        woken.clear()
                        known = await self.known(tournament_id)
                        feed = known.feed_of(person)
                        place = await self._in(feed, tournament_id, place)
                        entries = await feed.after(place.version, limit, most)
        return replace(place, version=entries[-1].version) if entries else place, entries

    async def stream(
        self, tournament_id: UUID, person: UUID, view: bytes, shown: Cursor, after: Cursor | None
    ) -> TournamentLines:
        """Yield a view of `shown`, whose epoch was known before, or what comes after a cursor; then all events."""
        rhythm = Rhythm(self._pace)
        with self._wakeups.listening(tournament_id) as woken:
            line, place = await self._opening(tournament_id, person, view, shown, after)
            yield line
            rhythm.said()
            while True:
                news = News()
                try:
                    known = await self.known(tournament_id)
                    rhythm.looked()
                    if self._history.epoch != place.epoch:
                        line, place = await self._resumed(tournament_id, place, known.feed_of(person))
                        yield line
                        rhythm.said()
                        continue  # what is known may be of the history before
                    place = await self._in(known.feed_of(person), tournament_id, place)
                    news = await known.news_for(person, place.version, self._pace.feed_bytes)
                except Unavailable:
                    rhythm.failed()
                except tuple(WHY_NOT) as why_not:
                    yield EndLine(str(place), None, WHY_NOT[type(why_not)])
                    return
                for entry in news.entries:
                    place = replace(place, version=entry.version)
                    yield TournamentEventLine(str(place), entry)
                    rhythm.said()
                if news.ended or woken.closed:
                    yield EndLine(str(place), None, "finished" if news.ended else "stopping")
                    return
                if rhythm.must_speak:
                    yield HeartbeatLine(str(place))
                    rhythm.said()
                if not news.more:
                    await woken.within(rhythm.pause)

    async def _opening(
        self, tournament_id: UUID, person: UUID, view: bytes, shown: Cursor, after: Cursor | None
    ) -> tuple[TournamentLine, Cursor]:
        """Return the first line, a view or what comes after a cursor, and where it leaves the reader.

        Raises `UnknownVersion`.
        """
        if after is None:
            return TournamentViewLine(str(shown), Raw(view)), shown
        return await self._resumed(tournament_id, after, (await self.known(tournament_id)).feed_of(person))

    async def _resumed(self, tournament_id: UUID, after: Cursor, feed: PersonalFeed) -> tuple[TournamentLine, Cursor]:
        """Return the first line after a cursor, and where it leaves the reader. Raises `UnknownVersion`."""
        epoch = self._history.epoch
        try:
            place = Cursor(await self._gone_on(tournament_id, after, feed), epoch, feed.number)
        except HistoryLost as lost:
            place = Cursor(lost.version, epoch, feed.number)
            return HistoryLostLine(str(place), (Lost(tournament_id, lost.version),)), place
        return HeartbeatLine(str(place)), place

    async def _gone_on(self, tournament_id: UUID, cursor: Cursor, feed: PersonalFeed) -> int:
        """Return the version of their feed after which a reader goes on with a cursor. Raises what `must_go_on` raises.

        A plain version that is too large for their feed may be from the one before.
        """
        shown = feed.shown
        if cursor.epoch is None:
            cursor = replace(cursor, feed=feed.number - (cursor.version > shown))
        elif cursor.epoch != self._history.epoch:
            common = (await self._history.in_common([tournament_id], cursor.epoch))[tournament_id]
            shown = min(shown, feed.common(common))
        here = await self._in(feed, tournament_id, cursor)
        await must_go_on(self._history, tournament_id, here, shown)
        return here.version

    async def _in(self, feed: PersonalFeed, tournament_id: UUID, place: Cursor) -> Cursor:
        """Return a place in their feed for one that somebody has, which may be in a feed that they had before."""
        if not 0 <= place.feed < feed.number:
            return place
        change = feed.events.changes[feed.person][place.feed]
        earlier = personal_feed(feed.person, await self._engine.at(tournament_id, change - 1), feed.events)
        if place.version > earlier.shown:
            return place
        return replace(place, version=feed.place_of(place.version, earlier), feed=feed.number)
