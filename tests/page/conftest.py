"""A browser for the tests of the page; where no Chromium is installed, they are skipped."""

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, BrowserContext

from tests.chromium import BROWSER
from tests.page.browsing import Player, Visitor, chromium
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.serving import Service


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """A client of the service in this process."""
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        yield client


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser without a window."""
    if BROWSER is None:
        pytest.skip("there is no Chromium on this machine")
    async with chromium() as started:
        yield started


@pytest.fixture(scope="session")
async def context(browser: Browser, live: Service) -> AsyncIterator[BrowserContext]:
    """Where visitors come one after another; its first page keeps the process in which theirs are shown, too."""
    context = await browser.new_context(
        viewport={"width": 1200, "height": 900}, locale="en-GB", reduced_motion="reduce"
    )
    await (await context.new_page()).goto(f"http://127.0.0.1:{live.port}/v1/keys")
    yield context
    await context.close()


@pytest.fixture
async def visitor(context: BrowserContext, live: Service) -> AsyncIterator[Visitor]:
    """Somebody who has never been here, and wants things to stand still: to draw what slides takes a browser long."""
    yield Visitor(await context.new_page(), f"http://127.0.0.1:{live.port}")
    first, *others = context.pages
    for page in others:
        await page.close()
    await first.evaluate("localStorage.clear()")
    await context.clear_cookies()
    await context.set_offline(False)


@pytest.fixture
def ada(live: Service) -> Iterator[Player]:
    """A player, as a client of the service."""
    with Player(f"http://127.0.0.1:{live.port}", "Ada") as player:
        yield player
