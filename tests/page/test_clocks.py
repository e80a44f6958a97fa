"""How long somebody still has: for this decision, and of the reserve for the whole game."""

import re
import time
from typing import Any

from playwright.async_api import expect

from tests.page.browsing import Player, Visitor
from tests.page.feeding import FED, FEED

RESERVE_MS = 300_000
HOUR_MS = 3_600_000


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

    await visitor.page.evaluate("line => window.feed(line)", pressed_for_time(view, HOUR_MS + RESERVE_MS))
    await expect(clock).to_have_text(re.compile(r"^(1:00:00|5\d:\d\d)$"))
    await expect(reserve).to_have_text("5:00 in reserve")
    await expect(visitor.page.locator(".seat.mine .clock.reserve")).to_have_text("5:00 in reserve")
    await expect(visitor.page.locator(".others .clock")).to_have_count(0)
    await expect(clock).not_to_have_text(await clock.inner_text())

    await visitor.page.evaluate("line => window.feed(line)", pressed_for_time(view, RESERVE_MS - 60_000))
    await expect(clock).to_have_count(0)
    await expect(reserve).to_have_text(re.compile(r"^(4:00|[0-3]:\d\d) in reserve$"))
    await expect(reserve).to_have_class(re.compile("late"))
    assert visitor.wrong == []
