"""What has happened while random players played, and its sum."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct


@dataclass
class Tally:
    """What has happened so far. Times are in milliseconds."""

    finished: int = 0
    move_ms: list[float] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    retries: int = 0
    faults: list[str] = field(default_factory=list)


class Summary(Struct, frozen=True):
    """The sum of a run: how long a move took is told by its median and by what one in a hundred exceeds."""

    game: str
    games: int
    finished: int
    seconds: float
    moves: int
    moves_per_second: float
    move_p50_ms: float | None
    move_p99_ms: float | None
    refusals: dict[str, int]
    retries: int
    faults: list[str]


def summary(game: str, games: int, seconds: float, tally: Tally) -> Summary:
    """Return the sum of what has happened in a number of seconds."""
    moves = len(tally.move_ms)
    return Summary(
        game=game,
        games=games,
        finished=tally.finished,
        seconds=round(seconds, 3),
        moves=moves,
        moves_per_second=round(moves / seconds, 1),
        move_p50_ms=percentile(tally.move_ms, 50),
        move_p99_ms=percentile(tally.move_ms, 99),
        refusals=dict(tally.refusals.most_common()),
        retries=tally.retries,
        faults=tally.faults,
    )


def percentile(values: Sequence[float], percent: int) -> float | None:
    """Return the smallest value that the given per cent of all do not exceed (nearest rank); None of none."""
    if not values:
        return None
    return round(sorted(values)[math.ceil(len(values) * percent / 100) - 1], 3)
