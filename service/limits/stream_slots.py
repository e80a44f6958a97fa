"""Slots for streams: the number that one player may hold open at the same time, over all workers and hosts.

A slot is a lease in Redis: its worker renews it for as long as the stream is open, and when the worker dies it ends by
itself. Counting and taking is one step, here and in Redis: a slot is taken at this worker before Redis is asked, and
all that wait at one moment are asked for in one call (on a cluster one a node). While Redis is away, or late, a worker
gives away its share of the slots, so that all workers together never give away more than there are.
"""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from msgspec import Struct

from service.limits.budgets import Budget, Count
from service.limits.by_node import ByNode
from service.limits.limits import PREFIX
from service.limits.script import PATIENCE_SECONDS
from service.runtime.background import running
from service.runtime.redis_clients import AWAY, Client, Cluster

RENEWED_SECONDS = 10.0
LEASE_MS = 30_000

RENEWED_AT_ONCE = 500
"""Slots on a cluster that are renewed before everybody else has had their turn: each is an evaluation of its own."""

NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
TAKE = (
    NOW
    + """
local counts = {}
for number, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    local taken = redis.call('ZCARD', key)
    if taken < tonumber(ARGV[1]) then
        redis.call('ZADD', key, now + ARGV[2], ARGV[number + 2])
        redis.call('PEXPIRE', key, ARGV[2])
    end
    counts[number] = taken
end
return counts
"""
)
"""Takes each slot for which there is room; returns how many were taken before, for each."""

RENEW = (
    NOW
    + """
for number, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1], ARGV[number + 1])
    redis.call('PEXPIRE', key, ARGV[1])
end
"""
)
"""Renews slots, or takes them whatever the number: for streams that are open already."""


class SlotRequest(Struct, frozen=True):
    """A slot that Redis is to be asked for, and who waits to hear how many were taken before; None: nobody knows."""

    key: bytes
    slot: bytes
    taken: asyncio.Future[int | None]


@asynccontextmanager
async def open_slots(
    budget: Budget, redis: Client | None, renewed_seconds: float = RENEWED_SECONDS, *, workers: int = 1
) -> AsyncIterator["StreamSlots"]:
    """Open the slots of this worker, one of `workers`, and keep those that are taken until the context is left."""
    slots = StreamSlots(budget, redis, renewed_seconds, workers=workers)
    async with running(*([] if redis is None else [partial(slots.run, redis)])):
        yield slots


class StreamSlots:
    """The slots of this worker's streams; `run` is the work that keeps them, and has to go on meanwhile."""

    def __init__(self, budget: Budget, redis: Client | None, renewed_seconds: float, *, workers: int) -> None:
        self.budget = budget
        self._share = max(1, budget.quota // workers)
        self._renewed_seconds = renewed_seconds
        self._redis = redis
        self._nodes = ByNode(redis) if isinstance(redis, Cluster) else None
        self._here: Counter[bytes] = Counter()
        """How many each caller has at this worker, those included that Redis is still asked for."""
        self._slots: dict[bytes, bytes] = {}
        """The key of the caller by slot, for all streams that are open."""
        self._wanted: list[SlotRequest] = []
        self._task: asyncio.Task[None] | None = None
        self._left: list[tuple[bytes, bytes]] = []
        self._somebody_left = asyncio.Event()

    @asynccontextmanager
    async def place(self, caller: bytes) -> AsyncIterator[Count | None]:
        """Hold a slot for a caller, the id of a player or the hash of an address.

        The count says whether there was one. None: there is no limit.

        Leaving waits for nothing, so that a task can do it while it is being cancelled.
        """
        if not self.budget.quota:
            yield None
            return
        key, slot = b"%bstreams:%b" % (PREFIX, caller), os.urandom(8)
        if self._here[key] >= self.budget.quota:
            yield Count(passed=False, left=0, ends_ms=0)
            return
        self._here[key] += 1
        try:
            count = await self._count(key, slot)
            if count.passed:
                self._slots[slot] = key
            yield count
        finally:
            self._slots.pop(slot, None)
            self._here[key] -= 1
            if not self._here[key]:
                del self._here[key]
            if self._redis is not None:
                self._left.append((key, slot))
                self._somebody_left.set()

    async def _count(self, key: bytes, slot: bytes) -> Count:
        """Return whether there is room for a slot, which is counted here already."""
        taken = None if self._redis is None else await self._ask(self._redis, key, slot)
        most = self.budget.quota
        if taken is None:
            most, taken = self._share, self._here[key] - 1
        return Count(taken < most, max(0, most - taken - 1), 0)

    def _ask(self, redis: Client, key: bytes, slot: bytes) -> asyncio.Future[int | None]:
        """Return how many slots were taken before, once Redis has been asked; None: it does not answer."""
        wanted = SlotRequest(key, slot, asyncio.get_running_loop().create_future())
        self._wanted.append(wanted)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._take_all(redis))
        return wanted.taken

    async def _take_all(self, redis: Client) -> None:
        """Take all slots that are wanted: one call is in flight, and whatever comes meanwhile goes in the next."""
        while self._wanted:
            batch, self._wanted = self._wanted, []
            counts: list[int | None] = [None] * len(batch)
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    counts = await self._take(redis, batch)
            except AWAY:
                pass  # nobody knows
            finally:
                for each, taken in zip(batch, counts, strict=True):
                    if not each.taken.done():
                        each.taken.set_result(taken)

    async def _take(self, redis: Client, batch: list[SlotRequest]) -> list[int | None]:
        """Return how many slots were taken before, for each that is wanted; None: nobody knows."""
        quota = self.budget.quota
        if self._nodes is not None:
            wanted = [(each.key, quota, LEASE_MS, each.slot) for each in batch]
            return [count and count[0] for count in await self._nodes.evaluate(TAKE, wanted)]
        keys, slots = [each.key for each in batch], [each.slot for each in batch]
        counts: list[int | None] = await redis.eval(TAKE, len(keys), *keys, quota, LEASE_MS, *slots)
        return counts

    async def run(self, redis: Client) -> None:
        """Release the slots that are left at once, and renew the others now and then, until cancelled."""
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
            with suppress(*AWAY):
                await self._give_up(redis)
            if is_due:
                with suppress(*AWAY):
                    await self._renew(redis)

    async def _give_up(self, redis: Client) -> None:
        left, self._left = self._left, []
        if left:
            async with asyncio.timeout(PATIENCE_SECONDS), redis.pipeline(transaction=False) as pipeline:
                for key, slot in left:
                    pipeline.zrem(key, slot)
                await pipeline.execute()

    async def _renew(self, redis: Client) -> None:
        if self._nodes is not None:
            slots = [(key, LEASE_MS, slot) for slot, key in self._slots.items()]
            for start in range(0, len(slots), RENEWED_AT_ONCE):
                await self._nodes.evaluate(RENEW, slots[start : start + RENEWED_AT_ONCE])
        elif self._slots:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await redis.eval(RENEW, len(self._slots), *self._slots.values(), LEASE_MS, *self._slots)
