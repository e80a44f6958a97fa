"""A database with games, and a copy of it for each test."""

from collections.abc import AsyncIterator

import pytest

from tests.databases import new_database
from tests.service.audit.sample import Sample, built


@pytest.fixture(scope="module")
async def template(postgres_server: str) -> AsyncIterator[tuple[str, Sample]]:
    """The name of a database with games, to be copied, and its tables."""
    async with new_database(postgres_server) as url:
        yield url.rpartition("/")[2].partition("?")[0], await built(url)


@pytest.fixture
async def url(postgres_server: str, template: tuple[str, Sample]) -> AsyncIterator[str]:
    """The URL of a copy."""
    async with new_database(postgres_server, template[0]) as url:
        yield url


@pytest.fixture
def sample(template: tuple[str, Sample]) -> Sample:
    """The tables that are there."""
    return template[1]
