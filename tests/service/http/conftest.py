"""The whole service in process."""

from collections.abc import AsyncIterator

import pytest
from litestar import Litestar

from service.app import create_app
from service.settings import Settings
from tests.service.http.surface import Client, client_of, in_memory, started


@pytest.fixture
def settings(postgres_url: str) -> Settings:
    """The settings of a service that keeps everything in Postgres."""
    return Settings(postgres_url=postgres_url, signing_key=bytes(32))


@pytest.fixture
async def app() -> AsyncIterator[Litestar]:
    """The service, started; it keeps everything in memory."""
    async with started(create_app(Settings(signing_key=bytes(32)), in_memory())) as app:
        yield app


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[Client]:
    async with client_of(app) as client:
        yield client


@pytest.fixture
async def ada(client: Client) -> dict[str, str]:
    """The Authorization header of a player, Ada."""
    answer = await client.post("/v1/players", json={"name": "Ada"})
    return {"Authorization": f"Bearer {answer.json()['token']}"}
