"""The script in Redis that counts requests, and the connection that it is called on."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError

PATIENCE_SECONDS = 1.0
"""Maximum number of seconds that a call may take; after that, Redis counts as away."""

AT_ONCE = Retry(NoBackoff(), 1)
"""What fails is tried again once, without a pause: requests wait for it."""

COUNT = """
local told = {}
for number, key in ipairs(KEYS) do
    local quota, window = tonumber(ARGV[4 * number - 3]), ARGV[4 * number - 2]
    local wanted, ahead = tonumber(ARGV[4 * number - 1]), tonumber(ARGV[4 * number])
    local spent = tonumber(redis.call('GET', key) or 0)
    local granted = math.max(0, math.min(wanted, quota - spent))
    if 2 * (spent + granted + ahead) <= quota then
        granted = granted + ahead
    end
    if spent == 0 then
        redis.call('SET', key, granted, 'PX', window)
    elseif granted > 0 then
        redis.call('INCRBY', key, granted)
    end
    told[3 * number - 2] = spent
    told[3 * number - 1] = granted
    told[3 * number] = redis.call('PTTL', key)
end
return table.concat(told, ' ')
"""
"""Grants for each key as many of the wanted requests as its quota allows, and some ahead.

Returns three numbers for each: what was spent before, what is granted, and the milliseconds to the end of the window;
all of them in one text, since the client would read each number of a list as a line by itself.
"""

COUNT_SHA = hashlib.sha1(COUNT.encode(), usedforsecurity=False).hexdigest()

Call = Callable[[Sequence[bytes], Sequence[int]], Awaitable[list[int]]]
"""Runs the script `COUNT` with keys and arguments. Raises `RedisError` or `OSError`."""


@asynccontextmanager
async def counting(url: str | None) -> AsyncIterator[Redis | None]:
    """Open a Redis to count in.

    A call whose answer is lost may count twice: fewer requests pass than might have, never more.
    """
    if url is None:
        yield None
        return
    async with Redis.from_url(url, retry=AT_ONCE, socket_timeout=None) as redis:
        yield redis


class Script:
    """The script on a connection of its own: half of what a call costs would be the client's choice of a connection.

    `patience` is the maximum number of seconds that a call may take.
    """

    def __init__(self, redis: Redis, *, patience: float = PATIENCE_SECONDS) -> None:
        self._connection = redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        self._patience = patience

    async def __call__(self, keys: Sequence[bytes], arguments: Sequence[int]) -> list[int]:
        """Run it; return what it tells. Raises `RedisError` or `OSError`."""
        try:
            return await self._send("EVALSHA", COUNT_SHA, keys, arguments)
        except NoScriptError:
            return await self._send("EVAL", COUNT, keys, arguments)

    async def _send(self, command: str, script: str, keys: Sequence[bytes], arguments: Sequence[int]) -> list[int]:
        async def send() -> list[int]:
            await self._connection.send_command(command, script, len(keys), *keys, *arguments)
            return [int(number) for number in (await self._connection.read_response()).split()]

        async with asyncio.timeout(self._patience):
            return await AT_ONCE.call_with_retry(send, lambda _: self._connection.disconnect())

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.disconnect()
