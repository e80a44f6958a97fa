"""How many sit at each table, and how many have none."""

from collections.abc import Sequence
from itertools import count


def sizes_of(entrants: int, wished: int, allowed: Sequence[int], round_number: int) -> tuple[list[int], int]:
    """Return the sizes of the tables, the best standings first, and the number of byes.

    As few as possible have no table. Sizes differ by at most one, and their mean is as near as can be to what is
    wished. The smaller tables lie spread over the standings, and in another round elsewhere.
    """
    possible = sorted({wished, *allowed})
    for byes in count():
        seated = entrants - byes
        found = [sizes for tables in range(seated + 1) if (sizes := even(seated, tables, possible)) is not None]
        if found:
            sizes = min(found, key=lambda each: (abs(sum(each) - wished * len(each)), len(each)))
            return spread_out(sizes, round_number), byes
    raise AssertionError("nobody at all can always be seated")


def even(seated: int, tables: int, possible: Sequence[int]) -> list[int] | None:
    """Return the sizes of so many tables, the larger first, as equal as can be; None: the sizes are not possible."""
    if tables == 0:
        return None if seated else []
    size, larger = divmod(seated, tables)
    sizes = [size + 1] * larger + [size] * (tables - larger)
    return sizes if set(sizes) <= set(possible) else None


def spread_out(sizes: Sequence[int], round_number: int) -> list[int]:
    """Return the sizes with the smaller ones at even distances, moved on by one table each round."""
    if not sizes:
        return []
    tables, least = len(sizes), min(sizes)
    smaller = sum(size == least for size in sizes)
    where = {(number * tables // smaller + round_number) % tables for number in range(smaller)}
    return [least if table in where else max(sizes) for table in range(tables)]
