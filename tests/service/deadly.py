"""Processes that die: between any two questions that they put to a store, before it is answered or after."""

from collections.abc import Awaitable, Callable
from typing import Any

from service.store import MemoryStore


class Killed(BaseException):
    """The process is gone."""


class Deadly:
    """Kills at the n-th question that is put to a store: before it is answered, or after."""

    def __init__(self, at: int, *, after: bool) -> None:
        self._left = at
        self._after = after
        self.struck = False

    async def ask(self, question: Callable[..., Awaitable[Any]], *given: Any, **named: Any) -> Any:
        """Put a question, or be killed."""
        if self.struck:
            raise Killed
        self._left -= 1
        self.struck = self._left < 0
        if self.struck and not self._after:
            raise Killed
        answer = await question(*given, **named)
        if self.struck:
            raise Killed
        return answer


def through(deadly: Deadly, store: Any) -> Any:
    """Return a store as a process has it that may be killed."""

    class Reached:
        tournaments: Any

        def __getattr__(self, name: str) -> Any:
            found = getattr(store, name)
            if not callable(found):
                return found

            async def asked(*given: Any, **named: Any) -> Any:
                return await deadly.ask(found, *given, **named)

            return asked

    reached = Reached()
    if isinstance(store, MemoryStore):
        reached.tournaments = through(deadly, store.tournaments)
    return reached
