"""The script in Redis that counts requests, and the connection that it is called on."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError

from service.runtime.redis_clients import Client, opened_redis

PATIENCE_SECONDS = 1.0
"""Maximum number of seconds that a call may take; after that, Redis counts as away."""

PAUSE_SECONDS = 2.0
"""Seconds between two calls to a Redis that is away."""

TRIED_AGAIN_ONCE = Retry(NoBackoff(), 1)
"""What fails is tried again once, without a pause: requests wait for it."""

COUNT = """
local counts = {}
for number, key in ipairs(KEYS) do
    local quota, window = tonumber(ARGV[4 * number - 3]), tonumber(ARGV[4 * number - 2])
    local wanted, ahead = tonumber(ARGV[4 * number - 1]), tonumber(ARGV[4 * number])
    local left = redis.call('PTTL', key)
    local spent = left > window and 0 or tonumber(redis.call('GET', key) or 0)
    local granted = math.max(0, math.min(wanted, quota - spent))
    if 2 * (spent + granted + ahead) <= quota then
        granted = granted + ahead
    end
    if spent == 0 then
        redis.call('SET', key, granted, 'PX', window)
        left = window
    elseif granted > 0 then
        redis.call('INCRBY', key, granted)
    end
    counts[3 * number - 2] = spent
    counts[3 * number - 1] = granted
    counts[3 * number] = left
end
return table.concat(counts, ' ')
"""
"""Grants for each key as many of the wanted requests as its quota allows, and some ahead.

Returns three numbers for each: what was spent before, what is granted, and the milliseconds to the end of the window;
all of them in one text, since the client would read each number of a list as a line by itself. A window that would end
later than it may is over: the clock of Redis was set back, and the window would last for as long as that.
"""

COUNT_SHA = hashlib.sha1(COUNT.encode(), usedforsecurity=False).hexdigest()

Answer: TypeAlias = tuple[int, int, int]
"""What the script tells of a key."""

Call = Callable[[Sequence[bytes], Sequence[int]], Awaitable[Sequence[Answer | None]]]
"""Runs the script `COUNT` with keys, and four arguments for each; None: nobody knows. Raises what `AWAY` has."""


def answers(text: bytes) -> list[Answer]:
    """Return what a text of the script says, of one key after the other."""
    numbers = [int(number) for number in text.split()]
    return list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))


@asynccontextmanager
async def counting(url: str | None, *, patience: float = PATIENCE_SECONDS) -> AsyncIterator[Client | None]:
    """Open a Redis to count in. A node of a cluster has half of `patience` to answer, in seconds.

    A call whose answer is lost may count twice: fewer requests pass than might have, never more.
    """
    if url is None:
        yield None
        return
    async with opened_redis(url, node_seconds=patience / 2, retry=TRIED_AGAIN_ONCE, socket_timeout=None) as redis:
        yield redis


class Script:
    """The script on a connection of its own: half of what a call costs would be the client's choice of a connection.

    `patience` is the maximum number of seconds that a call may take.
    """

    def __init__(self, redis: Redis, *, patience: float = PATIENCE_SECONDS) -> None:
        self._connection = redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        self._patience = patience

    async def __call__(self, keys: Sequence[bytes], arguments: Sequence[int]) -> list[Answer]:
        """Run it; return what it tells. Raises `RedisError` or `OSError`."""
        try:
            return await self._send("EVALSHA", COUNT_SHA, keys, arguments)
        except NoScriptError:
            return await self._send("EVAL", COUNT, keys, arguments)

    async def _send(self, command: str, script: str, keys: Sequence[bytes], arguments: Sequence[int]) -> list[Answer]:
        async def send() -> list[Answer]:
            await self._connection.send_command(command, script, len(keys), *keys, *arguments)
            return answers(await self._connection.read_response())

        async with asyncio.timeout(self._patience):
            return await TRIED_AGAIN_ONCE.call_with_retry(send, lambda _: self._connection.disconnect())

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.disconnect()
