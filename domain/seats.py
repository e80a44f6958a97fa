"""The seats round a table, numbered clockwise from 0."""

from functools import cache


@cache
def clockwise(players: int, first: int) -> tuple[int, ...]:
    """Return all seats, clockwise, beginning with `first`."""
    return tuple((first + step) % players for step in range(players))


@cache
def from_left_of(players: int, seat: int) -> tuple[int, ...]:
    """Return all seats, clockwise, beginning on the left of `seat` and ending with it."""
    return clockwise(players, (seat + 1) % players)
