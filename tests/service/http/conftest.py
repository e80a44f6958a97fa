"""The whole service in process."""

import dataclasses
from collections.abc import AsyncIterator

import pytest
from litestar import Litestar

from service.app import Surroundings
from service.live.pace import PACE, Pace
from service.settings import Settings
from tests.service.history.test_results import Given
from tests.service.http.occasions import Clock, Scene
from tests.service.http.surface import IN_MEMORY, Client, InProcess, Later, in_memory, served
from tests.unlimited import UNLIMITED

KEPT = ("/openapi.json", "/v1/games", "/v1/messages", "/docs/search.json")
"""Documents with all games in them, which a process makes once."""


@pytest.fixture(scope="session", autouse=True)
async def kept() -> None:
    """Let these documents be made before a test lets this process know the toy."""
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        for path in KEPT:
            assert (await client.get(path)).is_success


@pytest.fixture(scope="module")
def settings(postgres_url: str) -> Settings:
    """The settings of a service that keeps everything in Postgres."""
    return Settings(postgres_url=postgres_url, signing_key=bytes(32), **UNLIMITED)


@pytest.fixture
def pace(request: pytest.FixtureRequest) -> Pace:
    """The pace of those who read, that of a service if a test gives none (indirectly)."""
    given: Pace = getattr(request, "param", PACE)
    return given


@pytest.fixture
def surroundings(pace: Pace) -> Surroundings:
    """A clock and stores that several workers share. No two tables are opened at the same time."""
    return dataclasses.replace(in_memory(now=Later()), pace=pace)


@pytest.fixture
async def app(surroundings: Surroundings) -> AsyncIterator[Litestar]:
    """The service, started; it keeps everything in memory."""
    async with served(IN_MEMORY, surroundings) as app:
        yield app


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[Client]:
    async with InProcess(app) as client:
        yield client


@pytest.fixture
async def other(surroundings: Surroundings) -> AsyncIterator[Client]:
    """A client of another worker of the same service."""
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        yield client


@pytest.fixture
async def ada(client: Client) -> dict[str, str]:
    """The Authorization header of a player, Ada."""
    answer = await client.post("/v1/players", json={"name": "Ada"})
    return {"Authorization": f"Bearer {answer.json()['token']}"}


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    """Give a service of its own with a clock that the test moves; it keeps everything in memory."""
    clock = Clock()
    async with served(IN_MEMORY, in_memory(now=clock)) as app, InProcess(app) as client:
        yield Scene(app, client, clock)


@pytest.fixture
def given() -> Given:
    """A history of games that are given."""
    return Given([])


@pytest.fixture
async def told(given: Given) -> AsyncIterator[Litestar]:
    """The service over this history."""
    surroundings = dataclasses.replace(in_memory(now=Clock()), history=given)
    async with served(IN_MEMORY, surroundings) as app:
        yield app
