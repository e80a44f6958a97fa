"""Who plays: registered, approved, entered by the staff, withdrawn, come back, come late, and substituted."""

from collections.abc import Iterable
from uuid import UUID

from msgspec import UNSET

from domain.game import Happened, Refused
from domain.tournament.commands import (
    Accept,
    AddEntrants,
    AddHouse,
    Approve,
    Decline,
    EnterLate,
    OpenRegistration,
    Register,
    Return,
    Substitute,
    Withdraw,
)
from domain.tournament.events import (
    EntrantDeclined,
    EntrantEntered,
    EntrantEnteredLate,
    EntrantInvited,
    EntrantMovedUp,
    EntrantReturned,
    EntrantsAdded,
    EntrantWithdrawn,
    InvitationAccepted,
    MemberSubstituted,
    RegistrationOpened,
    RegistrationRequested,
    RegistrationWithdrawn,
)
from domain.tournament.folding import after_event
from domain.tournament.guards import must_be, must_be_entrant, must_be_own
from domain.tournament.settings import MOST_ENTRANTS, NewEntrant, Settings
from domain.tournament.state import Entrant, State, Tournament

MOST_KNOWN = 2 * MOST_ENTRANTS
"""Maximum number of entrants that are known, those included who wait, or were declined."""

MOST_REQUESTS = 10 * MOST_ENTRANTS
"""Maximum number of registrations, those included that were taken back."""

MOST_REGISTRATIONS = 3
"""Maximum number of registrations that one person makes, those included that were taken back."""

MOST_RETURNS = 3
"""Maximum number of times that the members of an entrant let it return."""

MOST_SUBSTITUTIONS = 10
"""Maximum number of times that the members of an entrant put another person in a member's place."""

BEFORE_START: tuple[State, ...] = ("announced", "registration", "check_in")


def open_registration(command: OpenRegistration, tournament: Tournament, at: int) -> tuple[RegistrationOpened]:
    """Let players register."""
    must_be(tournament, "announced")
    return (RegistrationOpened(command.by, at=at),)


def register(command: Register, tournament: Tournament, at: int) -> Happened:
    """Register a player, or a team."""
    must_be(tournament, "registration")
    settings, new = tournament.settings, command.entrant
    if settings.registration == "upload":
        raise Refused("registration_closed", "The staff of the tournament enters all who play.")
    must_fit(settings, new)
    if command.by not in new.members:
        raise Refused("not_your_entrant", "You register yourself, or a team that you are a member of.")
    if tournament.code is not None and command.code != tournament.code:
        raise Refused("wrong_code", "This is not the code of the tournament.")
    known = tournament.entrants.get(new.id)
    if known is not None and known.state == "declined":
        raise Refused("declined", "The staff of the tournament has declined.")
    must_be_new(tournament, (new,))
    if tournament.registrations.get(command.by, 0) >= MOST_REGISTRATIONS:
        raise Refused("too_often", f"You have registered {MOST_REGISTRATIONS} times; the staff can enter you.")
    if len(tournament.entrants) >= MOST_KNOWN or tournament.requests >= MOST_REQUESTS:
        raise Refused("tournament_full", "Too many have registered.")
    if command.asks and (*new.members, *new.substitutes) != (command.by,):
        return (EntrantInvited(command.by, new.id, new.members, new.substitutes, new.name, at=at),)
    return (complete(tournament, new, command.by, at),)


def complete(tournament: Tournament, new: NewEntrant, by: UUID, at: int) -> RegistrationRequested | EntrantEntered:
    """Return the event of a registration that waits for nobody any more but, if the settings say so, for the staff."""
    if tournament.settings.registration == "approval":
        return RegistrationRequested(by, new.id, new.members, new.substitutes, new.name, at=at)
    return entered(tournament, new, by, at)


def accept(command: Accept, tournament: Tournament, at: int) -> Happened:
    """Let somebody play for a team that has named them; with the last of its people the team is complete."""
    must_be(tournament, "registration")
    entrant, _ = must_be_own(tournament, command.entrant, command)
    if command.by not in entrant.waits_for:
        raise Refused("no_change", "They do not wait for you: you play for them already.")
    if command.by in tournament.plays_for:
        raise Refused("already_entered", "You play for another entrant; withdraw there first.")
    event = InvitationAccepted(command.by, entrant.id, entrant.members, entrant.substitutes, at=at)
    if entrant.waits_for != (command.by,):
        return (event,)
    return (event, complete(after_event(tournament, event), as_new(entrant), command.by, at))


def entered(tournament: Tournament, new: NewEntrant, by: UUID, at: int) -> EntrantEntered:
    """Return the event that somebody enters, or is on the waiting list."""
    waiting = tournament.entered >= tournament.settings.limit
    return EntrantEntered(by, new.id, tournament.next_number, new.members, new.substitutes, new.name, waiting, at=at)


def must_fit(settings: Settings, new: NewEntrant) -> None:
    """Raise `Refused("invalid_entrant", …)` for who is no player (or no team) as the settings want it."""
    if len(new.members) != settings.members:
        raise Refused("invalid_entrant", f"{new.id}: {len(new.members)} members; an entrant has {settings.members}.")
    people = (*new.members, *new.substitutes)
    if len(set(people)) < len(people):
        raise Refused("invalid_entrant", f"{new.id}: somebody is named twice.")
    if settings.of_players and (new.members != (new.id,) or new.name is not None):
        raise Refused("invalid_entrant", f"{new.id}: a player enters under their own id, and without another name.")
    if not settings.of_players and new.id in people:
        raise Refused("invalid_entrant", f"{new.id}: a team has an id of its own.")


def must_be_new(tournament: Tournament, new: Iterable[NewEntrant], own: UUID | None = None) -> None:
    """Raise `Refused("already_entered", …)` if any of them, or of their people, plays already, or is named twice.

    `own` is the entrant whose people may be among them.
    """
    seen = set[UUID]()
    for each in new:
        people = {each.id, *each.members, *each.substitutes}
        taken = [one for one in people if one in seen or tournament.plays_for.get(one, own) != own]
        known = tournament.entrants.get(each.id)
        if taken or (each.id != own and known is not None and not known.left):
            raise Refused("already_entered", f"Already entered: {min(taken, default=each.id)}.")
        seen |= people


def approve(command: Approve, tournament: Tournament, at: int) -> tuple[EntrantEntered]:
    """Let somebody enter who has asked for it, or was declined; of a team, nobody has to accept any more."""
    must_be(tournament, *BEFORE_START)
    entrant = must_be_entrant(tournament, command.entrant)
    if entrant.state not in {"invited", "pending", "declined"}:
        raise Refused("no_change", "They need no approval.")
    must_be_new(tournament, (as_new(entrant),), entrant.id)
    return (entered(tournament, as_new(entrant), command.by, at),)


def as_new(entrant: Entrant) -> NewEntrant:
    """Return an entrant as they were when they entered."""
    return NewEntrant(id=entrant.id, members=entrant.members, substitutes=entrant.substitutes, name=entrant.name)


def decline(command: Decline, tournament: Tournament, at: int) -> Happened:
    """Do not let somebody play; whoever waits moves up."""
    must_be(tournament, *BEFORE_START)
    entrant = must_be_entrant(tournament, command.entrant)
    if entrant.state == "declined":
        raise Refused("no_change", "They are declined.")
    event = EntrantDeclined(command.by, entrant.id, entrant.speakers, at=at)
    return (event, *moved_up(after_event(tournament, event), at))


def moved_up(tournament: Tournament, at: int) -> tuple[EntrantMovedUp, ...]:
    """Return who gets the places that are free: the first of the waiting list; after a check-in, of those who came."""
    held = tournament.check_in is not None and tournament.check_in.closed
    free = tournament.settings.limit - tournament.entered if tournament.state in BEFORE_START else 0
    if free <= 0:
        return ()
    waiting = [
        each for each in tournament.entrants.values() if each.state == "waiting" and (each.checked_in or not held)
    ]
    first = sorted(waiting, key=lambda each: each.number)[:free]
    return tuple([EntrantMovedUp(each.id, at=at) for each in first])


def add_entrants(command: AddEntrants, tournament: Tournament, at: int) -> tuple[EntrantsAdded]:
    """Enter people, all or none."""
    must_be_addable(tournament, command.entrants)
    return (EntrantsAdded(command.by, tournament.next_number, command.entrants, at=at),)


def add_house(command: AddHouse, tournament: Tournament, at: int) -> tuple[EntrantsAdded]:
    """Enter house players."""
    must_be_addable(tournament, command.entrants)
    return (EntrantsAdded(command.by, tournament.next_number, command.entrants, command.house, at=at),)


def must_be_addable(tournament: Tournament, new: tuple[NewEntrant, ...]) -> None:
    """Raise `Refused` unless all of them may play, and there is room for all."""
    must_be(tournament, *BEFORE_START)
    for each in new:
        must_fit(tournament.settings, each)
    must_be_new(tournament, new)
    room = min(tournament.settings.limit - tournament.entered, MOST_KNOWN - len(tournament.entrants))
    if len(new) > room:
        raise Refused("tournament_full", f"There is room for {max(room, 0)} more, and these are {len(new)}.")


def withdraw(command: Withdraw, tournament: Tournament, at: int) -> Happened:
    """Take an entrant out; before the start, whoever waits moves up."""
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state == "withdrawn":
        raise Refused("no_change", "They are out already.")
    if entrant.state in {"invited", "pending"}:
        return (RegistrationWithdrawn(command.by, entrant.id, entrant.speakers, at=at),)
    event = EntrantWithdrawn(command.by, entrant.id, "own_wish" if own else "staff", at=at)
    return (event, *moved_up(after_event(tournament, event), at))


def come_back(command: Return, tournament: Tournament, at: int) -> tuple[EntrantReturned]:
    """Let somebody play again."""
    must_be(tournament, "check_in", "playing")
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state != "withdrawn":
        raise Refused("no_change", "They are not out.")
    if own and entrant.by_staff:
        raise Refused("not_your_entrant", "The staff of the tournament has withdrawn you, and can let you return.")
    if own and entrant.returns >= MOST_RETURNS:
        raise Refused("too_often", f"You have returned {MOST_RETURNS} times; the staff can let you return.")
    if tournament.entered >= tournament.settings.limit:
        raise Refused("tournament_full", "All places are taken.")
    return (EntrantReturned(command.by, entrant.id, at=at),)


def enter_late(command: EnterLate, tournament: Tournament, at: int) -> tuple[EntrantEnteredLate]:
    """Let somebody join a tournament that has started, also from the waiting list."""
    must_be(tournament, "playing")
    settings, new, joins = tournament.settings, command.entrant, tournament.next_round
    if settings.late_entries is None or joins > settings.late_entries.until_round:
        raise Refused("late_entry_over", f"Nobody may join with round {joins}.")
    known = tournament.entrants.get(new.id)
    waits = known if known is not None and known.state == "waiting" else None
    must_fit(settings, new)
    must_be_new(tournament, (new,), None if waits is None else waits.id)
    if tournament.entered >= settings.limit or len(tournament.entrants) >= MOST_KNOWN:
        raise Refused("tournament_full", "All places are taken.")
    number = tournament.next_number if waits is None else waits.number
    points = settings.late_entries.points
    return (EntrantEnteredLate(command.by, number, new, joins, points, command.house or UNSET, at=at),)


def substitute(command: Substitute, tournament: Tournament, at: int) -> tuple[MemberSubstituted]:
    """Put another person in a member's place."""
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state in {"invited", "pending"}:
        raise Refused("wrong_state", "They have not entered yet; others do not know of it.")
    if entrant.house is not None:
        raise Refused("house_plays", "House players need no substitutes.")
    if own and entrant.substitutions >= MOST_SUBSTITUTIONS:
        raise Refused("too_often", f"You have had {MOST_SUBSTITUTIONS} substitutions; the staff can make more.")
    if command.leaves not in entrant.members:
        raise Refused("no_such_member", f"The members are: {', '.join(map(str, entrant.members))}.")
    if command.joins not in entrant.substitutes:
        if own:
            raise Refused("no_such_substitute", "You have no such substitute; the staff can let another person join.")
        known = tournament.entrants.get(command.joins)
        if command.joins in tournament.plays_for or (known is not None and not known.left):
            raise Refused("already_entered", f"Already entered: {command.joins}.")
    return (MemberSubstituted(command.by, entrant.id, command.leaves, command.joins, at=at),)
