"""A full table among those who seek the same, where some do not sit with others: found if there is one.

In general that takes as many steps as there are groups of people. So it ends after some thousands, and then those go
first who can sit with most. Few people block one another: of 200 who do not sit with 30 others each, that finds a table
of six in any case.
"""

from collections.abc import Iterable, Sequence

MOST_STEPS = 5_000
"""Number of people that are tried on seats before the search for a group of the oldest is given up."""


class TooManyGroups(Exception):
    """There is no full table among the groups that come first."""


def both_ways(apart: Sequence[Iterable[int]]) -> tuple[frozenset[int], ...]:
    """Return for each of some people with whom they do not sit, if each says that for themself."""
    found = [set(each) for each in apart]
    for one, others in enumerate(apart):
        for other in others:
            found[other].add(one)
    return tuple(map(frozenset, found))


def full_table(seats: int, apart: Sequence[frozenset[int]]) -> tuple[int, ...] | None:
    """Return who of some people fill a table, by their places, the first ones that do; None: nobody."""
    shunned = [sum(1 << other for other in others) for others in apart]
    if not 0 < seats <= len(shunned):
        return None
    try:
        return first_table(seats, shunned)
    except TooManyGroups:
        return likely_table(seats, shunned)


def first_table(seats: int, shunned: Sequence[int]) -> tuple[int, ...] | None:
    """Return the first group that fills a table; `shunned` has a bit for each with whom a person does not sit.

    Raises `TooManyGroups`.
    """
    sitting: list[int] = []
    waiting = [(1 << len(shunned)) - 1]
    """For each of those who sit, and at the end for the next seat, who may come on it yet."""
    for _ in range(MOST_STEPS):
        if len(sitting) == seats:
            return tuple(sitting)
        others = waiting[-1]
        if others.bit_count() < seats - len(sitting):
            waiting.pop()
            if not sitting:
                return None
            sitting.pop()
            continue
        first = others & -others
        person = first.bit_length() - 1
        waiting[-1] ^= first
        sitting.append(person)
        waiting.append(waiting[-1] & ~shunned[person])
    raise TooManyGroups


def likely_table(seats: int, shunned: Sequence[int]) -> tuple[int, ...] | None:
    """Return a group that fills a table, where those sit down first who can sit with most others; None: none is so."""
    sitting: list[int] = []
    waiting = (1 << len(shunned)) - 1
    while waiting and len(sitting) < seats:
        left = [person for person in range(len(shunned)) if waiting >> person & 1]
        best = min(left, key=lambda person: ((shunned[person] & waiting).bit_count(), person))
        sitting.append(best)
        waiting &= ~(shunned[best] | 1 << best)
    return tuple(sorted(sitting)) if len(sitting) == seats else None
