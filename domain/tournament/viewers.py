"""Who looks at a tournament, and what they see of an event: `seen`, an allow-list. `viewing` says who sees what."""

from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.game import To
from domain.tournament.events import TournamentEvent
from domain.tournament.settings import Role
from domain.tournament.state import Tournament


class Viewer(Struct, frozen=True):
    """Somebody who looks at a tournament: what they are in it."""

    person: UUID | None
    role: Role | None
    entrant: UUID | None

    @property
    def office(self) -> bool:
        """Whether they are of the staff, and do not play."""
        return self.role is not None and self.entrant is None


def viewer_of(tournament: Tournament, person: UUID | None) -> Viewer:
    """Return what somebody (None: a stranger) is in a tournament."""
    entrant = tournament.entrant_of(person)
    return Viewer(person, tournament.role_of(person), None if entrant is None else entrant.id)


def seen(event: TournamentEvent, person: UUID | None, tournament: Tournament) -> TournamentEvent | None:
    """Return an event as somebody (None: a stranger) sees it; None: it is not told to them.

    `tournament` is as it stands now: what a round that goes on hides is seen when its tables are over.
    """
    kind = type(event)
    if kind.is_open:
        return event
    viewer = viewer_of(tournament, person)
    shown: dict[str, Any] = {
        name: getattr(event, name) for name, to in kind.audience.items() if admits(to, event, viewer, tournament)
    }
    return None if len(shown) == 1 else kind(**shown)


def admits(to: To, event: TournamentEvent, viewer: Viewer, tournament: Tournament) -> bool:
    """Return whether a field of an event with this audience is shown to a viewer."""
    return to.everyone or any(belongs(group, event, viewer, tournament) for group in to.fields)


def belongs(group: str, event: Any, viewer: Viewer, tournament: Tournament) -> bool:
    """Return whether a viewer is of a group that an event's field is for (see `events`)."""
    match group:
        case "staff":
            return viewer.role is not None
        case "office":
            return viewer.office
        case "round":
            return tournament.shows_round(event.round)
        case "members" | "substitutes":
            return viewer.person in getattr(event, group, ())
        case _:
            return viewer.entrant is not None and viewer.entrant in getattr(event, "entrants", ())
