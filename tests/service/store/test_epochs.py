"""Epochs: a server with another history of the log begins a new one, and nothing of the lost one is built upon."""

import asyncio

import pytest
from msgspec.structs import replace

from service.store import Epoch, HistoryChanged, PostgresStore, lane_of, new_table_id
from service.store.postgres.connections import Connection
from tests.service.store.commands import command, owner_of

LOST = Epoch(1, "0a0b0c0d")


async def move_the_log(owner: Connection) -> None:
    """Let the log believe that it was on another server, as after a restore or a promotion."""
    await owner.execute("alter table epoch disable trigger append_only")
    await owner.execute("update epoch set server = 'elsewhere/00000001'")
    await owner.execute("alter table epoch enable always trigger append_only")


async def test_another_history_begins_a_new_epoch_once(empty_database: str) -> None:
    append = command(new_table_id(), 0, 3)
    async with PostgresStore.open(empty_database) as store:
        first = store.epoch
        await store.append(append)
    async with PostgresStore.open(empty_database) as store:
        assert store.epoch == first
    owner = await owner_of(empty_database)
    await move_the_log(owner)

    async def seen() -> Epoch:
        async with PostgresStore.open(empty_database) as store:
            return store.epoch

    (second,) = {*await asyncio.gather(*(seen() for _ in range(4)))}

    assert (first.number, second.number) == (1, 2)
    assert first.id != second.id
    positions = await owner.fetchval("select positions from epoch where number = 2")
    assert positions[lane_of(append.table_id)] == 3
    assert sum(positions) == 3
    await owner.close()


async def test_a_new_connection_of_a_running_service_notices_it(empty_database: str) -> None:
    async with PostgresStore.open(empty_database) as store:
        first = store.epoch
        owner = await owner_of(empty_database)
        await move_the_log(owner)
        others = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database()"
        await owner.execute(f"{others} and pid <> pg_backend_pid()")
        await store.append(command(new_table_id(), 0))

        assert (store.epoch.number, store.epoch.id == first.id) == (2, False)
        await owner.close()


async def test_what_was_decided_in_another_epoch_is_written_if_it_still_follows(store: PostgresStore) -> None:
    first = command(new_table_id(), 0, 2)
    await store.append(first)
    follows = replace(command(first.table_id, 2), link=first.events[-1].hash, epoch=LOST)

    with pytest.raises(HistoryChanged):
        await store.append(replace(follows, link=bytes(32)))
    assert await store.heads([first.table_id]) == {first.table_id: 2}
    await store.append(follows)
    await store.append(follows)

    assert await store.heads([first.table_id]) == {first.table_id: 3}


async def test_one_that_does_not_follow_takes_no_other_with_it(store: PostgresStore) -> None:
    one, other = command(new_table_id(), 0), command(new_table_id(), 0)
    await asyncio.gather(store.append(one), store.append(other))
    stray = replace(command(one.table_id, 1), link=bytes(32), epoch=LOST)

    outcomes = await asyncio.gather(
        store.append(stray), store.append(command(other.table_id, 1)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [HistoryChanged, type(None)]
