import asyncio
import contextlib

from service.runtime.background import running


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
