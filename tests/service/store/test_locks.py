"""What an append locks, and in which order. The tests bring the races about, and do not hope for them."""

import asyncio
from typing import Any

import pytest

from service.store import Conflict
from service.store.postgres.connections import TIMEOUTS, Connection
from service.store.postgres.rows import columns
from service.store.postgres.store import PostgresStore
from service.store.postgres.writer import APPEND
from tests.service.store.commands import command, owner_of, somebody_waits_for, table_in, until


async def test_an_event_is_not_seen_before_those_with_lower_positions(
    store: PostgresStore, owner: Connection, postgres_url: str
) -> None:
    first, second = command(table_in(7), 0, 2), command(table_in(7), 0)
    before = (await store.lane_positions())[7]
    other = await owner_of(postgres_url)
    async with other.transaction():
        await other.fetchval(APPEND, *columns([first]))
        later = asyncio.create_task(store.append(second))
        await until(lambda: blocked_or_done(owner, later))
        assert not later.done()
        assert await store.read_lane(7, before, 10) == []
    await later
    await other.close()

    assert [event.table_id for event in await store.read_lane(7, before, 10)] == [
        first.table_id,
        first.table_id,
        second.table_id,
    ]


async def test_an_append_that_waits_for_a_rival_is_told_the_version_of_the_rival(
    store: PostgresStore, owner: Connection, postgres_url: str
) -> None:
    won = command(table_in(8), 0, 2)
    other = await owner_of(postgres_url)
    async with other.transaction():
        await other.fetchval(APPEND, *columns([won]))
        rival = asyncio.create_task(store.append(command(won.table_id, 0, 3)))
        bystander = asyncio.create_task(store.append(command(table_in(9), 0)))
        await until(lambda: blocked_or_done(owner, rival))
    with pytest.raises(Conflict) as conflict:
        await rival
    await bystander
    await other.close()

    assert conflict.value.actual == 2
    assert [event.hash for event in await store.read(won.table_id)] == [event.hash for event in won.events]


async def test_lanes_are_locked_in_ascending_order(owner: Connection, postgres_url: str) -> None:
    both = [command(table_in(20), 0), command(table_in(10), 0)]
    one, two = await owner_of(postgres_url), await owner_of(postgres_url)
    async with one.transaction():
        await one.execute("select from lane where lane = 10 for update")
        waiting = asyncio.create_task(two.fetchval(APPEND, *columns(both)))
        await until(lambda: blocked_or_done(owner, waiting))
        # It waits for lane 10 and must not hold lane 20 while it does.
        await one.execute("select from lane where lane = 20 for update nowait")
    assert await waiting is None
    await one.close()
    await two.close()


async def test_a_lane_that_somebody_holds_makes_only_its_own_tables_wait(postgres_url: str) -> None:
    held, other = [command(table_in(30), 0) for _ in range(50)], command(table_in(31), 0)
    somebody = await owner_of(postgres_url)
    async with PostgresStore.open(postgres_url, timeouts={**TIMEOUTS, "lock_timeout": "200ms"}) as store:
        async with somebody.transaction():
            await somebody.execute("select from lane where lane = 30 for update")
            waiting = [asyncio.create_task(store.append(each)) for each in held]
            async with asyncio.timeout(30):
                await store.append(other)
            assert not any(task.done() for task in waiting)
        await asyncio.gather(*waiting)
        assert await store.heads(each.table_id for each in held) == {each.table_id: 1 for each in held}
    await somebody.close()


async def blocked_or_done(connection: Connection, task: asyncio.Task[Any]) -> bool:
    """Return whether an append waits for a lock, or has come through although it should not."""
    return task.done() or await somebody_waits_for("Lock", connection)
