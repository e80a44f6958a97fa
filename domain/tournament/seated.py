"""Who of the staff has a seat in a round: they see no results of it while it goes on, and do not rule on it."""

from uuid import UUID

from domain.tournament.state import RoundTable, Tournament, TournamentRound


def own_tables(tournament: Tournament, now: TournamentRound | None, person: UUID) -> tuple[RoundTable, ...]:
    """Return the tables of a round (None: there is none) where somebody sits, or others of their team do."""
    if now is None:
        return ()
    own = tournament.plays_for.get(person)
    return tuple([table for table in now.tables if person in table.seats or own in table.entrants])
