"""A service whose pages are read: nothing changes them, so one serves all tests."""

from collections.abc import AsyncIterator

import pytest

from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[Client]:
    """A client of the service."""
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        yield client
