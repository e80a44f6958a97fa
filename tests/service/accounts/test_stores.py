"""Accounts in memory and on Postgres keep one contract."""

from collections.abc import AsyncIterator

import pytest

from service.accounts.memory import MemoryAccounts
from service.accounts.port import AccountStore
from service.accounts.postgres import PostgresAccounts
from service.store import migrate
from tests.service.accounts.contract import AccountStoreContract


class TestMemoryAccounts(AccountStoreContract):
    @pytest.fixture
    def store(self) -> AccountStore:
        return MemoryAccounts()


class TestPostgresAccounts(AccountStoreContract):
    @pytest.fixture
    async def store(self, postgres_url: str) -> AsyncIterator[AccountStore]:
        await migrate(postgres_url)
        async with PostgresAccounts.open(postgres_url) as store:
            yield store
