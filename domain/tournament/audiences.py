"""Who gets an event of a tournament, computed for groups of viewers: the same as `viewers.seen` for each one."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.tournament.events import TournamentEvent
from domain.tournament.viewers import Viewer

Group = tuple[str, UUID | None]
"""Some who see a field of an event: the `staff`, its `office`, somebody whom it names, or who plays for an entrant."""


def groups_of(viewer: Viewer) -> tuple[Group, ...]:
    """Return the groups to which a viewer belongs; events name the groups that may see them."""
    known, plays = viewer.person is not None, viewer.entrant is not None
    is_of: tuple[tuple[Group, bool], ...] = (
        (("staff", None), viewer.role is not None),
        (("office", None), viewer.office),
        (("members", viewer.person), known),
        (("substitutes", viewer.person), known),
        (("entrants", viewer.entrant), plays),
    )
    return tuple([group for group, belongs in is_of if belongs])


class Audience(Struct, frozen=True):
    """Who sees a part of an event at once: everybody, or some groups; `round` holds it back for others."""

    everybody: bool
    groups: tuple[Group, ...] = ()
    round: int | None = None


def audience_of(event: Any) -> Audience:
    """Return who sees a part of an event at once, and with the end of which round all others do."""
    audience = [to for name, to in type(event).audience.items() if name != "at"]
    if any(to.everyone for to in audience):
        return Audience(everybody=True)
    named = {name for to in audience for name in to.fields}
    return Audience(
        everybody=False,
        groups=tuple([group for name in sorted(named) for group in named_by(event, name)]),
        round=event.round if "round" in named else None,
    )


def named_by(event: TournamentEvent, name: str) -> Iterable[Group]:
    """Return the groups that a name in an audience stands for: one of the staff, or those whom the event names."""
    if name in {"staff", "office"}:
        return ((name, None),)
    return [(name, each) for each in getattr(event, name, ())] if name != "round" else ()
