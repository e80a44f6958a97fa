"""A shard that hangs: it is left out where all are asked, and refused at once for its own tables after a while."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from uuid import UUID

import pytest

from service.embedded import Postgres
from service.log_address import LogAddress
from service.store import EventStore, Incomplete, MemoryStore, StoreUnavailable, as_far_as_known
from service.store.lobby_row import TableFilter
from service.store.postgres.opening import open_log, prepare
from service.store.sharded.store import ShardedStore
from tests.service.store.commands import command, lobby, table_in, until
from tests.service.store.sharded import over
from tests.two_servers import addresses_of, frozen, two_servers


class Hanging(MemoryStore):
    """A store that gives no answer while it hangs, and errors while it is `gone`."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.gone = False
        self.asked = 0

    async def _in_time(self) -> None:
        self.asked += 1
        if self.gone:
            raise StoreUnavailable("gone")
        await self.goes_on.wait()

    async def answers(self) -> None:
        await self._in_time()

    async def lane_positions(self) -> dict[int, int]:
        await self._in_time()
        return await super().lane_positions()

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        await self._in_time()
        return await super().heads(table_ids)


@pytest.fixture
def hanging() -> Hanging:
    return Hanging()


def store_over(hanging: Hanging, last_seconds: float) -> ShardedStore:
    """Return a store over two shards, of which the second is given."""
    return over([MemoryStore(), hanging], most_seconds=0.05, last_seconds=last_seconds)


async def missing(store: EventStore) -> tuple[int, ...]:
    """Return the shards that say nothing to a question to all."""
    return (await as_far_as_known(store.lane_positions()))[1]


async def all_answer(store: EventStore) -> bool:
    """Return whether no shard is missing."""
    return not await missing(store)


async def test_a_shard_that_hangs_is_waited_for_once_and_then_left_out(hanging: Hanging) -> None:
    store = store_over(hanging, last_seconds=600)
    hanging.goes_on.clear()
    assert await missing(store) == (1,)
    asked = hanging.asked

    assert [await missing(store) for _ in range(5)] == [(1,)] * 5
    assert hanging.asked <= asked + 1, "the probe alone"
    hanging.goes_on.set()
    await until(lambda: all_answer(store))


async def test_what_waits_for_a_shard_that_has_fallen_silent_is_told_so(hanging: Hanging) -> None:
    store, table_id = store_over(hanging, last_seconds=0.05), table_in(3)
    await store.append(command(table_id, 0))
    hanging.goes_on.clear()
    waiting = asyncio.create_task(store.heads([table_id]))
    assert await missing(store) == (1,)

    with pytest.raises(StoreUnavailable, match="shard 1 is away"):
        await waiting
    with pytest.raises(StoreUnavailable, match="shard 1 is away"):
        await store.append(command(table_id, 1))
    await store.append(command(table_in(2), 0))
    hanging.goes_on.set()
    await until(lambda: all_answer(store))
    await store.append(command(table_id, 1))
    assert await store.heads([table_id]) == {table_id: 2}


async def test_a_command_waits_for_a_shard_that_is_late_but_not_silent(hanging: Hanging) -> None:
    store, table_id = store_over(hanging, last_seconds=600), table_in(3)
    await store.append(command(table_id, 0))
    hanging.goes_on.clear()
    assert await missing(store) == (1,)
    waiting = asyncio.create_task(store.heads([table_id]))
    hanging.goes_on.set()

    assert await waiting == {table_id: 1}


async def test_a_shard_that_is_gone_and_comes_back_answers_again(hanging: Hanging) -> None:
    store = store_over(hanging, last_seconds=0.0)
    hanging.gone = True
    with pytest.raises(Incomplete):
        await store.lane_positions()

    async def is_silent() -> bool:
        try:
            await store.read(table_in(1))
        except StoreUnavailable:
            return True
        return False

    await until(is_silent)
    hanging.gone = False
    await until(lambda: all_answer(store))
    assert await store.read(table_in(1)) == []


async def test_a_caller_who_no_longer_wants_to_know_waits_for_nobody(hanging: Hanging) -> None:
    store = store_over(hanging, last_seconds=600)
    hanging.goes_on.clear()
    waiting = asyncio.create_task(store.heads([table_in(1)]))
    await asyncio.sleep(0)
    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    hanging.goes_on.set()
    assert await store.heads([table_in(1)]) == {}


@pytest.fixture
async def servers(tmp_path: Path) -> AsyncIterator[tuple[Postgres, Postgres]]:
    """Two servers, with two shards each."""
    with two_servers(tmp_path) as pair:
        await prepare(LogAddress.parsed(addresses_of(pair)), 4)
        yield pair


async def test_a_server_that_stands_still_holds_nobody_up(servers: tuple[Postgres, Postgres]) -> None:
    """Its shards are missing in lists, and those of the other server are written and read meanwhile."""
    addresses, versions = addresses_of(servers), itertools.count(1)
    kept, lost = table_in(2), table_in(3)
    async with open_log(addresses, answer_seconds=1.0) as store:
        for each in (kept, lost):
            await store.append(command(each, 0, lobby=lobby(each)))
        with frozen(servers[1]):
            page, away = await as_far_as_known(store.lobby.page(TableFilter()))
            assert ([row.table_id for row in page], away) == ([kept], (1, 3))
            for _ in range(20):
                await store.append(command(kept, next(versions)))
                assert (await as_far_as_known(store.lobby.page(TableFilter())))[1] == (1, 3)
            assert await prepare(LogAddress.parsed(addresses)) == 4
            async with open_log(addresses) as late:
                await late.append(command(kept, next(versions)))
        await until(lambda: all_answer(store))
        await store.append(command(lost, 1))
        assert await store.heads([kept, lost]) == {kept: 22, lost: 2}
