"""Going from one part of the page to another: what the title says, and where people go on who use keys."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from domain import GAMES
from tests.page.browsing import DRAWN, OFFERS, Player, Visitor


async def test_somebody_who_goes_to_another_part_goes_on_from_its_heading_and_finds_it_in_the_title(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    page, heading = visitor.page, visitor.page.locator("h1")
    await visitor.come(ada, "/")
    await page.locator(f"main .rows a[href='{path}']").wait_for()
    await expect(page).to_have_title("● Your turn – Parlour")
    await expect(page.locator("body")).to_be_focused()

    await page.focus("header a[href='/settings']")
    await page.keyboard.press("Enter")
    await expect(heading).to_be_focused()
    await expect(heading).to_have_text("Settings")
    await expect(page).to_have_title("Settings – Parlour")
    await page.select_option("main select >> nth=0", "de")
    await expect(page).to_have_title("Einstellungen – Parlour")
    await page.select_option("main select >> nth=0", "en")
    await page.click("header a[href='/settings']")

    await page.go_back()
    await expect(heading).to_be_focused()
    await expect(page).to_have_title("● Your turn – Parlour")
    await page.focus(f"main .rows a[href='{path}']")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(OFFERS)
    await expect(heading).to_be_focused()
    await expect(page).to_have_title("● Your turn – Honors No. IV – Parlour")
    assert visitor.wrong == []


async def test_somebody_who_does_something_else_before_a_part_has_come_goes_on_with_it(
    visitor: Visitor, ada: Player
) -> None:
    may_come = asyncio.Event()

    async def late(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await visitor.come(ada, "/account")
    await visitor.page.route(re.compile("/v1/(players/.+|tables)$"), late)
    await visitor.page.click("main a[href^='/players/']")
    await visitor.page.focus("header a[href='/tournaments']")
    may_come.set()
    await expect(visitor.page.locator("h1")).to_contain_text("Ada")

    await expect(visitor.page.locator("header a[href='/tournaments']")).to_be_focused()

    may_come.clear()
    await visitor.page.click("header a[href='/']")
    async with visitor.page.expect_response("**/v1/tables") as opened:
        await visitor.page.click(".game .main >> nth=0")
        await visitor.page.click("header a[href='/settings']")
        await expect(visitor.page.locator("h1")).to_have_text("Settings")
        may_come.set()
    await (await opened.value).finished()
    await visitor.page.evaluate(DRAWN)
    await expect(visitor.page.locator("h1")).to_have_text("Settings")
    assert visitor.wrong == []


async def test_a_part_that_is_not_there_is_said_in_its_heading(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/new/chess")

    await expect(visitor.page.locator("main")).to_have_text("There is no such page.")
    await expect(visitor.page.get_by_role("alert")).to_have_count(0)
    await expect(visitor.page).to_have_title("There is no such page. – Parlour")
    assert visitor.refused == {}

    for path in (
        "/tables/xyz",
        "/tables/xyz/foo",
        "/tables/xyz/replay",
        "/players/xyz",
        "/tournaments/xyz",
        "/foo",
        "/tables/",
        "/settings/foo",
        "/leaderboards/literature/foo",
        "/players/xyz/foo",
    ):
        await visitor.go("/settings")
        await expect(visitor.page).to_have_title("Settings – Parlour")
        await visitor.go(path)
        await expect(visitor.page).to_have_title("There is no such page. – Parlour")
        await expect(visitor.page.locator("h1")).to_have_text("There is no such page.")
    assert visitor.wrong == []


@pytest.mark.parametrize("part", ["leaderboards", "statistics"])
async def test_a_game_that_is_not_there_is_said_and_the_others_are_offered(visitor: Visitor, part: str) -> None:
    await visitor.page.goto(f"{visitor.url}/{part}/chess")

    await expect(visitor.page.get_by_role("alert")).to_have_text("There is no such game.")
    told = await visitor.page.inner_text("main")
    assert not [game for game in GAMES if game in told]
    await visitor.page.get_by_role("link", name="Literature").click()
    await expect(visitor.page.get_by_role("alert")).to_have_count(0)
    await expect(visitor.page.locator("h2").first).to_be_visible()
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_part_that_is_closed_to_somebody_is_said_in_its_heading(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        private = ben.table("honors_4", options={"players": 2}, seats=["me", None], visibility="private")
    await visitor.come(ada, "/settings")
    for path in (private, f"{private}?invitation=foo", f"{private}/replay"):
        await visitor.go("/settings")
        await expect(visitor.page).to_have_title("Settings – Parlour")
        await visitor.go(path)
        await expect(visitor.page).to_have_title("This is not open to you. – Parlour")
        await expect(visitor.page.locator("h1")).to_have_text("This is not open to you.")
        await expect(visitor.page.get_by_role("alert")).to_be_visible()
    assert visitor.wrong == []


STEP_BY_STEP = """
(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => (ms === 1_000 ? void (window.step = act) : wait(act, ms, ...more));
})();
"""
"""Lets a replay stand still until the next step is taken."""


async def test_a_replay_that_is_at_its_end_plays_from_its_beginning(visitor: Visitor, ada: Player) -> None:
    over = ada.my_turn()
    ada.abort(over)
    last = ada.ask("GET", over)["version"]
    await visitor.page.add_init_script(STEP_BY_STEP)
    await visitor.come(ada, f"{over}/replay")
    shown = visitor.page.locator(".controls output")
    await expect(shown).to_have_text(f"{last} / {last}")

    await visitor.page.get_by_role("button", name="Play", exact=True).click()

    await expect(shown).to_have_text(f"1 / {last}")
    await visitor.page.wait_for_function("() => window.step")
    await visitor.page.evaluate("window.step()")
    await expect(shown).to_have_text(f"2 / {last}")
    assert visitor.wrong == []
