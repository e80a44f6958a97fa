"""In which order somebody is told the events of a tournament, and which versions they therefore see.

What a round holds back while it is played is told with its end: after the event `round_finished`, in its own order. A
version is the place of an event in the order in which the viewer is told. So it counts nothing of which they may not
know yet: nobody learns from it how many tables are over. When no round is played, it is the version of the log.
"""

import asyncio
from collections.abc import Sequence
from typing import get_args
from uuid import UUID

from msgspec import Struct, structs

from domain.tournament import Tournament
from domain.tournament.events import AnyTournamentEvent, RoundFinished, TournamentEvent
from domain.tournament.viewing import seen
from service.live.lines import TournamentFeedEntry

SLICE = 200
"""Number of events that are looked at before others have their turn."""

HELD_BACK = frozenset(
    kind for kind in get_args(AnyTournamentEvent) if any("round" in to.fields for to in kind.audience.values())
)
"""The events that a round may hold back while it is played."""


class Told(Struct, frozen=True):
    """The events of a tournament as a person is told them: `order` has the versions in the log, in that order."""

    tournament: Tournament
    events: Sequence[TournamentEvent]
    person: UUID
    order: Sequence[int]

    @property
    def shown(self) -> int:
        """The version that they see: that of the last event that they have been told."""
        for version in range(len(self.order), 0, -1):
            if seen(self.events[self.order[version - 1] - 1], self.person, self.tournament) is not None:
                return version
        raise AssertionError("everybody is told that a tournament is announced")

    def in_log(self, version: int) -> int:
        """Return the version in the log up to which they know what they are told, at a version that they have seen."""
        return max(self.order[:version])

    def common(self, in_log: int) -> int:
        """Return the last version that they were shown, of what the log has up to a version."""
        return next((version for version, each in enumerate(self.order) if each > in_log), len(self.order))

    async def after(self, version: int) -> list[TournamentFeedEntry]:
        """Return what they are told after a version."""
        told = list[TournamentFeedEntry]()
        for number in range(version + 1, len(self.order) + 1):
            if number % SLICE == 0:
                await asyncio.sleep(0)
            shown = seen(self.events[self.order[number - 1] - 1], self.person, self.tournament)
            if shown is not None:
                told.append(TournamentFeedEntry(number, shown))
        return told


def told_to(person: UUID, tournament: Tournament, events: Sequence[TournamentEvent]) -> Told:
    """Return what somebody is told of a tournament, whose events are `events`."""
    early = structs.replace(tournament, rounds=())  # by it nobody is told what the end of a round opens
    order, held, over = list[int](), list[int](), set[int]()
    for version, event in enumerate(events, start=1):
        holder = getattr(event, "round", 0) if type(event) in HELD_BACK else None
        if holder is not None and holder not in over and seen(event, person, early) is None:
            held.append(version)
            continue
        order.append(version)
        if isinstance(event, RoundFinished):
            over.add(event.round)
            order += held
            held = []
    return Told(tournament, events, person, order)
