"""The event store on Postgres keeps the contract: on the embedded one, or on that of PARLOUR_TEST_POSTGRES_URL."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from uuid import UUID

import pytest

from service.store import EventStore, PostgresStore
from tests.service.store.commands import lose, move_the_log, owner_of
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.kept import KeptOpen
from tests.service.store.races import OtherStores


class TestPostgresStore(EventStoreContract):
    @pytest.fixture(scope="class")
    @classmethod
    async def kept(cls, postgres_url: str) -> AsyncIterator[KeptOpen]:
        kept = KeptOpen(partial(PostgresStore.open, postgres_url))
        yield kept
        await kept.close()

    @pytest.fixture
    async def store(self, kept: KeptOpen) -> EventStore:
        return await kept.store()

    @pytest.fixture
    async def other_stores(self, postgres_url: str) -> AsyncIterator[OtherStores]:
        async with contextlib.AsyncExitStack() as stack:

            async def others(number: int) -> list[EventStore]:
                return [await stack.enter_async_context(PostgresStore.open(postgres_url, 2)) for _ in range(number)]

            yield others

    @pytest.fixture
    async def fork(self, postgres_url: str, kept: KeptOpen) -> AsyncIterator[Fork]:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(kept.close)
            owner = await owner_of(postgres_url)
            stack.push_async_callback(owner.close)

            async def forked(table_id: UUID, last: int) -> EventStore:
                await lose(owner, table_id, last)
                await move_the_log(owner)
                return await stack.enter_async_context(PostgresStore.open(postgres_url))

            yield forked
