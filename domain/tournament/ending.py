"""The end of a tournament, and who may do what in it."""

from domain.game import Refused
from domain.tournament.commands import Appoint, Cancel, Dismiss, Finish
from domain.tournament.events import StaffAppointed, StaffDismissed, TournamentCancelled, TournamentFinished
from domain.tournament.guards import must_be
from domain.tournament.state import Tournament

MOST_STAFF = 50


def finish(command: Finish, tournament: Tournament, at: int) -> tuple[TournamentFinished]:
    """End the tournament between two rounds."""
    must_be(tournament, "playing")
    if tournament.round is not None and tournament.round.state in {"publishing", "playing"}:
        raise Refused("round_not_over", f"Round {tournament.round.number} is not over.")
    if tournament.open_appeals:
        raise Refused("appeals_open", f"{len(tournament.open_appeals)} appeals have not been decided.")
    return (TournamentFinished(command.by, at=at),)


def cancel(command: Cancel, tournament: Tournament, at: int) -> tuple[TournamentCancelled]:
    """End the tournament without final standings."""
    return (TournamentCancelled(command.by, command.reason, command.note, at=at),)


def appoint(command: Appoint, tournament: Tournament, at: int) -> tuple[StaffAppointed]:
    """Give somebody a role."""
    before = tournament.role_of(command.person)
    if before == command.role:
        raise Refused("no_change", f"They are {before} already.")
    if before is None and len(tournament.staff) >= MOST_STAFF:
        raise Refused("staff_full", f"The staff has at most {MOST_STAFF} people.")
    if before == "director":
        must_leave_a_director(tournament)
    return (StaffAppointed(command.by, command.person, command.role, at=at),)


def dismiss(command: Dismiss, tournament: Tournament, at: int) -> tuple[StaffDismissed]:
    """Take somebody's role back."""
    before = tournament.role_of(command.person)
    if before is None:
        raise Refused("no_change", "They have no role.")
    if before == "director":
        must_leave_a_director(tournament)
    return (StaffDismissed(command.by, command.person, at=at),)


def must_leave_a_director(tournament: Tournament) -> None:
    """Raise `Refused("last_director", …)` if there is one director only."""
    if list(tournament.staff.values()).count("director") == 1:
        raise Refused("last_director", "They are the only director; appoint another one before.")
