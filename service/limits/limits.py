"""Budgets: how many requests a caller may send in a window of time, over all workers and hosts.

The counts are in Redis, one key for each budget and caller, made and changed by one script. All requests of a worker
that wait at one moment are counted in one call: one is in flight, and whatever has queued meanwhile goes in the next.

While more than half of a quota is left, a call also grants some requests ahead, and those that come next at this worker
wait for no call. Never do more than the quota pass. A few fewer may, if a caller comes by several workers: what is
granted to one of them is not to be had at another. When half of a quota is spent, each request is counted by itself;
so are all requests of a small quota.

A window is fixed: it begins with a caller's first request and ends `window_seconds` later (the second rate limiter of
the Redis documentation of INCR, as a script). It keeps what the header RateLimit says to the letter: `r` requests at
the most in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-11, 4.1.2), and all of the quota after that, so
that Retry-After is the end of `t`, as section 6 of the draft wants it. The Generic Cell Rate Algorithm
(https://brandur.org/rate-limiting) is smoother, but with a burst of the quota it lets up to twice the quota pass in the
first window. What a fixed window allows, twice the quota around its end, is bounded by short windows; and as each
caller's begins with their first request, they do not end together for everybody (8.5).

While Redis is away requests pass uncounted, and so they do without Redis.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Annotated, Literal

from msgspec import Meta, Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.limits.script import PATIENCE_SECONDS, Call, Script
from service.settings import Settings

PREFIX = b"parlour:limits:"
PAUSE_SECONDS = 2.0
"""Seconds between two calls to a Redis that is away."""

AHEAD = 128
"""A call grants this fraction of a quota ahead: one 128th."""

EXACT = 1000
"""Maximum quota of which nothing is granted ahead: one request fewer would be felt."""

MOST_SHARES = 20_000
"""Maximum number of callers that a worker remembers; those whose window has ended are forgotten first."""

log = logging.getLogger(__name__)

BudgetName = Literal["commands", "reads", "sign_ups", "streams"]


class Budget(Struct, frozen=True):
    """A budget: a maximum number of requests of one kind."""

    name: Annotated[BudgetName, Meta(description="The name in the headers `RateLimit` and `RateLimit-Policy`.")]
    meaning: Annotated[str, Meta(description="What is counted.")]
    quota: Annotated[int, Meta(description="Maximum number; 0: no limit.", ge=0)]
    unit: Annotated[
        Literal["requests", "concurrent-requests"],
        Meta(description="What is counted: requests, or requests that are open at the same time."),
    ]
    per: Annotated[Literal["token", "address"], Meta(description="Who has such a budget: a token or an address.")]
    window_seconds: Annotated[
        int | None,
        Meta(description="Length of the window from its first request; then the whole quota is free. Null: no window."),
    ] = None


class Count(Struct, frozen=True, gc=False):
    """What became of a request: whether it passed, how many more may, and in how many milliseconds all may again."""

    passed: bool
    left: int
    ends_ms: int


def budgets(settings: Settings) -> dict[BudgetName, Budget]:
    """Return all budgets as they are set, by name."""
    found = (
        Budget("commands", "POST, PUT and DELETE", settings.limit_commands, "requests", "token", 10),
        Budget("reads", "GET", settings.limit_reads, "requests", "token", 10),
        Budget("sign_ups", "POST /v1/players", settings.limit_sign_ups, "requests", "address", 60),
        Budget("streams", "Open streams", settings.limit_streams, "concurrent-requests", "token"),
    )
    return {budget.name: budget for budget in found}


@asynccontextmanager
async def open_limits(
    settings: Settings, redis: Redis | None, *, patience: float = PATIENCE_SECONDS, pause: float = PAUSE_SECONDS
) -> AsyncIterator["Limits"]:
    """Open the limits of this worker. `patience` and `pause` are those of `Script` and of `Limits`, in seconds."""
    if redis is None:
        yield Limits(settings, None)
        return
    async with aclosing(Script(redis, patience=patience)) as script:
        yield Limits(settings, script, pause=pause)


class Share:
    """What a worker knows of one budget of one caller: what is granted ahead until when, and which requests wait."""

    __slots__ = ("_ahead", "_asked", "_budget", "_left", "_until", "waiting")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._ahead = 0
        self._left = 0
        self._until = 0.0
        self._asked: list[asyncio.Future[Count | None]] = []
        self.waiting: list[asyncio.Future[Count | None]] = []

    def is_over(self, now: float) -> bool:
        """Return whether nothing is to be remembered: nobody waits, and the window has ended."""
        return not self.waiting and self._until <= now

    def take(self, now: float) -> Count | None:
        """Return the count of a request that is paid from what was granted ahead; None: there is nothing left of it."""
        if self._ahead <= 0 or self._until <= now:
            return None
        self._ahead -= 1
        self._left -= 1
        return Count(passed=True, left=self._left, ends_ms=int(1000 * (self._until - now)))

    def is_short(self, now: float) -> bool:
        """Let those who wait have what was granted ahead meanwhile; return whether it was too little."""
        while self.waiting and (count := self.take(now)) is not None:
            if not (outcome := self.waiting.pop(0)).done():
                outcome.set_result(count)
        return bool(self.waiting)

    def ask(self) -> tuple[int, int, int, int]:
        """Return what the script has to know: the quota, the window in milliseconds, how many wait, how many ahead."""
        self._asked, self.waiting = self.waiting, []
        quota, window = self._budget.quota, self._budget.window_seconds or 0
        return quota, 1000 * window, len(self._asked), quota // AHEAD if quota > EXACT else 0

    def settle(self, spent: int, granted: int, ends_ms: int, asked_at: float) -> None:
        """Tell the requests that have been asked for what the script says: the first ones pass, as many as granted."""
        self._left = self._budget.quota - spent
        for number, outcome in enumerate(self._asked, 1):
            self._left -= 1
            if not outcome.done():
                outcome.set_result(Count(number <= granted, max(0, self._left), ends_ms))
        self._ahead = granted - len(self._asked)
        self._until = asked_at + ends_ms / 1000

    def pass_uncounted(self) -> None:
        """Let the requests pass that have been asked for: nobody can count them."""
        for outcome in self._asked:
            if not outcome.done():
                outcome.set_result(None)


class Limits:
    """Counts the requests of this worker in Redis, together with all other workers.

    `call` runs the script; None: nothing is counted. `pause` is the number of seconds between two calls to a Redis that
    is away, `most_shares` the number of callers to remember.
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
        self._call = call
        self._pause = pause
        self._most_shares = most_shares
        self._shares: dict[bytes, Share] = {}
        self._waiting: dict[bytes, Share] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_away = False
        self._asked_again_at = 0.0

    @property
    def enforced(self) -> bool:
        """Whether there is a Redis to count in."""
        return self._call is not None

    async def spend(self, budget: Budget, caller: bytes) -> Count | None:
        """Count a request of a caller (the hash of a token or an address); None: it passes uncounted."""
        if self._call is None or not budget.quota:
            return None
        loop = asyncio.get_running_loop()
        key = b"%b%b:%b" % (PREFIX, budget.name.encode(), caller)
        share = self._shares.get(key) or self._new_share(key, budget, loop.time())
        if (count := share.take(loop.time())) is not None:
            return count
        if self._is_away and loop.time() < self._asked_again_at:
            return None
        outcome: asyncio.Future[Count | None] = loop.create_future()
        share.waiting.append(outcome)
        self._waiting[key] = share
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._count_all(self._call))
        return await outcome

    def _new_share(self, key: bytes, budget: Budget, now: float) -> Share:
        """Return what is to be remembered of a caller from now on; forget others if they are too many."""
        if len(self._shares) >= self._most_shares:
            kept = {each: share for each, share in self._shares.items() if not share.is_over(now)}
            self._shares = kept if len(kept) < self._most_shares else dict(self._waiting)
        share = self._shares[key] = Share(budget)
        return share

    async def _count_all(self, call: Call) -> None:
        while self._waiting:
            asked_at = asyncio.get_running_loop().time()
            batch = {key: share for key, share in self._waiting.items() if share.is_short(asked_at)}
            self._waiting = {}
            try:
                told = await call(list(batch), [number for share in batch.values() for number in share.ask()])
                self._is_counted()
                answers = zip(batch.values(), told[::3], told[1::3], told[2::3], strict=True)
                for share, spent, granted, ends_ms in answers:
                    share.settle(spent, granted, ends_ms, asked_at)
            except (RedisError, OSError) as error:
                self._go_on_without(error)
            finally:
                for share in batch.values():
                    share.pass_uncounted()

    def _is_counted(self) -> None:
        if self._is_away:
            self._is_away = False
            log.info("Redis is back; requests are counted again")

    def _go_on_without(self, error: Exception) -> None:
        self._asked_again_at = asyncio.get_running_loop().time() + self._pause
        if not self._is_away:
            self._is_away = True
            log.warning("Redis is away; no request is counted, and all pass", extra={"cause": type(error).__name__})
