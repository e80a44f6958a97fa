"""Databases of a test's own, and a Postgres that it may kill, and that writes to disk as in earnest."""

import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from service.embedded import Postgres, socket_folder

STANDBY = {"synchronous_standby_names": "nobody", "synchronous_commit": "local"}
"""A session that sets `synchronous_commit = on` waits for an answer to its commit for ever."""


@pytest.fixture(scope="module")
def own_server() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="parlour-tests-") as name:
        folder = Path(name)
        with socket_folder(folder) as run, Postgres(folder / "postgres", run, STANDBY) as postgres:
            yield postgres


@pytest.fixture
async def empty_database(postgres_server: str) -> AsyncIterator[str]:
    """Give the URL of a database that only this test has."""
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(postgres_server)
    try:
        await connection.execute(f"create database {name}")
        yield urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
        await connection.execute(f"drop database {name} with (force)")
    finally:
        await connection.close()
