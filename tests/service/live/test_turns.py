"""Turns: reading leaves others the part of the time that is theirs; and loads that are shared."""

import asyncio
import itertools
from collections.abc import Iterator

import pytest

from service.live.pace import Pace
from service.live.single_flight import SingleFlight
from service.live.turns import Turns
from service.runtime.grouped import TOLD_AT_ONCE
from tests.service.deadly import Killed


class Clock:
    """A clock that goes on only while somebody reads or sleeps; it notes the pauses."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def read(self, entries: int) -> Iterator[int]:
        """Read entries, each of which takes a second."""
        for number in range(entries):
            self.now += 1
            yield number


@pytest.mark.parametrize(("share", "pauses"), [(1.0, [0, 0, 0]), (0.5, [0, 2, 2]), (0.25, [0, 6, 6])])
async def test_after_a_turn_others_have_their_share(share: float, pauses: list[float]) -> None:
    clock = Clock()
    mine = Turns(Pace(turn_entries=2, turn_seconds=10, share=share), clock.perf_counter, clock.sleep)

    found = [each async for some in mine.through(clock.read(5)) for each in some]

    assert (found, clock.pauses) == ([0, 1, 2, 3, 4], pauses)


async def test_a_load_goes_on_until_nobody_waits_for_it_any_more() -> None:
    flight, loading, cancelled = SingleFlight(), asyncio.Event(), asyncio.Event()

    async def load() -> None:
        loading.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    first, second = [asyncio.create_task(flight.share("key", load)) for _ in range(2)]
    await loading.wait()
    first.cancel()
    await asyncio.wait([first])
    goes_on = not cancelled.is_set()
    second.cancel()

    await cancelled.wait()
    assert goes_on


async def test_those_who_share_a_load_go_on_a_few_at_a_time() -> None:
    flight, numbers, callers = SingleFlight(), list[int](), 2 * TOLD_AT_ONCE + 1

    async def load() -> str:
        return "loaded"

    tasks = [asyncio.create_task(flight.share("key", load)) for _ in range(callers)]
    while not all(each.done() for each in tasks):
        await asyncio.sleep(0)
        numbers.append(sum([each.done() for each in tasks]))

    assert {each.result() for each in tasks} == {"loaded"}
    assert max(after - before for before, after in itertools.pairwise([0, *numbers])) == TOLD_AT_ONCE


@pytest.mark.parametrize("fault", [ValueError(), asyncio.CancelledError(), Killed()])
async def test_all_who_share_a_load_hear_that_it_has_failed(fault: BaseException) -> None:
    flight = SingleFlight()

    async def load() -> None:
        raise fault

    found = await asyncio.gather(*(flight.share("key", load) for _ in range(3)), return_exceptions=True)

    assert [type(each) for each in found] == [type(fault)] * 3
