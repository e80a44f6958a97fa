"""How each event changes a tournament: one fold (`evolve`) over its stream gives it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from domain.game import Event
from domain.table.entries import Entry
from domain.tournament import events
from domain.tournament.folding import entrants, rounds, rulings
from domain.tournament.folding.changes import Changed, whole
from domain.tournament.state import Tournament


def evolve(tournament: Tournament | None, entry: Entry) -> Tournament:
    """Fold one entry of the stream into the tournament (None: before the first, `tournament_announced`)."""
    return after_event(tournament, entry.event)


def after_event(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after an event. Raises ValueError for one that a tournament cannot have there."""
    if tournament is None:
        if not isinstance(event, events.TournamentAnnounced):
            raise ValueError("a tournament begins with `tournament_announced`")
        return announced(event)
    change = CHANGES.get(type(event))
    if change is None:
        raise ValueError(f"`{type(event).__name__}` is no event of a tournament that is announced")
    version, changed = tournament.version + 1, change(event, tournament)
    if type(event) in PAIRED_BY:
        changed["pairing_changed"] = version
    return replace(tournament, version=version, at=event.at, **changed)


def announced(event: events.TournamentAnnounced) -> Tournament:
    """Return a tournament that has just been announced."""
    return Tournament(
        version=1,
        at=event.at,
        settings=event.settings,
        title=event.title,
        commitment=event.commitment,
        secret=bytes.fromhex(whole(event.secret)),
        code=event.code or None,
        staff={event.director: "director"},
    )


def tournament_finished(event: events.TournamentFinished, _: Tournament) -> Changed:
    """It is over."""
    return {"state": "finished", "ended_at": event.at}


def tournament_cancelled(event: events.TournamentCancelled, _: Tournament) -> Changed:
    """It is over."""
    return {"state": "cancelled", "ended_at": event.at}


def staff_appointed(event: events.StaffAppointed, tournament: Tournament) -> Changed:
    """Somebody has a role."""
    return {"staff": {**tournament.staff, event.person: event.role}}


def staff_dismissed(event: events.StaffDismissed, tournament: Tournament) -> Changed:
    """Somebody no longer has a role."""
    return {"staff": {person: role for person, role in tournament.staff.items() if person != event.person}}


CHANGES: Mapping[type[Event], Callable[[Any, Tournament], Changed]] = MappingProxyType(
    entrants.CHANGES
    | rounds.CHANGES
    | rulings.CHANGES
    | {
        events.TournamentFinished: tournament_finished,
        events.TournamentCancelled: tournament_cancelled,
        events.StaffAppointed: staff_appointed,
        events.StaffDismissed: staff_dismissed,
    }
)
"""What changes with each kind of event of a tournament that is announced."""

PAIRED_BY: frozenset[type[Event]] = frozenset(
    {
        events.EntrantWithdrawn,
        events.CheckInClosed,
        events.EntrantEnteredLate,
        events.EntrantReturned,
        events.RoundFinished,
        events.NoShowsNoted,
        events.RulingMade,
        events.ResultCorrected,
        events.AppealDecided,
    }
)
"""The events between two rounds that may change what the next one is paired by: who plays, and what they have."""
