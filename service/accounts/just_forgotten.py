"""Players who were forgotten a moment ago, and who may still be cached in another process.

A process looks an account up anew after some seconds only, unless it hears that the tokens were revoked. What a player
does there meanwhile is recorded after all that they had was deleted: so it is deleted once more when no process can
know them any more.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from uuid import UUID

UNDER_WAY_SECONDS = 1.0
"""Seconds in which a request ends that was admitted at the last moment."""


class JustForgotten:
    """The players whom this process has forgotten, until no process knows them any more.

    They are in its memory only: if it ends before that, operators can forget a player again, which has the same effect.
    """

    def __init__(self, kept_seconds: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        """`kept_seconds` is how long a process keeps an account that it has looked up; `sleep` waits for seconds."""
        self._seconds = kept_seconds + UNDER_WAY_SECONDS
        self._sleep = sleep
        self._waiting: asyncio.Queue[tuple[float, UUID]] = asyncio.Queue()
        """When each is unknown everywhere, and who it is."""

    def note(self, player: UUID) -> None:
        """Take in a player whose tokens have just been revoked."""
        self._waiting.put_nowait((time.monotonic() + self._seconds, player))

    async def next(self) -> UUID:
        """Wait until no process knows the one who was noted first, and return them; they are not kept any longer."""
        until, player = await self._waiting.get()
        await self._sleep(max(0.0, until - time.monotonic()))
        return player
