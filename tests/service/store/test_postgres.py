"""The event store on Postgres keeps the contract: on the embedded one, or on that of PARLOUR_TEST_POSTGRES_URL."""

import contextlib
from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from service.store import EventStore, PostgresStore, lane_of
from tests.service.store.commands import move_the_log, owner_of
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.races import OtherStores

LOSE = """
alter table event disable trigger archived_only;
with last as (
    select position from event where lane = {lane} and table_id = '{table}' and version = {version}
), lost as (
    delete from event using last where event.lane = {lane} and event.position > last.position
)
update lane set position = last.position from last where lane.lane = {lane};
alter table event enable always trigger archived_only;
"""


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

            async def lose(table_id: UUID, last: int) -> EventStore:
                await owner.execute(LOSE.format(lane=lane_of(table_id), table=table_id, version=last))
                await move_the_log(owner)
                return await stack.enter_async_context(PostgresStore.open(postgres_url))

            yield lose
