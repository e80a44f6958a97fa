"""Places for streams: a token holds at most its quota, and a place that nobody holds any more becomes free."""

import asyncio
import contextlib
import tracemalloc
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from service.limits.budgets import budgets
from service.limits.script import counting
from service.limits.stream_slots import LEASE_MS, StreamSlots, open_slots
from service.settings import Settings
from tests.redis_cluster import patient_redis
from tests.service.workers import eventually

QUOTA = 3


@contextlib.asynccontextmanager
async def worker(url: str | None, quota: int = QUOTA, workers: int = 1, **pace: float) -> AsyncIterator[StreamSlots]:
    budget = budgets(Settings(limit_streams=quota))["streams"]
    async with counting(url) as redis, open_slots(budget, redis, workers=workers, **pace) as places:
        yield places


@pytest.fixture
async def here(redis_url: str) -> AsyncIterator[StreamSlots]:
    async with worker(redis_url) as here:
        yield here


class Stream:
    """A stream that is open until it is closed; `left` is what its token may still open, None if it got no place."""

    def __init__(self, places: StreamSlots, caller: bytes) -> None:
        self._known: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(self._live(places, caller))

    async def _live(self, places: StreamSlots, caller: bytes) -> None:
        async with places.place(caller) as count:
            assert count is not None
            self._known.set_result(count.left if count.passed else None)
            if count.passed:
                await asyncio.Event().wait()

    async def left(self) -> int | None:
        return await asyncio.shield(self._known)

    async def close(self) -> None:
        """Close it as a server does: by cancellation."""
        self.task.cancel()
        await asyncio.wait([self.task])


async def held(url: str, caller: bytes) -> int:
    async with patient_redis(url) as redis:
        return int(await redis.zcard(b"parlour:limits:streams:" + caller))


async def test_it_is_exact_over_several_workers(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url) as here, worker(redis_url) as there:
        streams = [Stream(places, ada) for _ in range(20) for places in (here, there)]
        left = [await stream.left() for stream in streams]
        for stream in streams:
            await stream.close()

    assert sorted(each for each in left if each is not None) == [0, 1, 2]


async def test_a_caller_who_is_refused_takes_no_place_from_others(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url) as here, worker(redis_url) as there:
        streams = [Stream(here, ada) for _ in range(QUOTA)]
        for stream in streams:
            assert await stream.left() is not None
        async with there.place(ada) as count:
            assert count is not None
            assert not count.passed
            assert await held(redis_url, ada) == QUOTA
        for stream in streams:
            await stream.close()


async def test_each_token_has_its_own_places(here: StreamSlots, ada: bytes) -> None:
    streams = [Stream(here, caller) for caller in (ada, uuid4().bytes)]

    assert [await stream.left() for stream in streams] == [QUOTA - 1] * 2
    for stream in streams:
        await stream.close()


async def test_the_place_of_a_stream_that_has_been_cancelled_is_free(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url, renewed_seconds=3600.0) as here:
        streams = [Stream(here, ada) for _ in range(QUOTA)]
        assert None not in [await stream.left() for stream in streams]
        await streams.pop().close()

        async def is_free() -> bool:
            return await held(redis_url, ada) == QUOTA - 1

        await eventually(is_free)
        streams.append(Stream(here, ada))
        assert await streams[-1].left() == 0
        for stream in streams:
            await stream.close()


async def test_the_places_of_a_worker_that_has_died_become_free(here: StreamSlots, redis_url: str, ada: bytes) -> None:
    key = b"parlour:limits:streams:" + ada
    async with patient_redis(redis_url) as redis:
        seconds, _ = await redis.time()
        now = 1000 * seconds
        await redis.zadd(key, {b"dead": now - 1, b"dying": now + LEASE_MS, b"living": now + LEASE_MS})
        first, second = Stream(here, ada), Stream(here, ada)
        assert [await first.left(), await second.left()] == [0, None]
        assert 0 < await redis.pttl(key) <= LEASE_MS
    for stream in (first, second):
        await stream.close()


async def test_a_reader_who_is_there_stays_counted_whatever_redis_forgets(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url, renewed_seconds=0.01) as here, patient_redis(redis_url) as redis:
        stream = Stream(here, ada)
        await stream.left()
        key = b"parlour:limits:streams:" + ada
        await redis.delete(key)

        async def is_held() -> bool:
            return await held(redis_url, ada) == 1

        await eventually(is_held)
        seconds, _ = await redis.time()
        assert await redis.zcount(key, 1000 * seconds, 1000 * (seconds + 1) + LEASE_MS) == 1
        assert 0 < await redis.pttl(key) <= LEASE_MS
        await stream.close()


async def test_without_a_limit_everybody_has_a_place(redis_url: str, ada: bytes) -> None:
    async with worker(redis_url, 0) as here, contextlib.AsyncExitStack() as stack:
        counts = [await stack.enter_async_context(here.place(ada)) for _ in range(QUOTA + 1)]

    assert counts == [None] * (QUOTA + 1)


@pytest.mark.parametrize("url", [None, "redis://127.0.0.1:1", "redis+cluster://127.0.0.1:1"])
@pytest.mark.parametrize(("workers", "places"), [(1, 6), (2, 3), (9, 1)])
async def test_without_redis_a_worker_gives_away_its_share(
    ada: bytes, url: str | None, workers: int, places: int
) -> None:
    async with worker(url, 6, workers) as here:
        streams = [Stream(here, ada) for _ in range(8)]
        left = [await stream.left() for stream in streams]
        for stream in streams:
            await stream.close()
        again = Stream(here, ada)
        assert await again.left() == places - 1
        await again.close()

    assert len([each for each in left if each is not None]) == places


async def test_without_redis_nothing_is_kept_of_streams_that_have_been_left(ada: bytes) -> None:
    async with worker(None) as here:
        tracemalloc.start()
        for number in range(1_000):
            async with here.place(b"%b%d" % (ada, number)):
                pass
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert kept < 50_000


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
async def test_four_hundred_at_once_get_what_there_is_though_redis_is_late(
    ada: bytes, late_redis: str, scheme: str
) -> None:
    async with worker(f"{scheme}://{late_redis}", 200) as here:
        streams = [Stream(here, ada) for _ in range(400)]
        left = [await stream.left() for stream in streams]
        for stream in streams:
            await stream.close()

    assert len([each for each in left if each is not None]) == 200


@pytest.fixture
async def late_redis() -> AsyncIterator[str]:
    """Give the address of a server that takes connections and never says anything."""

    async def nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await stop.wait()
        writer.close()

    stop = asyncio.Event()
    server = await asyncio.start_server(nothing, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    stop.set()
    server.close()
