"""The events of a tournament in the order in which one person gets them, with the versions that this person sees.

Events that a round holds back while it is played come after its event `round_finished`, or after
`tournament_cancelled`, in their own order. A version is the place of an event in the feed of the viewer. So it counts
nothing of which they may not know yet: nobody learns from it how many tables are over. When no round is played, it is
the version of the log.

So the two orders differ only within a stretch: from one end of a round to the next. A call costs as much as the stretch
has events that are held back, and as the events that are returned; never as much as the tournament has events.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from uuid import UUID

from msgspec import Struct

from domain.tournament import Tournament
from domain.tournament.audiences import Group, audience_of, groups_of
from domain.tournament.events import (
    EntrantEnteredLate,
    MemberSubstituted,
    RoundFinished,
    StaffAppointed,
    StaffDismissed,
    TournamentCancelled,
    TournamentEvent,
)
from domain.tournament.viewers import seen, viewer_of
from service.live.lines import TournamentFeedEntry
from service.live.named import encoder

SLICE = 200
"""Number of events after which other tasks have their turn."""


class Events:
    """The events of a tournament, and by version in the log who gets which. It grows with the tournament."""

    def __init__(self) -> None:
        self.all: list[TournamentEvent] = []
        self.to_everybody: list[int] = []
        self.to_group = defaultdict[Group, list[int]](list)
        """The events that these get at once, and not everybody."""
        self.held_back: list[int] = []
        """The events that a round holds back: all others get them with its end."""
        self.ends: list[int] = []
        """The ends of rounds, and that of a tournament that was cancelled."""
        self.changes = defaultdict[UUID, list[int]](list)
        """The events that give these people another place in the tournament: other events are held back for them."""
        self._over = set[int]()

    def add(self, event: TournamentEvent) -> None:
        """Add the event that comes next."""
        self.all.append(event)
        version, audience = len(self.all), audience_of(event)
        held_back = audience.round is not None and audience.round not in self._over
        if audience.everybody or (audience.round is not None and not held_back):
            self.to_everybody.append(version)
            held_back = False
        else:
            for group in audience.groups:
                self.to_group[group].append(version)
        if held_back:
            self.held_back.append(version)
        if isinstance(event, RoundFinished | TournamentCancelled):
            self.ends.append(version)
        if isinstance(event, RoundFinished):
            self._over.add(event.round)
        for person in moved_by(event):
            self.changes[person].append(version)


def moved_by(event: TournamentEvent) -> Iterable[UUID]:
    """Return who may have another place in the tournament by an event: another role, or one who plays once it began."""
    match event:
        case StaffAppointed() | StaffDismissed():
            return (event.person,)
        case EntrantEnteredLate():
            return (*event.entered.members, *event.entered.substitutes)
        case MemberSubstituted():
            return (event.joins,)
    return ()


class PersonalFeed(Struct, frozen=True):
    """The events of a tournament, up to the version that it has here, as a person gets them.

    `own` are the versions in the log that they get at once, and not everybody. `over` is the number of rounds that have
    ended, which is the number of closed stretches.
    """

    tournament: Tournament
    events: Events
    person: UUID
    own: Sequence[list[int]]
    over: int

    @property
    def shown(self) -> int:
        """The version that they see: that of the last event in their feed."""
        before, last = self._stretch(self.over)
        newest = max([0, *(each[-1] for each in self._at_once(before, last) if each)])
        return newest - bisect_right(self._held_back(self.over), newest) if newest else before

    @property
    def number(self) -> int:
        """How many feeds they have had before this one: that of each place that they had in the tournament."""
        return bisect_right(self.events.changes.get(self.person, []), self.tournament.version)

    def in_log(self, version: int) -> int:
        """Return the version in the log up to which they know their feed, at a version that they have seen."""
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

    def place_of(self, version: int, earlier: "PersonalFeed") -> int:
        """Return the version here of somebody who has got an `earlier` feed of theirs up to a version.

        They may have another role since, or play: then a round holds back other events for them. Of what was held back
        they may have got a part: from the first event that they have not got on they get all, some of it again.
        """
        if viewer_of(earlier.tournament, self.person) == viewer_of(self.tournament, self.person):
            return version
        first = min((in_log for _, in_log in earlier.following(version)), default=earlier.tournament.version + 1)
        return self.common(min(earlier.in_log(version), first - 1))

    async def after(self, version: int, limit: int, most_bytes: int) -> list[TournamentFeedEntry]:
        """Return the events after a version, at most `limit`, and of several at most `most_bytes` of JSON."""
        entries, size = list[TournamentFeedEntry](), 0
        for number, in_log in self.following(version):
            if len(entries) == limit:
                break
            if len(entries) % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            entry = self._entry(number, in_log)
            size += len(encoder.encode(entry))
            if entries and size > most_bytes:
                break
            entries.append(entry)
        return entries

    def of_step(self, versions: Iterable[int]) -> list[TournamentFeedEntry]:
        """Return those of the last step, whose events have these versions in the log."""
        wanted = set(versions)
        following = self.following(self.common(min(wanted) - 1))
        return [self._entry(number, in_log) for number, in_log in following if in_log in wanted]

    def _entry(self, number: int, in_log: int) -> TournamentFeedEntry:
        shown = seen(self.events.all[in_log - 1], self.person, self.tournament)
        if shown is None:
            raise AssertionError("a reader who gets an event sees something of it")
        return TournamentFeedEntry(number, shown)

    def following(self, version: int) -> Iterator[tuple[int, int]]:
        """Yield the events after a version: the version in this feed, and that in the log."""
        known = self.in_log(version)
        for place in range(bisect_left(self.events.ends, version + 1, hi=self.over), self.over + 1):
            before, last = self._stretch(place)
            held_back = self._held_back(place)
            past = 0
            for in_log in merge(*self._at_once(max(before, known), last)):
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
        """Return the versions in the log that they get with the end of a stretch."""
        held_back = between(self.events.held_back, *self._stretch(place))
        if not held_back or not self.own:
            return held_back
        at_once = {each for own in self.own for each in between(own, held_back[0] - 1, held_back[-1])}
        return [each for each in held_back if each not in at_once]

    def _at_once(self, before: int, last: int) -> list[list[int]]:
        """Return the versions in the log of a part of the events that they get at once; some stand there twice."""
        return [between(each, before, last) for each in (self.events.to_everybody, *self.own)]


def between(versions: list[int], before: int, last: int) -> list[int]:
    """Return those of ascending versions that come after `before`, up to `last`."""
    return versions[bisect_right(versions, before) : bisect_right(versions, last)]


def personal_feed(person: UUID, tournament: Tournament, events: Events) -> PersonalFeed:
    """Return the feed of a person, up to the version that the tournament has here."""
    groups = groups_of(viewer_of(tournament, person))
    own = [events.to_group[group] for group in groups if group in events.to_group]
    return PersonalFeed(tournament, events, person, own, bisect_right(events.ends, tournament.version))
