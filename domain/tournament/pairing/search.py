"""Which entrants sit together: as few meet again as can be, and those of about the same standing meet.

Entrants are numbers from 0 in the order of their standing here. It is a search of bounded length, and the same each
time: nothing in it is random.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Meetings = Sequence[Mapping[int, int]]
"""For each entrant, how much it costs to meet another one again; meeting an entrant who is missing costs nothing."""

Cost = tuple[int, int]
"""How much meets again, then how far apart those who meet stand."""

EXACT_LIMIT = 10
"""Maximum number of entrants for which all pairings are searched."""
NEAR = 40
"""Number of others, the nearest in the standings first, that are tried before all of them."""
ATTEMPTS = 8
LOOKS_LIMIT = 4_000_000
"""Maximum number of entrants that are tried in all, those at both tables for each exchange: about two seconds."""


def together(sizes: Sequence[int], standing: Sequence[int], met: Meetings) -> list[list[int]]:
    """Return the tables of these sizes, each with its entrants ascending.

    `standing` is where each stands; equals have the same. There are as many of them as places.
    """
    plain = by_standing(sizes, standing)
    search = Search(standing, met, LOOKS_LIMIT)
    best = search.improved(plain)
    for attempt in range(1, ATTEMPTS):
        if search.repeats(best) <= inevitable(sizes, met) or search.looks_left <= 0:
            break
        other = search.improved(stirred(best, met, attempt))
        best = min(best, other, key=search.cost)
    if search.repeats(best) and len(standing) <= EXACT_LIMIT:
        best = min(best, exact(sizes, search), key=search.cost)
    return [sorted(table) for table in best]


def by_standing(sizes: Sequence[int], standing: Sequence[int]) -> list[list[int]]:
    """Return the tables by standing alone; equals are dealt out over the tables that they fill, as in S1 against S2."""
    slots = [table for table, size in enumerate(sizes) for _ in range(size)]
    tables: list[list[int]] = [[] for _ in sizes]
    start = 0
    while start < len(standing):
        end = start
        while end < len(standing) and standing[end] == standing[start]:
            end += 1
        seen: dict[int, int] = {}
        turns = []
        for table in slots[start:end]:
            seen[table] = seen.get(table, 0) + 1
            turns.append((seen[table], table))
        for entrant, (_, table) in zip(range(start, end), sorted(turns), strict=True):
            tables[table].append(entrant)
        start = end
    return tables


def inevitable(sizes: Sequence[int], met: Meetings) -> int:
    """Return a lower bound of the cost of repeats: an entrant who has met nearly all others must meet some again."""
    others, fewest = len(met) - 1, min(sizes, default=1) - 1
    return sum(max(0, fewest - (others - len(each))) for each in met) // 2


def stirred(tables: Sequence[Sequence[int]], met: Meetings, step: int) -> list[list[int]]:
    """Return the tables with those who meet again exchanged for somebody `step` tables further down."""
    mixed = [list(table) for table in tables]
    for number, table in enumerate(tables):
        for place, entrant in enumerate(table):
            if any(other in met[entrant] for other in table):
                target = mixed[(number + step) % len(mixed)]
                there = (place + step) % len(target)
                mixed[number][place], target[there] = target[there], mixed[number][place]
    return mixed


class Search:
    """A search by exchanges of two entrants, which ends when no exchange is better, or `looks_left` is used up."""

    def __init__(self, standing: Sequence[int], met: Meetings, looks: int) -> None:
        self.standing = standing
        self.met = met
        self.looks_left = looks

    def repeats(self, tables: Sequence[Sequence[int]]) -> int:
        """Return how much meets again at these tables."""
        return sum(self.repeats_at(table) for table in tables)

    def repeats_at(self, table: Sequence[int]) -> int:
        """Return how much meets again at a table."""
        return sum(self.met[one].get(other, 0) for one, other in combinations(table, 2))

    def spread(self, table: Sequence[int]) -> int:
        """Return how far apart the best and the last of a table stand."""
        places = [self.standing[entrant] for entrant in table]
        return max(places) - min(places)

    def cost(self, tables: Sequence[Sequence[int]]) -> Cost:
        """Return the cost of a seating, lower is better: repeated meetings first, then the spread of the standings."""
        return self.repeats(tables), sum(map(self.spread, tables))

    def improved(self, tables: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return the tables after all exchanges that let fewer meet again, the best one for an entrant each time."""
        better = [list(table) for table in tables]
        at = {entrant: number for number, table in enumerate(better) for entrant in table}
        changed = True
        while changed and self.looks_left > 0:
            changed = False
            for entrant in range(len(at)):
                if any(other in self.met[entrant] for other in better[at[entrant]]):
                    other = self.exchange_for(entrant, better, at)
                    if other is not None:
                        exchange(entrant, other, better, at)
                        changed = True
        return better

    def exchange_for(self, entrant: int, tables: Sequence[Sequence[int]], at: Mapping[int, int]) -> int | None:
        """Return with whom it is best to exchange an entrant; None: no exchange is an improvement."""
        best: tuple[Cost, int] | None = None
        for looked, other in enumerate(nearest(entrant, len(at))):
            if looked == NEAR and best is not None:
                break
            if at[other] != at[entrant]:
                here, there = tables[at[entrant]], tables[at[other]]
                self.looks_left -= len(here) + len(there)
                gain = self.gain(entrant, other, here, there)
                if gain[0] < 0 and (best is None or gain < best[0]):
                    best = gain, other
        return None if best is None else best[1]

    def gain(self, one: int, other: int, here: Sequence[int], there: Sequence[int]) -> Cost:
        """Return how an exchange of two, one from each table, changes the cost."""
        meets, meets_too = self.met[one], self.met[other]
        repeats = 0
        for each in here:
            if each != one:
                repeats += meets_too.get(each, 0) - meets.get(each, 0)
        for each in there:
            if each != other:
                repeats += meets.get(each, 0) - meets_too.get(each, 0)
        if repeats >= 0:
            return repeats, 0
        before = self.spread(here) + self.spread(there)
        without = [other if each == one else each for each in here], [one if each == other else each for each in there]
        return repeats, sum(map(self.spread, without)) - before


def exchange(one: int, other: int, tables: list[list[int]], at: dict[int, int]) -> None:
    """Let two entrants change places."""
    here, there = tables[at[one]], tables[at[other]]
    here[here.index(one)], there[there.index(other)] = other, one
    at[one], at[other] = at[other], at[one]


def nearest(entrant: int, count: int) -> Iterator[int]:
    """Yield all others, the nearest in the standings first."""
    for distance in range(1, count):
        if entrant + distance < count:
            yield entrant + distance
        if entrant - distance >= 0:
            yield entrant - distance


def exact(sizes: Sequence[int], search: Search) -> list[list[int]]:
    """Return the best tables of all that there are; the order of the tables is that of the first entrant at each."""
    best: list[tuple[Cost, list[list[int]]]] = []

    def fill(free: tuple[int, ...], sizes_left: tuple[int, ...], chosen: list[list[int]], cost: Cost) -> None:
        if best and cost >= best[0][0]:
            return
        if not free:
            best[:] = [(cost, chosen)]
            return
        for size in sorted(set(sizes_left)):
            rest = list(sizes_left)
            rest.remove(size)
            for others in combinations(free[1:], size - 1):
                table = [free[0], *others]
                more = cost[0] + search.repeats_at(table), cost[1] + search.spread(table)
                fill(tuple(each for each in free if each not in table), tuple(rest), [*chosen, table], more)

    fill(tuple(range(len(search.standing))), tuple(sizes), [], (0, 0))
    return best[0][1]
