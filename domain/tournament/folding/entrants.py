"""What changes with events of entrants, up to the start and after it."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.tournament import events
from domain.tournament.folding.changes import Changed, Changes, whole
from domain.tournament.settings import NewEntrant
from domain.tournament.state import Entrant, OpenedCheckIn, Tournament


def with_entrants(tournament: Tournament, new: Iterable[Entrant]) -> Changed:
    """Return what changes with new entrants, or with others in the place of those that have their ids."""
    entrants, plays_for, entered = dict(tournament.entrants), dict(tournament.plays_for), tournament.entered
    for entrant in new:
        before = entrants.get(entrant.id)
        if before is not None and before.left:
            del entrants[entrant.id]
        elif before is not None and not before.is_gone:
            entered -= before.state == "entered"
            for person in before.people:
                plays_for.pop(person, None)
        entrants[entrant.id] = entrant
        entered += entrant.state == "entered"
        if not entrant.is_gone:
            plays_for.update(dict.fromkeys(entrant.people, entrant.id))
    return {"entrants": entrants, "plays_for": plays_for, "entered": entered}


def with_entrant(tournament: Tournament, entrant_id: UUID, **changed: Any) -> Changed:
    """Return what changes with an entrant who plays for the same people as before."""
    before = tournament.entrants[entrant_id]
    after = replace(before, **changed)
    entered = tournament.entered + (after.state == "entered") - (before.state == "entered")
    return {"entrants": {**tournament.entrants, entrant_id: after}, "entered": entered}


def without_entrant(tournament: Tournament, entrant_id: UUID) -> Changed:
    """Return what changes if an entrant is gone as if they had never come."""
    entrants, plays_for = dict(tournament.entrants), dict(tournament.plays_for)
    gone = entrants.pop(entrant_id)
    for person in gone.people:
        del plays_for[person]
    return {"entrants": entrants, "plays_for": plays_for, "entered": tournament.entered - (gone.state == "entered")}


def out(tournament: Tournament, absent: Iterable[UUID]) -> Changed:
    """Return what changes if entrants are out until they return."""
    entrants, entered = dict(tournament.entrants), tournament.entered
    for each in absent:
        entered -= entrants[each].state == "entered"
        entrants[each] = replace(entrants[each], state="withdrawn")
    return {"entrants": entrants, "entered": entered}


def of_new(new: NewEntrant, number: int, **given: Any) -> Entrant:
    """Return an entrant who comes in with a number."""
    return Entrant(id=new.id, number=number, members=new.members, substitutes=new.substitutes, name=new.name, **given)


def one_more(tournament: Tournament, by: UUID) -> Changed:
    """Return what changes if somebody registers."""
    registrations = {**tournament.registrations, by: tournament.registrations.get(by, 0) + 1}
    return {"requests": tournament.requests + 1, "registrations": registrations}


def registered(tournament: Tournament, event: events.RegistrationRequested | events.EntrantEntered) -> Changed:
    """Return what changes with a registration, unless it is that of a team whose people have been asked before."""
    known = tournament.entrants.get(whole(event.entrant))
    return {} if known is not None and known.state == "invited" else one_more(tournament, whole(event.by))


def registration_opened(_: events.RegistrationOpened, __: Tournament) -> Changed:
    """Players may register."""
    return {"state": "registration"}


def entrant_invited(event: events.EntrantInvited, tournament: Tournament) -> Changed:
    """All who are named are asked, but for who registers; they are free to play for others until they accept."""
    by, new = whole(event.by), new_of(event)
    waits_for = tuple([person for person in (*new.members, *new.substitutes) if person != by])
    invited = of_new(new, 0, state="invited", waits_for=waits_for, seen_as=seen_before(tournament, new.id))
    return with_entrants(tournament, (invited,)) | one_more(tournament, by)


def seen_before(tournament: Tournament, entrant_id: UUID) -> Entrant | None:
    """Return what everybody has seen of somebody who asks to enter again: how they had left; None: nothing."""
    known = tournament.entrants.get(entrant_id)
    return known if known is None or known.left else known.seen_as


def new_of(event: events.EntrantInvited | events.RegistrationRequested) -> NewEntrant:
    """Return who wants to enter."""
    return NewEntrant(
        id=whole(event.entrant),
        members=whole(event.members),
        substitutes=whole(event.substitutes),
        name=whole(event.name),
    )


def invitation_accepted(event: events.InvitationAccepted, tournament: Tournament) -> Changed:
    """Somebody plays for the team, and for nobody else."""
    entrant = tournament.entrants[whole(event.entrant)]
    waits_for = tuple([person for person in entrant.waits_for if person != event.by])
    return with_entrants(tournament, (replace(entrant, waits_for=waits_for),))


def registration_requested(event: events.RegistrationRequested, tournament: Tournament) -> Changed:
    """Somebody waits for the staff's approval; they have no number yet."""
    new = new_of(event)
    pending = of_new(new, 0, state="pending", seen_as=seen_before(tournament, new.id))
    return with_entrants(tournament, (pending,)) | registered(tournament, event)


def entrant_entered(event: events.EntrantEntered, tournament: Tournament) -> Changed:
    """Somebody plays, or is on the waiting list; later entrants come after earlier ones."""
    new = NewEntrant(id=event.entrant, members=event.members, substitutes=event.substitutes, name=event.name)
    entrant = of_new(new, event.number, state="waiting" if event.waiting else "entered")
    changed = with_entrants(tournament, (entrant,)) | {"next_number": event.number + 1}
    return changed | registered(tournament, event)


def entrants_added(event: events.EntrantsAdded, tournament: Tournament) -> Changed:
    """Many play at once; house players are always there."""
    house, first = event.house or None, event.first_number
    there = house is not None
    new = [of_new(each, number, house=house, checked_in=there) for number, each in enumerate(event.entered, first)]
    return with_entrants(tournament, new) | {"next_number": first + len(new)}


def entrant_declined(event: events.EntrantDeclined, tournament: Tournament) -> Changed:
    """Somebody does not play; their people may play for others."""
    entrant = tournament.entrants[whole(event.entrant)]
    if entrant.left:  # they had entered, and were withdrawn just now: everybody knows that, and no more
        return with_entrant(tournament, entrant.id, state="declined", left=False, seen_as=entrant)
    return with_entrants(tournament, (replace(entrant, state="declined"),))


def entrant_withdrawn(event: events.EntrantWithdrawn, tournament: Tournament) -> Changed:
    """Somebody is out: for good before the start, and from the waiting list."""
    before = tournament.entrants[event.entrant]
    if tournament.state != "playing" or before.state == "waiting":
        gone = replace(before, state="withdrawn", checked_in=False, left=True)
        return with_entrants(tournament, (gone,))
    return with_entrant(tournament, event.entrant, state="withdrawn", by_staff=event.why == "staff")


def registration_withdrawn(event: events.RegistrationWithdrawn, tournament: Tournament) -> Changed:
    """Somebody no longer waits for approval; an entrant who had left before stays withdrawn."""
    before = tournament.entrants[whole(event.entrant)].seen_as
    changed = without_entrant(tournament, whole(event.entrant))
    return changed if before is None else changed | {"entrants": {**changed["entrants"], before.id: before}}


def entrants_moved_up(event: events.EntrantsMovedUp, tournament: Tournament) -> Changed:
    """Some from the waiting list play."""
    known = tournament.entrants
    moved = {each: replace(known[each], state="entered") for each in event.entrants}
    return {"entrants": {**known, **moved}, "entered": tournament.entered + len(moved)}


def check_in_opened(event: events.CheckInOpened, tournament: Tournament) -> Changed:
    """At first only house players are checked in."""
    entrants = {
        key: replace(each, checked_in=each.house is not None) if each.checked_in else each
        for key, each in tournament.entrants.items()
    }
    opened = OpenedCheckIn(event.round, event.ends_at)
    state = tournament.state if tournament.state == "playing" else "check_in"
    return {"entrants": entrants, "check_in": opened, "state": state}


def entrant_checked_in(event: events.EntrantCheckedIn, tournament: Tournament) -> Changed:
    """Somebody is there. What they add to the deals counts before the start only."""
    entropy = tournament.entrants[event.entrant].entropy if tournament.state == "playing" else event.entropy
    return with_entrant(tournament, event.entrant, checked_in=True, entropy=entropy)


def check_in_closed(event: events.CheckInClosed, tournament: Tournament) -> Changed:
    """Entrants who have not come are out; those on the waiting list keep waiting, and do not move up."""
    closed = OpenedCheckIn(
        event.round, None if tournament.check_in is None else tournament.check_in.ends_at, closed=True
    )
    absent = [each for each in event.absent if tournament.entrants[each].state == "entered"]
    return out(tournament, absent) | {"check_in": closed}


def tournament_started(event: events.TournamentStarted, _: Tournament) -> Changed:
    """The rounds begin."""
    return {"state": "playing", "entropies": event.entropies}


def entrant_entered_late(event: events.EntrantEnteredLate, tournament: Tournament) -> Changed:
    """Somebody has joined."""
    entrant = of_new(
        event.entered,
        event.number,
        house=event.house or None,
        checked_in=True,
        from_round=event.round,
        late_points=event.points,
    )
    return with_entrants(tournament, (entrant,)) | {"next_number": max(tournament.next_number, event.number + 1)}


def entrant_returned(event: events.EntrantReturned, tournament: Tournament) -> Changed:
    """Somebody plays again; a draft without them is outdated."""
    entrant = tournament.entrants[event.entrant]
    returns = entrant.returns + (event.by in entrant.members)
    changed = with_entrant(tournament, event.entrant, state="entered", by_staff=False, checked_in=True, returns=returns)
    if tournament.rounds and not (last := tournament.rounds[-1]).published and event.entrant not in last.draft.named:
        changed["rounds"] = (*tournament.rounds[:-1], replace(last, returned=True))
    return changed


def member_substituted(event: events.MemberSubstituted, tournament: Tournament) -> Changed:
    """Another person plays in a member's place, who is a substitute from now on."""
    entrant = tournament.entrants[event.entrant]
    members = tuple([event.joins if each == event.leaves else each for each in entrant.members])
    others = tuple([each for each in entrant.substitutes if each != event.joins])
    substitutions = entrant.substitutions + (event.by in entrant.members)
    after = replace(entrant, members=members, substitutes=(*others, event.leaves), substitutions=substitutions)
    return with_entrants(tournament, (after,))


CHANGES: Changes = {
    events.RegistrationOpened: registration_opened,
    events.EntrantInvited: entrant_invited,
    events.InvitationAccepted: invitation_accepted,
    events.RegistrationRequested: registration_requested,
    events.EntrantEntered: entrant_entered,
    events.EntrantsAdded: entrants_added,
    events.EntrantDeclined: entrant_declined,
    events.EntrantWithdrawn: entrant_withdrawn,
    events.RegistrationWithdrawn: registration_withdrawn,
    events.EntrantsMovedUp: entrants_moved_up,
    events.CheckInOpened: check_in_opened,
    events.EntrantCheckedIn: entrant_checked_in,
    events.CheckInClosed: check_in_closed,
    events.TournamentStarted: tournament_started,
    events.EntrantEnteredLate: entrant_entered_late,
    events.EntrantReturned: entrant_returned,
    events.MemberSubstituted: member_substituted,
}
"""Events of entrants, and of the check-in."""
