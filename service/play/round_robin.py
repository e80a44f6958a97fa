"""A queue that is fair to the owners of its items, not to the items: an owner of many waits for their own."""

import asyncio
from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A line for each owner; the owners have their turns one after the other, and each turn is one item."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, deque[T]] = {}
        self._waiting = asyncio.Semaphore(0)

    def put(self, owner: Hashable, item: T) -> None:
        """Add an item to the end of its owner's line; an owner without one comes after all who have one."""
        self._lines.setdefault(owner, deque()).append(item)
        self._waiting.release()

    async def get(self) -> T:
        """Take the first item of the owner whose turn it is, as soon as there is one."""
        await self._waiting.acquire()
        owner = next(iter(self._lines))
        line = self._lines.pop(owner)
        item = line.popleft()
        if line:
            self._lines[owner] = line
        return item
