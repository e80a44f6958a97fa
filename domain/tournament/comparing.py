"""Scores for deals: against all tables that had the same cards, or against those at the same table."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from domain.tournament.sides import Side
from domain.tournament.types import WHOLE_SHARE, DealScore, PlayedTable, Scoring, Share

Comparison = tuple[int, int]
"""The points, and the maximum: 2 for each other with less, 1 for each with as much, of 2 for each."""

Key = tuple[int, int, int, int]
"""What is compared: the cards (0: those of the round, else a replayed table's own), the seats, the deal, the seat."""


class Field:
    """The points of all tables of a round, to compare each with all others that had the same cards."""

    def __init__(self, tables: Iterable[PlayedTable]) -> None:
        found: dict[Key, list[int]] = {}
        for table in tables:
            if table.result is not None:
                for deal, points in enumerate(table.result.deals, start=1):
                    for seat, had in enumerate(points):
                        found.setdefault(key_of(table, deal, seat), []).append(had)
                for seat, had in enumerate(table.result.points):
                    found.setdefault(key_of(table, 0, seat), []).append(had)
        self.points = {key: sorted(each) for key, each in found.items()}

    def compared(self, table: PlayedTable, deal: int, seat: int, points: int) -> Comparison:
        """Return how these points compare with those of the other tables; deal 0 is the whole game."""
        return compared(points, self.points[key_of(table, deal, seat)])


def key_of(table: PlayedTable, deal: int, seat: int) -> Key:
    """Return what the points of a seat are compared with."""
    return table.number if table.again else 0, len(table.entrants), deal, seat


def compared(points: int, ordered: Sequence[int]) -> Comparison:
    """Return how points compare with ascending ones, among which they are themselves."""
    less, not_more = bisect_left(ordered, points), bisect_right(ordered, points)
    return 2 * less + (not_more - less - 1), 2 * (len(ordered) - 1)


def share_of(comparisons: Iterable[Comparison]) -> Share:
    """Return the share of all that could be had, half up; half of it where nothing could be compared."""
    had, possible = (sum(each) for each in zip((0, 0), *comparisons, strict=True))
    return WHOLE_SHARE // 2 if possible == 0 else rounded(WHOLE_SHARE * had, possible)


def rounded(numerator: int, denominator: int) -> int:
    """Return the nearest integer of a fraction, half up; the denominator is positive."""
    return (2 * numerator + denominator) // (2 * denominator)


def deals_of(side: Side, field: Field, scoring: Scoring) -> tuple[DealScore, ...]:
    """Return the scores of an entrant for each deal: across the tables for matchpoints, else at their own table."""
    found = []
    for table, seat in side.seats:
        for deal, points in enumerate(table.result.deals if table.result else (), start=1):
            if scoring == "matchpoints":
                had, possible = field.compared(table, deal, seat, points[seat])
                best = points[seat] == field.points[key_of(table, deal, seat)][-1]
            else:
                others = sorted(points[table.entrants.index(each)] for each in dict.fromkeys(table.entrants))
                had, possible = compared(points[seat], others)
                best = points[seat] == others[-1]
            found.append(
                DealScore(deal=deal, seat=seat, points=points[seat], numerator=had, denominator=possible, best=best)
            )
    return tuple(found)
