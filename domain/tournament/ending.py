"""The end of a tournament, and who may do what in it."""

from domain import codes
from domain.refusals import refusal
from domain.tournament.commands import Appoint, Cancel, Dismiss, Finish
from domain.tournament.events import StaffAppointed, StaffDismissed, TournamentCancelled, TournamentFinished
from domain.tournament.guards import ROUND_NOT_OVER, must_be
from domain.tournament.state import Tournament

APPEALS_OPEN = refusal(codes.APPEALS_OPEN, "Appeals that have not been decided: {appeals:number}.")
NO_CHANGE = refusal(codes.NO_CHANGE, "They are {role:code} already.")
NO_ROLE = refusal(codes.NO_CHANGE, "They have no role.")
STAFF_FULL = refusal(codes.STAFF_FULL, "The staff has at most {most:number} people.")
LAST_DIRECTOR = refusal(codes.LAST_DIRECTOR, "They are the only director; appoint another one before.")

MOST_STAFF = 50


def finish(command: Finish, tournament: Tournament, at: int) -> tuple[TournamentFinished]:
    """End the tournament between two rounds."""
    must_be(tournament, "playing")
    if tournament.round is not None and tournament.round.state in {"publishing", "playing"}:
        raise ROUND_NOT_OVER(round=tournament.round.number)
    if tournament.open_appeals:
        raise APPEALS_OPEN(appeals=len(tournament.open_appeals))
    return (TournamentFinished(command.by, at=at),)


def cancel(command: Cancel, tournament: Tournament, at: int) -> tuple[TournamentCancelled]:
    """End the tournament without final standings."""
    return (TournamentCancelled(command.by, command.reason, command.note, at=at),)


def appoint(command: Appoint, tournament: Tournament, at: int) -> tuple[StaffAppointed]:
    """Give somebody a role."""
    before = tournament.role_of(command.person)
    if before == command.role:
        raise NO_CHANGE(role=before)
    if before is None and len(tournament.staff) >= MOST_STAFF:
        raise STAFF_FULL(most=MOST_STAFF)
    if before == "director":
        must_leave_a_director(tournament)
    return (StaffAppointed(command.by, command.person, command.role, at=at),)


def dismiss(command: Dismiss, tournament: Tournament, at: int) -> tuple[StaffDismissed]:
    """Remove somebody's role."""
    before = tournament.role_of(command.person)
    if before is None:
        raise NO_ROLE()
    if before == "director":
        must_leave_a_director(tournament)
    return (StaffDismissed(command.by, command.person, at=at),)


def must_leave_a_director(tournament: Tournament) -> None:
    """Raise `Refused("last_director", …)` if there is one director only."""
    if len(tournament.directors) == 1:
        raise LAST_DIRECTOR()
