"""Tables of a round that is over, for tests of scoring. Entrants are called by a letter."""

from collections.abc import Sequence
from uuid import UUID

from domain.tournament.scoring import score_round
from domain.tournament.types import Adjustment, PlayedRound, PlayedTable, RoundScore, Scoring, TableResult, Unseated


def who(name: str) -> UUID:
    """Return the id of the entrant of this letter."""
    return UUID(int=ord(name))


def finished(*deals: Sequence[int], winners: Sequence[int] | None = None) -> TableResult:
    """Return a result: the points of each deal by seat; those with the most win."""
    points = tuple(map(sum, zip(*deals, strict=True)))
    most = tuple(seat for seat, had in enumerate(points) if had == max(points))
    return TableResult(
        deals=tuple(map(tuple, deals)), points=points, winners=most if winners is None else tuple(winners)
    )


def table(
    number: int, seats: str, *deals: Sequence[int], winners: Sequence[int] | None = None, again: int = 0
) -> PlayedTable:
    """Return a table with the entrants of these letters by seat; without deals it was not finished."""
    result = finished(*deals, winners=winners) if deals else None
    return PlayedTable(number=number, entrants=tuple(map(who, seats)), result=result, again=again)


def scored(
    scoring: Scoring, *tables: PlayedTable, rulings: Sequence[Adjustment] = (), unseated: Sequence[Unseated] = ()
) -> dict[str, RoundScore]:
    """Return the scores of a round by letter."""
    played = PlayedRound(round=1, tables=tables, unseated=tuple(unseated), adjustments=tuple(rulings))
    return {chr(score.entrant.int): score for score in score_round(scoring, played)}


def points(scores: dict[str, RoundScore]) -> dict[str, int]:
    return {name: score.points for name, score in scores.items()}
