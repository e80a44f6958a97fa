"""What of a tournament counts for its standings: results, rulings in force, and who had no table."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from msgspec import Struct

from domain.tournament.events import Measure, Warned
from domain.tournament.state import RoundTable, Ruling, Tournament, TournamentRound
from domain.tournament.types import (
    AdjustedPoints,
    AdjustedShare,
    Adjustment,
    Forfeited,
    NotPlayed,
    PlayedRound,
    PlayedTable,
    Unseated,
)


class Ruled(Struct, frozen=True):
    """Entrants who get their score in a round by rulings, and those of them who have forfeited."""

    entrants: frozenset[UUID]
    forfeited: frozenset[UUID]

    def settles(self, table: RoundTable) -> bool:
        """Return whether the rulings settle what a table counts for all who sit there, without a result."""
        return any(each in self.forfeited for each in table.entrants) or self.entrants.issuperset(table.entrants)


def in_force(tournament: Tournament, number: int) -> tuple[Ruling, ...]:
    """Return the rulings on a round, in their order, each as the outcome of its appeal has left it."""
    return tuple([ruling for ruling in tournament.rulings if ruling.round == number])


def scored_by(measures: Iterable[Measure]) -> Ruled:
    """Return who gets a score by some measures, and who of them has forfeited: the last measure for each decides."""
    scores = [each for each in measures if isinstance(each, Forfeited | AdjustedPoints | AdjustedShare | NotPlayed)]
    last = {each.entrant: each for each in scores}
    return Ruled(frozenset(last), frozenset([key for key, each in last.items() if isinstance(each, Forfeited)]))


def scored_by_ruling(tournament: Tournament, number: int) -> Ruled:
    """Return who has a score by rulings in a round."""
    return scored_by([measure for ruling in in_force(tournament, number) for measure in ruling.measures])


def played_rounds(tournament: Tournament) -> tuple[PlayedRound, ...]:
    """Return all rounds that are over, as scoring takes them."""
    return tuple([played_round(tournament, each) for each in tournament.rounds if each.state == "finished"])


def played_round(tournament: Tournament, now: TournamentRound) -> PlayedRound:
    """Return a round as scoring takes it."""
    adjustments: list[Adjustment] = [
        measure
        for ruling in in_force(tournament, now.number)
        for measure in ruling.measures
        if not isinstance(measure, Warned)
    ]
    return PlayedRound(
        round=now.number,
        tables=tuple([played_table(tournament, table) for table in now.tables]),
        unseated=tuple(unseated(tournament, now)),
        adjustments=tuple(adjustments),
    )


def played_table(tournament: Tournament, table: RoundTable) -> PlayedTable:
    """Return a table as scoring takes it: with the entrant of each seat."""
    places = tournament.settings.places_by_seat(len(table.entrants), table.half)
    return PlayedTable(
        number=table.number,
        entrants=tuple([table.entrants[place] for place in places]),
        result=table.result,
        again=table.again,
    )


def unseated(tournament: Tournament, now: TournamentRound) -> Iterator[Unseated]:
    """Yield who had no table in a round, and what they get for it."""
    seated = {entrant for table in now.tables for entrant in table.entrants}
    byes = set(now.byes)
    for each in tournament.entrants.values():
        if each.id in byes:
            yield Unseated(entrant=each.id, why="bye", points=tournament.settings.bye_points)
        elif each.id not in seated and each.takes_part:
            late = each.from_round > now.number
            yield Unseated(entrant=each.id, why="late" if late else "absent", points=each.late_points if late else 0)
