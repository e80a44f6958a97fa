"""Databases of a test's own, and a Postgres that it may kill, and that writes to disk as in earnest."""

import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from service.embedded import Postgres, socket_folder
from service.store.postgres.connections import Connection
from service.store.postgres.store import PostgresStore
from tests.databases import new_database
from tests.service.store.commands import owner_of

STANDBY = {"synchronous_standby_names": "nobody", "synchronous_commit": "local"}
"""A session that sets `synchronous_commit = on` waits for an answer to its commit for ever."""


@pytest.fixture(scope="module")
def own_server(fresh: Callable[[], Path]) -> Iterator[Postgres]:
    folder = fresh()
    with socket_folder(folder) as run, Postgres(folder / "postgres", run, STANDBY) as postgres:
        yield postgres
    shutil.rmtree(folder)


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    """A log in Postgres, with the rights that a service has."""
    async with PostgresStore.open(postgres_url) as store:
        yield store


@pytest.fixture
async def owner(store: PostgresStore, postgres_url: str) -> AsyncIterator[Connection]:
    """A connection that may do everything."""
    connection = await owner_of(postgres_url)
    yield connection
    await connection.close()


@pytest.fixture
async def databases(postgres_server: str) -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """Give what makes another new database: an empty one, or a copy of that of a name."""
    async with contextlib.AsyncExitStack() as stack:

        async def another(*like: str) -> str:
            return await stack.enter_async_context(new_database(postgres_server, *like))

        yield another
