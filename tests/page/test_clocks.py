"""How long somebody still has: for this decision, and of the reserve for the whole game."""

import asyncio
import re
import time
from typing import Any

from playwright.async_api import Route, expect

from tests.page.browsing import OFFERS, Player, Visitor, at_once
from tests.page.feeding import FED, FEED, feed

RESERVE_MS = 300_000
HOUR_MS = 3_600_000
A_MINUTE = re.compile(r"^(1:00|0:[1-5]\d)$")
AN_HOUR_FAST = "const real = Date.now; window.fast = 3_600_000; Date.now = () => real() + window.fast;"


def pressed_for_time(view: dict[str, Any], left_ms: int) -> dict[str, Any]:
    """Return a line with a view where the decision of seat 0 lapses after `left_ms`, the reserve included."""
    view["decision"]["deadline"] = view["layout"]["seats"][0]["deadline"] = int(time.time() * 1_000) + left_ms
    return {"type": "view", "view": view, "cursor": "1"}


async def test_the_time_for_a_decision_runs_down_first_and_then_the_reserve(visitor: Visitor, ada: Player) -> None:
    settings = {"turn_limit_ms": 90_000, "reserve_ms": RESERVE_MS}
    path = ada.table("honors_4", options={"players": 3, "dealer": 2, "opener": "left_of_dealer"}, settings=settings)
    view = ada.ask("GET", f"{path}/view")
    await visitor.page.add_init_script(FEED)
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    clock, reserve = (visitor.page.locator(f".decision .clock{each}") for each in ("[role=timer]", ".reserve"))

    await feed(visitor.page, pressed_for_time(view, 60 * HOUR_MS))
    await expect(clock).to_have_text("2 days left")
    await feed(visitor.page, pressed_for_time(view, HOUR_MS + RESERVE_MS))
    await expect(clock).to_have_text(re.compile(r"^(1:00:00|5\d:\d\d)$"))
    await expect(reserve).to_have_text("5:00 in reserve")
    await expect(visitor.page.locator(".seat.mine .clock.reserve")).to_have_text("5:00 in reserve")
    await expect(visitor.page.locator(".others .clock")).to_have_count(0)
    await expect(clock).not_to_have_text(await clock.inner_text())

    await feed(visitor.page, pressed_for_time(view, RESERVE_MS - 60_000))
    await expect(clock).to_have_count(0)
    await expect(reserve).to_have_text(re.compile(r"^(4:00|[0-3]:\d\d) in reserve$"))
    await expect(reserve).to_have_class(re.compile("late"))
    assert visitor.wrong == []


async def test_the_time_is_that_of_the_service_however_late_an_answer_comes(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    view = ada.ask("GET", f"{path}/view")

    async def hold(route: Route) -> None:
        answer = await route.fetch()
        await asyncio.sleep(5)
        await route.fulfill(response=answer)

    await visitor.page.add_init_script(FEED)
    await visitor.page.route("**/events?*", hold)
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    async with visitor.page.expect_response("**/events?*") as late:
        await feed(visitor.page, pressed_for_time(view, 60_000))
    await (await late.value).finished()
    await expect(visitor.page.locator(".log li").first).to_be_visible()

    await feed(visitor.page, pressed_for_time(view, 2 * HOUR_MS))
    clock = visitor.page.locator(".decision .clock")
    await expect(clock).to_have_text(re.compile(r"^\d:\d\d:\d\d$"))
    assert await clock.inner_text() <= "2:00:02", "it is drawn each second"
    assert visitor.wrong == []


async def test_the_time_is_that_of_the_service_though_the_clock_here_is_wrong_and_set_right(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    view = ada.ask("GET", f"{path}/view")
    clock = visitor.page.locator(".decision .clock")
    await visitor.page.add_init_script(FEED + AN_HOUR_FAST)
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await feed(visitor.page, pressed_for_time(view, 60_000))
    await expect(clock).to_have_text(A_MINUTE)

    await visitor.page.evaluate("void (window.fast = 0)")
    async with visitor.page.expect_response("**/moves"):
        await visitor.page.locator(OFFERS).first.click()
    await feed(visitor.page, pressed_for_time(view, 60_000))

    await expect(clock).to_have_text(A_MINUTE)
    assert visitor.wrong == []


async def test_a_rematch_is_told_though_the_clock_here_is_an_hour_fast(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.page.add_init_script(AN_HOUR_FAST + at_once(4_000))
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    ada.abort(path)
    await visitor.page.wait_for_selector("main[data-status=aborted]")

    rematch = ada.ask("POST", f"{path}/rematch", {})["table"]["id"]

    await expect(visitor.page.locator(f"main a[href='/tables/{rematch}']")).to_be_visible()
    assert visitor.wrong == []
