"""A database with games, which is as it was before each test, and a copy of it for tests that change more than rows."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from tests.databases import new_database
from tests.service.audit.sample import Sample, built, way_back
from tests.service.store.commands import owner_of


class Template(NamedTuple):
    """A database that stays as it is, and its tables."""

    database: str
    sample: Sample


@pytest.fixture(scope="module")
async def template(postgres_server: str) -> AsyncIterator[Template]:
    """A database with games, to be copied."""
    async with new_database(postgres_server) as url:
        yield Template(url.rpartition("/")[2].partition("?")[0], await built(url))


@pytest.fixture(scope="module")
async def shared(postgres_server: str, template: Template) -> AsyncIterator[tuple[str, str]]:
    """The URL of a copy, and the statements that bring back what was in it."""
    async with new_database(postgres_server, template.database) as url:
        yield url, await way_back(url)


@pytest.fixture
async def url(shared: tuple[str, str]) -> AsyncIterator[str]:
    """The URL of a copy in which rows may be changed: they are brought back in a tenth of the time of a new copy."""
    url, back = shared
    yield url
    connection = await owner_of(url)
    await connection.execute(back)
    await connection.close()


@pytest.fixture
async def own_url(postgres_server: str, template: Template) -> AsyncIterator[str]:
    """The URL of a copy that nobody else uses."""
    async with new_database(postgres_server, template.database) as url:
        yield url


@pytest.fixture
def sample(template: Template) -> Sample:
    """The tables that are there."""
    return template.sample
