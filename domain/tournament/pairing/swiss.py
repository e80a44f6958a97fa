"""A round by standing: those of about the same points meet, as few as possible again."""

from collections.abc import Sequence

from domain.tournament.pairing.partners import with_sides_due
from domain.tournament.pairing.places import balanced
from domain.tournament.pairing.search import by_standing, together
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.two_sided import DUTCH_LIMIT, dutch, preference, seated
from domain.tournament.types import PAIR, Contender, DraftedBye, DraftedTable, Reason, ReasonCode, RoundToPair

Drafted = tuple[tuple[DraftedTable, ...], tuple[DraftedBye, ...]]


def swiss(to_pair: RoundToPair) -> Drafted:
    """Return the tables and byes of a Swiss round. Two who meet are paired by the Dutch system where that can be."""
    playing = active(to_pair.contenders)
    if to_pair.seating.places == PAIR and set(to_pair.seating.sizes) <= {PAIR} and 1 < len(playing) <= DUTCH_LIMIT:
        paired = by_dutch_system(to_pair, playing)
        if paired is not None:
            return paired
    return by_tables(to_pair, playing)


def active(contenders: Sequence[Contender]) -> list[Contender]:
    """Return who plays this round, the best standing first: points, then starting number."""
    return sorted((each for each in contenders if each.active), key=lambda each: (-each.points, each.number))


def by_dutch_system(to_pair: RoundToPair, playing: Sequence[Contender]) -> Drafted | None:
    """Return the round by the Dutch system; None: it finds none."""
    pairs = dutch(playing, to_pair.contenders, to_pair.round, to_pair.seating.rounds)
    if pairs is None:
        return None
    rank = {each.id: number for number, each in enumerate(playing)}
    ordered = sorted(pairs, key=lambda pair: sorted(rank[each] for each in pair))
    tables = []
    for number, pair in enumerate(ordered, start=1):
        low, high = sorted(rank[each] + 1 for each in pair)
        reasons = Reason(code="dutch_system", low=low, high=high), Reason(code="seats_balanced")
        tables.append(DraftedTable(number=number, entrants=pair, reasons=reasons))
    without = rank.keys() - {each for pair in pairs for each in pair}
    byes = (DraftedBye(entrant=each, reasons=(Reason(code="dutch_system", low=rank[each] + 1),)) for each in without)
    return tuple(tables), tuple(byes)


def by_tables(to_pair: RoundToPair, playing: Sequence[Contender], *, standing: bool = True) -> Drafted:
    """Return the round of tables of any size; without `standing`, only for the fewest meetings again."""
    seating = to_pair.seating
    sizes, without = sizes_of(len(playing), seating.places, seating.sizes, to_pair.round)
    byes = byes_for(playing, without)
    left = [each for each in playing if each not in byes]
    positions = positions_of(left) if standing else [0] * len(left)
    met = meetings(left)
    chosen = together(sizes, positions, met)
    moved = elsewhere(chosen, by_standing(sizes, positions)) if standing else frozenset()
    if set(sizes) == {PAIR}:
        chosen = with_sides_due(chosen, positions, met, [preference(each) for each in left])
    tables = tuple(
        drafted(
            number, [left[each] for each in table], reasons_for(table, moved, met, seating.places, standing=standing)
        )
        for number, table in enumerate(sorted(chosen, key=lambda table: table[0]), start=1)
    )
    return tables, tuple(map(bye_to_lowest, byes))


def byes_for(playing: Sequence[Contender], count: int) -> list[Contender]:
    """Return who has no table: of those with the fewest byes, the lowest standing."""
    return sorted(playing, key=lambda each: (byes_of(each), each.points, -each.number))[:count]


def byes_of(contender: Contender) -> int:
    """Return how many byes an entrant has had; a win over those who have forfeited is one, too (C.04.1, 4)."""
    return sum(past.outcome == "bye" or (past.outcome == "won" and not past.played) for past in contender.past)


def bye_to_lowest(contender: Contender) -> DraftedBye:
    """Return a bye for the lowest of those who have had the fewest."""
    reason = Reason(code="bye_lowest_without", entrants=(contender.id,), count=byes_of(contender))
    return DraftedBye(entrant=contender.id, reasons=(reason,))


def positions_of(ordered: Sequence[Contender]) -> list[int]:
    """Return the place of each, from 0; equal points share a place."""
    first: dict[int, int] = {}
    return [first.setdefault(each.points, number) for number, each in enumerate(ordered)]


def meetings(contenders: Sequence[Contender]) -> list[dict[int, int]]:
    """Return for each, by number in this order, the square of how often they have met each other."""
    number_of = {each.id: number for number, each in enumerate(contenders)}
    met: list[dict[int, int]] = [{} for _ in contenders]
    for contender, row in zip(contenders, met, strict=True):
        for past in contender.past:
            for opponent in past.opponents if past.played else ():
                if opponent in number_of:
                    row[number_of[opponent]] = row.get(number_of[opponent], 0) + 1
    return [{other: times * times for other, times in row.items()} for row in met]


def drafted(number: int, table: Sequence[Contender], reasons: Sequence[tuple[Reason, Sequence[int]]]) -> DraftedTable:
    """Return a table with its entrants seated and its reasons; these name entrants by their number at the table."""
    described = tuple(
        Reason(
            code=reason.code,
            entrants=tuple(table[each].id for each in who),
            low=reason.low,
            high=reason.high,
            count=reason.count,
        )
        for reason, who in reasons
    )
    entrants = seated(*table) if len(table) == PAIR else balanced(table)
    return DraftedTable(number=number, entrants=entrants, reasons=(*described, Reason(code="seats_balanced")))


def elsewhere(tables: Sequence[Sequence[int]], plain: Sequence[Sequence[int]]) -> frozenset[int]:
    """Return who does not sit with most of those of their table whom the plain tables have together."""
    together_there = [set(table) for table in plain]
    return frozenset(
        each
        for table in tables
        for most in (max(together_there, key=lambda there: len(there & set(table))),)
        for each in table
        if each not in most
    )


def reasons_for(
    table: Sequence[int], moved: frozenset[int], met: Sequence[dict[int, int]], wished: int, *, standing: bool
) -> list[tuple[Reason, Sequence[int]]]:
    """Return why these sit together, and whom each reason names; `moved` are those who avoid somebody there."""
    by = Reason(code="by_standing", low=table[0] + 1, high=table[-1] + 1) if standing else Reason(code="fewest_repeats")
    reasons: list[tuple[Reason, Sequence[int]]] = [(by, ())]
    if avoiding := [place for place, each in enumerate(table) if each in moved]:
        reasons.append((Reason(code="avoids_repeat"), avoiding))
    if again := [place for place, each in enumerate(table) if any(other in met[each] for other in table)]:
        reasons.append((Reason(code="repeat_unavoidable"), again))
    if len(table) != wished:
        code: ReasonCode = "table_smaller" if len(table) < wished else "table_larger"
        reasons.append((Reason(code=code, count=len(table)), ()))
    return reasons
