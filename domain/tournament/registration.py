"""Who plays: registered, approved, entered by the staff, withdrawn, and come back."""

from collections.abc import Iterable
from uuid import UUID

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.tournament.commands import (
    Accept,
    AddEntrants,
    AddHouse,
    Approve,
    Decline,
    OpenRegistration,
    Register,
    Return,
    Withdraw,
)
from domain.tournament.events import (
    EntrantDeclined,
    EntrantEntered,
    EntrantInvited,
    EntrantReturned,
    EntrantsAdded,
    EntrantsMovedUp,
    EntrantWithdrawn,
    InvitationAccepted,
    RegistrationOpened,
    RegistrationRequested,
    RegistrationWithdrawn,
)
from domain.tournament.folding import after_event
from domain.tournament.guards import must_be, must_be_entrant, must_be_own
from domain.tournament.settings import MOST_ENTRANTS, NewEntrant, Settings
from domain.tournament.state import Entrant, State, Tournament
from domain.tournament.viewers import Viewer, viewer_of
from domain.tournament.viewing import is_shown

ENTERED_BY_STAFF = refusal(codes.ENTERED_BY_STAFF, "The staff of the tournament enters all who play.")
NOT_YOUR_ENTRANT = refusal(codes.NOT_YOUR_ENTRANT, "You register yourself, or a team that you are a member of.")
WITHDRAWN_BY_STAFF = refusal(
    codes.NOT_YOUR_ENTRANT, "The staff of the tournament has withdrawn you, and can let you return."
)
WRONG_CODE = refusal(codes.WRONG_CODE, "This is not the code of the tournament.")
DECLINED = refusal(codes.DECLINED, "The staff of the tournament has declined.")
REGISTERED_TOO_OFTEN = refusal(codes.TOO_OFTEN, "You have registered {most:number} times; the staff can enter you.")
RETURNED_TOO_OFTEN = refusal(codes.TOO_OFTEN, "You have returned {most:number} times; the staff can let you return.")
TOO_MANY_REGISTERED = refusal(codes.TOURNAMENT_FULL, "Too many have registered.")
TOO_LITTLE_ROOM = refusal(codes.TOURNAMENT_FULL, "There is room for {room:number} more, and these are {given:number}.")
TOURNAMENT_FULL = refusal(codes.TOURNAMENT_FULL, "All places are taken.")
NO_CHANGE = refusal(codes.NO_CHANGE, "They do not wait for you: you play for them already.")
NEEDS_NO_APPROVAL = refusal(codes.NO_CHANGE, "They need no approval.")
DECLINED_ALREADY = refusal(codes.NO_CHANGE, "They are declined.")
OUT_ALREADY = refusal(codes.NO_CHANGE, "They are out already.")
NOT_OUT = refusal(codes.NO_CHANGE, "They are not out.")
ENTERED_ELSEWHERE = refusal(codes.ALREADY_ENTERED, "You play for another entrant; its members can withdraw it.")
ALREADY_ENTERED = refusal(codes.ALREADY_ENTERED, "Already entered: {entrant:code}.")
WRONG_NUMBER_OF_MEMBERS = refusal(
    codes.INVALID_ENTRANT,
    "Number of members of the entrant of {player:code}: {given:number}; it takes {members:number}.",
)
NAMED_TWICE = refusal(codes.INVALID_ENTRANT, "Somebody is named twice: {player:code}.")
PLAYER_WITH_A_NAME = refusal(
    codes.INVALID_ENTRANT, "A player enters under their own id, and without another name: {entrant:code}."
)
TEAM_WITHOUT_AN_ID = refusal(codes.INVALID_ENTRANT, "A team has an id of its own: {entrant:code}.")

MOST_KNOWN = 2 * MOST_ENTRANTS
"""Maximum number of entrants that are known, those included who wait, or were declined."""

MOST_REQUESTS = 10 * MOST_ENTRANTS
"""Maximum number of registrations, those included that were taken back."""

MOST_REGISTRATIONS = 3
"""Maximum number of registrations that one person makes, those included that were taken back."""

MOST_RETURNS = 3
"""Maximum number of times that the members of an entrant let it return."""

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
        raise ENTERED_BY_STAFF()
    must_fit(settings, new)
    if command.by not in new.members:
        raise NOT_YOUR_ENTRANT()
    if tournament.code is not None and command.code != tournament.code:
        raise WRONG_CODE()
    known = tournament.entrants.get(new.id)
    if known is not None and known.state == "declined":
        raise DECLINED()
    must_be_new(tournament, (new,), sees=viewer_of(tournament, command.by) if command.asks else None)
    if tournament.registrations.get(command.by, 0) >= MOST_REGISTRATIONS:
        raise REGISTERED_TOO_OFTEN(most=MOST_REGISTRATIONS)
    if len(tournament.entrants) >= MOST_KNOWN or tournament.requests >= MOST_REQUESTS:
        raise TOO_MANY_REGISTERED()
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
        raise NO_CHANGE()
    if command.by in tournament.plays_for:
        raise ENTERED_ELSEWHERE()
    event = InvitationAccepted(command.by, entrant.id, entrant.members, entrant.substitutes, at=at)
    if entrant.waits_for != (command.by,):
        return (event,)
    return (event, complete(after_event(tournament, event), as_new(entrant), command.by, at))


def entered(tournament: Tournament, new: NewEntrant, by: UUID, at: int) -> EntrantEntered:
    """Return the event that somebody enters, or is on the waiting list."""
    waiting = tournament.entered >= tournament.settings.limit
    return EntrantEntered(by, new.id, tournament.next_number, new.members, new.substitutes, new.name, waiting, at=at)


def must_fit(settings: Settings, new: NewEntrant, known: Entrant | None = None) -> None:
    """Raise `Refused("invalid_entrant", …)` unless an entrant is a player, or a team, as the settings want it.

    For a player who is `known`, somebody else may play.
    """
    if len(new.members) != settings.members:
        first = new.members[0] if new.members else new.id
        raise WRONG_NUMBER_OF_MEMBERS(player=str(first), given=len(new.members), members=settings.members)
    people = (*new.members, *new.substitutes)
    if twice := [each for number, each in enumerate(people) if each in people[:number]]:
        raise NAMED_TWICE(player=str(twice[0]))
    alone = new.members == (new.id,) or (known is not None and new.members == known.members)
    if settings.of_players and (not alone or new.name is not None):
        raise PLAYER_WITH_A_NAME(entrant=str(new.id))
    if not settings.of_players and new.id in people:
        raise TEAM_WITHOUT_AN_ID(entrant=str(new.id))


def must_be_new(
    tournament: Tournament, new: Iterable[NewEntrant], own: UUID | None = None, sees: Viewer | None = None
) -> None:
    """Raise `Refused("already_entered", …)` if any of them, or of their people, plays already, or is named twice.

    `own` is the entrant whose people may be among them. A viewer (`sees`; None: the staff) is not told who plays for an
    entrant that they do not see: such a person is asked, and can accept once they have left the other.
    """
    seen = set[UUID]()
    for each in new:
        people = {each.id, *each.members, *each.substitutes}
        taken = [one for one in people if one in seen or plays_elsewhere(tournament, one, own, sees)]
        known = tournament.entrants.get(each.id)
        if taken or (each.id != own and known is not None and not known.left):
            raise ALREADY_ENTERED(entrant=str(min(taken, default=each.id)))
        seen |= people


def plays_elsewhere(tournament: Tournament, person: UUID, own: UUID | None, sees: Viewer | None) -> bool:
    """Return whether somebody plays for another entrant than `own`, as far as a viewer (None: the staff) sees that."""
    entrant = tournament.entrant_of(person)
    return entrant is not None and entrant.id != own and (sees is None or is_shown(entrant, sees))


def approve(command: Approve, tournament: Tournament, at: int) -> tuple[EntrantEntered]:
    """Let an entrant in who has registered, or was declined; the members of a team need not accept any more."""
    must_be(tournament, *BEFORE_START)
    entrant = must_be_entrant(tournament, command.entrant)
    if entrant.state not in {"invited", "pending", "declined"}:
        raise NEEDS_NO_APPROVAL()
    must_be_new(tournament, (as_new(entrant),), entrant.id)
    return (entered(tournament, as_new(entrant), command.by, at),)


def as_new(entrant: Entrant) -> NewEntrant:
    """Return an entrant as they were when they entered."""
    return NewEntrant(id=entrant.id, members=entrant.members, substitutes=entrant.substitutes, name=entrant.name)


def decline(command: Decline, tournament: Tournament, at: int) -> Happened:
    """Decline an entrant; the next one on the waiting list moves up.

    An entrant who has entered is withdrawn first, also after they have missed the check-in: everybody knows of them,
    while only they and the staff know of the others.
    """
    must_be(tournament, *BEFORE_START)
    entrant = must_be_entrant(tournament, command.entrant)
    if entrant.state == "declined":
        raise DECLINED_ALREADY()
    known = entrant.state in {"entered", "waiting", "withdrawn"}
    withdrawn = (EntrantWithdrawn(command.by, entrant.id, "staff", at=at),) if known else ()
    events = (*withdrawn, EntrantDeclined(command.by, entrant.id, entrant.named, at=at))
    for event in events:
        tournament = after_event(tournament, event)
    return (*events, *moved_up(tournament, at))


def moved_up(tournament: Tournament, at: int) -> tuple[EntrantsMovedUp, ...]:
    """Return who gets the places that are free: the first of the waiting list; after a check-in, of those who came.

    All are in one event, so that a thousand of them are folded at once.
    """
    checked = tournament.check_in is not None and tournament.check_in.closed
    free = tournament.settings.limit - tournament.entered if tournament.state in BEFORE_START else 0
    if free <= 0:
        return ()
    waiting = [
        each for each in tournament.entrants.values() if each.state == "waiting" and (each.checked_in or not checked)
    ]
    first = sorted(waiting, key=lambda each: each.number)[:free]
    return (EntrantsMovedUp(tuple([each.id for each in first]), at=at),) if first else ()


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
        raise TOO_LITTLE_ROOM(room=max(room, 0), given=len(new))


def withdraw(command: Withdraw, tournament: Tournament, at: int) -> Happened:
    """Take an entrant out; before the start, the next one on the waiting list moves up."""
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state == "withdrawn":
        raise OUT_ALREADY()
    if entrant.state in {"invited", "pending"}:
        return (RegistrationWithdrawn(command.by, entrant.id, entrant.named, at=at),)
    event = EntrantWithdrawn(command.by, entrant.id, "own_wish" if own else "staff", at=at)
    return (event, *moved_up(after_event(tournament, event), at))


def come_back(command: Return, tournament: Tournament, at: int) -> tuple[EntrantReturned]:
    """Let somebody play again."""
    must_be(tournament, "check_in", "playing")
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state != "withdrawn" and not missed_check_in(entrant, tournament):
        raise NOT_OUT()
    if own and entrant.by_staff:
        raise WITHDRAWN_BY_STAFF()
    if own and entrant.returns >= MOST_RETURNS:
        raise RETURNED_TOO_OFTEN(most=MOST_RETURNS)
    if tournament.entered >= tournament.settings.limit:
        raise TOURNAMENT_FULL()
    return (EntrantReturned(command.by, entrant.id, at=at),)


def missed_check_in(entrant: Entrant, tournament: Tournament) -> bool:
    """Return whether an entrant waits who has not checked in, and may still do so: the rounds have not begun."""
    closed = tournament.check_in is not None and tournament.check_in.closed
    return tournament.state == "check_in" and closed and entrant.state == "waiting" and not entrant.checked_in
