"""Accounts in memory and on Postgres keep one contract."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID, uuid4

import asyncpg
import pytest

from service.accounts.apps_port import Agreement
from service.accounts.apps_postgres import FORGET_REQUESTS, REMOVE_APP, REVOKE_OF_APP
from service.accounts.devices_postgres import AGREE
from service.accounts.memory import MemoryAccounts
from service.accounts.port import Forgotten, Player
from service.accounts.postgres import FORGET_PLAYER, FORGET_TOKENS, PostgresAccounts
from service.accounts.postgres_tokens import ADD_TOKEN, LOCK_PLAYER
from service.accounts.store import AccountStore
from service.store import StoreUnavailable
from service.store.migrate import ACCOUNTS_SCHEMA
from service.store.postgres.connections import Connection
from tests.service.accounts.apps_contract import (
    AT,
    AppStoreContract,
    DeviceStoreContract,
    agreed,
    asking,
    consent_to,
    fresh,
    made,
    shown_by,
)
from tests.service.accounts.contract import AccountStoreContract
from tests.service.workers import eventually

LOSE = """
select pg_terminate_backend(pid, 5000) from pg_stat_activity
where application_name = 'parlour' and datname = current_database() and pid <> pg_backend_pid()
"""

LOCK = "select from token where hash = $1 for no key update"
LOCK_BLOCK = "select from block where player = $1 and blocked = $2 for update"
FIRST_BLOCK = "select player, blocked from block where player = $1 or blocked = $1 order by ctid limit 1"
SOMEBODY_WAITS = "select exists (select from pg_locks where not granted)"

ENDS: dict[str, Callable[[AccountStore, UUID, bytes], Awaitable[object]]] = {
    "revoked": lambda store, player, mine: store.revoke_others(player, mine, 0),
    "forgotten": lambda store, player, _: store.forget(Forgotten(player, 0, player)),
}


NOTHING: dict[str, tuple[object, ...]] = {"code": (None, []), "device": ("unknown", None, [])}
"""What an app is told, by its way to a token, if there is nothing to be had."""


async def asked_for(store: AccountStore, way: str) -> tuple[Callable[[], Awaitable[object]], Agreement]:
    """Return how a new app asks for its token, and what a player has agreed to."""
    app = await made(store)
    if way == "code":
        code = await agreed(store, app)
        return lambda: store.redeem(code.hash, shown_by(code), fresh()), code.agreement
    device = await asking(store, app.id)
    agreement = await consent_to(store, device)
    await store.decide(device.user_code, agreement, AT)
    return lambda: store.poll(device.hash, device.app, fresh(), AT), agreement


@contextlib.asynccontextmanager
async def elsewhere(url: str) -> AsyncIterator[Connection]:
    """Give another connection, in a transaction that is committed when the context is left."""
    connection = await asyncpg.connect(url, server_settings={"search_path": ACCOUNTS_SCHEMA})
    try:
        async with connection.transaction():
            yield connection
    finally:
        await connection.close()


async def somebody_waits(connection: Connection) -> None:
    """Wait until somebody waits for a lock that a transaction has."""

    async def waits() -> bool:
        return bool(await connection.fetchval(SOMEBODY_WAITS))

    await eventually(waits, seconds=10)


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

    async def test_nobody_waits_for_names_behind_many_who_sign_up(self, store: AccountStore, postgres_url: str) -> None:
        ada = Player(uuid4(), "Ada")
        await store.add_player(ada, 0)
        owner = await asyncpg.connect(postgres_url, server_settings={"search_path": ACCOUNTS_SCHEMA})
        try:
            async with owner.transaction():
                await owner.execute("lock table player in exclusive mode")
                coming = [asyncio.create_task(store.add_player(Player(uuid4(), "Ben"), 0)) for _ in range(20)]
                await asyncio.sleep(0)
                names = await store.names([ada.id])
                still_waiting = [not each.done() for each in coming]
            await asyncio.gather(*coming)
        finally:
            await owner.close()

        assert names == {ada.id: "Ada"}
        assert all(still_waiting)

    @pytest.mark.parametrize("end", ENDS)
    async def test_tokens_become_worthless_while_their_uses_are_noted(
        self, store: AccountStore, postgres_url: str, end: str
    ) -> None:
        player, (low, mine, high) = Player(uuid4(), "Ada"), sorted(uuid4().bytes * 2 for _ in range(3))
        await store.add_player(player, 0)
        for each in (high, mine, low):
            await store.add_token(each, player.id, "player", 0)
        noting = await asyncpg.connect(postgres_url, server_settings={"search_path": ACCOUNTS_SCHEMA})
        try:
            async with noting.transaction():
                await noting.execute(LOCK, low)
                ending = asyncio.ensure_future(ENDS[end](store, player.id, mine))
                while not await noting.fetchval(SOMEBODY_WAITS):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
                await noting.execute(LOCK, high)
            await ending
        finally:
            await noting.close()

        assert {low, high}.isdisjoint(each.hash for each in await store.tokens_of(player.id, 0))

    async def test_a_code_that_is_sent_again_leaves_no_token_that_is_just_being_made(
        self, store: AccountStore, postgres_url: str
    ) -> None:
        player, code, (mine, theirs) = uuid4(), uuid4().bytes * 2, [uuid4().bytes * 2 for _ in range(2)]
        await store.add_player(Player(player, "Ada"), 0)
        await store.set_recovery(player, code, 0)
        await store.recover(code, mine, 1, revoke_others=False)
        making = await asyncpg.connect(postgres_url, server_settings={"search_path": ACCOUNTS_SCHEMA})
        try:
            async with making.transaction():
                await making.execute(LOCK_PLAYER, player)
                again = asyncio.ensure_future(store.recover(code, mine, 2, revoke_others=True))
                while not again.done() and not await making.fetchval(SOMEBODY_WAITS):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
                await making.execute(ADD_TOKEN, theirs, player, "player", 2, "", None, None, None, None)
            assert await again == (player, [theirs])
        finally:
            await making.close()

        assert [each.hash for each in await store.tokens_of(player, 3)] == [mine]

    @pytest.mark.parametrize("way", ["code", "device"])
    async def test_no_app_is_given_a_token_of_a_player_who_is_just_being_forgotten(
        self, store: AccountStore, postgres_url: str, way: str
    ) -> None:
        ask, agreement = await asked_for(store, way)
        async with elsewhere(postgres_url) as forgetting:
            await forgetting.execute(LOCK_PLAYER, agreement.player)
            answer = asyncio.ensure_future(ask())
            await somebody_waits(forgetting)
            for each in (FORGET_TOKENS, FORGET_PLAYER):
                await forgetting.execute(each, agreement.player)

        assert NOTHING[way] == await answer

    async def test_nothing_is_left_of_a_player_for_whom_a_token_is_just_being_made(
        self, store: AccountStore, postgres_url: str
    ) -> None:
        player, token = uuid4(), fresh()
        await store.add_player(Player(player, "Ada"), 0)
        async with elsewhere(postgres_url) as making:
            await making.execute(LOCK_PLAYER, player)
            forgetting = asyncio.ensure_future(store.forget(Forgotten(player, 0, player)))
            await somebody_waits(making)
            await making.execute(ADD_TOKEN, token, player, "player", 0, "", None, None, None, None)

        assert await forgetting == [token]
        assert (await store.player(player), await store.account(token)) == (None, None)

    @pytest.mark.parametrize("way", ["code", "device"])
    async def test_an_app_that_is_just_being_removed_is_given_no_token(
        self, store: AccountStore, postgres_url: str, way: str
    ) -> None:
        ask, agreement = await asked_for(store, way)
        async with elsewhere(postgres_url) as removing:
            await removing.execute(REMOVE_APP, agreement.app)
            await removing.execute(FORGET_REQUESTS, agreement.app)
            answer = asyncio.ensure_future(ask())
            await somebody_waits(removing)
            await removing.execute(REVOKE_OF_APP, agreement.app, AT)

        assert NOTHING[way] == await answer
        assert [each.terms.app for each in await store.tokens_of(agreement.player, AT)] == [None]

    async def test_a_device_that_asks_while_somebody_agrees_is_given_its_token_the_next_time(
        self, store: AccountStore, postgres_url: str
    ) -> None:
        device = await asking(store)
        agreement = await consent_to(store, device)
        agreed = (agreement.player, agreement.agreed_with, agreement.role, ["watch"], agreement.expires_at)
        async with elsewhere(postgres_url) as agreeing:
            await agreeing.execute(AGREE, device.user_code, AT, *agreed)
            answer = asyncio.ensure_future(store.poll(device.hash, device.app, fresh(), AT))
            await somebody_waits(agreeing)

        assert await answer == ("waiting", None, []), "its player is not locked"
        assert await store.poll(device.hash, device.app, fresh(), AT) == ("given", agreement, [])

    async def test_two_who_block_each_other_are_forgotten_at_once(self, store: AccountStore, postgres_url: str) -> None:
        ada, bob = uuid4(), uuid4()
        for each in (ada, bob):
            await store.add_player(Player(each, "Ada"), 0)
        await store.block(ada, bob, 0)
        await store.block(bob, ada, 0)
        other = await asyncpg.connect(postgres_url, server_settings={"search_path": ACCOUNTS_SCHEMA})
        try:
            async with other.transaction():  # as it goes where the first of them is forgotten
                ((first, second),) = await other.fetch(FIRST_BLOCK, ada)
                await other.execute(LOCK_BLOCK, first, second)
                forgetting = asyncio.ensure_future(store.forget(Forgotten(second, 0, second)))
                while not await other.fetchval(SOMEBODY_WAITS):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
                await other.execute(LOCK_BLOCK, second, first)
            await forgetting
        finally:
            await other.close()

        assert (await store.player(second), await store.blocks_of(first)) == (None, [])
