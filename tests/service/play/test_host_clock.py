"""A host whose clock is wrong does nothing at tables: one fast clock must not let everybody's decisions lapse."""

import asyncio
import logging

import pytest
from prometheus_client import REGISTRY

from domain.table import TableSettings, Tick
from service.parlour import Parlour
from service.play.host_clock import ClockIsWrong, HostClock
from service.store import MemoryStore, StoreUnavailable
from tests.service.workers import SIGNER, FaultyLog, Process, Time, eventually

HOUR = 3_600_000
RIGHT = "The clock of this host is right again; tables go on"
AT = 1_800_000_000_000


LIMITED = TableSettings(turn_limit_ms=60_000)


class ClockedAsWell(FaultyLog):
    """A log whose server has the clock of this machine."""

    async def time(self) -> int:
        return Time()()


class Clocked(MemoryStore):
    """A log whose server has a clock; each look at it takes `takes` ms by all clocks."""

    def __init__(self) -> None:
        super().__init__()
        self.at = AT
        self.fast = 0
        """By how many ms the host is fast."""
        self.takes = 0
        self.away = False

    async def time(self) -> int:
        if self.away:
            raise StoreUnavailable("away")
        await asyncio.sleep(0)
        self.at += self.takes
        return self.at - self.takes // 2

    def of_host(self) -> int:
        return self.at + self.fast

    def seconds(self) -> float:
        return self.at / 1000


def host_clock(log: Clocked) -> HostClock:
    return HostClock(log, log.of_host, monotonic=log.seconds, most_ms=2_000, every_seconds=0.001)


@pytest.mark.parametrize(
    ("fast", "takes", "why"),
    [
        (0, 0, None),
        (2_000, 0, None),
        (-2_000, 0, None),
        (2_001, 0, "2001 ms fast"),
        (-2_001, 0, "2001 ms slow"),
        (4_000, 6_000, None),
        (-4_000, 6_000, None),
        (6_000, 6_000, "3000 ms fast"),
        (-6_000, 6_000, "3000 ms slow"),
    ],
)
async def test_a_clock_may_differ_by_two_seconds_beside_the_time_of_the_answer(
    fast: int, takes: int, why: str | None
) -> None:
    log = Clocked()
    log.fast, log.takes = fast, takes
    now = host_clock(log)

    await now.compare()

    if why is None:
        assert (now.wrong, now()) == (None, log.of_host())
    else:
        assert why in (now.wrong or "")
        with pytest.raises(ClockIsWrong, match=why):
            now()


async def test_a_leap_between_two_comparisons_is_noticed_at_once() -> None:
    log = Clocked()
    now = host_clock(log)
    await now.compare()
    log.at += HOUR
    assert now() == log.of_host()

    log.fast = HOUR

    with pytest.raises(ClockIsWrong, match="3600000 ms fast"):
        now()


async def test_a_clock_is_not_trusted_before_it_is_compared_and_again_once_it_is_right(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    log = Clocked()
    log.away = True
    now = host_clock(log)
    running = asyncio.create_task(now.run())
    await asyncio.sleep(0)
    with pytest.raises(ClockIsWrong, match="not been compared"):
        now()

    async def is_right() -> bool:
        return now.wrong is None

    async def is_told() -> bool:
        return "The clock of this host is wrong; nothing is done at tables" in caplog.messages

    async def is_told_right() -> bool:
        return RIGHT in caplog.messages

    async def is_measured() -> bool:  # other services of this process tell the same metric what they find
        return REGISTRY.get_sample_value("parlour_clock_skew_seconds") == 10

    log.away = False
    await eventually(is_right)
    log.fast = 10_000
    await eventually(is_told)
    await eventually(is_measured)
    log.fast = 0
    await eventually(is_right)
    await eventually(is_told_right)
    for _ in range(3):
        await now.compare()
    running.cancel()

    assert caplog.messages.count(RIGHT) == 1


async def test_a_log_without_a_clock_of_its_own_leaves_it_at_the_hosts() -> None:
    now = HostClock(MemoryStore(), lambda: AT)
    await now.compare()

    assert (now.wrong, now()) == (None, AT)


async def test_a_service_with_a_fast_clock_lets_no_decision_lapse() -> None:
    log, time = ClockedAsWell(), Time()
    game = await Process(log).started("honors_4", settings=LIMITED)
    version = (await Process(log).snapshot(game)).version
    time.shift = HOUR

    async with Parlour(log, None, SIGNER, time).open() as fast:
        with pytest.raises(ClockIsWrong):
            await fast.engine.execute(game, Tick())
        assert (await fast.history.current(game)).version == version
    async with Parlour(log, None, SIGNER, Time()).open() as right:
        assert (await right.engine.execute(game, Tick())).recorded == ()
