"""Epochs: a server with another history of the log begins a new one."""

import asyncio

import asyncpg
import pytest

from service.store import Epoch, lane_of, new_table_id
from service.store.postgres.epochs import Epochs
from service.store.postgres.store import PostgresStore
from tests.service.store.commands import command, move_the_log, owner_of


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


class Silent:
    """A connection whose server has gone away without a word, after it had been made."""

    def __init__(self) -> None:
        self._terminated = asyncio.Event()

    async def fetchrow(self, _: str) -> None:
        await self._terminated.wait()
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    def terminate(self) -> None:
        self._terminated.set()


async def test_a_new_connection_that_does_not_say_its_epoch_is_closed() -> None:
    epochs = Epochs(answer_seconds=0.01)

    async with asyncio.timeout(10):
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await epochs.look(Silent())  # type: ignore[arg-type]
