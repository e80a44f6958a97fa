"""Budgets: how many requests a caller may send in a window of time, exactly, over all workers and hosts.

The counts are in Redis, one key for each budget and caller, made and changed by one script. All requests of a worker
that wait at one moment are counted in one call: one is in flight, and whatever has queued meanwhile goes in the next.

A window is fixed: it begins with a caller's first request and ends `window_seconds` later (the second rate limiter of
the Redis documentation of INCR, as a script). It keeps what the header RateLimit says to the letter: `r` requests at
the most in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-11, 4.1.2), and all of the quota after that, so
that Retry-After is the end of `t`, as section 6 of the draft wants it. The Generic Cell Rate Algorithm
(https://brandur.org/rate-limiting) is smoother, but with a burst of the quota it lets up to twice the quota pass in the
first window. What a fixed window allows, twice the quota around its end, is bounded by short windows; and as each
caller's begins when she does, they do not end together for everybody (8.5).

While Redis is away requests pass uncounted, and so they do without Redis.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Annotated, Literal

from msgspec import Meta, Struct
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError

from service.settings import Settings

PREFIX = b"parlour:limits:"
PATIENCE_SECONDS = 1.0
"""So long a call may last; then Redis is away."""
PAUSE_SECONDS = 2.0
"""So long an absent Redis is not asked again."""

AT_ONCE = Retry(NoBackoff(), 1)
"""What fails is tried again once, without a pause: requests wait for it."""

COUNT = """
local told = {}
for number, key in ipairs(KEYS) do
    local quota, window, wanted = tonumber(ARGV[3 * number - 2]), ARGV[3 * number - 1], tonumber(ARGV[3 * number])
    local spent = tonumber(redis.call('GET', key) or 0)
    local granted = math.min(wanted, quota - spent)
    if spent == 0 then
        redis.call('SET', key, granted, 'PX', window)
    elseif granted > 0 then
        redis.call('INCRBY', key, granted)
    end
    told[2 * number - 1] = spent
    told[2 * number] = redis.call('PTTL', key)
end
return table.concat(told, ' ')
"""
"""Counts for each key as many of the wanted requests as its quota allows.

Returns two numbers for each, what was spent before and the milliseconds to the end of the window; all of them in one
text, since the client would read each number of a list as a line by itself.
"""

COUNT_SHA = hashlib.sha1(COUNT.encode(), usedforsecurity=False).hexdigest()

log = logging.getLogger(__name__)

BudgetName = Literal["commands", "reads", "sign_ups", "streams"]


Waiting = tuple["Budget", list[asyncio.Future["Count | None"]]]
"""The requests of one caller that wait to be counted."""


class Budget(Struct, frozen=True):
    """How much of something one caller may have."""

    name: Annotated[BudgetName, Meta(description="As the headers RateLimit and RateLimit-Policy name it.")]
    meaning: Annotated[str, Meta(description="What is counted.")]
    quota: Annotated[int, Meta(description="So many at the most; 0: there is no limit.", ge=0)]
    unit: Annotated[
        Literal["requests", "concurrent-requests"],
        Meta(description="Whether requests are counted, or those that are being answered at the same time."),
    ]
    per: Annotated[Literal["token", "address"], Meta(description="Who has such a budget: each token or each address.")]
    window_seconds: Annotated[
        int | None,
        Meta(
            description="From the first request on so long, then the whole quota is there again. Null: there is none."
        ),
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
    """The script on a connection of its own: half of what a call costs would be the client's choice of a connection."""

    def __init__(self, redis: Redis) -> None:
        self._connection = redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]

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

        async with asyncio.timeout(PATIENCE_SECONDS):
            return await AT_ONCE.call_with_retry(send, lambda _: self._connection.disconnect())

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.disconnect()


@asynccontextmanager
async def open_limits(settings: Settings, redis: Redis | None) -> AsyncIterator["Limits"]:
    """Open the limits of this worker."""
    if redis is None:
        yield Limits(settings, None)
        return
    async with aclosing(Script(redis)) as script:
        yield Limits(settings, script)


class Limits:
    """Counts the requests of this worker in Redis, together with all other workers."""

    def __init__(self, settings: Settings, script: Script | None) -> None:
        self.budgets = budgets(settings)
        self._script = script
        self._waiting: dict[bytes, Waiting] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_away = False
        self._asked_again_at = 0.0

    @property
    def enforced(self) -> bool:
        """Whether there is a Redis to count in."""
        return self._script is not None

    async def spend(self, budget: Budget, caller: bytes) -> Count | None:
        """Count a request of a caller (the hash of a token or an address); None: it passes uncounted."""
        if self._script is None or not budget.quota:
            return None
        loop = asyncio.get_running_loop()
        if self._is_away and loop.time() < self._asked_again_at:
            return None
        outcome: asyncio.Future[Count | None] = loop.create_future()
        key = b"%b%b:%b" % (PREFIX, budget.name.encode(), caller)
        if (known := self._waiting.get(key)) is None:
            self._waiting[key] = budget, [outcome]
        else:
            known[1].append(outcome)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._count_all(self._script))
        return await outcome

    async def _count_all(self, script: Script) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, {}
            told: list[int] = []
            try:
                told = await script(list(batch), arguments(batch))
                self._is_counted()
            except (RedisError, OSError) as error:
                self._go_on_without(error)
            finally:
                settle(batch, told)

    def _is_counted(self) -> None:
        if self._is_away:
            self._is_away = False
            log.info("Redis is back; requests are counted again")

    def _go_on_without(self, error: Exception) -> None:
        self._asked_again_at = asyncio.get_running_loop().time() + PAUSE_SECONDS
        if not self._is_away:
            self._is_away = True
            log.warning("Redis is away; no request is counted, and all pass", extra={"cause": type(error).__name__})


def arguments(batch: Mapping[bytes, Waiting]) -> list[int]:
    """Return what the script has to know of each key: the quota, the window in milliseconds, and what is wanted."""
    return [
        number
        for budget, outcomes in batch.values()
        for number in (budget.quota, 1000 * (budget.window_seconds or 0), len(outcomes))
    ]


def settle(batch: Mapping[bytes, Waiting], told: list[int]) -> None:
    """Tell each request of a batch what became of it; they pass, in the order in which they came, while they may.

    `told` are the numbers that the script returned; if there are none, all pass uncounted.
    """
    for place, (budget, outcomes) in enumerate(batch.values()):
        spent, ends_ms = told[2 * place : 2 * place + 2] or (None, 0)
        for number, outcome in enumerate(outcomes, 1):
            if outcome.done():
                continue
            if spent is None:
                outcome.set_result(None)
            else:
                left = budget.quota - spent - number
                outcome.set_result(Count(left >= 0, max(0, left), ends_ms))
