import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Self
from uuid import UUID

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.accounts import revocations
from service.accounts.accounts import KEPT_ACCOUNTS, KEPT_SECONDS, KEPT_UNKNOWN, Accounts, token_of
from service.accounts.memory import MemoryAccounts
from service.accounts.port import Account
from service.accounts.revocations import open_accounts
from service.runtime.background import running
from tests.redis_cluster import patient_redis


@pytest.fixture
def store() -> MemoryAccounts:
    return MemoryAccounts()


@pytest.fixture
def accounts(store: MemoryAccounts) -> Accounts:
    return Accounts(store)


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


async def test_no_token_is_kept_in_clear(accounts: Accounts) -> None:
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    ((kept,),) = [page async for page in accounts.tokens()]

    assert kept.hash == hashlib.sha256(token.encode()).digest()
    assert token not in str(kept)


@pytest.mark.parametrize("token", ["", "parlour_", "parlour_" + "A" * 43, "A" * 51, "parlour_" + "é" * 43])
async def test_no_token(accounts: Accounts, token: str) -> None:
    assert await accounts.account(token) is None


async def test_of_many_unknown_tokens_the_newest_are_remembered(accounts: Accounts) -> None:
    tokens = [token_of(number.to_bytes(32)) for number in range(KEPT_UNKNOWN + 1)]
    for token in tokens:
        await accounts.account(token)

    assert [accounts.must_ask(token) for token in tokens[:2]] == [True, False]


async def test_if_there_are_more_accounts_than_room_the_last_one_is_remembered() -> None:
    class Everybody(MemoryAccounts):
        """Accounts where each token is somebody's."""

        async def account(self, token_hash: bytes) -> Account:
            return Account(UUID(int=1), "player", token_hash)

    accounts = Accounts(Everybody())
    for number in range(KEPT_ACCOUNTS + 1):
        await accounts.account_of(number.to_bytes(32))

    first, last = (accounts.cached(number.to_bytes(32)) for number in (0, KEPT_ACCOUNTS))
    assert first is None
    assert last is not None


async def test_an_account_is_remembered_for_a_while(store: MemoryAccounts) -> None:
    seconds = 0.0
    accounts = Accounts(store, clock=lambda: seconds)
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    before = await accounts.account(token)
    await Accounts(store).revoke_token(hashlib.sha256(token.encode()).digest())
    remembered = await accounts.account(token)
    seconds = KEPT_SECONDS
    after = await accounts.account(token)

    assert remembered is before
    assert after is not None
    assert after.revoked


@pytest.mark.parametrize("is_heard", [True, False])
async def test_a_token_that_is_revoked_while_it_is_looked_up_is_looked_up_again(is_heard: bool) -> None:
    class Slow(MemoryAccounts):
        """Accounts whose answers are on their way until they may arrive."""

        may_arrive = asyncio.Event()

        async def account(self, token_hash: bytes) -> Account | None:
            found = await super().account(token_hash)
            await self.may_arrive.wait()
            return found

    store = Slow()
    accounts = Accounts(store)
    token = await accounts.issue_token((await accounts.create_player("Ada")).id)
    looked_up = asyncio.create_task(accounts.account(token))
    await asyncio.sleep(0)
    await (accounts if is_heard else Accounts(store)).revoke_token(hashlib.sha256(token.encode()).digest())
    if not is_heard:
        accounts.forget_all()  # as is done when the word of it may have been missed
    store.may_arrive.set()
    await looked_up

    after = await accounts.account(token)

    assert after is not None
    assert after.revoked


async def test_redis_tells_the_other_processes_of_a_revocation(store: MemoryAccounts, any_redis_url: str) -> None:
    async with (
        patient_redis(any_redis_url) as redis,
        open_accounts(store, redis, kept_seconds=3600.0) as here,
        open_accounts(store, redis, kept_seconds=3600.0) as there,
    ):
        token = await here.issue_token((await here.create_player("Ada")).id)
        await there.account(token)
        await here.revoke_token(hashlib.sha256(token.encode()).digest())
        async with asyncio.timeout(60):
            while not await revoked_at(there, token):  # noqa: ASYNC110 - what sets an event is what is tested
                await asyncio.sleep(0.01)


class Line:
    """A subscription that ends when it is told to: it breaks, or stays open and silent."""

    subscribed = True

    def __init__(self, *, breaks: bool) -> None:
        self._breaks = breaks
        self._begins = False
        self.listening, self.ends = asyncio.Event(), asyncio.Event()

    @contextlib.asynccontextmanager
    async def opened(self, *_: object) -> AsyncIterator[Self]:
        self._begins = True
        self.ends.clear()
        yield self

    async def get_message(self, timeout: float) -> dict[str, Any] | None:  # noqa: ASYNC109 - as it is in redis-py
        if self._begins:
            self._begins = False
            return {"type": "subscribe", "data": 1}
        if not self.ends.is_set():
            self.listening.set()
        await self.ends.wait()
        if self._breaks:
            raise RedisError
        return None

    async def ping(self) -> None:
        """Get no answer."""


@pytest.mark.parametrize("breaks", [True, False], ids=["breaks", "falls silent"])
async def test_somebody_who_may_have_missed_what_redis_told_looks_all_tokens_up_anew(
    store: MemoryAccounts, monkeypatch: pytest.MonkeyPatch, *, breaks: bool
) -> None:
    line, accounts = Line(breaks=breaks), Accounts(store, kept_seconds=3600.0)
    monkeypatch.setattr(revocations, "subscribed", line.opened)
    async with running(partial(revocations.Revocations(Redis(), 0).listen, accounts)), asyncio.timeout(60):
        await line.listening.wait()
        token = await accounts.issue_token((await accounts.create_player("Ada")).id)
        await accounts.account(token)
        await store.revoke_token(hashlib.sha256(token.encode()).digest(), 0)
        before = await revoked_at(accounts, token)
        line.listening.clear()
        line.ends.set()
        await line.listening.wait()

        assert (before, await revoked_at(accounts, token)) == (False, True)


@pytest.mark.parametrize("hangs", [True, False], ids=["hangs", "fails"])
async def test_a_revocation_that_redis_does_not_take_is_told_again(
    monkeypatch: pytest.MonkeyPatch, *, hangs: bool
) -> None:
    tried, told = list[bytes](), asyncio.Event()

    async def taken_the_second_time(_: object, __: str, message: bytes) -> None:
        tried.append(message)
        if len(tried) > 1:
            told.set()
        elif hangs:
            await asyncio.Event().wait()
        else:
            raise RedisError

    monkeypatch.setattr(revocations, "publish", taken_the_second_time)
    monkeypatch.setattr(revocations, "PATIENCE_SECONDS", 0.01)
    word = revocations.Revocations(Redis(), 0)
    word.announce(b"a token")
    async with running(word.publish), asyncio.timeout(60):
        await told.wait()

    assert tried == [b"a token"] * 2


async def test_a_revocation_that_all_know_of_by_now_is_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """So there are never more of them than those of some seconds, however long Redis is away."""
    tried, told, seconds = list[bytes](), asyncio.Event(), 0.0

    async def away_at_first(_: object, __: str, message: bytes) -> None:
        nonlocal seconds
        tried.append(message)
        if seconds:
            told.set()
            return
        seconds += KEPT_SECONDS
        word.announce(b"new")
        raise RedisError

    monkeypatch.setattr(revocations, "publish", away_at_first)
    word = revocations.Revocations(Redis(), 0, clock=lambda: seconds)
    word.announce(b"old")
    word.announce(b"as old")
    async with running(word.publish), asyncio.timeout(60):
        await told.wait()

    assert tried == [b"old", b"new"]


async def test_the_store_is_asked_whose_the_token_of_a_forgotten_player_is(store: MemoryAccounts) -> None:
    seconds = 0.0
    accounts = Accounts(store, clock=lambda: seconds)
    ada = await accounts.create_player("Ada")
    token = await accounts.issue_token(ada.id)
    await accounts.account(token)
    assert not accounts.must_ask(token)

    await accounts.forget_player(ada.id, ada.id)
    assert await accounts.account(token) is None
    assert not accounts.must_ask(token)
    seconds = 2 * KEPT_SECONDS

    assert accounts.must_ask(token)


async def test_it_is_noted_when_a_player_is_forgotten(store: MemoryAccounts) -> None:
    accounts = Accounts(store, now=lambda: 7)
    ada = await accounts.create_player("Ada")

    await accounts.forget_player(ada.id, ada.id)

    assert [each.at for each in await store.forgotten(9)] == [7]


async def revoked_at(accounts: Accounts, token: str) -> bool:
    account = await accounts.account(token)
    return account is not None and account.revoked


async def test_an_unknown_player(accounts: Accounts) -> None:
    ada = await accounts.create_player("Ada")

    assert await accounts.store.player(ada.id) == ada
    assert await accounts.store.player(UUID(int=0)) is None
