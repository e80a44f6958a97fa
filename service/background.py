"""Work that goes on beside the requests."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

log = logging.getLogger(__name__)

Loop = Callable[[], Awaitable[None]]

PAUSE_SECONDS = 1.0


@contextlib.asynccontextmanager
async def running(*loops: Loop) -> AsyncIterator[None]:
    """Keep endless loops going while the context is open."""
    tasks = [asyncio.create_task(for_ever(loop)) for loop in loops]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def for_ever(loop: Loop) -> None:
    """Run a loop that should never end, again and again: a fault that nobody foresaw must not stop the clock."""
    while True:
        try:
            await loop()
        except Exception:
            log.exception("Background work failed; it begins again")
        await asyncio.sleep(PAUSE_SECONDS)
