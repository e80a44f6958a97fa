"""In which order somebody is told the events of a tournament, and which versions they therefore see.

What a round holds back while it is played is told with its end: after the event `round_finished`, in its own order. A
version is the place of an event in the order in which the viewer is told. So it counts nothing of which they may not
know yet: nobody learns from it how many tables are over. When no round is played, it is the version of the log.

So the two orders differ only within a stretch: from one end of a round to the next. What is asked costs as much as the
stretch has events that are held back, and as what is told; never as much as the tournament has events.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from uuid import UUID

from msgspec import Struct

from domain.tournament import Tournament
from domain.tournament.audiences import Group, groups_of, groups_told
from domain.tournament.events import RoundFinished, TournamentEvent
from domain.tournament.viewing import seen, viewer_of
from service.live.lines import TournamentFeedEntry

SLICE = 200
"""Number of events that are told before others have their turn."""


class Events:
    """The events of a tournament, and by version in the log who is told which. It grows with the tournament."""

    def __init__(self) -> None:
        self.all: list[TournamentEvent] = []
        self.to_everybody: list[int] = []
        self.to_group = defaultdict[Group, list[int]](list)
        """The events that these are told at once, and not everybody."""
        self.held_back: list[int] = []
        """The events that a round holds back: whoever else is told them with its end."""
        self.ends: list[int] = []
        """The ends of rounds."""
        self._over = set[int]()

    def add(self, event: TournamentEvent) -> None:
        """Add the event that comes next."""
        self.all.append(event)
        version, told = len(self.all), groups_told(event)
        held_back = told.round is not None and told.round not in self._over
        if told.everybody or (told.round is not None and not held_back):
            self.to_everybody.append(version)
            held_back = False
        else:
            for group in told.groups:
                self.to_group[group].append(version)
        if held_back:
            self.held_back.append(version)
        if isinstance(event, RoundFinished):
            self.ends.append(version)
            self._over.add(event.round)


class Told(Struct, frozen=True):
    """The events of a tournament, up to the version that it has here, as a person is told them.

    `own` are the versions in the log that they are told at once, and not everybody. `over` is the number of rounds that
    have ended: so many stretches are closed.
    """

    tournament: Tournament
    events: Events
    person: UUID
    own: Sequence[list[int]]
    over: int

    @property
    def shown(self) -> int:
        """The version that they see: that of the last event that they have been told."""
        before, last = self._stretch(self.over)
        told = max([0, *(each[-1] for each in self._told_between(before, last) if each)])
        return told - bisect_right(self._held_back(self.over), told) if told else before

    def in_log(self, version: int) -> int:
        """Return the version in the log up to which they know what they are told, at a version that they have seen."""
        place = bisect_left(self.events.ends, version, hi=self.over)
        _, last = self._stretch(place)
        held_back = self._held_back(place)
        if place < self.over and version > last - len(held_back):
            return last
        for each in held_back:
            if each > version:
                break
            version += 1
        return version

    def common(self, in_log: int) -> int:
        """Return the last version that they were shown, of what the log has up to a version."""
        in_log = min(in_log, self.tournament.version)
        held_back = self._held_back(bisect_right(self.events.ends, in_log, hi=self.over))
        return in_log - bisect_right(held_back, in_log)

    async def after(self, version: int, limit: int) -> list[TournamentFeedEntry]:
        """Return what they are told after a version, at most `limit` events."""
        told = list[TournamentFeedEntry]()
        for number, in_log in self._following(version):
            if len(told) == limit:
                break
            if len(told) % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            told.append(self._entry(number, in_log))
        return told

    def of_step(self, versions: Iterable[int]) -> list[TournamentFeedEntry]:
        """Return what they are told of the last step, whose events have these versions in the log."""
        wanted = set(versions)
        told = self._following(self.common(min(wanted) - 1))
        return [self._entry(number, in_log) for number, in_log in told if in_log in wanted]

    def _entry(self, number: int, in_log: int) -> TournamentFeedEntry:
        shown = seen(self.events.all[in_log - 1], self.person, self.tournament)
        if shown is None:
            raise AssertionError("who is told an event sees something of it")
        return TournamentFeedEntry(number, shown)

    def _following(self, version: int) -> Iterator[tuple[int, int]]:
        """Yield the events that they are told after a version: the version, and that in the log."""
        known = self.in_log(version)
        for place in range(bisect_left(self.events.ends, version + 1, hi=self.over), self.over + 1):
            before, last = self._stretch(place)
            held_back = self._held_back(place)
            past = 0
            for in_log in merge(*self._told_between(max(before, known), last)):
                if in_log != past:
                    yield in_log - bisect_right(held_back, in_log), in_log
                past = in_log
            if place < self.over:
                with_end = enumerate(held_back, last - len(held_back) + 1)
                yield from [(number, in_log) for number, in_log in with_end if number > version]

    def _stretch(self, place: int) -> tuple[int, int]:
        """Return after which version in the log a stretch begins, and with which it ends; the last one is open."""
        ends = self.events.ends
        return ends[place - 1] if place else 0, ends[place] if place < self.over else self.tournament.version

    def _held_back(self, place: int) -> list[int]:
        """Return the versions in the log that they are told with the end of a stretch."""
        held_back = between(self.events.held_back, *self._stretch(place))
        if not held_back or not self.own:
            return held_back
        told = {each for own in self.own for each in between(own, held_back[0] - 1, held_back[-1])}
        return [each for each in held_back if each not in told]

    def _told_between(self, before: int, last: int) -> list[list[int]]:
        """Return the versions in the log of a part of the events that they are told at once; some stand there twice."""
        return [between(each, before, last) for each in (self.events.to_everybody, *self.own)]


def between(versions: list[int], before: int, last: int) -> list[int]:
    """Return those of ascending versions that come after `before`, up to `last`."""
    return versions[bisect_right(versions, before) : bisect_right(versions, last)]


def told_to(person: UUID, tournament: Tournament, events: Events) -> Told:
    """Return what somebody is told of a tournament, up to the version that it has here."""
    groups = groups_of(viewer_of(tournament, person))
    own = [events.to_group[group] for group in groups if group in events.to_group]
    return Told(tournament, events, person, own, bisect_right(events.ends, tournament.version))
