"""The end of a process that was told to stop: open requests may end for a while, then it closes and is gone in time.

The HTTP server ends the lifespan only after the last byte of the last answer. An answer that nobody reads has none.
"""

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

SignalHandler = Callable[[int, FrameType | None], object]

log = logging.getLogger(__name__)


@contextlib.contextmanager
def told_to_stop(callback: Callable[[], None]) -> Iterator[None]:
    """Call back as soon as the process is told to stop; the lifespan ends only after the last answer.

    The server's own handlers stay; a signal that it does not handle ends the process as ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    with contextlib.ExitStack() as restored:
        for number, handler in handlers.items():
            if callable(handler):
                signal.signal(number, both(partial(loop.call_soon_threadsafe, callback), handler))
                restored.callback(signal.signal, number, handler)
        yield


def both(first: Callable[[], object], handler: SignalHandler) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler that calls `first`, and then another handler."""

    def stop(number: int, frame: FrameType | None) -> None:
        first()
        handler(number, frame)

    return stop


def leave() -> None:
    """End this process at once, as one that has done what it was told to."""
    os._exit(0)


class GracefulShutdown:
    """An application (ASGI) whose process is gone in time after it was told to stop.

    Open requests may end within `open_seconds`. Then the application closes what it has open, even if somebody still
    reads. After `closing_seconds` the process ends in any case. One that is still starting ends at once.
    """

    def __init__(
        self, app: ASGIApp, *, open_seconds: float, closing_seconds: float, leave: Callable[[], None] = leave
    ) -> None:
        self._app = app
        self._open_seconds = open_seconds
        self._closing_seconds = closing_seconds
        self._leave = leave
        self._started = self._told = False
        self._overdue = asyncio.Event()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer a request as the application does, or live as long as it (ASGI)."""
        if scope["type"] == ScopeType.HTTP:
            return self._app(scope, receive, send)
        return self._live(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def next_message() -> Any:
            message = asyncio.ensure_future(receive())
            overdue = asyncio.ensure_future(self._overdue.wait())
            await asyncio.wait([message, overdue], return_when=asyncio.FIRST_COMPLETED)
            overdue.cancel()
            if message.done():
                return message.result()
            message.cancel()
            return {"type": "lifespan.shutdown"}

        async def send_on(message: Any) -> None:
            self._started |= message["type"] == "lifespan.startup.complete"
            await send(message)

        with told_to_stop(self._stop):
            await self._app(scope, next_message, send_on)
        if self._overdue.is_set():
            self._leave()

    def _stop(self) -> None:
        """Begin to count the seconds, on a thread of its own for those in which the event loop may be busy."""
        if not self._started:
            self._leave()
        if self._told:
            return
        self._told = True
        asyncio.get_running_loop().call_later(self._open_seconds, self._overdue.set)
        last = threading.Timer(self._open_seconds + self._closing_seconds, self._give_up)
        last.daemon = True
        last.start()

    def _give_up(self) -> None:
        log.warning("What this process has open could not be closed in time")
        self._leave()
