"""How many sit at each table, and how many have none."""

from collections.abc import Sequence


def sizes_of(entrants: int, wished: int, allowed: Sequence[int], round_number: int) -> tuple[list[int], int]:
    """Return the sizes of the tables, the best standings first, and the number of byes.

    As few as possible have no table. Sizes differ by at most one, and their mean is as near as can be to what is
    wished. The smaller tables lie spread over the standings, and in another round elsewhere.
    """
    possible = sorted({wished, *allowed})
    byes = 0
    while not (found := numbers_of_tables(entrants - byes, possible)):
        byes += 1
    seated = entrants - byes
    tables = min(found, key=lambda each: (abs(seated - wished * each), each))
    return spread_out(even(seated, tables), round_number), byes


def numbers_of_tables(seated: int, possible: Sequence[int]) -> list[int]:
    """Return the possible numbers of tables, of sizes as equal as can be, for `seated` entrants; for none it is 0."""
    fewest, most = -(-seated // possible[-1]), seated // possible[0]
    return [tables for tables in range(fewest, most + 1) if can_be_even(seated, tables, possible)]


def can_be_even(seated: int, tables: int, possible: Sequence[int]) -> bool:
    """Return whether that many tables, as equal as can be, have sizes that are possible."""
    if tables == 0:
        return seated == 0
    size, larger = divmod(seated, tables)
    return size in possible and (larger == 0 or size + 1 in possible)


def even(seated: int, tables: int) -> list[int]:
    """Return the sizes of that many tables, the larger first, as equal as can be."""
    size, larger = divmod(seated, tables) if tables else (0, 0)
    return [size + 1] * larger + [size] * (tables - larger)


def spread_out(sizes: Sequence[int], round_number: int) -> list[int]:
    """Return the sizes with the smaller ones at even distances, moved on by one table each round."""
    if not sizes:
        return []
    tables, least = len(sizes), min(sizes)
    smaller = sum(size == least for size in sizes)
    where = {(number * tables // smaller + round_number) % tables for number in range(smaller)}
    return [least if table in where else max(sizes) for table in range(tables)]
