"""Work that goes on beside the requests."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

Loop = Callable[[], Awaitable[None]]

PAUSE_SECONDS = 1.0
PATIENCE_SECONDS = 0.1


@contextlib.asynccontextmanager
async def running(*loops: Loop) -> AsyncIterator[None]:
    """Keep endless loops going while the context is open."""
    tasks = [asyncio.create_task(for_ever(loop)) for loop in loops]
    try:
        yield
    finally:
        await ended(tasks)


async def ended(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended: sometimes redis-py mistakes a cancellation for a lost connection."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)


async def for_ever(loop: Loop) -> None:
    """Run a loop that should never end, again and again: a fault that nobody foresaw must not stop the clock."""
    while True:
        try:
            await loop()
        except Exception:
            log.exception("Background work failed; it begins again")
        await asyncio.sleep(PAUSE_SECONDS)


async def each_of(queue: asyncio.Queue[T], work: Callable[[T], Coroutine[None, None, None]], at_once: int) -> None:
    """Work on each item of a queue until cancelled, on a limited number of items at once."""
    room = asyncio.Semaphore(at_once)
    async with asyncio.TaskGroup() as group:
        while True:
            await room.acquire()
            group.create_task(work(await queue.get())).add_done_callback(lambda _: room.release())
