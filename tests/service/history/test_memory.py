"""The history in memory keeps the contract."""

import pytest

from service.history.memory import MemoryHistory
from service.history.port import HistoryStore, Refusals
from service.store import EventStore, MemoryStore
from tests.service.history.contract import CaughtUp, HistoryContract


class TestMemoryHistory(HistoryContract):
    @pytest.fixture
    def event_log(self) -> EventStore:
        return MemoryStore()

    @pytest.fixture
    def history(self, event_log: EventStore) -> HistoryStore:
        return MemoryHistory(event_log)

    @pytest.fixture
    def caught_up(self, history: HistoryStore) -> CaughtUp:
        async def catch_up() -> None:
            await history.last_number()

        return catch_up

    async def refused(self, history: HistoryStore, counted: Refusals) -> int:
        assert isinstance(history, MemoryHistory)
        return history.refusals[counted.day, counted.game, counted.code]
