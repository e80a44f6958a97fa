import asyncio
import hashlib
import time
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from redis.asyncio import Redis

from service.accounts.accounts import KEPT_SECONDS, Account, Accounts
from service.accounts.revocations import open_accounts
from service.store.migrate import ACCOUNTS_SCHEMA, migrate
from service.store.postgres.connections import Pool, connected


@pytest.fixture
async def pool(postgres_url: str) -> AsyncIterator[Pool]:
    await migrate(postgres_url)
    async with connected(postgres_url, ACCOUNTS_SCHEMA, 2) as pool:
        yield pool


@pytest.fixture
def accounts(pool: Pool) -> Accounts:
    return Accounts(pool)


async def test_a_token_stands_for_its_player_and_role(accounts: Accounts) -> None:
    ada = await accounts.create_player("Ada")
    token = await accounts.issue_token(ada.id, "operator")
    account = await accounts.account(token)

    assert account == Account(ada.id, "operator", hashlib.sha256(token.encode()).digest())


async def test_a_player_may_have_several_tokens(accounts: Accounts) -> None:
    ada = await accounts.create_player("Ada")
    first, second = await accounts.issue_token(ada.id), await accounts.issue_token(ada.id)
    assert await accounts.revoke_token(hashlib.sha256(first.encode()).digest())

    revoked, good = await accounts.account(first), await accounts.account(second)
    assert revoked is not None
    assert revoked.revoked
    assert good is not None
    assert not good.revoked


async def test_the_database_has_no_token_in_clear(accounts: Accounts, pool: Pool) -> None:
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    rows = await pool.fetch("SELECT * FROM token")

    kept = [value for row in rows for value in row]
    assert hashlib.sha256(token.encode()).digest() in kept
    assert token not in str(kept)


async def test_a_token_is_revoked_once(accounts: Accounts) -> None:
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    token_hash = hashlib.sha256(token.encode()).digest()

    assert await accounts.revoke_token(token_hash)
    assert not await accounts.revoke_token(token_hash)
    assert not await accounts.revoke_token(bytes(32))


@pytest.mark.parametrize("token", ["", "parlour_", "parlour_" + "A" * 43, "A" * 51, "parlour_" + "é" * 43])
async def test_no_token(accounts: Accounts, token: str) -> None:
    assert await accounts.account(token) is None


async def test_an_account_is_remembered_for_a_while(
    accounts: Accounts, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    before = await accounts.account(token)
    await Accounts(pool).revoke_token(hashlib.sha256(token.encode()).digest())
    remembered = await accounts.account(token)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + KEPT_SECONDS)
    after = await accounts.account(token)

    assert remembered is before
    assert after is not None
    assert after.revoked


async def test_redis_tells_the_other_processes_of_a_revocation(
    pool: Pool, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.accounts.accounts.KEPT_SECONDS", 3600.0)
    async with (
        Redis.from_url(redis_url) as redis,
        open_accounts(pool, redis) as here,
        open_accounts(pool, redis) as there,
    ):
        token = await here.issue_token((await here.create_player("Ada")).id)
        await there.account(token)
        await here.revoke_token(hashlib.sha256(token.encode()).digest())
        async with asyncio.timeout(5):
            while not await revoked_at(there, token):  # noqa: ASYNC110 - what sets an event is what is tested
                await asyncio.sleep(0.01)


async def revoked_at(accounts: Accounts, token: str) -> bool:
    account = await accounts.account(token)
    return account is not None and account.revoked


async def test_an_unknown_player(accounts: Accounts) -> None:
    ada = await accounts.create_player("Ada")

    assert await accounts.player(ada.id) == ada
    assert await accounts.player(UUID(int=0)) is None
