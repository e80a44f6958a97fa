"""Single flight: one load for all who want the same thing at the same time; it ends when nobody wants it any more."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from service.runtime.grouped import told

T = TypeVar("T")


class Flight(Generic[T]):
    """A load that is under way, those who have asked for it, and how many of them still wait."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self.answers: list[asyncio.Future[T]] = []
        self.waiting = 0


class SingleFlight:
    """Loads that are under way, by what they load."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, Flight[Any]] = {}

    async def share(self, key: Hashable, load: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what is loaded, or raise what the load raises. A caller that is cancelled leaves it to the others."""
        flight: Flight[T] | None = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = Flight()
            flight.task = asyncio.create_task(self._fly(key, flight, load))
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        flight.answers.append(answer)
        flight.waiting += 1
        try:
            return await answer
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                self._leave(key, flight)

    async def _fly(self, key: Hashable, flight: Flight[T], load: Callable[[], Coroutine[Any, Any, T]]) -> None:
        """Load, and tell those who wait; callers that come from then on are not among them."""

        async def loaded() -> T:
            try:
                return await load()
            finally:
                self._forget(key, flight)

        await told(loaded(), flight.answers)

    def _leave(self, key: Hashable, flight: Flight[Any]) -> None:
        """Let a load end that nobody waits for any more."""
        self._forget(key, flight)
        if flight.task is not None:
            flight.task.cancel()

    def _forget(self, key: Hashable, flight: Flight[Any]) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
