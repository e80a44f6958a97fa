"""The event store on Postgres keeps the contract: on the embedded one, or on that of PARLOUR_TEST_POSTGRES_URL."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Coroutine
from functools import partial
from typing import Any, Self, cast
from uuid import UUID, uuid4

import pytest

from service.store import EventStore, new_table_id
from service.store.lobby_row import LobbyRow, TableFilter, TableOfDecks
from service.store.postgres.connections import Pool, PoolShare
from service.store.postgres.lobby import DECKS_AT_ONCE, ROWS_AT_ONCE
from service.store.postgres.store import PostgresStore
from tests.service.store.commands import command, lobby, lose, move_the_log, owner_of
from tests.service.store.contract import EventStoreContract, Fork
from tests.service.store.kept import KeptOpen
from tests.service.store.races import OtherStores


class TestPostgresStore(EventStoreContract):
    @pytest.fixture(scope="class")
    @classmethod
    async def kept(cls, postgres_url: str) -> AsyncIterator[KeptOpen]:
        kept = KeptOpen(partial(PostgresStore.open, postgres_url))
        yield kept
        await kept.close()

    @pytest.fixture
    async def store(self, kept: KeptOpen) -> EventStore:
        return await kept.store()

    @pytest.fixture
    async def other_stores(self, postgres_url: str) -> AsyncIterator[OtherStores]:
        async with contextlib.AsyncExitStack() as stack:

            async def others(number: int) -> list[EventStore]:
                return [await stack.enter_async_context(PostgresStore.open(postgres_url, 2)) for _ in range(number)]

            yield others

    @pytest.fixture
    async def fork(self, postgres_url: str, kept: KeptOpen) -> AsyncIterator[Fork]:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(kept.close)
            owner = await owner_of(postgres_url)
            stack.push_async_callback(owner.close)

            async def forked(table_id: UUID, last: int) -> EventStore:
                await lose(owner, table_id, last)
                await move_the_log(owner)
                return await stack.enter_async_context(PostgresStore.open(postgres_url))

            yield forked


async def test_somebody_who_looks_at_a_table_does_not_wait_for_pages_of_the_lobby(postgres_url: str) -> None:
    owner = await owner_of(postgres_url)
    async with PostgresStore.open(postgres_url, timeouts={}, answer_seconds=20) as store:
        async with owner.transaction():
            await owner.execute("lock table lobby in access exclusive mode")
            pages = [asyncio.create_task(store.lobby.page(TableFilter())) for _ in range(20)]
            await asyncio.sleep(0)
            found = await store.heads([UUID(int=1)])
            still_waiting = [not page.done() for page in pages]
        assert await asyncio.gather(*pages) == [await store.lobby.page(TableFilter())] * 20
    await owner.close()

    assert found == {}
    assert all(still_waiting)


async def test_thousands_of_tables_with_decks_are_listed_a_few_at_a_time(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck, made = "7c" * 32, list[tuple[Any, ...]]()

    def noted(*parts: Any) -> TableOfDecks:
        made.append(parts)
        return TableOfDecks(*parts)

    monkeypatch.setattr("service.store.postgres.lobby.TableOfDecks", noted)
    async with PostgresStore.open(postgres_url) as store:
        rows = [lobby(new_table_id(), "open", decks=(deck,)) for _ in range(DECKS_AT_ONCE + 1)]
        await asyncio.gather(*(store.append(command(row.table_id, 0, lobby=row)) for row in rows))
        listing, most = asyncio.ensure_future(store.lobby.decks_going_on()), 0
        while not listing.done():
            before = len(made)
            await asyncio.sleep(0)
            most = max(most, len(made) - before)

        listed = [each.table_id for each in await listing if deck in each.decks]
    assert sorted(listed) == sorted(row.table_id for row in rows)
    assert most <= DECKS_AT_ONCE < len(made)


async def test_the_rows_of_hundreds_of_tables_are_made_a_few_at_a_time(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[dict[str, Any]]()

    def noted(**fields: Any) -> LobbyRow:
        made.append(fields)
        return LobbyRow(**fields)

    async def most_at_once(listing: Coroutine[Any, Any, Collection[object]]) -> int:
        task, most = asyncio.ensure_future(listing), 0
        while not task.done():
            before = len(made)
            await asyncio.sleep(0)
            most = max(most, len(made) - before)
        assert len(await task) == len(rows)
        return most

    monkeypatch.setattr("service.store.postgres.lobby.LobbyRow", noted)
    player = uuid4()
    async with PostgresStore.open(postgres_url) as store:
        rows = [lobby(new_table_id(), creator=player, seats=(player, None)) for _ in range(ROWS_AT_ONCE + 1)]
        await asyncio.gather(*(store.append(command(row.table_id, 0, lobby=row)) for row in rows))
        listings = (
            store.lobby.rows([row.table_id for row in rows]),
            store.lobby.concerning(player),
            store.lobby.seats_of(player),
            store.lobby.waiting_of(player),
        )
        found = [await most_at_once(each) for each in listings]

    assert found == [ROWS_AT_ONCE] * len(listings)


class StandsStill:
    """A pool whose server gives no answer, and counts how often it is asked."""

    asked = 0

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Self]:
        yield self

    async def fetch(self, _: str) -> None:
        self.asked += 1
        await asyncio.sleep(0.02)
        raise TimeoutError


async def test_nobody_waits_for_a_share_of_a_pool_behind_all_who_came_before() -> None:
    pool = StandsStill()
    share = PoolShare(cast("Pool", pool), 1, wait_seconds=0.1)
    async with asyncio.timeout(60):
        answers = await asyncio.gather(*(share.fetch("select") for _ in range(5_000)), return_exceptions=True)

    assert {type(answer) for answer in answers} == {TimeoutError}
    assert pool.asked < len(answers)
