"""Who sits where at a table."""

from collections.abc import Sequence
from uuid import UUID

from domain.tournament.types import Contender

INFINITE = 1 << 60


def balanced(table: Sequence[Contender]) -> tuple[UUID, ...]:
    """Return the entrants of a table by place: each as far as possible where they have sat least, and not just now."""
    chosen = assigned([[burden(each, place) for place in range(len(table))] for each in table])
    return tuple(table[row].id for row in chosen)


def burden(contender: Contender, place: int) -> int:
    """Return how much is against a place: how often they have sat there counts most, then whether they did just now."""
    sat = [past.place for past in contender.past if past.place is not None and past.played]
    often = sat.count(place)
    return 4 * often * often + (bool(sat) and sat[-1] == place)


def assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each column the row that it gets so that the sum of the costs is least (the Hungarian method).

    `costs` is square. See "Assignment problem" by E. Maxx, https://cp-algorithms.com/graph/hungarian-algorithm.html.
    """
    size = len(costs)
    row_price, column_price, row_of = [0] * (size + 1), [0] * (size + 1), [0] * (size + 1)
    for row in range(1, size + 1):
        way = way_to_a_free_column(costs, row, row_price, column_price, row_of)
        column = way.pop()
        while way:
            row_of[column] = row_of[way[-1]]
            column = way.pop()
    return [row - 1 for row in row_of[1:]]


def way_to_a_free_column(
    costs: Sequence[Sequence[int]], row: int, row_price: list[int], column_price: list[int], row_of: list[int]
) -> list[int]:
    """Return the columns from 0, which has the new row, to a free one: each gets the row of the one before it.

    The prices are raised as the way needs it; all start at 0.
    """
    size = len(costs)
    row_of[0] = row
    least, before, done = [INFINITE] * (size + 1), [0] * (size + 1), [False] * (size + 1)
    column = 0
    while row_of[column]:
        done[column] = True
        current = row_of[column]
        for other in range(1, size + 1):
            if not done[other]:
                rest = costs[current - 1][other - 1] - row_price[current] - column_price[other]
                if rest < least[other]:
                    least[other], before[other] = rest, column
        step, following = min((least[other], other) for other in range(1, size + 1) if not done[other])
        for other in range(size + 1):
            if done[other]:
                row_price[row_of[other]] += step
                column_price[other] -= step
            else:
                least[other] -= step
        column = following
    way = [column]
    while column:
        column = before[column]
        way.append(column)
    return way[::-1]
