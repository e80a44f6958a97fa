"""The chat in memory and on Postgres keeps one contract."""

from collections.abc import AsyncIterator

import pytest

from service.chat.memory import MemoryChat
from service.chat.port import ChatStore
from service.chat.postgres import PostgresChat
from tests.service.chat.contract import FEW, ChatStoreContract


class TestMemoryChat(ChatStoreContract):
    @pytest.fixture
    def store(self) -> ChatStore:
        return MemoryChat(FEW)


class TestPostgresChat(ChatStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[ChatStore]:
        async with PostgresChat.open(postgres_url, connections=8, most_kept=FEW, rooms_at_once=2) as store:
            yield store
