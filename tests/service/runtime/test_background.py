import asyncio
import contextlib

from service.runtime.background import each_of, running


async def test_a_loop_ends_when_the_context_is_left() -> None:
    ended = asyncio.Event()

    async def loop() -> None:
        try:
            await asyncio.sleep(600)
        finally:
            ended.set()

    async with running(loop):
        await asyncio.sleep(0)
        assert not ended.is_set()

    assert ended.is_set()


async def test_a_loop_that_fails_begins_again() -> None:
    begun = asyncio.Queue[None]()

    async def loop() -> None:
        begun.put_nowait(None)
        raise RuntimeError

    async with asyncio.timeout(60), running(loop):
        await begun.get()
        await begun.get()


async def test_a_loop_that_misses_its_cancellation_is_cancelled_again() -> None:
    ended = asyncio.Event()

    async def loop() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(600)
        try:
            await asyncio.sleep(600)
        finally:
            ended.set()

    async with asyncio.timeout(60), running(loop):
        await asyncio.sleep(0)

    assert ended.is_set()


async def test_as_many_are_worked_for_at_once_as_there_is_room_for_and_then_the_others() -> None:
    given, begun, may_end = asyncio.Queue[int](), asyncio.Queue[int](), asyncio.Semaphore(0)

    async def work(number: int) -> None:
        begun.put_nowait(number)
        await may_end.acquire()

    async def loop() -> None:
        await each_of(given, work, 2)

    for number in range(4):
        given.put_nowait(number)
    async with asyncio.timeout(60), running(loop):
        assert [await begun.get() for _ in range(2)] == [0, 1]
        for _ in range(20):
            await asyncio.sleep(0)
        assert begun.empty()

        may_end.release()
        assert await begun.get() == 2
        for _ in range(2):
            may_end.release()
        assert await begun.get() == 3
