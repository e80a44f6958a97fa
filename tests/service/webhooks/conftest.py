"""A service whose webhooks are served by hand, for each test."""

from collections.abc import AsyncIterator

import pytest

from tests.service.webhooks.office import Office, office


@pytest.fixture
async def place() -> AsyncIterator[Office]:
    async with office() as place:
        yield place
