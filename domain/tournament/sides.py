"""An entrant at their table, or at the two tables of a match: where they sat, what they got, who did better."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from msgspec import Struct

from domain.tournament.types import PlayedTable


class Side(Struct, frozen=True, kw_only=True):
    """An entrant in a round. `seats` are their first seats, one at each of their tables; `points` are summed over them.

    `points` is None if a table of theirs was not finished. `won` says whether they have won, at one table.
    """

    entrant: UUID
    number: int
    place: int
    others: tuple[UUID, ...]
    seats: tuple[tuple[PlayedTable, int], ...]
    points: int | None
    won: bool


Sides = Mapping[UUID, Side]


def sides_of(tables: Sequence[PlayedTable]) -> dict[UUID, Side]:
    """Return all who sat at a table, in the order of the tables."""
    by_number: dict[int, list[PlayedTable]] = {}
    for table in tables:
        by_number.setdefault(table.number, []).append(table)
    return {
        entrant: side(entrant, place, entrants, match)
        for _, match in sorted(by_number.items())
        for entrants in (tuple(dict.fromkeys(match[0].entrants)),)
        for place, entrant in enumerate(entrants)
    }


def side(entrant: UUID, place: int, entrants: Sequence[UUID], match: Sequence[PlayedTable]) -> Side:
    """Return an entrant at the tables of their match, or at their one table."""
    seats = tuple((table, table.entrants.index(entrant)) for table in match)
    finished = [(table.result, seat) for table, seat in seats if table.result is not None]
    return Side(
        entrant=entrant,
        number=match[0].number,
        place=place,
        others=tuple(each for each in entrants if each != entrant),
        seats=seats,
        points=sum(result.points[seat] for result, seat in finished) if len(finished) == len(seats) else None,
        won=len(seats) == 1 and any(seat in result.winners for result, seat in finished),
    )


def ahead_of(side: Side, sides: Sides, forfeited: frozenset[UUID]) -> int:
    """Return how many at their table did better: see `strength`."""
    return sum(strength(sides[other], forfeited) > strength(side, forfeited) for other in side.others)


def equal_to(side: Side, sides: Sides, forfeited: frozenset[UUID]) -> int:
    """Return how many others at their table did as well."""
    return sum(strength(sides[other], forfeited) == strength(side, forfeited) for other in side.others)


def strength(side: Side, forfeited: frozenset[UUID]) -> tuple[bool, bool, int]:
    """Return by what those of one table are compared: no forfeit, then the win, then the points.

    Without a result all who have not forfeited are equal.
    """
    if side.points is None:
        return side.entrant not in forfeited, False, 0
    return side.entrant not in forfeited, side.won, side.points


def margin_of(side: Side, sides: Sides) -> int:
    """Return by how many points they are ahead of the best other at their table; 0 where there is no other."""
    points = [each for other in side.others if (each := sides[other].points) is not None]
    return side.points - max(points) if side.points is not None and points else 0
