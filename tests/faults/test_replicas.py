"""A standby that is told of each commit before it is acknowledged: the primary may be lost, and no move is."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from service.cli.preparing import prepare_database
from service.store import StoreUnavailable, lane_of, new_table_id
from service.store.migrate import MigrationFailed
from service.store.postgres.store import PostgresStore
from tests.faults.promises import Match, broken_promises
from tests.faults.replicas import Replicas, replicas
from tests.service.store.commands import command

SHORT = {"players": 3, "max_deals": 4, "max_rounds": 6, "target_score": 100}
LOST_AT = 12
"""Number of moves after which the primary is lost."""

CUT_AT = 6
"""Number of moves after which a standby that nobody waits for is cut off."""

T = TypeVar("T")

PAUSE_SECONDS = 0.05
SHORT_SECONDS = 0.3
"""Patience of a writer while nothing is replicated."""


@pytest.fixture(scope="module")
def servers(fresh: Callable[[], Path]) -> Iterator[Replicas]:
    with replicas(3, fresh()) as servers:
        yield servers


async def broken_while(servers: Replicas, between: Callable[[int], Awaitable[None]]) -> Sequence[str]:
    """Return the promises that are broken in a match, before each move of which something may happen."""
    async with PostgresStore.open(servers.url) as log:
        match = Match(log, 1, between)
        return await broken_promises(match, await match.play("honors_4", **SHORT))


async def test_a_primary_is_lost_and_no_move_is(servers: Replicas) -> None:
    async def between(moves: int) -> None:
        if moves == LOST_AT:
            await servers.lose_primary()

    await servers.be_followed(synchronous=True)

    assert await broken_while(servers, between) == []


@pytest.mark.parametrize("asked", ["", "&target_session_attrs=read-write"])
async def test_a_service_that_finds_a_standby_only_says_so(servers: Replicas, asked: str) -> None:
    await servers.be_followed(synchronous=False)
    assert servers.standby is not None

    with pytest.raises(MigrationFailed, match=r"those that answer are standbys.*target_session_attrs=read-write"):
        await asyncio.to_thread(prepare_database, servers.standby.url + asked, None)


async def test_moves_are_lost_with_a_primary_that_waits_for_nobody(servers: Replicas) -> None:
    """The twin: asynchronous replication. The test above would find out a service that did not wait."""

    async def between(moves: int) -> None:
        if moves == CUT_AT:
            await servers.cut()
        if moves == LOST_AT:
            await servers.lose_primary()

    await servers.be_followed(synchronous=False)

    assert "kept" in await broken_while(servers, between)


async def test_nobody_reads_what_the_standby_has_not_heard(servers: Replicas) -> None:
    """A commit that waits for the standby for longer than the writer waits for an answer is not cancelled."""
    known = command(new_table_id(), 0, 3)
    lost = command(known.table_id, 3, 2)
    lane, hashes = lane_of(known.table_id), [event.hash for event in known.events]
    await servers.be_followed(synchronous=True)
    async with (
        PostgresStore.open(servers.url) as reader,
        PostgresStore.open(servers.url, patience_seconds=SHORT_SECONDS, answer_seconds=SHORT_SECONDS) as writer,
    ):
        before = reader.epoch
        await again(lambda: writer.append(known))
        place = (await reader.lane_positions())[lane]
        await servers.cut()
        with pytest.raises(StoreUnavailable):
            await writer.append(lost)

        events, lane_events = await asyncio.gather(reader.read(known.table_id), reader.read_lane(lane, place - 3, 10))
        assert [event.hash for event in events] == [event.hash for event in lane_events] == hashes
        assert await reader.heads([known.table_id]) == {known.table_id: 3}
        assert (await reader.lane_positions())[lane] == place

        await servers.lose_primary()
        found = await again(lambda: reader.read(known.table_id))
        assert [event.hash for event in found] == hashes, "what nobody had read is lost, and nothing else"
        assert reader.epoch.number == before.number + 1
        await again(lambda: writer.append(lost))
        assert [event.hash for event in await reader.read_lane(lane, place, 10)] == [each.hash for each in lost.events]


async def again(ask: Callable[[], Awaitable[T]]) -> T:
    """Return an answer of the log, however often it is away."""
    while True:
        with suppress(StoreUnavailable):
            return await ask()
        await asyncio.sleep(PAUSE_SECONDS)
