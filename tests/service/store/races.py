"""Races at the log: what several processes do at once. Most are brought about, not hoped for."""

import asyncio
import contextlib
import random
from collections import defaultdict
from itertools import groupby
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from service.store import Append, Conflict, EventLog, StoredEvent, lane_of
from service.store.writer import APPEND, columns
from tests.service.store.commands import command, game_in, somebody_waits_for, until

PROCESSES = 4
ROUNDS = 25


class Races:
    async def test_an_event_is_not_seen_before_those_with_lower_positions(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", url: str
    ) -> None:
        first, second = command(game_in(7), 0, 2), command(game_in(7), 0)
        before = (await log.lane_positions())[7]
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.fetchval(APPEND, *columns([first]))
            later = asyncio.create_task(log.append(second))
            await until(lambda: blocked_or_done(owner, later))
            assert not later.done()
            assert await log.read_lane(7, before, 10) == []
        await later
        await other.close()

        assert [event.game for event in await log.read_lane(7, before, 10)] == [first.game, first.game, second.game]

    async def test_who_waits_for_a_rival_is_told_the_rivals_version(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", url: str
    ) -> None:
        won = command(game_in(8), 0, 2)
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.fetchval(APPEND, *columns([won]))
            rival = asyncio.create_task(log.append(command(won.game, 0, 3)))
            bystander = asyncio.create_task(log.append(command(game_in(9), 0)))
            await until(lambda: blocked_or_done(owner, rival))
        with pytest.raises(Conflict) as conflict:
            await rival
        await bystander
        await other.close()

        assert conflict.value.actual == 2
        assert [event.hash for event in await log.read(won.game)] == [event.hash for event in won.events]

    async def test_lanes_are_locked_in_ascending_order(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", url: str
    ) -> None:
        both = [command(game_in(20), 0), command(game_in(10), 0)]
        one, two = await asyncpg.connect(url), await asyncpg.connect(url)
        async with one.transaction():
            await one.execute("select from lane where lane = 10 for update")
            waiting = asyncio.create_task(two.fetchval(APPEND, *columns(both)))
            await until(lambda: blocked_or_done(owner, waiting))
            # It waits for lane 10 and must not hold lane 20 while it does.
            await one.execute("select from lane where lane = 20 for update nowait")
        assert await waiting == [0, 0]
        await one.close()
        await two.close()

    async def test_processes_that_race_lose_nothing_and_write_nothing_twice(
        self, log: EventLog, url: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        games = [game_in(lane) for lane in (40, 40, 41, 42, 43, 43)]
        before = await log.lane_positions()
        writing = asyncio.Event()
        async with contextlib.AsyncExitStack() as stack:
            logs = [await stack.enter_async_context(EventLog.open(url, 2)) for _ in range(PROCESSES)]
            lanes = sorted({lane_of(game) for game in games})
            tails = [asyncio.create_task(tail(log, lane, before[lane], writing)) for lane in lanes]
            played = await asyncio.gather(*(play(each, game) for each in logs for game in games))
            writing.set()
            seen = [event for each in await asyncio.gather(*tails) for event in each]

        written = [append for acknowledged, _ in played for append in acknowledged]
        assert sum(conflicts for _, conflicts in played) > 0
        assert {lane: len([event for event in seen if event.lane == lane]) for lane in lanes} == {
            lane: position - before[lane] for lane, position in (await log.lane_positions()).items() if lane in lanes
        }
        must_be_exactly(written, seen)
        assert caplog.records == []  # nobody had to try again, for a deadlock, say


async def blocked_or_done(connection: "asyncpg.Connection[asyncpg.Record]", task: asyncio.Task[Any]) -> bool:
    """Return whether an append waits for a lock, or has come through although it should not."""
    return task.done() or await somebody_waits_for("Lock", connection)


async def play(log: EventLog, game: UUID) -> tuple[list[Append], int]:
    """Append to a game where others append, too; return what was acknowledged, and how often somebody was faster."""
    acknowledged: list[Append] = []
    conflicts = 0
    while len(acknowledged) < ROUNDS:
        version = (await log.heads([game])).get(game, 0)
        append = command(game, version, random.randint(1, 3))
        try:
            await log.append(append)
        except Conflict:
            conflicts += 1
        else:
            acknowledged.append(append)
    return acknowledged, conflicts


async def tail(log: EventLog, lane: int, after: int, written: asyncio.Event) -> list[StoredEvent]:
    """Follow a lane to its end, which is there when all is written; `read_lane` raises where there is a hole."""
    seen: list[StoredEvent] = []
    while True:
        last = written.is_set()
        events = await log.read_lane(lane, after + len(seen), 50)
        seen += events
        if last and not events:
            return seen


def must_be_exactly(written: list[Append], seen: list[StoredEvent]) -> None:
    """Assert that the streams are the acknowledged commands, each whole and once, and nothing else."""
    commands = {append.events[0].hash: append for append in written}
    streams: dict[UUID, list[StoredEvent]] = defaultdict(list)
    for event in seen:
        streams[event.game].append(event)
    for game, stream in streams.items():
        assert [event.version for event in stream] == list(range(1, len(stream) + 1))
        for step, group in groupby(stream, key=lambda event: event.step):
            events = list(group)
            append = commands.pop(events[0].hash)
            assert (append.game, append.expected) == (game, step - 1)
            assert [event.hash for event in events] == [event.hash for event in append.events]
    assert commands == {}
