"""The contract, and the service that is to keep it."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from service.app import Surroundings
from service.http.contract.document import contract
from service.settings import Settings
from tests.openapi.promised import whole
from tests.service.http.surface import served
from tests.unlimited import UNLIMITED

REMAKE = "The contract has changed. Remake its files with `make contract`, look at the difference, and commit it."


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """Give the OpenAPI document as the code makes it, with what operations share at each of them."""
    return whole(msgspec.json.decode(contract()))


@pytest.fixture
async def service(postgres_url: str) -> AsyncIterator[Litestar]:
    """Give the service on an empty database."""
    settings = Settings(postgres_url=postgres_url, signing_key=bytes(32), **UNLIMITED, longest_wait_seconds=0)
    async with served(settings, Surroundings()) as app:
        yield app
