"""The standings of a tournament, computed from its scores alone; and what all tables made of a deal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from uuid import UUID

from domain.tournament.comparing import Field, share_of
from domain.tournament.tie_breaks import BY_THEMSELVES, Totals, head_to_head
from domain.tournament.types import PlayedRound, RoundScore, Standing, TieBreak, TieBreakValue, Traveller, TravellerRow


def standings(
    entrants: Iterable[UUID],
    scores: Iterable[RoundScore],
    tie_breaks: Sequence[TieBreak],
    reached: Mapping[UUID, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the rows, the best first: by how far they have got, by points, then by the tie-breaks in their order.

    Entrants who are equal in all of these share a rank; among themselves they stand in the order of `entrants`. Every
    row has all tie-breaks. `scores` are those of all rounds that count.
    """
    by_entrant: dict[UUID, dict[int, RoundScore]] = {entrant: {} for entrant in entrants}
    for score in sorted(scores, key=lambda each: each.round):
        by_entrant[score.entrant][score.round] = score
    points = {entrant: sum(score.points for score in each.values()) for entrant, each in by_entrant.items()}
    totals = Totals(by_entrant, points)
    far = reached or {}
    furthest_first = sorted(by_entrant, key=lambda entrant: -far.get(entrant, 0))
    rows: list[Standing] = []
    for _, as_far in groupby(furthest_first, key=far.get):
        for equal in ranked(as_far, tie_breaks, totals):
            rank = len(rows) + 1
            rows += [
                Standing(
                    rank=rank,
                    entrant=row.entrant,
                    points=points[row.entrant],
                    reached=far.get(row.entrant),
                    by_round=tuple(by_entrant[row.entrant].values()),
                    tie_breaks=tuple(row.values),
                )
                for row in equal
            ]
    return tuple(rows)


class Row:
    """An entrant with the tie-breaks so far."""

    def __init__(self, entrant: UUID) -> None:
        self.entrant = entrant
        self.values: list[TieBreakValue] = []


def ranked(entrants: Iterable[UUID], tie_breaks: Sequence[TieBreak], totals: Totals) -> Iterator[list[Row]]:
    """Yield groups of entrants that are equal in points and in all tie-breaks, the best first."""
    best_first = sorted(entrants, key=lambda entrant: -totals.points[entrant])
    for _, tied in groupby(best_first, key=totals.points.__getitem__):
        yield from separated([Row(entrant) for entrant in tied], tie_breaks, totals)


def separated(tied: Sequence[Row], tie_breaks: Sequence[TieBreak], totals: Totals) -> Iterator[list[Row]]:
    """Yield groups of entrants that are equal in all tie-breaks, the best first; each of `tied` gets their values."""
    if not tie_breaks:
        yield list(tied)
        return
    name, *further = tie_breaks
    entrants = [row.entrant for row in tied]
    for row in tied:
        if name == "head_to_head":
            row.values.append(head_to_head(row.entrant, entrants, totals))
        else:
            row.values.append(BY_THEMSELVES[name](row.entrant, totals))
    best_first = sorted(tied, key=lambda row: -row.values[-1].value)
    for _, equal in groupby(best_first, key=lambda row: row.values[-1].value):
        yield from separated(list(equal), further, totals)


def travellers(played: PlayedRound) -> tuple[Traveller, ...]:
    """Return for each deal of a round the results of all tables that had it, by number of seats.

    Tables that were replayed had other cards, and are left out. The best come first: by the points of seat 0, then of
    the next, and so on.
    """
    field = Field(played.tables)
    rows: dict[tuple[int, int], list[TravellerRow]] = {}
    for table in played.tables:
        for deal, points in enumerate(table.result.deals if table.result and not table.again else (), start=1):
            shares = tuple(share_of([field.compared(table, deal, seat, had)]) for seat, had in enumerate(points))
            row = TravellerRow(table=table.number, entrants=table.entrants, points=points, scores=shares)
            rows.setdefault((deal, len(points)), []).append(row)
    return tuple(
        Traveller(
            round=played.round,
            deal=deal,
            seats=seats,
            rows=tuple(sorted(found, key=lambda row: [-each for each in row.points])),
        )
        for (deal, seats), found in sorted(rows.items())
    )
