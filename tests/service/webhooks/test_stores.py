"""Webhooks in memory and on Postgres keep one contract."""

from collections.abc import AsyncIterator

import pytest

from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import WebhookStore
from service.webhooks.postgres import PostgresWebhooks
from tests.service.webhooks.contract import WebhookStoreContract


class TestMemoryWebhooks(WebhookStoreContract):
    @pytest.fixture
    def store(self) -> WebhookStore:
        return MemoryWebhooks()


class TestPostgresWebhooks(WebhookStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[WebhookStore]:
        async with PostgresWebhooks.open(postgres_url, connections=8) as store:
            yield store
