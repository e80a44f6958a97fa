"""What the measures of rulings count for in a round, in every scoring.

| | shares | `points` | `difference` |
|---|---|---|---|
| forfeited | 0 | the lowest points of the round, at most 0 | minus the winning difference |
| the others there, nothing finished | see `Level.innocent` | the average of the round | the winning difference |
| the others there, finished | what they have played | what they have played | that, or more of the two |
| not played | 5,000 | the average of the round | 0 |
| adjusted points | these | these | these |
| adjusted share | this | this share of the best points of the round | the same |
| penalty | is taken off | is taken off | is taken off |

The winning difference is the average of those by which tables were won in the round, at least 1.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.comparing import rounded
from domain.tournament.types import (
    SHARES,
    WHOLE_SHARE,
    AdjustedPoints,
    AdjustedShare,
    Adjustment,
    Forfeited,
    HowScored,
    NotPlayed,
    Points,
    RoundScore,
    Scoring,
    Share,
)

FORFEIT_SHARE = 6_000
"""What the others get by a forfeit where shares come from other tables (Law 12C2 of duplicate bridge: 60 %)."""

SETTLED: frozenset[HowScored] = frozenset({"forfeited", "not_played"})
"""The scorings in which the outcome of a table does not follow from the points there."""


class Level(Struct, frozen=True, kw_only=True):
    """What was usual in a round: `margin` is the winning difference."""

    scoring: Scoring
    average: Points
    lowest: Points
    best: Points
    margin: Points

    @property
    def forfeit(self) -> Points:
        """What an entrant gets who has forfeited."""
        return -self.margin if self.scoring == "difference" else self.lowest

    def innocent(self, rank_share: Share) -> Points:
        """Return what the others get for a table that was forfeited, and not finished.

        With rank points it is the share of an entrant who beats those who have forfeited, and ties with all others.
        """
        match self.scoring:
            case "rank_points":
                return rank_share
            case "difference":
                return self.margin
            case "points":
                return self.average
        return FORFEIT_SHARE


def level_of(scoring: Scoring, earned: Sequence[Points]) -> Level:
    """Return what was usual, by what was played for in the round."""
    if scoring in SHARES:
        half = WHOLE_SHARE // 2
        return Level(scoring=scoring, average=half, lowest=0, best=WHOLE_SHARE, margin=0)
    won = [each for each in earned if each > 0]
    average = rounded(sum(earned), len(earned)) if earned and scoring == "points" else 0
    margin = max(1, rounded(sum(won), len(won))) if won else 1
    return Level(scoring=scoring, average=average, lowest=min(0, *earned, 0), best=max(0, *earned, 0), margin=margin)


def ruled(score: RoundScore, ruling: Adjustment | None, level: Level) -> RoundScore:
    """Return a score with the ruling for its entrant, penalties aside. Without a table only the points change."""
    after = measured(score, ruling, level)
    return after if score.table is not None else replace(after, outcome=score.outcome)


def measured(score: RoundScore, ruling: Adjustment | None, level: Level) -> RoundScore:
    """Return a score at a table with the ruling for its entrant."""
    match ruling:
        case Forfeited():
            return replace(score, points=level.forfeit, how="forfeited", outcome="lost")
        case AdjustedPoints(points=points):
            return replace(score, points=points, how="adjusted")
        case AdjustedShare(share=share):
            return replace(score, points=rounded(level.best * share, WHOLE_SHARE), how="adjusted")
        case NotPlayed():
            return replace(score, points=level.average, how="not_played", outcome="tied")
    return score


def by_points(table: Sequence[RoundScore]) -> list[RoundScore]:
    """Return the scores of a table where one was adjusted: who did better then follows from the points.

    But those who have forfeited did worse than all others: they lost. Those ruled not to have played are tied.
    """
    if all(score.how != "adjusted" for score in table):
        return list(table)
    had = [(score.how != "forfeited", score.points) for score in table]
    placed = [
        with_ahead(score, sum(each > mine for each in had), had.count(mine))
        for score, mine in zip(table, had, strict=True)
    ]
    return [
        replace(after, outcome=before.outcome) if before.how in SETTLED else after
        for before, after in zip(table, placed, strict=True)
    ]


def with_ahead(score: RoundScore, ahead: int, equal: int) -> RoundScore:
    """Return a score with how many did better, and what follows; `equal` have done as well, with themselves."""
    return replace(score, ahead=ahead, outcome="lost" if ahead else "won" if equal == 1 else "tied")
