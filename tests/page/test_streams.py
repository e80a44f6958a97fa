"""What becomes of the streams of the page: they are put off, they break, and they say that there is nothing new."""

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, OFFERS, Player, Visitor, at_once
from tests.page.feeding import FED, FEED, feed
from tests.page.test_tournaments import announced, do

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
    is_read = asyncio.Event()

    async def put_off(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            await is_read.wait()
            await route.continue_()
            return
        problem = {"code": code, "title": text, "status": status, "detail": text} | more
        await route.fulfill(status=status, headers={"Retry-After": "600"}, json=problem)

    await visitor.page.add_init_script(PAUSES)
    await visitor.page.route(f"**{path}/stream?*", put_off)
    await visitor.come(ada, path)

    told = visitor.page.locator("header .unreachable")
    await expect(told).to_have_text(text)
    is_read.set()
    await visitor.page.wait_for_selector(OFFERS)
    await expect(told).to_have_count(0)
    assert await visitor.page.evaluate("window.pauses") == [600_000]
    assert [wrong for wrong in visitor.wrong if "501" not in wrong] == []


def counted(ms: int, then: str) -> str:
    """Return a script that counts the timers of this length, in place of which something is done."""
    return f"""
(() => {{
  const wait = window.setTimeout;
  window.timers = 0;
  window.setTimeout = (act, ms, ...more) => {{
    if (ms !== {ms}) return wait(act, ms, ...more);
    window.timers += 1;
    return {then};
  }};
}})();
"""


async def fail_at_first(visitor: Visitor, address: str) -> None:
    """Let the first request to an address fail, and no other."""

    async def fail(route: Route) -> None:
        await route.fulfill(status=500, json={"code": "internal"})

    await visitor.page.route(address, fail, times=1)


HEARTBEAT = {"type": "heartbeat", "cursor": "1"}
ONE_MORE = "(before) => window.timers > before"


async def test_a_heartbeat_lets_no_tournament_be_read_again(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "An evening")
    await visitor.page.add_init_script(FEED + counted(150, "wait(act, ms, ...more)"))
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await feed(visitor.page, {"type": "tournament_view", "cursor": "1", "view": {}})
    await expect(visitor.page.locator("h1")).to_contain_text("An evening")
    before = await visitor.page.evaluate("window.timers")

    await feed(visitor.page, HEARTBEAT)
    await feed(visitor.page, {"type": "tournament_event", "cursor": "2", "entry": {}})
    await visitor.page.wait_for_function(ONE_MORE, arg=before)

    assert await visitor.page.evaluate("window.timers") == before + 1
    assert visitor.wrong == []


async def test_a_tournament_that_could_not_be_read_is_read_again_by_itself(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "An evening")
    await fail_at_first(visitor, f"**{path}/standings")
    await visitor.page.add_init_script(FEED + at_once(5_000))
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await feed(visitor.page, {"type": "tournament_view", "cursor": "1", "view": {}})

    await expect(visitor.page.locator("h1")).to_contain_text("An evening")
    await expect(visitor.page.locator("main .refusal")).to_have_count(0)
    assert [wrong for wrong in visitor.wrong if "500" not in wrong] == []


async def test_a_registration_that_could_not_be_read_at_once_is_not_taken_for_refused(
    visitor: Visitor, ada: Player
) -> None:
    path = announced(ada, "An evening")
    failing: list[str] = []

    async def fail(route: Route) -> None:
        await (route.fulfill(status=500, json={"code": "internal"}) if failing else route.continue_())

    await visitor.page.add_init_script(FEED)
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await feed(visitor.page, {"type": "tournament_view", "cursor": "1", "view": {}})
    await expect(visitor.page.locator("h1")).to_contain_text("An evening")
    await visitor.page.route(f"**{path}/standings", fail)
    failing.append(path)
    await visitor.page.locator(".entering .main").click()
    await expect(visitor.page.locator("main .refusal")).to_be_visible()
    failing.clear()
    await feed(visitor.page, {"type": "tournament_event", "cursor": "2", "entry": {}})

    await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("entered")
    await expect(visitor.page.locator("main .refusal")).to_have_count(0)
    assert [wrong for wrong in visitor.wrong if "500" not in wrong] == []


async def test_the_lobby_is_read_when_its_stream_begins_and_not_at_each_heartbeat(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.page.add_init_script(FEED + counted(200, "void act()"))
    await visitor.come(ada, "/")
    await visitor.page.evaluate(FED)
    for _ in range(3):
        await feed(visitor.page, HEARTBEAT)
    await feed(visitor.page, {"type": "end", "cursor": "2", "table": "t", "why": "left"})
    await visitor.page.wait_for_function(ONE_MORE, arg=1)

    assert await visitor.page.evaluate("window.timers") == 2
    assert visitor.wrong == []


async def test_my_tables_that_could_not_be_read_are_read_again_by_themselves(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await fail_at_first(visitor, "**/v1/me/tables")
    await visitor.page.add_init_script(FEED + at_once(5_000))
    await visitor.come(ada, "/")

    await expect(visitor.page.locator(f"main .rows a[href='{path}']").first).to_be_visible()
    assert [wrong for wrong in visitor.wrong if "500" not in wrong] == []


async def test_an_answer_that_was_overtaken_brings_back_no_old_list_of_my_tables(visitor: Visitor, ada: Player) -> None:
    has_come, may_go_on = asyncio.Event(), asyncio.Event()
    asked: list[str] = []

    async def hold_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            await route.continue_()
            return
        answer = await route.fetch()
        has_come.set()
        await may_go_on.wait()
        await route.fulfill(response=answer)

    await visitor.page.route("**/v1/me/tables", hold_the_first)
    await visitor.page.add_init_script(FEED)
    async with visitor.page.expect_request("**/v1/me/tables") as first:
        await visitor.come(ada, "/")
    await visitor.page.evaluate(FED)
    await has_come.wait()
    path = ada.my_turn()
    await feed(visitor.page, {"type": "end", "cursor": "1", "table": "t", "why": "left"})
    mine = visitor.page.locator(f"main .rows a[href='{path}']")
    await expect(mine).to_be_visible()
    answered = (await first.value).response()
    may_go_on.set()
    old = await answered
    assert old is not None
    await old.finished()
    await visitor.page.evaluate(DRAWN)

    await expect(mine).to_be_visible()
    assert visitor.wrong == []


async def test_somebody_who_seeks_opponents_seeks_on_when_the_connection_has_broken(
    visitor: Visitor, ada: Player
) -> None:
    sought: list[Any] = []
    followed: list[str] = []

    async def seek(route: Route) -> None:
        if route.request.method == "GET":
            await route.continue_()
            return
        sought.append(route.request.post_data_json)
        wanted = sought[-1] if len(sought) == 1 else sought[-1] | {"with_house_after": 0}
        await route.continue_(post_data=json.dumps(wanted))

    async def break_off(route: Route) -> None:
        followed.append(route.request.url)
        if len(followed) > 2:
            await route.continue_()
            return
        table = {"table": None, "state": "waiting" if len(followed) == 1 else "withdrawn"}
        end = {"type": "end", "cursor": "2", "table": None, "why": "over"}
        told = [{"type": "seek", "cursor": "1", "seek": table}, *([] if len(followed) == 1 else [end])]
        await route.fulfill(body="".join(f"{json.dumps(line)}\n" for line in told))

    await visitor.come(ada, "/")
    await visitor.page.route("**/v1/seeks", seek)
    await visitor.page.route("**/v1/seeks/*/stream?*", break_off)
    await visitor.page.locator(".game button", has_text="Find opponents").first.click()

    await visitor.page.wait_for_url("**/tables/*")
    assert (len(sought), sought[0]) == (2, sought[1])
    assert visitor.wrong == []


async def test_a_stream_of_a_tournament_that_is_refused_a_token_forgets_it(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "An evening")
    is_revoked = asyncio.Event()
    asked: list[str] = []

    async def break_off(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            await route.fulfill(body=json.dumps({"type": "tournament_view", "cursor": "1", "view": {}}) + "\n")
            return
        await is_revoked.wait()
        await route.continue_()

    await visitor.page.route(f"**{path}/stream", break_off)
    with Player(visitor.url, "Ben") as ben:
        await visitor.come(ben, f"{path}/board")
        await expect(visitor.page.locator("h1")).to_contain_text("An evening")
        ben.http.delete("/me/token")
    is_revoked.set()

    await visitor.page.wait_for_function("() => localStorage.getItem('parlour.account') === 'null'")
    do(ada, path, "add_house", count=2)
    await expect(visitor.page.locator("tbody tr, .meetings li")).to_have_count(2)
    assert visitor.wrong == []
