"""Webhooks in memory and on Postgres keep one contract."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import asyncpg
import pytest
from msgspec.structs import replace

from service.store.migrate import WEBHOOKS_SCHEMA
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import WebhookStore
from service.webhooks.postgres import PostgresWebhooks
from tests.service.webhooks.contract import AT, WebhookStoreContract, webhook

LOCK = "select from webhook where id = $1 for update"
SOMEBODY_WAITS = "select exists (select from pg_locks where not granted)"


class TestMemoryWebhooks(WebhookStoreContract):
    @pytest.fixture
    def store(self) -> WebhookStore:
        return MemoryWebhooks()


class TestPostgresWebhooks(WebhookStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[WebhookStore]:
        async with PostgresWebhooks.open(postgres_url, connections=8) as store:
            yield store

    async def test_a_players_webhooks_are_deleted_while_messages_are_made_for_them(
        self, store: WebhookStore, postgres_url: str
    ) -> None:
        player, (low, high) = uuid4(), (UUID(int=number << 64) for number in (1, 2))
        for number, at in ((high, AT), (low, AT + 1)):
            await store.add(replace(webhook(player, at=at), id=number))
        follower = await asyncpg.connect(postgres_url, server_settings={"search_path": WEBHOOKS_SCHEMA})
        try:
            async with follower.transaction():
                await follower.execute(LOCK, low)
                forgetting = asyncio.create_task(store.forget(player))
                while not await follower.fetchval(SOMEBODY_WAITS):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
                await follower.execute(LOCK, high)
            await forgetting
        finally:
            await follower.close()

        assert await store.of_player(player) == []
