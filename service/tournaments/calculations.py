"""What is calculated of a tournament: proposals for rounds, standings, and the comparison of a deal at all tables."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from domain.tournament import RoundTable, Tournament, TournamentRound
from domain.tournament.history import played_round, played_rounds
from domain.tournament.pairing import propose
from domain.tournament.reaching import reached
from domain.tournament.scoring import score_round
from domain.tournament.standings import standings as ordered
from domain.tournament.standings import travellers as compared
from domain.tournament.types import Contender, Draft, History, PastRound, RoundScore, Standing, Traveller

WITHOUT_PLAY = frozenset({"forfeited", "won_by_forfeit"})
"""How a round was scored whose table may not have been played."""


class Standings(Struct, frozen=True):
    """The standings of a tournament after the rounds that are over; the best first."""

    rounds: Annotated[int, Meta(description="The number of rounds that they include.")]
    standings: tuple[Standing, ...]


class Travellers(Struct, frozen=True):
    """Each deal of a round, with the results of all tables."""

    round: Annotated[int, Meta(description="The number of the round.")]
    deals: tuple[Traveller, ...]


def draft(tournament: Tournament, given: tuple[tuple[UUID, ...], ...]) -> Draft:
    """Return a proposal for the next round. Raises `Refused`."""
    contenders = contenders_of(tournament, scored(tournament))
    number = len([each for each in tournament.rounds if each.published]) + 1
    history = History(seating=tournament.settings.seating, round=number, contenders=contenders, given=given)
    return propose(history)


def contenders_of(tournament: Tournament, found: Iterable[RoundScore]) -> tuple[Contender, ...]:
    """Return all who take part as the pairing sees them, with what they have in all rounds that are over."""
    scores, tables = defaultdict[UUID, list[RoundScore]](list), [tables_of(each) for each in tournament.rounds]
    for score in found:
        scores[score.entrant].append(score)
    return tuple(
        [
            Contender(
                id=each.id,
                number=each.number,
                points=sum(score.points for score in scores[each.id]),
                active=each.state == "entered",
                past=tuple([past_round(tables[score.round - 1], score) for score in scores[each.id]]),
            )
            for each in tournament.entrants.values()
            if each.takes_part
        ]
    )


def scored(tournament: Tournament) -> list[RoundScore]:
    """Return what all have in all rounds that are over."""
    scoring = tournament.settings.scoring
    return [score for played in played_rounds(tournament) for score in score_round(scoring, played)]


def tables_of(now: TournamentRound) -> Mapping[tuple[UUID, int], list[RoundTable]]:
    """Return the tables of a round by entrant and number: two, where seats are exchanged."""
    tables = defaultdict[tuple[UUID, int], list[RoundTable]](list)
    for table in now.tables:
        for entrant in table.entrants:
            tables[entrant, table.number].append(table)
    return tables


def past_round(tables: Mapping[tuple[UUID, int], list[RoundTable]], score: RoundScore) -> PastRound:
    """Return a round of an entrant as the pairing sees it; `tables` are those of the round."""
    at = [] if score.table is None else tables.get((score.entrant, score.table), [])
    has_result = any(table.result is not None for table in at)
    return PastRound(
        round=score.round,
        outcome=score.outcome,
        points=score.points,
        place=score.place,
        opponents=score.opponents,
        played=has_result or score.how not in WITHOUT_PLAY,
    )


def standings(tournament: Tournament) -> Standings:
    """Return the standings after the rounds that are over."""
    scores = scored(tournament)
    contenders = contenders_of(tournament, scores)
    entrants, far = [each.id for each in contenders], reached(tournament, contenders)
    return Standings(len(played_rounds(tournament)), ordered(entrants, scores, tournament.settings.tie_breaks, far))


def standings_csv(tournament: Tournament) -> bytes:
    """Return the standings as a table: a row for each entrant, a column for each round and tie-break (RFC 4180).

    Where there is a knockout, a column says how far each has got.
    """
    found = standings(tournament).standings
    rows = io.StringIO(newline="")
    writer = csv.writer(rows)
    names = [each.name for each in found[0].tie_breaks] if found else []
    rounds = [each.round for each in found[0].by_round] if found else []
    far = ["reached"] if found and found[0].reached is not None else []
    writer.writerow(["rank", "entrant", "points", *far, *(f"round_{number}" for number in rounds), *names])
    for each in found:
        row = [each.rank, each.entrant, each.points, each.reached] if far else [each.rank, each.entrant, each.points]
        scores = [score.points for score in each.by_round]
        writer.writerow([*row, *scores, *(known.value for known in each.tie_breaks)])
    return rows.getvalue().encode()


def travellers(tournament: Tournament, number: int) -> Travellers:
    """Return what all tables of a round made of its deals."""
    return Travellers(number, compared(played_round(tournament, tournament.rounds[number - 1])))
