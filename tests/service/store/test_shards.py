"""A log of several shards keeps the contract of one: in memory, and in databases on two servers, two shards in each."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from uuid import UUID

import pytest

from service.embedded import Postgres
from service.log_address import LogAddress
from service.store import Epoch, EventStore, MemoryStore
from service.store.migrate import LogShard
from service.store.postgres.connections import connect
from service.store.postgres.opening import open_log, prepare
from tests.databases import new_database
from tests.service.store.commands import lose, move_the_log
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.kept import KeptOpen
from tests.service.store.races import OtherStores
from tests.service.store.sharded import over


class TestShardsInMemory(EventStoreContract):
    @pytest.fixture
    def shards(self) -> list[MemoryStore]:
        return [MemoryStore() for _ in range(4)]

    @pytest.fixture
    def store(self, shards: list[MemoryStore]) -> EventStore:
        return over(shards)

    @pytest.fixture
    def fork(self, store: EventStore, shards: list[MemoryStore]) -> Fork:
        async def lose(table_id: UUID, last: int) -> EventStore:
            own, epoch = shards[table_id.int % len(shards)], Epoch(store.epoch.number + 1, "0a0b0c0d")
            own.database.lose(table_id, last)
            for each in shards:
                each.begin(epoch)
            return store

        return lose

    @pytest.fixture
    def other_stores(self, store: EventStore) -> OtherStores:
        async def others(number: int) -> list[EventStore]:
            return [store] * number

        return others


class ShardsOnPostgres(EventStoreContract):
    """The contract for shards in databases; a subclass gives `addresses`, which have been prepared, and `number`."""

    number: int

    @pytest.fixture(scope="class")
    @classmethod
    async def kept(cls, addresses: str) -> AsyncIterator[KeptOpen]:
        kept = KeptOpen(partial(open_log, addresses))
        yield kept
        await kept.close()

    @pytest.fixture
    async def store(self, kept: KeptOpen) -> EventStore:
        return await kept.store()

    @pytest.fixture
    async def other_stores(self, addresses: str) -> AsyncIterator[OtherStores]:
        async with contextlib.AsyncExitStack() as stack:

            async def others(number: int) -> list[EventStore]:
                return [await stack.enter_async_context(open_log(addresses, 2)) for _ in range(number)]

            yield others

    @pytest.fixture
    async def fork(self, addresses: str, kept: KeptOpen) -> AsyncIterator[Fork]:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(kept.close)

            async def forked(table_id: UUID, last: int) -> EventStore:
                for shard in range(self.number):
                    of_this = LogShard(shard, self.number)
                    owner = await connect(LogAddress.parsed(addresses).of(shard), of_this.schema)
                    stack.push_async_callback(owner.close)
                    await owner.execute("reset role")
                    if table_id.int % self.number == shard:
                        await lose(owner, table_id, last)
                    await move_the_log(owner)
                return await stack.enter_async_context(open_log(addresses))

            yield forked


@pytest.fixture(scope="module")
async def two_servers(postgres_server: str, own_server: Postgres) -> AsyncIterator[str]:
    """Four shards on two servers."""
    async with new_database(postgres_server) as one, new_database(own_server.url) as other:
        await prepare(LogAddress((one, other)), 4)
        yield f"{one} {other}"


class TestFourShardsOnTwoServers(ShardsOnPostgres):
    number = 4

    @pytest.fixture(scope="class")
    @classmethod
    def addresses(cls, two_servers: str) -> str:
        return two_servers
