"""What somebody is told of a tournament: its events in order, as a feed, a long poll or a stream.

What a round holds back while it is played, from all but the staff without a seat, is told with its end: after the event
`round_finished`, in its own order. So a cursor is a version up to which somebody has been told everything, and the
version that somebody sees is that of the last event that they were told.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from uuid import UUID

from msgspec import Raw, Struct, structs

from domain.tournament import Tournament
from domain.tournament.events import RoundFinished, TournamentEvent
from domain.tournament.viewing import seen
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
from service.store import StoreUnavailable
from service.tournaments.engine import TournamentEngine

SLICE = 200
"""Number of events that are looked at before others have their turn."""


class Known(Struct, frozen=True):
    """A tournament as it stands now, and all its events."""

    tournament: Tournament
    events: Sequence[TournamentEvent]

    def shown(self, person: UUID) -> int:
        """Return the version of the last event that somebody has been told."""
        early = told_early(self.tournament)
        for version in range(len(self.events), 0, -1):
            if seen(self.events[version - 1], person, early) is not None:
                return version
        raise AssertionError("everybody is told that a tournament is announced")

    async def after(self, person: UUID, cursor: int) -> list[tuple[int, TournamentFeedEntry]]:
        """Return what somebody is told after a cursor: each event with the cursor after it."""
        early = told_early(self.tournament)
        told = list[tuple[int, TournamentFeedEntry]]()
        for version in range(cursor + 1, len(self.events) + 1):
            if version % SLICE == 0:
                await asyncio.sleep(0)
            event = self.events[version - 1]
            if seen(event, person, early) is None:
                continue
            shown = seen(event, person, self.tournament)
            told.append((version, TournamentFeedEntry(version, shown)))
            if isinstance(event, RoundFinished):
                told += [(version, each) for each in await self._held_back(person, version, event.round)]
        return told

    async def _held_back(self, person: UUID, end: int, round_: int) -> list[TournamentFeedEntry]:
        """Return what somebody was not told of a round that has ended with a version."""
        early, found = told_early(self.tournament), list[TournamentFeedEntry]()
        for version, event in enumerate(self.events[:end], start=1):
            if version % SLICE == 0:
                await asyncio.sleep(0)
            if getattr(event, "round", None) != round_ or seen(event, person, early) is not None:
                continue
            shown = seen(event, person, self.tournament)
            if shown is not None:
                found.append(TournamentFeedEntry(version, shown))
        return found


def told_early(tournament: Tournament) -> Tournament:
    """Return a tournament by which nobody is told what the end of a round opens."""
    return structs.replace(tournament, rounds=())


class TournamentFeeds:
    """The feeds of all tournaments. Everything raises `UnknownTournament` and `StoreUnavailable`."""

    def __init__(self, engine: TournamentEngine, wakeups: Wakeups, history: History, pace: Pace = PACE) -> None:
        self._engine = engine
        self._wakeups = wakeups
        self._history = history
        self._pace = pace

    async def known(self, tournament_id: UUID) -> Known:
        """Return a tournament as it stands now, with its events."""
        return Known(await self._engine.current(tournament_id), self._engine.events(tournament_id))

    async def feed(
        self, tournament_id: UUID, person: UUID, after: Cursor, limit: int, wait: float
    ) -> tuple[Cursor, list[TournamentFeedEntry]]:
        """Return what somebody is told after a cursor, about `limit` events, and the cursor after them.

        If there is nothing yet, waits up to `wait` seconds. Raises what `must_go_on` raises.
        """
        epoch = self._history.epoch
        with self._wakeups.listening(tournament_id) as woken:
            known = await self.known(tournament_id)
            await must_go_on(self._history, tournament_id, after, known.shown(person))
            told = await known.after(person, after.version)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    while wait and not told and not self._wakeups.closed and not known.tournament.is_over:
                        await woken.wait()
                        woken.clear()
                        known = await self.known(tournament_id)
                        told = await known.after(person, after.version)
        page = told[:limit]
        page += [each for each in told[limit:] if each[0] == page[-1][0]]  # one cursor, one page
        return Cursor(page[-1][0] if page else after.version, epoch), [entry for _, entry in page]

    async def stream(
        self, tournament_id: UUID, person: UUID, view: bytes, shown: int, after: Cursor | None
    ) -> TournamentLines:
        """Yield a view of the version `shown`, or what comes after a cursor, then the events to the end."""
        epoch, version, rhythm = self._history.epoch, shown, Rhythm(self._pace)
        with self._wakeups.listening(tournament_id) as woken:
            if after is None:
                yield TournamentViewLine(str(Cursor(version, epoch)), Raw(view))
            else:
                line, version = await self._resumed(tournament_id, after, shown)
                yield line
            rhythm.said()
            while True:
                told = list[tuple[int, TournamentFeedEntry]]()
                try:
                    known = await self.known(tournament_id)
                    rhythm.looked()
                    if self._history.epoch != epoch:
                        epoch, before = self._history.epoch, Cursor(version, epoch)
                        line, version = await self._resumed(tournament_id, before, known.shown(person))
                        yield line
                    told = await known.after(person, version)
                    ended = known.tournament.is_over
                except StoreUnavailable:
                    ended = False
                    rhythm.failed()
                for place, (version, entry) in enumerate(told):
                    last = place + 1 == len(told) or told[place + 1][0] != version
                    yield TournamentEventLine(str(Cursor(version if last else version - 1, epoch)), entry)
                    rhythm.said()
                if ended or woken.closed:
                    yield EndLine(str(Cursor(version, epoch)), None, "finished" if ended else "stopping")
                    return
                if rhythm.must_speak:
                    yield HeartbeatLine(str(Cursor(version, epoch)))
                    rhythm.said()
                await woken.within(rhythm.pause)

    async def _resumed(self, tournament_id: UUID, after: Cursor, shown: int) -> tuple[TournamentLine, int]:
        """Return the first line after a cursor, and the version that it stands for. Raises `UnknownVersion`."""
        epoch = self._history.epoch
        try:
            await must_go_on(self._history, tournament_id, after, shown)
        except HistoryLost as lost:
            return HistoryLostLine(str(Cursor(lost.version, epoch)), (Lost(tournament_id, lost.version),)), lost.version
        return HeartbeatLine(str(Cursor(after.version, epoch))), after.version
