"""Nothing is in the way of anybody in what opens beside a page, without an account, and away from the service."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from tests.page.browsing import OFFERS, Player, Visitor
from tests.page.looking import NARROWEST, barriers
from tests.page.test_statistics import FARED, answered, changed
from tests.serving import Service

PHONE = 390
"""The width of a usual phone, in CSS pixels: what others have made for the reference needs more than the narrowest."""


@pytest.fixture
async def stranger(visitor: Visitor) -> AsyncIterator[Visitor]:
    """Somebody without an account, in a narrow window; nothing goes wrong there."""
    await visitor.page.set_viewport_size({"width": NARROWEST, "height": 800})
    yield visitor
    assert visitor.wrong == []


async def test_the_lobby_is_for_everybody_without_an_account(stranger: Visitor) -> None:
    await stranger.page.goto(stranger.url)
    await expect(stranger.page.locator(".game")).to_have_count(8)
    await stranger.page.click(".welcome summary")

    assert await barriers(stranger) == []


async def test_a_rulebook_is_for_everybody_with_all_that_is_folded_in_it(stranger: Visitor, ada: Player) -> None:
    await stranger.come(ada, "/new/medieval_mastery")
    await stranger.page.click("main button:has-text('Rulebook')")
    await expect(stranger.page.locator(".rulebook .text details").first).to_be_visible()
    await stranger.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    await expect(stranger.page.locator(".rulebook pre")).to_be_visible()
    await expect(stranger.page.locator(".rulebook table").first).to_be_visible()

    assert await barriers(stranger) == []


async def test_the_keys_are_for_everybody(stranger: Visitor, ada: Player) -> None:
    await stranger.come(ada, ada.my_turn())
    await stranger.page.wait_for_selector(f"{OFFERS}[aria-keyshortcuts=D]")
    await stranger.page.keyboard.press("?")
    await expect(stranger.page.locator("dialog")).to_be_visible()

    assert await barriers(stranger) == []


async def test_how_games_went_is_for_everybody(stranger: Visitor) -> None:
    await answered(stranger, FARED, changed(players=2))
    await stranger.page.goto(f"{stranger.url}/statistics/honors_4")
    await expect(stranger.page.locator("table.went").nth(1)).to_be_visible()

    assert await barriers(stranger) == []


async def test_the_saved_page_that_verifies_is_for_everybody(stranger: Visitor, ada: Player, tmp_path: Path) -> None:
    saved = tmp_path / "verify.html"
    saved.write_bytes(ada.http.get(f"{stranger.url}/verify.html").content)
    await stranger.page.goto(saved.as_uri())
    await expect(stranger.page.locator("#key")).to_have_value(ada.ask("GET", "/keys")["keys"][0]["public_key"])

    assert await barriers(stranger) == []


async def test_a_browser_without_scripts_leads_to_the_guide_in_all_languages(browser: Browser, live: Service) -> None:
    async with await browser.new_context(java_script_enabled=False) as context:
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{live.port}/settings")
        told = page.locator("main p")
        await expect(told).to_contain_text(["needs JavaScript", "braucht JavaScript", "besoin de JavaScript"])
        box = await told.first.bounding_box()
        assert box is not None
        assert box["x"] > 0
        await told.last.get_by_role("link").click()

        await expect(page.locator("h1")).to_have_text("Parlour")


@pytest.mark.parametrize("unknown", ["color-mix(", "lh)", "selector("])
async def test_a_browser_that_is_too_old_is_told_so_in_all_languages_and_no_other_one_is(
    visitor: Visitor, unknown: str
) -> None:
    await visitor.page.goto(visitor.url)
    told = visitor.page.locator("body > div > p")
    await expect(visitor.page.locator(".game")).to_have_count(8)
    await expect(told.get_by_text("too old")).to_be_hidden()

    async def not_known(route: Route) -> None:
        style = await (await route.fetch()).text()
        await route.fulfill(content_type="text/css", body=style.replace(unknown, f"x-{unknown}"))

    await visitor.page.route("**/style/page.css", not_known)
    await visitor.page.route("**/*.js", lambda route: route.fulfill(content_type="text/javascript", body="one?.?.two"))
    await visitor.page.reload()

    await expect(told).to_have_text([re.compile(each) for each in ("too old", "zu alt", "trop ancien")])
    for each in await told.all():
        await expect(each).to_be_visible()


async def test_no_choices_are_announced_where_moves_differ_by_the_cards_in_hand_alone(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, ada.table("friendlier_than_thou", options={"players": 2}))
    await expect(visitor.page.locator(OFFERS)).to_have_count(16)
    loading = visitor.page.locator(".offers [role=status]:not(:empty)")
    await expect(loading).to_have_count(0)  # what chooses among them has come
    await expect(visitor.page.get_by_role("group", name="Fewer moves")).to_have_count(0)
    assert visitor.wrong == []


async def test_the_api_reference_is_as_wide_as_a_phone(visitor: Visitor) -> None:
    link = {"operationId": "getPlayer", "parameters": {"player_id": "$response.body#/players/0/id"}}
    operation = {"summary": "Find players", "responses": {"200": {"description": "Players", "links": {"first": link}}}}
    contract = {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": "1"},
        "paths": {"/v1/players": {"get": operation}},
        "components": {"schemas": {"PursuitOfHappinessRemnantDiscarded": {"type": "object"}}},
    }  # the whole one takes a browser long
    await visitor.page.route("**/openapi.json", lambda route: route.fulfill(json=contract))
    await visitor.page.set_viewport_size({"width": PHONE, "height": 844})
    await visitor.page.goto(f"{visitor.url}/docs/reference")
    await expect(visitor.page.locator("#contract .json-schema-2020-12__title")).to_be_visible()
    assert await visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE

    await visitor.page.click("#contract .opblock-summary-control")
    await expect(visitor.page.locator("#contract .response-col_links").last).to_be_visible()

    assert await visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE
    assert visitor.wrong == []
