"""Players and leaderboards in a browser: what is shown of them, and what a player chooses to show."""

import asyncio
from typing import Any

from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, Player, Visitor
from tests.page.looking import NARROWEST, barriers
from tests.service.workers import eventually


async def test_players_choose_what_their_page_shows(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, f"/players/{ada.account['id']}")
    await visitor.page.locator("label", has_text="Since when").locator("input").uncheck()

    await expect(visitor.page.locator("p", has_text="Here since")).to_have_count(0)
    assert "since" not in ada.ask("GET", "/me")["shows"]
    await expect(visitor.page.locator("h1")).to_contain_text("Ada")
    assert visitor.wrong == []


async def test_what_a_player_chooses_one_after_the_other_is_all_kept(visitor: Visitor, ada: Player) -> None:
    has_come, may_go = asyncio.Event(), asyncio.Event()
    sent: list[Any] = []

    async def hold_the_first(route: Route) -> None:
        if route.request.method == "PATCH":
            sent.append(route.request.post_data_json)
            has_come.set()
            if len(sent) == 1:
                await may_go.wait()
        await route.continue_()

    await visitor.come(ada, f"/players/{ada.account['id']}")
    await visitor.page.route("**/v1/me", hold_the_first)
    for text in ("Since when", "statistics"):
        await visitor.page.locator("main label", has_text=text).locator("input").click()
    await has_come.wait()
    await visitor.page.evaluate(DRAWN)
    assert len(sent) == 1
    may_go.set()

    async def is_kept() -> bool:
        return len(sent) == 2 and ada.ask("GET", "/me")["shows"] == ["tables"]

    await eventually(is_kept)
    await expect(visitor.page.locator("main label input:checked")).to_have_count(1)
    assert visitor.wrong == []


async def test_a_player_blocks_who_sits_at_their_table_on_their_page_and_lifts_that_in_the_account(
    visitor: Visitor, ada: Player
) -> None:
    page, path = visitor.page, f"/players/{ada.account['id']}"
    blocked = page.get_by_role("list").get_by_role("link", name="Ben")
    await page.set_viewport_size({"width": NARROWEST, "height": 800})
    with Player(visitor.url, "Ben") as ben:
        table = ada.table("honors_4", seats=["me", None], options={"players": 2}, auto_start=False)
        ben.ask("POST", f"{table}/seats", {})
        await visitor.come(ada, table)
        await expect(page.locator(".waiting a")).to_contain_text("Ben")
        ada.ask("POST", f"{table}/start", {})
        await page.locator(".seat a", has_text="Ben").click()
        await page.get_by_role("button", name="Block", exact=True).click()
        await page.get_by_role("button", name="Yes").click()
        await expect(page.get_by_text("You block this player.")).to_be_visible()
        assert [each["name"] for each in ada.ask("GET", "/me/blocks")["blocks"]] == ["Ben"]

        await visitor.go("/account")
        await expect(blocked).to_have_attribute("href", f"/players/{ben.account['id']}")
        assert await barriers(visitor) == []
        await page.locator("li button", has_text="Unblock").click()
        await expect(page.locator("h2", has_text="Players whom you block")).to_have_count(0)
        assert ada.ask("GET", "/me/blocks")["blocks"] == []

        await visitor.go(path)
        await expect(page.locator("main label input").first).to_be_visible()
        await expect(page.get_by_role("button", name="Block", exact=True)).to_have_count(0)
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_leaderboards_are_apart_for_people_and_bots(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/leaderboards/literature")
    await visitor.page.locator("button", has_text="Bots").click()

    await expect(visitor.page.locator("#ranking")).to_have_text("Literature: Bots")
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_number_below_zero_has_a_minus_sign(visitor: Visitor, ada: Player) -> None:
    async def ranked(route: Route) -> None:
        entry = {"rank": 1, "player": ada.account["id"], "name": "Ada", "rating": {"rating": -3.5, "games": 20}}
        board: dict[str, Any] = {"kind": "person", "provisional": False, "fewest_games": 10, "up_to": 20}
        await route.fulfill(json=board | {"game": "literature", "entries": [entry], "next_cursor": None})

    message = {"template": "The game ends in a draw, {high} to {low}.", "arguments": {"high": -4, "low": -4}}
    problem = {"code": "game_over", "title": "No.", "status": 409, "message": message}
    await visitor.page.route("**/v1/leaderboards/literature*", ranked)
    for path in ("/v1/tables", "/v1/tables/*/abort"):
        await visitor.page.route(f"**{path}", lambda route: route.fulfill(status=409, json=problem))
    await visitor.come(ada, "/leaderboards/literature")
    await expect(visitor.page.locator("tbody td").nth(1)).to_have_text("−3.5")

    await visitor.go("/")
    await visitor.page.get_by_role("button", name="Play now").first.click()
    await expect(visitor.page.locator(".refusal")).to_have_text("The game ends in a draw, −4 to −4.")

    await visitor.go(ada.table("literature", options={"starter": 0}))  # here the page knows the texts of the game
    await visitor.page.click("text=End without a result")
    await visitor.page.click(".sure button >> nth=0")
    await expect(visitor.page.locator(".refusal")).to_have_text("The game ends in a draw, −4 to −4.")
    assert (visitor.wrong, await visitor.codes()) == ([], ["game_over"])
