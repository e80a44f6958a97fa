"""The event store in memory keeps the contract."""

import pytest

from service.store import EventStore, MemoryStore
from tests.service.store.contract import EventStoreContract
from tests.service.store.races import OtherStores


class TestMemoryStore(EventStoreContract):
    @pytest.fixture
    def store(self) -> EventStore:
        return MemoryStore()

    @pytest.fixture
    def other_stores(self, store: EventStore) -> OtherStores:
        async def others(number: int) -> list[EventStore]:
            return [store] * number

        return others
