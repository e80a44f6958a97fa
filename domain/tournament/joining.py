"""Who joins once the rounds have begun, and who plays in whose place."""

from msgspec import UNSET

from domain import codes
from domain.refusals import refusal
from domain.tournament.commands import EnterLate, Substitute
from domain.tournament.events import EntrantEnteredLate, MemberSubstituted
from domain.tournament.guards import must_be, must_be_own
from domain.tournament.registration import ALREADY_ENTERED, MOST_KNOWN, TOURNAMENT_FULL, must_be_new, must_fit
from domain.tournament.settings import NewEntrant
from domain.tournament.state import Tournament

LATE_ENTRY_OVER = refusal(codes.LATE_ENTRY_OVER, "Nobody may join with round {round:number}.")
CAN_RETURN = refusal(codes.ALREADY_ENTERED, "They have withdrawn and can return: {entrant:code}.")
SUBSTITUTED_TOO_OFTEN = refusal(codes.TOO_OFTEN, "You have had {most:number} substitutions; the staff can make more.")
WRONG_STATE = refusal(codes.WRONG_STATE, "They have not entered yet; others do not know of it.")
HOUSE_PLAYS = refusal(codes.HOUSE_PLAYS, "House players need no substitutes.")
NO_SUCH_MEMBER = refusal(codes.NO_SUCH_MEMBER, "The members are: {members:codes}.")
NO_SUCH_SUBSTITUTE = refusal(
    codes.NO_SUCH_SUBSTITUTE, "You have no such substitute; the staff can let another person join."
)

MOST_SUBSTITUTIONS = 10
"""Maximum number of times that the members of an entrant put another person in a member's place."""


def must_not_return(tournament: Tournament, new: NewEntrant) -> None:
    """Raise `Refused("already_entered", …)` for people of a withdrawn entrant, who can return instead."""
    for person in new.members:
        entrant = tournament.entrant_of(person)
        if entrant is not None and entrant.state == "withdrawn":
            raise CAN_RETURN(entrant=str(entrant.id))


def enter_late(command: EnterLate, tournament: Tournament, at: int) -> tuple[EntrantEnteredLate]:
    """Let somebody join a tournament that has started, also from the waiting list, or without an approval before."""
    must_be(tournament, "playing")
    settings, new, joins = tournament.settings, command.entrant, tournament.next_round
    if settings.late_entries is None or joins > settings.late_entries.until_round:
        raise LATE_ENTRY_OVER(round=joins)
    known = tournament.entrants.get(new.id)
    if known is not None and known.state in {"entered", "withdrawn"}:
        known = None
    must_fit(settings, new, known)
    must_not_return(tournament, new)
    must_be_new(tournament, (new,), None if known is None else known.id)
    if tournament.entered >= settings.limit or len(tournament.entrants) >= MOST_KNOWN:
        raise TOURNAMENT_FULL()
    number = known.number if known is not None and known.state == "waiting" else tournament.next_number
    points = settings.late_entries.points
    return (EntrantEnteredLate(command.by, number, new, joins, points, command.house or UNSET, at=at),)


def substitute(command: Substitute, tournament: Tournament, at: int) -> tuple[MemberSubstituted]:
    """Put another person in a member's place."""
    entrant, own = must_be_own(tournament, command.entrant, command)
    if entrant.state in {"invited", "pending"}:
        raise WRONG_STATE()
    if entrant.house is not None:
        raise HOUSE_PLAYS()
    if own and entrant.substitutions >= MOST_SUBSTITUTIONS:
        raise SUBSTITUTED_TOO_OFTEN(most=MOST_SUBSTITUTIONS)
    if command.leaves not in entrant.members:
        raise NO_SUCH_MEMBER(members=tuple(map(str, entrant.members)))
    if command.joins not in entrant.substitutes:
        if own:
            raise NO_SUCH_SUBSTITUTE()
        known = tournament.entrants.get(command.joins)
        if command.joins in tournament.plays_for or (known is not None and not known.is_gone):
            raise ALREADY_ENTERED(entrant=str(command.joins))
    return (MemberSubstituted(command.by, entrant.id, command.leaves, command.joins, at=at),)
