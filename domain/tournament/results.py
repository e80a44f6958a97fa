"""What a finished game has given, in one form for all games: from the last state, which the events fold to."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.game import AnyGame, Options
from domain.tournament.types import TableResult


def result_of(rules: AnyGame, state: Any) -> TableResult:
    """Return the result of a game from its state. Raises ValueError if it has not finished."""
    if state.result is None:
        raise ValueError("the game has not finished")
    return RESULTS.get(rules.id, of_seats)(state)


def of_seats(state: Any) -> TableResult:
    """Return the result of a game of each for themselves: of one deal, or of a match with its deals.

    A game that is not named below has a result with `winners`, and with `totals` or `scores` by seat.
    """
    result = state.result
    points = result.totals if hasattr(result, "totals") else result.scores
    deals = state.match.deal_scores if hasattr(state, "match") else (points,)
    return TableResult(deals=deals, points=points, winners=result.winners)


def of_teams(state: Any) -> TableResult:
    """Literature: each seat has the points of its team; it is one deal (U25, U26)."""
    teams: tuple[int, ...] = state.options.teams
    points = tuple(state.result.scores[team] for team in teams)
    return TableResult(deals=(points,), points=points, winners=state.result.winners, teams=teams)


def of_all(state: Any) -> TableResult:
    """Friendlier Than Thou: all have the score of the Meeting, and win it together if they are welcomed (R30, R31)."""
    seats = tuple(range(len(state.result.hands)))
    points = (state.result.meeting_score,) * len(seats)
    welcomed = state.result.band not in ("read_out", "probation")
    return TableResult(deals=(points,), points=points, winners=seats if welcomed else (), success=state.result.band)


RESULTS: Mapping[str, Callable[[Any], TableResult]] = {"literature": of_teams, "friendlier_than_thou": of_all}
"""The games that are not of each for themselves."""


def most_deals(options: Options) -> int:
    """Return how many deals a result has at most, by the options of the game: those of a match, else the one deal."""
    most: int = getattr(options, "max_deals", 1)
    return most


def plays_together(game: str) -> bool:
    """Return whether all at a table of a game, by its id, play together: they have one score, and win it together."""
    return RESULTS.get(game) is of_all


def sides_by_rules(game: str, options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the seats that play together by the rules of a game: its teams, or all of a table; else each alone."""
    seats = range(options.players)
    teams = [0 for _ in seats] if plays_together(game) else getattr(options, "teams", seats)
    return tuple([tuple([seat for seat in seats if teams[seat] == team]) for team in dict.fromkeys(teams)])
