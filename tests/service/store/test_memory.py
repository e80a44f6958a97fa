"""The event store in memory keeps the contract."""

from uuid import UUID

import pytest

from service.store import Epoch, EventStore, MemoryStore
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.races import OtherStores


class TestMemoryStore(EventStoreContract):
    @pytest.fixture
    def store(self) -> EventStore:
        return MemoryStore()

    @pytest.fixture
    def fork(self, store: MemoryStore) -> Fork:
        async def lose(table_id: UUID, last: int) -> EventStore:
            store.database.lose(table_id, last)
            store.begin(Epoch(store.epoch.number + 1, "0a0b0c0d"))
            return store

        return lose

    @pytest.fixture
    def other_stores(self, store: EventStore) -> OtherStores:
        async def others(number: int) -> list[EventStore]:
            return [store] * number

        return others
