"""An event loop whose time is simulated: when all wait, it is at once as late as the first of them waits for.

So the clock, the house players and everything else that sleeps run as they are, and a minute takes as long as its work.
Nothing outside of the process may be waited for.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

STARTED_AT = 1_767_225_600_000
"""Milliseconds since 1970 at which simulated time begins."""


class Waiting(selectors.DefaultSelector):
    """Waits for nothing: the time that it was to wait has passed when it returns."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; if nothing is, let time pass. Raises RuntimeError if everybody waits for ever."""
        ready = super().select(0)
        if timeout is None and not ready:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        if not ready and timeout:
            self.seconds += timeout
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop in simulated time."""

    def __init__(self) -> None:
        self._waiting = Waiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        """Return the seconds since the beginning."""
        return self._waiting.seconds


def now() -> int:
    """Return the simulated time in whole milliseconds since 1970; only within a simulated loop."""
    return STARTED_AT + round(1000 * asyncio.get_running_loop().time())


def run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(main())
