"""What several processes do at once on one log: a part of the contract of every event store."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from itertools import groupby
from uuid import UUID

import pytest

from service.store import Append, Conflict, EventStore, StoredEvent, lane_of
from tests.service.store.commands import command, table_in

PROCESSES = 4
ROUNDS = 10
PAUSE_SECONDS = 0.01
"""Seconds between two looks at a lane that has nothing new."""

OtherStores = Callable[[int], Awaitable[list[EventStore]]]


class Races:
    async def test_processes_that_race_lose_nothing_and_write_nothing_twice(
        self, store: EventStore, other_stores: OtherStores, caplog: pytest.LogCaptureFixture
    ) -> None:
        tables = [table_in(lane) for lane in (40, 40, 41, 42, 43, 43)]
        before = await store.lane_positions()
        writing = asyncio.Event()
        stores = await other_stores(PROCESSES)
        lanes = sorted({lane_of(table_id) for table_id in tables})
        tails = [asyncio.create_task(tail(store, lane, before[lane], writing)) for lane in lanes]
        played = await asyncio.gather(*(play(each, table_id) for each in stores for table_id in tables))
        writing.set()
        seen = [event for each in await asyncio.gather(*tails) for event in each]

        written = [append for acknowledged, _ in played for append in acknowledged]
        assert sum(conflicts for _, conflicts in played) > 0
        after = await store.lane_positions()
        assert {lane: len([event for event in seen if event.lane == lane]) for lane in lanes} == {
            lane: after[lane] - before[lane] for lane in lanes
        }
        must_be_exactly(written, seen)
        assert caplog.records == []  # nobody had to try again, for a deadlock, say

    async def test_of_two_for_one_version_one_wins(self, store: EventStore, other_stores: OtherStores) -> None:
        (other,) = await other_stores(1)
        for _ in range(20):
            table_id = table_in(50)
            appends = [command(table_id, 0, 2), command(table_id, 0, 3)]

            outcomes = await asyncio.gather(store.append(appends[0]), other.append(appends[1]), return_exceptions=True)

            won = outcomes.index(None)
            lost = outcomes[1 - won]
            assert isinstance(lost, Conflict)
            assert lost.actual == len(appends[won].events)
            hashes = [event.hash for event in await other.read(table_id)]
            assert hashes == [event.hash for event in appends[won].events]

    async def test_the_same_command_from_two_processes_is_written_once(
        self, store: EventStore, other_stores: OtherStores
    ) -> None:
        (other,) = await other_stores(1)
        append = command(table_in(51), 0, 2)

        await asyncio.gather(store.append(append), other.append(append))

        assert await store.heads([append.table_id]) == {append.table_id: 2}

    async def test_what_one_has_appended_all_others_see(self, store: EventStore, other_stores: OtherStores) -> None:
        append = command(table_in(52), 0)
        others = await other_stores(2)
        await others[0].append(append)

        assert await store.heads([append.table_id]) == {append.table_id: 1}
        assert await others[1].read(append.table_id) == await store.read(append.table_id)


async def play(store: EventStore, table_id: UUID) -> tuple[list[Append], int]:
    """Append to a table where others append, too; return what was acknowledged, and how often somebody was faster."""
    acknowledged: list[Append] = []
    conflicts = 0
    while len(acknowledged) < ROUNDS:
        version = (await store.heads([table_id])).get(table_id, 0)
        append = command(table_id, version, random.randint(1, 3))
        try:
            await store.append(append)
        except Conflict:
            conflicts += 1
        else:
            acknowledged.append(append)
    return acknowledged, conflicts


async def tail(store: EventStore, lane: int, after: int, written: asyncio.Event) -> list[StoredEvent]:
    """Follow a lane to its end, which is there when all is written; `read_lane` raises where there is a hole."""
    seen: list[StoredEvent] = []
    while True:
        last = written.is_set()
        events = await store.read_lane(lane, after + len(seen), 50)
        seen += events
        if last and not events:
            return seen
        await asyncio.sleep(0 if events else PAUSE_SECONDS)


def must_be_exactly(written: list[Append], seen: list[StoredEvent]) -> None:
    """Assert that the streams are the acknowledged commands, each whole and once, and nothing else."""
    commands = {append.events[0].hash: append for append in written}
    streams: dict[UUID, list[StoredEvent]] = defaultdict(list)
    for event in seen:
        streams[event.table_id].append(event)
    for table_id, stream in streams.items():
        assert [event.version for event in stream] == list(range(1, len(stream) + 1))
        for step, group in groupby(stream, key=lambda event: event.step):
            events = list(group)
            append = commands.pop(events[0].hash)
            assert (append.table_id, append.expected) == (table_id, step - 1)
            assert [event.hash for event in events] == [event.hash for event in append.events]
    assert commands == {}
