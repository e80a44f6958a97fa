"""What becomes of the streams of the page: they are put off, they break, and they say that there is nothing new."""

from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.page.browsing import OFFERS, Player, Visitor

LONGEST_MS = 60_000
PAUSES = f"""
(() => {{
  const wait = window.setTimeout;
  window.pauses = [];
  window.setTimeout = (act, ms, ...more) => {{
    if (ms >= {LONGEST_MS}) window.pauses.push(ms);
    return wait(act, ms >= {LONGEST_MS} ? 2_000 : ms, ...more);
  }};
}})();
"""
"""Makes long pauses short, and keeps how long they were to be."""

PUT_OFF: dict[int, tuple[str, dict[str, Any], str]] = {
    429: (
        "rate_limited",
        {"wait_seconds": 600},
        "Too much was asked at once. Try again in 600 s.",
    ),
    501: (
        "not_readable",
        {},
        "The table was played on by another version of the service, whose events this one cannot read.",
    ),
}


@pytest.mark.parametrize("status", PUT_OFF)
async def test_why_a_stream_is_put_off_is_said_and_it_is_asked_for_again_when_it_may_come(
    visitor: Visitor, ada: Player, status: int
) -> None:
    path = ada.my_turn()
    code, more, text = PUT_OFF[status]
    asked: list[str] = []

    async def put_off(route: Route) -> None:
        asked.append(route.request.url)
        problem = {"code": code, "title": text, "status": status, "detail": text} | more
        headers = {"Retry-After": "600"}
        await (route.fulfill(status=status, headers=headers, json=problem) if len(asked) == 1 else route.continue_())

    await visitor.page.add_init_script(PAUSES)
    await visitor.page.route(f"**{path}/stream?*", put_off)
    await visitor.come(ada, path)

    told = visitor.page.locator("header .unreachable")
    await expect(told).to_have_text(text)
    await visitor.page.wait_for_selector(OFFERS)
    await expect(told).to_have_count(0)
    assert await visitor.page.evaluate("window.pauses") == [600_000]
    assert [wrong for wrong in visitor.wrong if "501" not in wrong] == []
