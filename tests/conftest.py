"""The servers that tests of the service need: embedded for this run, or those that the environment names."""

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
from redis.asyncio import Redis as Client

from service.embedded import Postgres, Redis, socket_folder

HASTE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""The databases of a test run need not survive a power cut."""


@pytest.fixture(scope="session")
def server_folder() -> Iterator[Path]:
    """Give the data folder of this run's own servers."""
    with tempfile.TemporaryDirectory(prefix="parlour-tests-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def postgres_server(server_folder: Path) -> Iterator[str]:
    """Give the URL of a Postgres whose role may create databases."""
    given = os.environ.get("PARLOUR_TEST_POSTGRES_URL")
    if given is not None:
        yield given
        return
    with socket_folder(server_folder) as run, Postgres(server_folder / "postgres", run, HASTE) as postgres:
        yield postgres.url


@pytest.fixture(scope="session")
def redis_server(server_folder: Path) -> Iterator[str]:
    """Give the URL of a Redis that nobody else uses: of a server that is given, each test process has a database."""
    given = os.environ.get("PARLOUR_TEST_REDIS_URL")
    if given is not None:
        process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        yield urlsplit(given)._replace(path=f"/{process}").geturl()
        return
    with socket_folder(server_folder) as run, Redis(server_folder / "redis", run) as redis:
        yield redis.url


@pytest.fixture(scope="module")
async def postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """Give the URL of an empty database, a new one for each test module."""
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(postgres_server)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


@pytest.fixture(scope="module")
async def redis_url(redis_server: str) -> str:
    """Give the URL of a Redis that holds nothing when a test module begins."""
    async with Client.from_url(redis_server) as client:
        await client.flushdb()
    return redis_server


@pytest.fixture(scope="session")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a data folder whose servers were started once and are stopped."""
    folder = tmp_path_factory.mktemp("stopped")
    with Postgres(folder / "postgres", folder / "run"):
        pass
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def data(stopped: Path, tmp_path: Path) -> Iterator[Path]:
    """Give a copy of that folder."""
    folder = tmp_path / "data"
    subprocess.run(["cp", "-a", stopped, folder], check=True)
    yield folder
    shutil.rmtree(folder)
