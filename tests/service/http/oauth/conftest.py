"""A service that apps know by its address, an app, and a player."""

from collections.abc import AsyncIterator

import msgspec
import pytest
from litestar import Litestar

from service.accounts.apps_port import App
from service.app import Surroundings
from tests.service.http.oauth.browser import ISSUER, REDIRECT, Browser
from tests.service.http.surface import IN_MEMORY, served

SETTINGS = msgspec.structs.replace(IN_MEMORY, public_url=ISSUER, cors_origins=("https://tablecloth.example",))


@pytest.fixture
async def app(surroundings: Surroundings) -> AsyncIterator[Litestar]:
    """The service, started."""
    async with served(SETTINGS, surroundings) as app:
        yield app


@pytest.fixture
async def tablecloth(app: Litestar) -> App:
    """An app."""
    made: App = await app.state.services.apps.make(
        "Tablecloth", (REDIRECT, "http://127.0.0.1/back", "example.app:/back")
    )
    return made


@pytest.fixture
async def token(app: Litestar) -> str:
    """The token of a player, Ada."""
    ada = await app.state.services.accounts.create_player("Ada")
    issued: str = await app.state.services.accounts.issue_token(ada.id)
    return issued


@pytest.fixture
async def browser(app: Litestar) -> AsyncIterator[Browser]:
    """The browser of a person."""
    browser = Browser(app)
    async with browser.client:
        yield browser
