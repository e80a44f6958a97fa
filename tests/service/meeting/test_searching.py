"""A full table is found among people some of whom do not sit together, whenever there is one."""

import random
from itertools import combinations

import pytest

from service.meeting import searching
from service.meeting.port import MOST_SEARCHED
from service.meeting.searching import both_ways, full_table

Apart = tuple[frozenset[int], ...]


def some_apart(people: int, chance: float, dice: random.Random) -> Apart:
    """Return with whom each of some people does not sit."""
    return both_ways([[other for other in range(one) if dice.random() < chance] for one in range(people)])


def is_table(group: tuple[int, ...], apart: Apart) -> bool:
    """Return whether all of a group sit with one another."""
    return not any(other in apart[one] for one, other in combinations(group, 2))


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_first_group_that_fills_a_table_is_found(seats: int) -> None:
    dice, found = random.Random(seats), set()
    for _ in range(60):
        apart = some_apart(dice.randrange(10), dice.random(), dice)
        groups = (group for group in combinations(range(len(apart)), seats) if is_table(group, apart))

        table = full_table(seats, apart)

        assert table == next(groups, None)
        found.add(table is None)
    assert found == {True, False}


def test_a_group_is_found_where_there_are_too_many_to_try_all() -> None:
    ring = both_ways([[(one + step) % MOST_SEARCHED for step in range(1, 16)] for one in range(MOST_SEARCHED)])
    crowd = both_ways([[other for other in range(one) if one < 60] for one in range(MOST_SEARCHED)])

    for seats, apart in ((6, ring), (14, crowd)):
        table = full_table(seats, apart)
        assert table is not None
        assert len({*table}) == seats
        assert is_table(table, apart)


def test_a_search_ends_where_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    groups_of_five = both_ways([[*range(one % 12, one, 12)] for one in range(60)])
    tried: list[int] = []
    monkeypatch.setattr(searching, "likely_table", lambda seats, _: tried.append(seats))

    assert full_table(13, groups_of_five) is None
    assert tried == [13]


def test_nobody_waits_any_more() -> None:
    assert full_table(0, ()) is None
    assert full_table(2, (frozenset(),)) is None
