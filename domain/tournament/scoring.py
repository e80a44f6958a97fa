"""What the entrants of a round get for it.

Each scoring is explained with an example at its function, and on the guide's page of scoring. A share is in hundredths
of a percent, rounded half up, once for a round. What rulings count for stands in `measures`.
"""

from collections.abc import Callable, Iterable, Mapping
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.tournament.comparing import Comparison, Field, deals_of, share_of
from domain.tournament.measures import by_points, level_of, ruled, with_ahead
from domain.tournament.sides import Side, Sides, ahead_of, equal_to, margin_of, sides_of
from domain.tournament.types import Forfeited, Penalty, PlayedRound, Points, Round, RoundScore, Scoring, Unseated


class Played(Struct, frozen=True):
    """What the points of an entrant follow from: all sides of a round, its field, and who has forfeited."""

    sides: Sides
    field: Field
    forfeited: frozenset[UUID]


# The scorings


def matchpoints(side: Side, played: Played) -> Points:
    """Return the share of all comparisons: for each deal 2 for each table where the same seat got less, 1 for a tie.

    Three tables play the same deal; seat 0 gets 10, 30 and 10 points there. Each is compared with the two others, so 4
    can be had. 10 ties with 10 and is below 30: 1 of 4, a share of 2,500. 30 beats both: 4 of 4, a share of 10,000.
    """
    return share_of((deal.numerator, deal.denominator) for deal in deals_of(side, played.field, "matchpoints"))


def rank_points(side: Side, played: Played) -> Points:
    """Return the share of those at the table who did worse: 2 for each of them, 1 for each who did as well.

    Four finish with 50, 20, 20 and 5 points. Each has three others, so 6 can be had: 50 has 6 (10,000), each 20 has
    2 + 1 = 3 (5,000), and 5 has 0.
    """
    return share_of([rank_of(side, played)])


def rank_of(side: Side, played: Played) -> Comparison:
    """Return how a side compares with the others at its table."""
    ahead, equal = ahead_of(side, played.sides, played.forfeited), equal_to(side, played.sides, played.forfeited)
    return 2 * (len(side.others) - ahead - equal) + equal, 2 * len(side.others)


def difference(side: Side, played: Played) -> Points:
    """Return by how much they are ahead of the best other side, over both tables of a match.

    Team A meets team B twice with the same cards, with seats exchanged. A wins the first game 5 to 3, and loses the
    second 2 to 6. A has 5 + 2 = 7, B has 3 + 6 = 9: A gets −2, B gets 2. The luck of the cards was the same for both.
    """
    return margin_of(side, played.sides)


def joint(side: Side, played: Played) -> Points:
    """Return the share of the other tables that did worse together: 2 for each of them, 1 for each that did as well.

    Four tables of as many players score 500, 420, 420 and 300 together. Each has three others, so 6 can be had:
    500 has 6 (10,000), each 420 has 2 + 1 = 3 (5,000), and 300 has 0. All at a table get the same.
    """
    return share_of(
        played.field.compared(table, 0, seat, table.result.points[seat]) for table, seat in side.seats if table.result
    )


def plain_points(side: Side, played: Played) -> Points:
    """Return the points of the game; 50, 20, 20 and 5 points at a table are just these."""
    return side.points or 0


SCORINGS: Mapping[Scoring, Callable[[Side, Played], Points]] = {
    "matchpoints": matchpoints,
    "rank_points": rank_points,
    "difference": difference,
    "joint": joint,
    "points": plain_points,
}


# A round


def score_round(scoring: Scoring, played: PlayedRound) -> tuple[RoundScore, ...]:
    """Return what each entrant has in a round: those of each table, in their order, then all who had none."""
    sides = sides_of(played.tables)
    rulings = {each.entrant: each for each in played.adjustments if not isinstance(each, Penalty)}
    forfeited = frozenset(entrant for entrant, each in rulings.items() if isinstance(each, Forfeited))
    known = Played(sides, Field(played.tables), forfeited)
    count = SCORINGS[scoring]
    earned = {each.entrant: count(each, known) for each in sides.values() if each.points is not None}
    level = level_of(scoring, [points for entrant, points in earned.items() if entrant not in forfeited])
    tables: dict[int, list[RoundScore]] = {}
    for side in sides.values():
        score = sat(side, known, scoring, played.round)
        if side.points is not None:
            points = earned[side.entrant]
            against_forfeit = scoring == "difference" and not forfeited.isdisjoint(side.others)
            score = replace(score, points=max(points, level.margin) if against_forfeit else points)
        elif forfeited.isdisjoint(side.others):
            score = replace(score, points=level.average, how="not_played")
        else:
            score = replace(score, points=level.innocent(rank_points(side, known)), how="won_by_forfeit")
        tables.setdefault(side.number, []).append(ruled(score, rulings.get(side.entrant), level))
    scores = [score for table in tables.values() for score in by_points(table)]
    scores += [ruled(had_none(each, played.round), rulings.get(each.entrant), level) for each in played.unseated]
    return tuple(fined(scores, played))


def sat(side: Side, known: Played, scoring: Scoring, number: Round) -> RoundScore:
    """Return the score of who sat at a table, without its points."""
    score = RoundScore(
        entrant=side.entrant,
        round=number,
        points=0,
        how="played",
        outcome="tied",
        table=side.number,
        place=side.place,
        opponents=side.others,
        margin=margin_of(side, known.sides),
        deals=deals_of(side, known.field, scoring),
    )
    ahead, equal = ahead_of(side, known.sides, known.forfeited), equal_to(side, known.sides, known.forfeited)
    return with_ahead(score, ahead, equal + 1)


def had_none(each: Unseated, number: Round) -> RoundScore:
    """Return the score of an entrant without a table."""
    return RoundScore(entrant=each.entrant, round=number, points=each.points, how=each.why, outcome=each.why)


def fined(scores: Iterable[RoundScore], played: PlayedRound) -> list[RoundScore]:
    """Return the scores with all penalties taken off."""
    fines: dict[UUID, int] = {}
    for each in played.adjustments:
        if isinstance(each, Penalty):
            fines[each.entrant] = fines.get(each.entrant, 0) + each.points
    return [
        replace(score, points=score.points - fine, penalty=fine) if (fine := fines.get(score.entrant, 0)) else score
        for score in scores
    ]
