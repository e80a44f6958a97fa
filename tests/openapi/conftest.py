"""The contract, and the service that is to keep it."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from service.http.contract.document import contract
from service.settings import Settings
from tests.openapi.promised import whole
from tests.service.http.surface import in_memory, served
from tests.unlimited import UNLIMITED

REMAKE = "The contract has changed. Remake its files with `make contract`, look at the difference, and commit it."


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """Give the OpenAPI document as the code makes it, with what operations share at each of them."""
    return whole(msgspec.json.decode(contract()))


@pytest.fixture
async def service() -> AsyncIterator[Litestar]:
    """Give the service, which keeps everything in memory."""
    settings = Settings(signing_key=bytes(32), **UNLIMITED, longest_wait_seconds=0)
    async with served(settings, in_memory()) as app:
        yield app
