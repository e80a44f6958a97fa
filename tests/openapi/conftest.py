"""The contract, and the service that is to keep it."""

from typing import Any

import msgspec
import pytest
from litestar import Litestar

from service.app import create_app
from service.http.contract.document import contract
from service.settings import Settings
from tests.openapi.promised import whole
from tests.unlimited import UNLIMITED

REMAKE = "The contract has changed. Remake its files with `make contract`, look at the difference, and commit it."


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """Give the OpenAPI document as the code makes it, with what operations share at each of them."""
    return whole(msgspec.json.decode(contract()))


@pytest.fixture
def service(postgres_url: str) -> Litestar:
    """Give the service on an empty database, not started."""
    return create_app(Settings(postgres_url=postgres_url, signing_key=bytes(32), **UNLIMITED, longest_wait_seconds=0))
