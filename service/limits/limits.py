"""Budgets: how many requests a caller may send in a window of time, over all workers and hosts.

The counts are in Redis, one key for each budget and caller, made and changed by one script. All requests of a worker
that wait at one moment are counted in one call: one is in flight, and whatever has queued meanwhile goes in the next.

While more than half of a quota is left, a call also grants some requests ahead, and those that come next at this worker
wait for no call. More than the quota never pass. A few fewer may, if a caller uses several workers: what is granted at
one of them cannot be used at another. When half of a quota is spent, each request is counted by itself; so are all
requests of a small quota.

A window is fixed: it begins with a caller's first request and ends `window_seconds` later (the second rate limiter of
the Redis documentation of INCR, as a script). It keeps what the header RateLimit says to the letter: `r` requests at
the most in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-11, 4.1.2), and all of the quota after that, so
that Retry-After is the end of `t`, as section 6 of the draft wants it. The Generic Cell Rate Algorithm
(https://brandur.org/rate-limiting) is smoother, but with a burst of the quota it lets up to twice the quota pass in the
first window. What a fixed window allows, twice the quota around its end, is bounded by short windows; and as each
caller's begins with their first request, they do not end together for everybody (8.5).

While Redis is away, or late, each worker counts alone what passes through it. Of what is expensive it then lets only
its share of the quota pass, so that all workers together never let more than the quota pass. The same holds for the
callers of one node of a cluster.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import TypeAlias

from service.limits.budgets import EXPENSIVE, Budget, BudgetName, Count, budgets
from service.limits.by_node import ByNode
from service.limits.script import PATIENCE_SECONDS, PAUSE_SECONDS, Call, Script
from service.limits.share import Share
from service.runtime.redis_clients import AWAY, Client, Cluster
from service.settings import Settings

PREFIX = b"parlour:limits:"
MOST_SHARES = 20_000
"""Maximum number of callers that a worker remembers; those whose window has ended are forgotten first."""

Payer: TypeAlias = tuple[BudgetName, bytes]
"""A budget and a caller, who is the id of a player or the hash of an address."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_limits(
    settings: Settings, redis: Client | None, *, patience: float = PATIENCE_SECONDS, pause: float = PAUSE_SECONDS
) -> AsyncIterator["Limits"]:
    """Open the limits of this worker. `patience` and `pause` are those of `Script` and of `Limits`, in seconds."""
    if redis is None:
        yield Limits(settings, None)
        return
    if isinstance(redis, Cluster):
        yield Limits(settings, ByNode(redis, patience=patience, pause=pause).count, pause=pause)
        return
    async with aclosing(Script(redis, patience=patience)) as script:
        yield Limits(settings, script, pause=pause)


class Limits:
    """Counts the requests of this worker in Redis, together with all other workers.

    `call` runs the script; None: this worker counts alone. `pause` is the number of seconds between two calls to a
    Redis that is away, `most_shares` the number of callers to remember.
    """

    def __init__(
        self,
        settings: Settings,
        call: Call | None,
        *,
        pause: float = PAUSE_SECONDS,
        most_shares: int = MOST_SHARES,
    ) -> None:
        self.budgets = budgets(settings)
        self._workers = settings.workers
        self._call = call
        self._pause = pause
        self._most_shares = most_shares
        self._shares: dict[Payer, Share] = {}
        self._waiting: dict[Payer, Share] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_away = False
        self._asked_again_at = 0.0

    @property
    def enforced(self) -> bool:
        """Whether anything is limited."""
        return any(budget.quota for budget in self.budgets.values())

    def granted(self, budget: Budget, caller: bytes, cost: int = 1) -> Count | None:
        """Count a request that is paid from what was granted ahead, as most are; None: `spend` has to count it."""
        share = self._shares.get((budget.name, caller))
        return None if share is None else share.take(cost, time.monotonic())

    async def spend(self, budget: Budget, caller: bytes, cost: int = 1) -> Count | None:
        """Count a request of a caller (the id of a player or the hash of an address); None: there is no limit."""
        if not budget.quota:
            return None
        now, cost, payer = time.monotonic(), min(cost, budget.quota), (budget.name, caller)
        share = self._shares.get(payer) or self._new_share(payer, budget, now)
        if (count := share.take(cost, now)) is not None:
            return count
        if self._call is None or (self._is_away and now < self._asked_again_at):
            return share.spend_alone(cost, self._quota_alone(budget), now)
        outcome: asyncio.Future[Count] = asyncio.get_running_loop().create_future()
        share.waiting.append((cost, outcome))
        self._waiting[payer] = share
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._count_all(self._call))
        return await outcome

    def give_back(self, budget: Budget, caller: bytes) -> None:
        """Take back the unit that a request has spent at this worker, which counts alone."""
        share = self._shares.get((budget.name, caller))
        if share is not None:
            share.give_back()

    def _quota_alone(self, budget: Budget) -> int:
        """Return how much this worker lets pass of a budget while it cannot ask the others."""
        return max(1, budget.quota // self._workers) if budget.name in EXPENSIVE else budget.quota

    def _new_share(self, payer: Payer, budget: Budget, now: float) -> Share:
        """Return what is to be remembered of a caller from now on; forget others if they are too many."""
        if len(self._shares) >= self._most_shares:
            kept = {each: share for each, share in self._shares.items() if not share.is_over(now)}
            self._shares = kept if len(kept) < self._most_shares else dict(self._waiting)
        share = self._shares[payer] = Share(budget)
        return share

    async def _count_all(self, call: Call) -> None:
        while self._waiting:
            asked_at = time.monotonic()
            batch = {key: share for key, share in self._waiting.items() if share.is_short(asked_at)}
            self._waiting = {}
            try:
                results = await call(
                    [key_of(*payer) for payer in batch], [number for share in batch.values() for number in share.ask()]
                )
                self._is_counted()
                counted_at = time.monotonic()
                for share, answer in zip(batch.values(), results, strict=True):
                    if answer is not None:
                        share.settle(*answer, asked_at, counted_at)
            except AWAY as error:
                self._go_on_alone(error)
            finally:
                now = time.monotonic()
                for share in batch.values():
                    share.count_alone(self._quota_alone(share.budget), now)

    def _is_counted(self) -> None:
        if self._is_away:
            self._is_away = False
            log.info("Redis is back; the workers count together again")

    def _go_on_alone(self, error: Exception) -> None:
        self._asked_again_at = time.monotonic() + self._pause
        if not self._is_away:
            self._is_away = True
            log.warning("Redis is away; this worker counts alone", extra={"cause": type(error).__name__})


def key_of(budget: BudgetName, caller: bytes) -> bytes:
    """Return the key in Redis for what a caller has spent of a budget."""
    return b"%b%b:%b" % (PREFIX, budget.encode(), caller)
