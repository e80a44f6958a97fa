"""What is calculated of a tournament: proposals for rounds, standings, and the comparison of a deal at all tables."""

import csv
import io
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from domain.tournament import Tournament
from domain.tournament.contenders import contenders_of, round_to_pair, scored
from domain.tournament.history import played_round, played_rounds
from domain.tournament.pairing import propose
from domain.tournament.reaching import reached
from domain.tournament.standings import standings as ordered
from domain.tournament.standings import travellers as compared
from domain.tournament.types import Draft, Standing, Traveller


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
    return propose(round_to_pair(tournament, given))


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
