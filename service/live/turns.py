"""Long work in short turns: readers of old versions wait in one queue, and never hold the event loop for long."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

from service.live.pace import Pace
from service.runtime.metrics import HISTORY_STEPS

T = TypeVar("T")


class Turns:
    """Gives turns on the event loop, in the order in which they are asked for, and pauses between them.

    So a hundred readers of old versions are slower together, and nobody else is. `clock` gives seconds.
    """

    def __init__(
        self,
        pace: Pace,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pace = pace
        self._clock = clock
        self._sleep = sleep
        self._line = asyncio.Lock()
        self._free_at = 0.0

    async def through(self, work: Iterable[T | None]) -> AsyncIterator[list[T]]:
        """Go through some work, and yield what each turn has given; a step that gives None only takes time."""
        steps, goes_on = iter(work), True
        while goes_on:
            async with self._line:
                rest = self._free_at - self._clock()
                await self._sleep(max(0.0, rest))
                given, goes_on = self._turn(steps)
            if given:
                yield given

    def _turn(self, steps: Iterator[T | None]) -> tuple[list[T], bool]:
        """Take one turn; return what it gave, and whether there may be more."""
        began, given, number, goes_on = self._clock(), [], 0, False
        for number, each in enumerate(steps, 1):
            if each is not None:
                given.append(each)
            if number == self._pace.turn_entries or self._clock() - began >= self._pace.turn_seconds:
                goes_on = True
                break
        took = self._clock() - began
        self._free_at = began + took / self._pace.share
        HISTORY_STEPS.inc(number)
        return given, goes_on
