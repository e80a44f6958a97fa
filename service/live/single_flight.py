"""Single flight: one load for all who want the same thing at the same time; it ends when nobody wants it any more."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class SingleFlight:
    """Loads that are under way, by what they load."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}
        self._waiting: dict[asyncio.Task[Any], int] = {}

    async def share(self, key: Hashable, load: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what is loaded, or raise what the load raises. A caller that is cancelled leaves it to the others."""
        task: asyncio.Task[T] | None = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(load())
            task.add_done_callback(heard)
            self._waiting[task] = 0
        self._waiting[task] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task] or task.done():
                self._leave(key, task)

    def _leave(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        """Forget a load, which is done or which nobody waits for any more."""
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not self._waiting[task]:
            del self._waiting[task]
            task.cancel()


def heard(task: asyncio.Task[Any]) -> None:
    """Look at how a load has ended: it may be that nobody waits any more for what went wrong."""
    if not task.cancelled():
        task.exception()
