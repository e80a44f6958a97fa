"""A log that stays open from one test to the next: to open it takes longer than most tests of it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from service.store import EventStore


class KeptOpen:
    """What `opened` gives, opened when it is first wanted, and again when it is wanted after `close`."""

    def __init__(self, opened: Callable[[], AbstractAsyncContextManager[EventStore]]) -> None:
        self._opened = opened
        self._stack = AsyncExitStack()
        self._store: EventStore | None = None

    async def store(self) -> EventStore:
        """Return the log, open."""
        if self._store is None:
            self._store = await self._stack.enter_async_context(self._opened())
        return self._store

    async def close(self) -> None:
        """Close the log: the end has come, or an epoch has begun, of which it would have to learn."""
        self._store = None
        await self._stack.aclose()
