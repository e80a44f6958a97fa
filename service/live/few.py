"""Many tables, a few at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

AT_A_TIME = 8
"""Maximum number of tables that one reader looks at before everybody else has had their turn."""

T = TypeVar("T")
R = TypeVar("R")


async def few_at_a_time(look: Callable[[T], Awaitable[R]], items: Collection[T]) -> list[R]:
    """Return what looking at each item gives. A cursor may name hundreds: others have their turn in between."""
    left, found = list(items), list[R]()
    while left:
        some, left = left[:AT_A_TIME], left[AT_A_TIME:]
        found += await asyncio.gather(*map(look, some))
        await asyncio.sleep(0)
    return found
