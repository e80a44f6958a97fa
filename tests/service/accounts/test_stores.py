"""Accounts in memory and on Postgres keep one contract."""

import contextlib
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest

from service.accounts.memory import MemoryAccounts
from service.accounts.port import Player
from service.accounts.postgres import PostgresAccounts
from service.accounts.store import AccountStore
from service.store import StoreUnavailable
from tests.service.accounts.apps_contract import AppStoreContract, DeviceStoreContract
from tests.service.accounts.contract import AccountStoreContract

LOSE = """
select pg_terminate_backend(pid, 5000) from pg_stat_activity
where application_name = 'parlour' and datname = current_database() and pid <> pg_backend_pid()
"""


class TestMemoryAccounts(AccountStoreContract, AppStoreContract, DeviceStoreContract):
    @pytest.fixture
    def store(self) -> AccountStore:
        return MemoryAccounts()


class TestPostgresAccounts(AccountStoreContract, AppStoreContract, DeviceStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[AccountStore]:
        async with PostgresAccounts.open(postgres_url) as store:
            yield store

    async def test_tokens_are_found_again_after_their_connection_was_lost(
        self, store: AccountStore, postgres_url: str
    ) -> None:
        player = Player(UUID(int=1), "Ada")
        await store.add_player(player, 0)
        await store.add_token(bytes(32), player.id, "player", 0)
        owner = await asyncpg.connect(postgres_url)
        try:
            before = await store.account(bytes(32))
            assert before is not None
            await owner.execute(LOSE)
            with contextlib.suppress(StoreUnavailable):  # those who ask before the loss is noticed
                await store.account(bytes(32))

            assert await store.account(bytes(32)) == before
        finally:
            await owner.close()
