"""The event store on Postgres keeps the contract: on the embedded one, or on that of PARLOUR_TEST_POSTGRES_URL."""

import contextlib
from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from service.store import EventStore, PostgresStore
from tests.service.store.commands import lose, move_the_log, owner_of
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.races import OtherStores


class TestPostgresStore(EventStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[EventStore]:
        async with PostgresStore.open(postgres_url) as store:
            yield store

    @pytest.fixture
    async def other_stores(self, postgres_url: str) -> AsyncIterator[OtherStores]:
        async with contextlib.AsyncExitStack() as stack:

            async def others(number: int) -> list[EventStore]:
                return [await stack.enter_async_context(PostgresStore.open(postgres_url, 2)) for _ in range(number)]

            yield others

    @pytest.fixture
    async def fork(self, postgres_url: str) -> AsyncIterator[Fork]:
        async with contextlib.AsyncExitStack() as stack:
            owner = await owner_of(postgres_url)
            stack.push_async_callback(owner.close)

            async def forked(table_id: UUID, last: int) -> EventStore:
                await lose(owner, table_id, last)
                await move_the_log(owner)
                return await stack.enter_async_context(PostgresStore.open(postgres_url))

            yield forked
