"""Tables that a newer version of the service plays: this one leaves them alone, and does all else as ever."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest

from domain.table import Entry, TableSettings, link_of
from service.play.backoff import Backoff
from service.play.house_pace import HousePace
from service.play.stream import NotReadable
from service.store import Append, NewEvent
from tests.domain.versions import release
from tests.service.play.test_clock import metric
from tests.service.workers import FaultyLog, Process, Time, eventually, stored

LIMIT = 60_000
AT_ONCE = HousePace(thinking_seconds=0.001, courtesy_seconds=(0.001, 0.01))


@pytest.fixture
def log() -> FaultyLog:
    return FaultyLog()


async def bless(log: FaultyLog, table: UUID) -> None:
    """Let a newer version write an event that this one does not know."""
    version = (await log.heads([table]))[table]
    event = NewEvent(None, "seat_blessed", 1, b'{"at":1,"type":"seat_blessed"}', None, None, None, bytes(32))
    await log.append(Append(table, version, (event,)))


async def bless_more(log: FaultyLog, table: UUID) -> None:
    """Let a newer version write an event that this one knows, with a field that it does not know."""
    last = (await log.read(table))[-1]
    written = b'{"at":%d,"seat":0,"type":"seat_absent","why":"blessed"}' % last.at
    entry = Entry(last.version + 1, last.version + 1, None, None, None, None)
    link = link_of(last.hash, table, entry, b"null", written)
    event = NewEvent(None, "seat_absent", last.at, written, None, None, None, link)
    await log.append(Append(table, last.version, (event,)))


async def overdue_by_newer_rules(log: FaultyLog, monkeypatch: pytest.MonkeyPatch) -> UUID:
    """Return a table that is played by newer rules, whose first decision lapses in a minute."""
    with monkeypatch.context() as next_program:
        release(next_program, "literature")
        return await Process(log).started("literature", settings=TableSettings(turn_limit_ms=LIMIT))


async def test_the_clock_tries_it_seldom_counts_no_failure_and_ticks_the_others(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    newer = await overdue_by_newer_rules(log, monkeypatch)
    own = await Process(log).started("literature", settings=TableSettings(turn_limit_ms=LIMIT))
    versions = {table: (await log.heads([table]))[table] for table in (newer, own)}
    failed_before = metric("parlour_clock_failures_total")
    caplog.set_level("INFO")
    process = Process(log, Time(shift=2 * LIMIT), sweep_seconds=0.001, backoff=Backoff(first_seconds=60))
    log.reads.clear()

    async with process.ticking():
        for due in range(1, 50):  # its players go on there meanwhile
            await log.list_as_due(newer, due)
            await asyncio.sleep(0.002)

        async def is_ticked() -> bool:
            return (await log.heads([own]))[own] > versions[own]

        await eventually(is_ticked)

    assert (await log.heads([newer]))[newer] == versions[newer]
    assert [table for table, _ in log.reads].count(newer) == 1
    assert metric("parlour_clock_failing_tables") == 0
    assert metric("parlour_clock_failures_total") == failed_before
    told = [each for each in caplog.records if "table" in vars(each) and vars(each)["table"] == str(newer)]
    assert [(each.levelname, each.exc_info) for each in told] == [("WARNING", None)]


async def test_a_house_player_leaves_it_alone(log: FaultyLog, caplog: pytest.LogCaptureFixture) -> None:
    process = Process(log, pace=AT_ONCE)
    table, other = await process.open("literature"), await process.open("literature")
    for each in (table, other):
        await process.ask_house(each)
    await process.start(table)
    await bless(log, table)

    async with process.playing():
        await process.start(other)

        async def has_moved() -> bool:
            return (await stored(log, other)).snapshot.moves > 3

        await eventually(has_moved)

    assert [row.type for row in await log.read(table)][-1] == "seat_blessed"
    assert "A table is left to the other version of the service that plays there" in caplog.messages
    assert not [each for each in caplog.records if each.exc_info]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("write", [bless, bless_more])
async def test_it_is_not_readable_whenever_it_is_asked_for(
    log: FaultyLog, write: Callable[[FaultyLog, UUID], Awaitable[None]], *, known: bool
) -> None:
    process = Process(log)
    table = await process.started("literature")
    await write(log, table)
    if not known:
        process = Process(log)

    for _ in range(3):
        with pytest.raises(NotReadable):
            await process.tick(table) if known else await process.engine.head(table)
