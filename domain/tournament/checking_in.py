"""Check-in before the start, and before later rounds: opened, come to, closed; and the start."""

from uuid import UUID

from msgspec import UnsetType

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.tournament.commands import CheckIn, CloseCheckIn, OpenCheckIn, StartRounds
from domain.tournament.dealing import entropies_digest
from domain.tournament.events import CheckInClosed, CheckInOpened, EntrantCheckedIn, TournamentStarted
from domain.tournament.folding import after_event
from domain.tournament.guards import must_be, must_be_own
from domain.tournament.registration import moved_up
from domain.tournament.state import OpenedCheckIn, Tournament

NO_CHECK_IN = refusal(codes.NO_CHECK_IN, "There is no check-in for later rounds: `check_in_each_round` is false.")
OPENED_ALREADY = refusal(codes.WRONG_STATE, "The check-in for round {round:number} has been opened already.")
ROUND_GOES_ON = refusal(codes.WRONG_STATE, "A check-in can be opened when round {round:number} is over.")
NO_MORE_ROUNDS = refusal(codes.WRONG_STATE, "Round {round:number} was the last one.")
NO_CHECK_IN_OPEN = refusal(codes.WRONG_STATE, "No check-in is open.")
NO_CHANGE = refusal(codes.NO_CHANGE, "They have checked in, or do not play.")
TOO_FEW_ENTRANTS = refusal(codes.TOO_FEW_ENTRANTS, "Too few are there: {entered:number}; it takes {least:number}.")


def open_check_in(command: OpenCheckIn, tournament: Tournament, at: int) -> tuple[CheckInOpened]:
    """Ask all to check in, for the first round or for the next one."""
    must_be(tournament, "registration", "playing")
    number = tournament.next_round
    if tournament.state == "playing":
        must_be_between_rounds(tournament, number)
    length = tournament.settings.check_in_ms
    return (CheckInOpened(command.by, number, None if length is None else at + length, at=at),)


def must_be_between_rounds(tournament: Tournament, number: int) -> None:
    """Raise `Refused` unless there is, and can be now, a check-in for a later round."""
    if not tournament.settings.check_in_each_round:
        raise NO_CHECK_IN()
    if tournament.round is not None and tournament.round.state != "finished":
        raise ROUND_GOES_ON(round=tournament.round.number)
    if number > tournament.settings.seating.rounds:
        raise NO_MORE_ROUNDS(round=number - 1)
    if tournament.check_in is not None and tournament.check_in.round == number:
        raise OPENED_ALREADY(round=number)


def check_in(command: CheckIn, tournament: Tournament, at: int) -> tuple[EntrantCheckedIn]:
    """Note that an entrant is there; what they add to the deals counts before the start."""
    must_have_check_in(tournament)
    entrant, _ = must_be_own(tournament, command.entrant, command)
    if entrant.checked_in or entrant.state not in {"entered", "waiting"}:
        raise NO_CHANGE()
    entropy = command.entropy if tournament.state == "check_in" else None
    return (EntrantCheckedIn(command.by, entrant.id, entropy, at=at),)


def must_have_check_in(tournament: Tournament) -> OpenedCheckIn:
    """Return the check-in that is open. Raises `Refused("wrong_state", …)` if none is."""
    if tournament.check_in is None or tournament.check_in.closed:
        raise NO_CHECK_IN_OPEN()
    return tournament.check_in


def close_check_in(command: CloseCheckIn, tournament: Tournament, at: int) -> Happened:
    """End the check-in now."""
    must_have_check_in(tournament)
    return closing(tournament, command.by, at)


def closing(tournament: Tournament, by: UUID | UnsetType, at: int) -> Happened:
    """Return the end of the check-in that is open: entrants who did not check in are out, and others move up."""
    now = must_have_check_in(tournament)
    asked = {"entered", "waiting"} if tournament.state == "check_in" else {"entered"}
    absent = [each.id for each in tournament.entrants.values() if each.state in asked and not each.checked_in]
    event = CheckInClosed(now.round, tuple(absent), by, at=at)
    return (event, *moved_up(after_event(tournament, event), at))


def start_rounds(command: StartRounds, tournament: Tournament, at: int) -> Happened:
    """Start the tournament with those who are there."""
    must_be(tournament, "check_in")
    is_open = tournament.check_in is not None and not tournament.check_in.closed
    events = closing(tournament, command.by, at) if is_open else ()
    for event in events:
        tournament = after_event(tournament, event)
    least = tournament.settings.least_entrants
    if tournament.entered < least:
        raise TOO_FEW_ENTRANTS(entered=tournament.entered, least=least)
    digest = entropies_digest(tournament.entrants.values())
    return (*events, TournamentStarted(command.by, tournament.entered, digest, at=at))
