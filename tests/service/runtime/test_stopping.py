"""How a process ends that was told to stop, with a server that waits for its slowest reader."""

import asyncio
import os
import signal
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from service.runtime.stopping import GracefulShutdown

NEVER = 3600.0
SOON = 0.01
LATER = 2.0
"""Seconds: a thread counts those of closing, also where the event loop is late."""


class Served:
    """An application in a server that tells it to close only if the test says so."""

    def __init__(self, *, starts: bool = True, closes: bool = True, **seconds: float) -> None:
        self.starts, self.closes = starts, closes
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self.told.put_nowait({"type": "lifespan.startup"})
        self.course: list[str] = []
        self.reached = defaultdict[str, asyncio.Event](asyncio.Event)
        self.loop = asyncio.get_running_loop()
        self.app = GracefulShutdown(self.lives, leave=self.leave, **seconds)

    def leave(self) -> None:
        """Note that the process would be gone now."""
        self.note("gone")

    def note(self, sign: str) -> None:
        """Note how far it has come."""
        self.course.append(sign)
        self.loop.call_soon_threadsafe(self.reached[sign].set)

    async def lives(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]) -> None:
        """Live as an application does (ASGI), which may hang at its beginning and at its end."""
        self.note((await receive())["type"])
        if self.starts:
            await send({"type": "lifespan.startup.complete"})
            self.note((await receive())["type"])
            if self.closes:
                await send({"type": "lifespan.shutdown.complete"})
                return
        await asyncio.Event().wait()

    async def run(self) -> None:
        """Run the lifespan, as the server does."""

        async def send(message: Any) -> None:
            self.note(message["type"])

        scope: Any = {"type": "lifespan"}
        await self.app(scope, self.told.get, send)


@pytest.fixture(autouse=True)
def server_listens() -> Iterator[None]:
    """Let SIGTERM be handled, as the server does, which then waits for its readers."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    yield
    signal.signal(signal.SIGTERM, before)


async def course_of(served: Served, sign: str, *, signals: int = 1) -> list[str]:
    """Tell the process to stop once it has come so far; return all that has happened until it is gone."""
    running = asyncio.create_task(served.run())
    await served.reached[sign].wait()
    for _ in range(signals):
        os.kill(os.getpid(), signal.SIGTERM)
    await served.reached["gone"].wait()
    running.cancel()
    await asyncio.wait([running])
    return served.course


STARTED = ["lifespan.startup", "lifespan.startup.complete"]
CLOSED = ["lifespan.shutdown", "lifespan.shutdown.complete"]


@pytest.mark.parametrize("signals", [1, 2])
async def test_a_reader_who_reads_nothing_keeps_it_only_as_long_as_open_requests_may_last(signals: int) -> None:
    served = Served(open_seconds=SOON, closing_seconds=NEVER)

    assert await course_of(served, STARTED[-1], signals=signals) == [*STARTED, *CLOSED, "gone"]


async def test_what_cannot_be_closed_keeps_it_only_for_the_time_of_closing() -> None:
    served = Served(closes=False, open_seconds=SOON, closing_seconds=LATER)

    assert await course_of(served, STARTED[-1]) == [*STARTED, "lifespan.shutdown", "gone"]


async def test_one_that_has_not_started_yet_ends_at_once() -> None:
    served = Served(starts=False, open_seconds=NEVER, closing_seconds=NEVER)

    assert await course_of(served, STARTED[0]) == [STARTED[0], "gone"]


async def test_the_server_ends_it_as_soon_as_all_requests_have_ended() -> None:
    served = Served(open_seconds=NEVER, closing_seconds=NEVER)
    served.told.put_nowait({"type": "lifespan.shutdown"})

    await served.run()

    assert served.course == [*STARTED, *CLOSED]


async def test_what_fails_while_it_starts_is_for_the_server() -> None:
    async def fails(*_: Any) -> None:
        raise ZeroDivisionError

    scope: Any = {"type": "lifespan"}
    unused: Any = None
    with pytest.raises(ZeroDivisionError):
        await GracefulShutdown(fails, open_seconds=NEVER, closing_seconds=NEVER)(scope, unused, unused)
