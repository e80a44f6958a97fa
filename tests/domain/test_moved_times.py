"""Which parts of a struct are times, and are moved with it."""

from typing import Annotated, Any

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Seat, Secret, Time
from domain.times import moved


class Inner(Struct, frozen=True):
    at: Time
    number: int


class Timeless(Struct, frozen=True):
    counts: dict[str, int] = {}
    number: int | str = 0


class Outer(Struct, frozen=True):
    value: Any
    since: Time | None = None
    inner: Inner | UnsetType = UNSET
    either: Inner | tuple[Inner, ...] | None = None
    pair: tuple[int, Time] = (1, 1)
    row: tuple[int, ...] = ()
    by_name: Annotated[dict[str, Time], Meta(description="Times.")] = {}
    seat: Seat = 0
    secret: Secret[Time] = UNSET
    timeless: Timeless = Timeless()


@pytest.mark.parametrize(
    ("fields", "later"),
    [
        ({}, {"pair": (1, 6)}),
        ({"since": 7, "pair": (0, 0)}, {"since": 12, "pair": (0, 0)}),
        ({"inner": Inner(1, 1)}, {"inner": Inner(6, 1), "pair": (1, 6)}),
        ({"either": Inner(1, 1)}, {"either": Inner(6, 1), "pair": (1, 6)}),
        ({"either": (Inner(1, 1), Inner(2, 2))}, {"either": (Inner(6, 1), Inner(7, 2)), "pair": (1, 6)}),
        ({"row": (1, 2), "seat": 3}, {"row": (1, 2), "seat": 3, "pair": (1, 6)}),
        ({"by_name": {"a": 1}, "secret": 2}, {"by_name": {"a": 6}, "secret": 7, "pair": (1, 6)}),
        ({"timeless": Timeless({"a": 1}, 2)}, {"timeless": Timeless({"a": 1}, 2), "pair": (1, 6)}),
    ],
)
def test_times_are_found_by_their_type(fields: dict[str, Any], later: dict[str, Any]) -> None:
    assert moved(Outer(None, **fields), 5) == Outer(None, **later)
