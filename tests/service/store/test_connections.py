"""What connections to Postgres ask it for besides the statements that are given to them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from uuid import UUID

import asyncpg
import pytest
from asyncpg.pool import PoolConnectionProxy

from service.store.migrate import LOG_SCHEMA
from service.store.postgres.connections import Connection, connect, connected

Opened = Callable[[str], AbstractAsyncContextManager["Connection | PoolConnectionProxy[asyncpg.Record]"]]

IDS = "select $1::uuid[]"


@contextlib.asynccontextmanager
async def alone(url: str) -> AsyncIterator[Connection]:
    """Open a connection that one has for oneself."""
    connection = await connect(url, LOG_SCHEMA)
    yield connection
    await connection.close()


@contextlib.asynccontextmanager
async def pooled(url: str) -> "AsyncIterator[PoolConnectionProxy[asyncpg.Record]]":
    """Open a connection of a pool."""
    async with connected(url, LOG_SCHEMA, 1) as pool, pool.acquire() as connection:
        yield connection


async def asked(connection: "Connection | PoolConnectionProxy[asyncpg.Record]", query: str, given: object) -> list[str]:
    """Return the statements that a connection sends for one statement and what is given to it."""
    found: list[str] = []
    with connection.query_logger(lambda logged: found.append(logged.query)):
        await connection.fetchval(query, given)
        await asyncio.sleep(0)  # in which the last one is told
    return found


@pytest.mark.parametrize("opened", [alone, pooled])
async def test_connections_know_the_arrays_that_others_have_met(postgres_url: str, opened: Opened) -> None:
    async with opened(postgres_url) as first:
        await first.fetchval(IDS, [UUID(int=1)])

    async with opened(postgres_url) as second:
        assert await asked(second, IDS, [UUID(int=1)]) == [IDS]


async def test_what_was_made_in_a_database_is_asked_for_on_each_connection(empty_database: str) -> None:
    owner = await asyncpg.connect(empty_database)
    await owner.execute("create type suit as enum ('hearts', 'spades')")
    await owner.close()

    for _ in range(2):
        async with alone(empty_database) as connection:
            assert len(await asked(connection, "select $1::public.suit[]", ["hearts"])) > 1
