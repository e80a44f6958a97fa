"""Budgets: no request more than the quota passes in a window, at whichever worker, and whatever Redis does."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from uuid import uuid4

import psutil
import pytest

from service.embedded import Redis
from service.limits.budgets import Budget, BudgetName, Count
from service.limits.by_node import ByNode
from service.limits.limits import Limits, open_limits
from service.limits.script import Answer, Call, Script, counting
from service.limits.share import AHEAD
from service.runtime.redis_clients import Cluster
from service.settings import Settings
from tests.redis_cluster import patient_redis
from tests.service.workers import eventually

HOURS = 10 * 3600
"""A window that does not end in a test."""

SETTINGS = Settings()

PATIENCE_SECONDS = 60.0
"""Seconds that a worker waits for Redis, unless a test is about that: others may need the machine."""


def budget(quota: int, window_seconds: int = HOURS, name: BudgetName = "reads") -> Budget:
    return Budget(name, "Requests", quota, "requests", "player", window_seconds)


@contextlib.asynccontextmanager
async def worker(url: str | None, *, patience: float = PATIENCE_SECONDS, **pace: float) -> AsyncIterator[Limits]:
    async with (
        counting(url, patience=patience) as redis,
        open_limits(SETTINGS, redis, patience=patience, **pace) as limits,
    ):
        yield limits


@pytest.fixture
async def here(redis_url: str) -> AsyncIterator[Limits]:
    async with worker(redis_url) as here:
        yield here


async def spend(here: Limits, paying: Budget, caller: bytes, times: int) -> list[Count | None]:
    """Let a caller send a number of requests at once; return their counts in the order in which they were sent."""
    return await asyncio.gather(*(here.spend(paying, caller) for _ in range(times)))


def passed(counts: list[Count | None]) -> int:
    """Return how many passed, all having been counted."""
    assert None not in counts
    return sum(count.passed for count in counts if count)


async def test_the_quota_passes_in_the_order_of_the_requests_and_nothing_more(here: Limits, ada: bytes) -> None:
    counts = await spend(here, budget(3), ada, 5)

    assert [count and (count.passed, count.left) for count in counts] == [
        (True, 2),
        (True, 1),
        (True, 0),
        (False, 0),
        (False, 0),
    ]
    assert all(count and 0 < count.ends_ms <= HOURS * 1000 for count in counts)
    assert passed(await spend(here, budget(3), ada, 1)) == 0


@pytest.mark.parametrize("quota", [1, 137, 499, 500])
async def test_it_is_exact_over_several_workers(redis_url: str, ada: bytes, quota: int) -> None:
    async with worker(redis_url) as here, worker(redis_url) as there, worker(redis_url) as elsewhere:

        async def one_by_one(one: Limits) -> list[Count | None]:
            return [await one.spend(budget(quota), ada) for _ in range(50)]

        counts = await asyncio.gather(
            spend(here, budget(quota), ada, 200),
            one_by_one(there),
            spend(there, budget(quota), ada, 200),
            one_by_one(elsewhere),
        )

    all_counts = [count for some in counts for count in some]
    assert passed(all_counts) == quota
    assert sorted(count.left for count in all_counts if count and count.passed) == list(range(quota))


ELSEWHERE = """
import asyncio, sys
from tests.service.limits.test_limits import budget, passed, spend, worker

async def main(url, caller):
    async with worker(url) as here:
        print(passed(await spend(here, budget(100), bytes.fromhex(caller), 300)))

asyncio.run(main(*sys.argv[1:]))
"""


async def test_it_is_exact_over_several_processes(redis_url: str, ada: bytes) -> None:
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", ELSEWHERE, redis_url, ada.hex(), stdout=-1)
        for _ in range(2)
    ]
    told = [await process.communicate() for process in processes]

    assert sum(int(out) for out, _ in told) == 100


async def test_budgets_and_callers_are_counted_apart(here: Limits, ada: bytes) -> None:
    ben = uuid4().bytes
    counts = await asyncio.gather(
        spend(here, budget(2), ada, 3),
        spend(here, budget(3, name="commands"), ada, 4),
        spend(here, budget(4), ben, 5),
    )

    assert [passed(each) for each in counts] == [2, 3, 4]


# Windows


async def test_a_window_begins_with_the_first_request_and_is_not_made_longer(
    here: Limits, redis_url: str, ada: bytes
) -> None:
    async with patient_redis(redis_url) as redis:
        (first,) = await spend(here, budget(2), ada, 1)
        (key,) = [key async for key in redis.scan_iter(match=b"*") if key.endswith(ada)]
        await redis.expire(key, 60)
        second, third = await spend(here, budget(2), ada, 2)

    assert first is not None
    assert first.ends_ms > 60_000
    assert second is not None
    assert third is not None
    assert second.passed
    assert not third.passed
    assert 0 < third.ends_ms <= 60_000


async def test_when_a_window_has_ended_the_whole_quota_is_there_again(here: Limits, redis_url: str, ada: bytes) -> None:
    async with patient_redis(redis_url) as redis:
        for _ in range(3):
            assert passed(await spend(here, budget(5, window_seconds=1), ada, 2)) == 2
            assert passed(await spend(here, budget(5, window_seconds=1), ada, 9)) <= 5
            await redis.pexpire(b"parlour:limits:reads:" + ada, 1)

            async def is_over() -> bool:
                return not await redis.exists(b"parlour:limits:reads:" + ada)

            await eventually(is_over)


async def test_a_window_is_over_when_the_clock_of_redis_was_set_back(here: Limits, redis_url: str, ada: bytes) -> None:
    assert passed(await spend(here, budget(4), ada, 9)) == 4
    async with worker(redis_url) as other, patient_redis(redis_url) as redis:
        await redis.expire(b"parlour:limits:reads:" + ada, HOURS + 300)
        counts = await spend(other, budget(4), ada, 9)

    assert passed(counts) == 4, "nobody pays for five minutes more"
    assert all(each.ends_ms <= HOURS * 1000 for each in counts if each)


async def test_nothing_stays_of_a_sender_who_sends_nothing_any_more(here: Limits, redis_url: str, ada: bytes) -> None:
    await spend(here, budget(2, window_seconds=10), ada, 5)
    async with patient_redis(redis_url) as redis:
        assert 0 < await redis.pttl(b"parlour:limits:reads:" + ada) <= 10_000


async def test_a_quota_that_has_been_made_smaller_holds_at_once(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url) as before, worker(redis_url) as after:
        assert passed(await spend(before, budget(10), ada, 8)) == 8
        assert passed(await spend(after, budget(5), ada, 1)) == 0
        assert passed(await spend(before, budget(10), ada, 5)) == 2


# Granted ahead


class Counted:
    """Runs the script, and notes how many requests each call counts."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.wanted: list[list[int]] = []
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, keys: Sequence[bytes], arguments: Sequence[int]) -> Sequence[Answer | None]:
        self.wanted.append(list(arguments[2::4]))
        await self.go_on.wait()
        return await self.call(keys, arguments)


@contextlib.asynccontextmanager
async def watched(url: str) -> AsyncIterator[tuple[Counted, Limits]]:
    """Open a worker whose calls are noted."""
    async with counting(url) as redis:
        assert redis is not None
        if isinstance(redis, Cluster):
            counted = Counted(ByNode(redis).count)
            yield counted, Limits(SETTINGS, counted)
            return
        async with contextlib.aclosing(Script(redis)) as script:
            counted = Counted(script)
            yield counted, Limits(SETTINGS, counted)


async def test_while_half_of_the_quota_is_left_few_requests_wait_for_redis(redis_url: str, ada: bytes) -> None:
    quota = 16 * AHEAD
    async with watched(redis_url) as (counted, here):
        counts = [(await spend(here, budget(quota), ada, 1))[0] for _ in range(quota + 1)]

    assert [count.left for count in counts if count] == [*reversed(range(quota)), 0]
    assert passed(counts) == quota
    ahead, one_by_one = quota // AHEAD, quota // 2
    assert len(counted.wanted) == pytest.approx(one_by_one / (1 + ahead) + one_by_one, abs=ahead)


async def test_what_waits_meanwhile_has_what_is_granted_ahead(redis_url: str, ada: bytes) -> None:
    async with watched(redis_url) as (counted, here):
        counted.go_on.clear()
        first = asyncio.create_task(spend(here, budget(10 * AHEAD), ada, 1))
        while not counted.wanted:  # noqa: ASYNC110 - it takes a few turns of the loop
            await asyncio.sleep(0)
        others = asyncio.gather(spend(here, budget(10 * AHEAD), ada, 12))
        await asyncio.sleep(0)
        counted.go_on.set()
        assert passed(await first) == 1
        assert passed((await others)[0]) == 12

    assert counted.wanted == [[1], [2]]


async def test_what_is_granted_ahead_ends_with_its_window(redis_url: str, ada: bytes) -> None:
    async with watched(redis_url) as (counted, here):
        short = budget(100 * AHEAD, window_seconds=1)
        (first,) = await spend(here, short, ada, 1)
        assert first is not None
        await asyncio.sleep(first.ends_ms / 1000)
        await spend(here, short, ada, 1)

    assert counted.wanted == [[1], [1]]


async def test_what_is_granted_ahead_ends_with_its_window_also_while_somebody_waits(redis_url: str, ada: bytes) -> None:
    async with watched(redis_url) as (counted, here):
        short = budget(10 * AHEAD, window_seconds=1)
        (first,) = await spend(here, short, ada, 1)
        assert first is not None
        counted.go_on.clear()
        next_one = asyncio.create_task(here.spend(short, ada, 20))
        await asyncio.sleep(first.ends_ms / 1000 + 0.01)
        counted.go_on.set()
        count = await next_one

    assert count is not None
    assert (count.passed, count.left) == (True, 10 * AHEAD - 20)


async def test_of_very_many_callers_those_are_forgotten_whose_window_has_ended(redis_url: str) -> None:
    async with watched(redis_url) as (counted, _):
        here = Limits(SETTINGS, counted, most_shares=2)
        for _ in range(9):
            assert passed(await spend(here, budget(2), uuid4().bytes, 3)) == 2


# Grouping


async def test_what_waits_at_one_moment_is_counted_in_one_call(redis_url: str, ada: bytes) -> None:
    async with watched(redis_url) as (counted, here):
        counted.go_on.clear()
        first = asyncio.create_task(spend(here, budget(100), ada, 1))
        while not counted.wanted:  # noqa: ASYNC110 - it takes a few turns of the loop
            await asyncio.sleep(0)
        ben = uuid4().bytes
        others = asyncio.gather(spend(here, budget(100), ada, 40), spend(here, budget(100), ben, 2))
        await asyncio.sleep(0)
        counted.go_on.set()

        assert passed(await first) == 1
        assert [passed(each) for each in await others] == [40, 2]
    assert counted.wanted == [[1], [40, 2]]


async def test_a_caller_who_hangs_up_while_they_wait_disturbs_nobody(here: Limits, ada: bytes) -> None:
    gone = asyncio.create_task(here.spend(budget(2), ada))
    stays = asyncio.create_task(here.spend(budget(2), ada))
    await asyncio.sleep(0)
    gone.cancel()

    count = await stays
    assert count is not None
    assert (count.passed, count.left) == (True, 0)
    assert gone.cancelled()


# Without Redis, and without limits


async def test_without_redis_a_worker_counts_alone(ada: bytes) -> None:
    async with worker(None) as here:
        assert here.enforced
        counts = await spend(here, budget(2), ada, 3)
        assert [count and (count.passed, count.left) for count in counts] == [(True, 1), (True, 0), (False, 0)]
        assert all(count and 0 < count.ends_ms <= HOURS * 1000 for count in counts)


async def test_alone_the_whole_quota_is_there_again_when_its_window_has_ended(ada: bytes) -> None:
    async with worker(None) as here:
        first = await spend(here, budget(2, window_seconds=1), ada, 3)
        assert first[0] is not None
        await asyncio.sleep(first[0].ends_ms / 1000)
        assert passed(first) == passed(await spend(here, budget(2, window_seconds=1), ada, 3)) == 2


@pytest.mark.parametrize(("name", "let_through"), [("reads", 9), ("commands", 9), ("sign_ups", 3)])
async def test_alone_a_worker_lets_only_its_share_pass_of_what_is_expensive(
    ada: bytes, name: BudgetName, let_through: int
) -> None:
    here = Limits(Settings(workers=3), None)

    assert passed(await spend(here, budget(9, name=name), ada, 20)) == let_through


async def test_a_quota_of_0_is_no_limit(here: Limits, ada: bytes) -> None:
    assert here.enforced
    assert await spend(here, budget(0), ada, 3) == [None] * 3


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.levelname for record in caplog.records if record.name == "service.limits.limits"]


async def test_while_redis_is_away_or_late_a_worker_counts_alone_and_the_log_says_it_once(
    own_redis: Redis, ada: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "service.limits.limits")
    async with worker(own_redis.url, patience=0.5, pause=0.0) as here:
        assert passed(await spend(here, budget(3), ada, 2)) == 2
        assert own_redis.pid is not None
        process = psutil.Process(own_redis.pid)
        process.suspend()
        assert passed(await spend(here, budget(3), ada, 3)) == 1, "it does not answer"
        process.kill()
        assert passed(await spend(here, budget(3), ada, 3)) == 0, "it is not there"
        assert passed(await spend(here, budget(3), uuid4().bytes, 5)) == 3
        assert told(caplog) == ["WARNING"]

        async def is_back() -> bool:
            await here.spend(budget(10**6), uuid4().bytes)
            return told(caplog) == ["WARNING", "INFO"]

        await eventually(is_back)
        assert passed(await spend(here, budget(2), uuid4().bytes, 3)) == 2


async def test_redis_is_not_asked_again_at_once(ada: bytes) -> None:
    asked: list[object] = []

    async def away(*each: object) -> list[Answer]:
        asked.append(each)
        raise ConnectionRefusedError

    here = Limits(SETTINGS, away)
    assert passed([await here.spend(budget(1), ada) for _ in range(3)]) == 1
    assert len(asked) == 1


# Costs


async def test_what_costs_more_is_paid_in_full_or_does_not_pass(here: Limits, ada: bytes) -> None:
    counts = [await here.spend(budget(10), ada, cost) for cost in (4, 4, 3, 2, 1)]

    assert [count and (count.passed, count.left) for count in counts] == [
        (True, 6),
        (True, 2),
        (False, 2),
        (True, 0),
        (False, 0),
    ]


async def test_what_costs_too_much_leaves_the_rest_to_what_costs_less(here: Limits, ada: bytes) -> None:
    counts = [await here.spend(budget(10), ada, cost) for cost in (4, 7, 7, 6, 1)]

    assert [count and (count.passed, count.left) for count in counts] == [
        (True, 6),
        (False, 6),
        (False, 6),
        (True, 0),
        (False, 0),
    ]


async def test_nothing_is_lost_of_what_was_granted_ahead(here: Limits, ada: bytes) -> None:
    quota = 40 * AHEAD  # 40 are granted ahead
    counts = [await here.spend(budget(quota), ada, 16) for _ in range(quota // 16)]

    assert [count and (count.passed, count.left) for count in counts] == [
        (True, left) for left in reversed(range(0, quota, 16))
    ]


async def test_costs_are_exact_over_several_workers(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url) as here, worker(redis_url) as there:
        counts = await asyncio.gather(*(each.spend(budget(60), ada, 3) for _ in range(40) for each in (here, there)))

    assert passed(list(counts)) == 20


async def test_what_costs_more_than_the_quota_passes_alone_in_its_window(here: Limits, ada: bytes) -> None:
    counts = [await here.spend(budget(5), ada, 20) for _ in range(2)]

    assert [count and count.passed for count in counts] == [True, False]


async def test_what_costs_more_is_paid_from_what_was_granted_ahead(redis_url: str, ada: bytes) -> None:
    async with watched(redis_url) as (counted, here):
        counts = [await here.spend(budget(100 * AHEAD), ada, 10) for _ in range(11)]

    assert passed(counts) == 11
    assert counted.wanted == [[10]]
