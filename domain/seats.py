"""The seats round a table, numbered clockwise from 0, and the time there."""

from functools import cache
from typing import Annotated, TypeVar

from msgspec import Meta

SEAT = Meta(description="A seat, numbered clockwise from 0.", examples=[0], extra_json_schema={"minimum": 0})
Seat = Annotated[int, SEAT]
TIME = Meta(description="Whole milliseconds since 1970-01-01T00:00Z.", extra_json_schema={"format": "int64"})
Time = Annotated[int, TIME]
Duration = Annotated[int, Meta(extra_json_schema={"format": "int64"})]
"""Whole milliseconds: a month of them needs more than 32 bits."""

MOST_SEATS = 14
"""Maximum number of seats of any game."""


T = TypeVar("T")


def with_entry(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a tuple with an entry for each seat, with the entry of one seat replaced."""
    entries = list(row)  # faster than slices
    entries[seat] = value
    return tuple(entries)


@cache
def clockwise(players: int, first: int) -> tuple[int, ...]:
    """Return all seats, clockwise, beginning with `first`."""
    return tuple((first + step) % players for step in range(players))


@cache
def from_left_of(players: int, seat: int) -> tuple[int, ...]:
    """Return all seats, clockwise, beginning on the left of `seat` and ending with it."""
    return clockwise(players, (seat + 1) % players)
