"""Slots for streams: the number that one token may hold open at the same time, over all workers and hosts.

A place is a lease in Redis: its worker renews it for as long as the stream is open, and when the worker dies it ends by
itself. While Redis is away everybody gets a place; it is counted as soon as Redis is back.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.limits.limits import PREFIX, Budget, Count
from service.limits.script import PATIENCE_SECONDS
from service.runtime.background import running

RENEWED_SECONDS = 10.0
LEASE_MS = 30_000

NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
TAKE = (
    NOW
    + """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZCARD', KEYS[1])
if held < tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return held
"""
)
"""Takes a slot if there is one; returns how many were taken before."""

RENEW = (
    NOW
    + """
for number, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1], ARGV[number + 1])
    redis.call('PEXPIRE', key, ARGV[1])
end
"""
)
"""Renews places, or takes them whatever the number: for streams that are open already."""


@asynccontextmanager
async def open_slots(
    budget: Budget, redis: Redis | None, renewed_seconds: float = RENEWED_SECONDS
) -> AsyncIterator["StreamSlots"]:
    """Open the places of this worker, and keep those that are taken until the context is left."""
    places = StreamSlots(budget, redis, renewed_seconds)
    async with running(*([] if redis is None else [partial(places.run, redis)])):
        yield places


class StreamSlots:
    """The places of this worker's streams; `run` is the work that keeps them, and has to go on meanwhile."""

    def __init__(self, budget: Budget, redis: Redis | None, renewed_seconds: float = RENEWED_SECONDS) -> None:
        self.budget = budget
        self._renewed_seconds = renewed_seconds
        self._redis = redis if budget.quota else None
        self._held: dict[bytes, bytes] = {}
        self._left: list[tuple[bytes, bytes]] = []
        self._somebody_left = asyncio.Event()

    @asynccontextmanager
    async def place(self, caller: bytes) -> AsyncIterator[Count | None]:
        """Hold a place for a caller (the hash of a token), if the count says that there was one; None: uncounted.

        Leaving waits for nothing, so that it may be done by who is being cancelled.
        """
        if self._redis is None:
            yield None
            return
        key, place = b"%bstreams:%b" % (PREFIX, caller), os.urandom(8)
        held: int | None = None
        with suppress(RedisError, OSError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                held = await self._redis.eval(TAKE, 1, key, self.budget.quota, LEASE_MS, place)
        count = None if held is None else Count(held < self.budget.quota, max(0, self.budget.quota - held - 1), 0)
        if count is not None and not count.passed:
            yield count
            return
        self._held[place] = key
        try:
            yield count
        finally:
            del self._held[place]
            self._left.append((key, place))
            self._somebody_left.set()

    async def run(self, redis: Redis) -> None:
        """Give up what has been left at once, and renew the others now and then, for ever."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._renewed_seconds
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._somebody_left.wait()
            self._somebody_left.clear()
            is_due = loop.time() >= due
            if is_due:
                due = loop.time() + self._renewed_seconds
            with suppress(RedisError, OSError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._give_up(redis)
                    if is_due:
                        await self._renew(redis)

    async def _give_up(self, redis: Redis) -> None:
        left, self._left = self._left, []
        if left:
            async with redis.pipeline(transaction=False) as pipeline:
                for key, place in left:
                    pipeline.zrem(key, place)
                await pipeline.execute()

    async def _renew(self, redis: Redis) -> None:
        if self._held:
            await redis.eval(RENEW, len(self._held), *self._held.values(), LEASE_MS, *self._held)
