"""A game that the service has not known so far is played on the page, which knows no rules."""

import random
from pathlib import Path

from playwright.async_api import BrowserContext

from tests.openapi.hosting import knowing_high_card
from tests.page.browsing import Player, Visitor


async def test_it_is_played_to_its_end(context: BrowserContext, tmp_path: Path) -> None:
    with knowing_high_card(tmp_path) as service:
        url = f"http://127.0.0.1:{service.port}"
        page = await context.new_page()
        with Player(url, "Ada") as ada:
            visitor, path = Visitor(page, url), ada.table("high_card", options={})
            await visitor.come(ada, path)

            await visitor.play(random.Random(1))

            table = ada.ask("GET", path)
            last = await page.get_attribute(".log li:last-child a", "href")
        await page.close()
        assert (table["status"], last) == ("finished", f"{path}/replay#v={table['version']}")
        assert (visitor.wrong, visitor.refused) == ([], {})
