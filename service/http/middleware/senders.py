"""Bodies on their way: each has a limited time, and their number is limited.

Bodies are read before it is known who sends them, and most come with the head of their request. Those who send slowly
must not keep out the others: when one too many comes, the client that has been sending longest is cut off.
"""

import asyncio

from service.http.exchange import Exchange

BODY_SECONDS = 10.0
"""Seconds after which a body is not waited for any more."""

MOST_SENDERS = 1_000
"""Maximum number of requests whose bodies are awaited at once by one process."""


class Senders:
    """The requests whose bodies are on their way. One timer is for all of them: nearly all are here for an instant."""

    def __init__(self, seconds: float = BODY_SECONDS, most: int = MOST_SENDERS) -> None:
        self._seconds = seconds
        self._most = most
        self._since: dict[asyncio.Task[object], float] = {}
        """When each began to send, by the tasks that read; those who have been sending longest come first."""
        self._cut_off: set[asyncio.Task[object]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def read(self, exchange: Exchange) -> None:
        """Read the body of a request. If it is cut off, reading the body raises that (`Exchange.body`)."""
        loop = asyncio.get_running_loop()
        task = asyncio.current_task(loop)
        if task is None:
            raise RuntimeError("a request is answered in a task")
        if len(self._since) >= self._most:
            self._cut(next(iter(self._since)))
        self._since[task] = loop.time()
        if self._timer is None:
            self._timer = loop.call_later(self._seconds, self._sweep, loop)
        try:
            await exchange.read()
        except asyncio.CancelledError:
            if task not in self._cut_off or task.uncancel():
                raise
            exchange.cut_off()
        finally:
            self._since.pop(task, None)
            self._cut_off.discard(task)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cut off all whose time is over, and look again when the next one's is."""
        began = loop.time() - self._seconds
        for task in [task for task, since in self._since.items() if since <= began]:
            self._cut(task)
        oldest = next(iter(self._since.values()), None)
        self._timer = None if oldest is None else loop.call_at(oldest + self._seconds, self._sweep, loop)

    def _cut(self, task: asyncio.Task[object]) -> None:
        del self._since[task]
        self._cut_off.add(task)
        task.cancel()
