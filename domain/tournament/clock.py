"""The clock of a tournament: a check-in that ends, a round that is warned or over, and the end of it all."""

from msgspec import UNSET

from domain.game import Happened
from domain.table.commands import Tick
from domain.tournament.checking_in import closing
from domain.tournament.events import RoundTimeOver, RoundWarned, TournamentFinished
from domain.tournament.state import Tournament, TournamentRound


def tick(_: Tick, tournament: Tournament, at: int) -> Happened:
    """Do what is due at the next moment, recorded at that; nothing, if that is after `at`."""
    due = tournament.due
    if due is None or due > at:
        return ()
    if tournament.check_in_ends == due:
        return closing(tournament, UNSET, due)
    if tournament.round_clock == due and tournament.round is not None:
        return (of_round(tournament, tournament.round, due),)
    return (TournamentFinished(at=due),)


def of_round(tournament: Tournament, now: TournamentRound, at: int) -> RoundWarned | RoundTimeOver:
    """Return what the clock of a round has to tell: a warning, or that the time is over."""
    if tournament.settings.warning_ms is not None and not now.warned:
        return RoundWarned(now.number, at=at)
    return RoundTimeOver(now.number, at=at)
