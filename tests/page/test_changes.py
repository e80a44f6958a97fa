"""The table changes under one's hands: another tab, another order, a lost history, the house that plays."""

import asyncio
import copy
import itertools
import re
from typing import Any

from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, MY_TURN, OFFERS, Player, Visitor
from tests.page.feeding import FED, FEED, feed

STOPPED_CLOCK = "window.at = 0; performance.now = () => window.at;"
PRESS_DRAW = "document.querySelector('.moves [data-key*=draw_stock]')?.click()"
ANEW = """
new Promise((resolve) => {
  const look = () => (window.feed !== window.fed ? resolve() : requestAnimationFrame(look));
  look();
})
"""
"""Waits until the page follows the stream anew."""

GROWS = """
() => {
  const list = document.querySelector('.log ol');
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
  const more = () => Object.assign(document.createElement('li'), { textContent: 'More happens.' });
  const grow = (value) => {
    set.call(list, value);
    list.append(...Array.from({ length: 9 }, more));
    delete list.scrollTop;
    list.addEventListener('scroll', () => (window.told = true));
  };
  Object.defineProperty(list, 'scrollTop', { configurable: true, get, set: grow });
}
"""
"""Lets the list of what happened grow once between a scroll and its event."""
IS_AT_END = """
() => {
  const list = document.querySelector('.log ol');
  return list && list.scrollHeight - list.scrollTop - list.clientHeight < 2;
}
"""


async def shown(visitor: Visitor, player: Player, path: str) -> Any:
    """Come to a table whose stream the test speaks; return what its view would be."""
    await visitor.page.add_init_script(FEED + STOPPED_CLOCK)
    await visitor.come(player, path)
    await visitor.page.evaluate(FED)
    return player.ask("GET", f"{path}/view")


def happening(version: int, text: str) -> dict[str, Any]:
    """Return the line of an event that changes nothing but the version."""
    entry: dict[str, Any] = {"version": version, "at": 0, "seat": None, "moves": [], "event": {"type": "told"}}
    entry["message"] = {"template": text, "arguments": {}}
    change = {"op": "replace", "path": "/table/version", "value": version}
    return {"type": "event", "entry": entry, "changes": [change]}


def offering(view: dict[str, Any], *kinds: str) -> dict[str, Any]:
    """Return a line with a view where these moves are offered."""
    view = copy.deepcopy(view)
    view["decision"]["moves"] = [{"type": kind} for kind in kinds]
    return {"type": "view", "view": view, "cursor": "1"}


async def moves_made(visitor: Visitor, path: str) -> list[str]:
    """Take the moves that the page makes at a table from now on; return the list of their types, which grows."""
    made: list[str] = []

    async def answer(route: Route) -> None:
        made.append((route.request.post_data_json or {})["move"]["type"])
        await route.fulfill(json={"version": 0})

    await visitor.page.route(f"**{path}/moves", answer)
    return made


async def test_two_tabs_of_one_player_show_the_same_and_a_move_of_both_is_made_once(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    version = ada.ask("GET", f"{path}/view")["table"]["version"]
    await visitor.come(ada, path)
    other = await visitor.page.context.new_page()
    await other.goto(visitor.url + path)
    for page in (visitor.page, other):
        await page.wait_for_selector(OFFERS)

    await asyncio.gather(visitor.page.evaluate(PRESS_DRAW), other.evaluate(PRESS_DRAW))
    for page in (visitor.page, other):
        drawn = page.locator(".log li", has_text=re.compile("Ada.? draws one card from the pack"))
        await expect(drawn).to_have_count(1)
    made = [
        each["event"]["type"]
        for each in ada.ask("GET", f"{path}/events?after={version}")["events"]
        if each["seat"] == 0
    ]
    assert made.count("cards_drawn") == 1
    assert set(await visitor.codes()) <= {"decision_over", "game_over"}  # a draw may end the game
    assert visitor.wrong == []


async def test_a_click_on_a_button_that_has_just_come_there_makes_no_move(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    view = await shown(visitor, ada, path)
    made = await moves_made(visitor, path)
    first = visitor.page.locator(OFFERS).first
    await feed(visitor.page, offering(view, "draw_stock", "take_pile"))
    await expect(first).to_contain_text("Draw")
    await visitor.page.evaluate("window.at = 10_000")
    await feed(visitor.page, offering(view, "take_pile", "draw_stock"))
    await expect(first).to_contain_text("Take")

    await visitor.page.evaluate("window.at = 10_200")
    await first.click()
    await visitor.page.evaluate("window.at = 10_300")
    async with visitor.page.expect_response(f"**{path}/moves"):
        await first.click()

    assert made == ["take_pile"]
    assert visitor.wrong == []


async def test_the_number_of_a_button_that_has_just_come_there_makes_no_move(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    view = await shown(visitor, ada, path)
    made = await moves_made(visitor, path)
    first = visitor.page.locator(OFFERS).first
    await feed(visitor.page, offering(view, "draw_stock", "take_pile"))
    await expect(first).to_contain_text("Draw")
    await visitor.page.wait_for_selector("dialog", state="attached")  # with it, keys are listened to
    await visitor.page.evaluate("window.at = 10_000")
    view["table"]["version"] += 1
    await feed(visitor.page, offering(view, "take_pile", "draw_stock"))
    await expect(first).to_contain_text("Take")

    await visitor.page.evaluate("window.at = 10_200")
    await visitor.page.keyboard.press("1")
    await visitor.page.evaluate("window.at = 10_300")
    async with visitor.page.expect_response(f"**{path}/moves"):
        await visitor.page.keyboard.press("2")

    assert made == ["draw_stock"]
    assert visitor.wrong == []


async def test_a_stream_that_was_asked_for_before_a_move_offers_it_no_second_time(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    view = await shown(visitor, ada, path)
    made = view["table"]["version"] + 1

    async def answer(route: Route) -> None:
        await route.fulfill(json={"version": made})

    await visitor.page.route(f"**{path}/moves", answer)
    offer = visitor.page.locator(".decision .moves button").first
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    async with visitor.page.expect_response(f"**{path}/moves"):
        await offer.click()
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await visitor.page.evaluate(DRAWN)
    await expect(offer).to_be_disabled()
    await feed(visitor.page, happening(made, "It is made."))
    await expect(offer).to_be_enabled()

    async with visitor.page.expect_response(f"**{path}/moves") as answered:
        await offer.click()
    await (await answered.value).finished()
    await visitor.page.evaluate(DRAWN)  # by now the page knows when the move was made
    await visitor.page.evaluate("void (window.at = 10_000, window.fed = window.feed)")
    await feed(visitor.page, {"type": "history_lost", "tables": []})
    await visitor.page.evaluate(ANEW)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})

    await expect(offer).to_be_enabled()
    assert visitor.wrong == []


async def test_what_offered_moves_were_narrowed_to_is_over_with_the_move(visitor: Visitor, ada: Player) -> None:
    path = ada.drawn()
    view = await shown(visitor, ada, path)

    async def answer(route: Route) -> None:
        await route.fulfill(json={"version": view["table"]["version"] + 1})

    await visitor.page.route(f"**{path}/moves", answer)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await visitor.page.wait_for_selector("dialog dt >> text=I", state="attached")  # with it, keys are listened to
    await visitor.page.keyboard.press("i")
    await expect(visitor.page.locator(".narrow select").first).to_be_visible()
    await visitor.page.evaluate("window.at = 10_000")
    await visitor.page.click(OFFERS)
    await feed(visitor.page, happening(view["table"]["version"] + 1, "It is made."))
    await expect(visitor.page.locator(OFFERS).first).to_be_visible()

    await expect(visitor.page.locator(".narrow")).to_have_count(0)
    assert visitor.wrong == []


async def test_the_end_of_what_happened_stays_in_sight_unless_somebody_scrolls_back(
    visitor: Visitor, ada: Player
) -> None:
    view = await shown(visitor, ada, ada.my_turn())
    versions = itertools.count(view["table"]["version"] + 1)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    for version in itertools.islice(versions, 30):
        await feed(visitor.page, happening(version, f"Event {version} happens."))
    await visitor.page.wait_for_function(IS_AT_END)

    await visitor.page.evaluate(GROWS)
    await feed(visitor.page, happening(next(versions), "The list grows."))
    await visitor.page.wait_for_function("() => window.told")
    await feed(visitor.page, happening(next(versions), "This is the end."))
    await visitor.page.wait_for_function(IS_AT_END)

    await visitor.page.hover(".log ol")
    await visitor.page.mouse.wheel(0, -100)
    await visitor.page.wait_for_function(f"() => !({IS_AT_END})()")
    place = await visitor.page.evaluate("document.querySelector('.log ol').scrollTop")
    await feed(visitor.page, happening(next(versions), "This is out of sight."))
    await expect(visitor.page.locator(".log li", has_text="This is out of sight.")).to_be_attached()
    await visitor.page.evaluate(DRAWN)

    assert await visitor.page.evaluate("document.querySelector('.log ol').scrollTop") == place
    assert visitor.wrong == []


async def test_what_is_lost_of_a_history_is_gone_from_the_page_which_says_so(visitor: Visitor, ada: Player) -> None:
    path = ada.table("honors_4", options=MY_TURN, settings={"chat": "text"})
    view = await shown(visitor, ada, path)
    version = view["table"]["version"]
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await feed(visitor.page, happening(version + 1, "This is lost."))
    said = {"number": 1, "at": 0, "author": ada.account["id"], "author_name": "Ada", "seat": 0, "text": "This is lost."}
    await feed(visitor.page, {"type": "chat", "channel": "seats", "entry": said})
    lost = visitor.page.locator(":is(.log, .chat) li", has_text="This is lost.")
    await expect(lost).to_have_count(2)

    await visitor.page.evaluate("void (window.fed = window.feed)")
    await feed(visitor.page, {"type": "history_lost", "tables": []})
    await visitor.page.evaluate(ANEW)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})

    await expect(lost).to_have_count(0)
    await expect(visitor.page.locator(".lost")).to_contain_text("lost")
    await expect(visitor.page.locator(OFFERS)).not_to_have_count(0)
    assert visitor.wrong == []


async def test_what_is_lost_is_gone_also_where_the_history_has_come_further_since(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    view = await shown(visitor, ada, path)
    version = view["table"]["version"]
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await feed(visitor.page, happening(version + 1, "This is lost."))
    told = visitor.page.locator(".log li")
    await expect(told).to_have_count(version + 1)

    await visitor.page.evaluate("void (window.fed = window.feed)")
    lost = {"table": view["table"]["id"], "version": version}
    await feed(visitor.page, {"type": "history_lost", "tables": [lost]})
    await visitor.page.evaluate(ANEW)
    view["table"]["version"] = version + 2
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await feed(visitor.page, happening(version + 3, "This happens."))

    await expect(told.last).to_have_text("This happens.")
    await expect(told).to_have_count(version + 1)
    await expect(told.filter(has_text="This is lost.")).to_have_count(0)
    assert visitor.wrong == []


async def test_a_player_who_was_away_takes_their_seat_back_from_the_house(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    asked: list[Any] = []

    async def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        await route.fulfill(json={})

    view = await shown(visitor, ada, path)
    await visitor.page.route(f"**{path}/seats", answer)
    away = copy.deepcopy(view)
    away["table"]["presence"][0]["house"] = "random"
    away["decision"] = None
    await feed(visitor.page, {"type": "view", "view": away, "cursor": "1"})
    async with visitor.page.expect_response(f"**{path}/seats"):
        await visitor.page.click(".decision .main")
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "2"})

    await expect(visitor.page.locator(OFFERS)).not_to_have_count(0)
    assert asked == [{}]
    assert visitor.wrong == []


async def test_a_move_is_taken_back_when_the_other_agrees(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        options = {"players": 2, "dealer": 1}
        path = ada.table("honors_2", options=options, settings={"take_back": True}, seats=["me", None])
        ben.ask("POST", f"{path}/seats", {})
        await visitor.come(ada, path)
        await visitor.page.click(".moves [data-key*=take_pile]")
        await visitor.page.click(".actions button:has-text('Ask to take the move back')")
        await expect(visitor.page.locator(".actions [role=status]")).to_contain_text("Ben")
        version = ben.ask("GET", f"{path}/view")["table"]["take_back"]["asked"]["proposal"]
        ben.ask("POST", f"{path}/take-back", {"proposal": version, "consents": True})
        await expect(visitor.page.locator(".moves [data-key*=take_pile]")).to_be_enabled()

        ada.ask("POST", f"{path}/moves", {"move": {"type": "take_pile", "count": 1}})
        ada.ask("POST", f"{path}/take-back", {})
    context = await visitor.page.context.browser.new_context(locale="en-GB")  # type: ignore[union-attr] # it has a browser
    other = Visitor(await context.new_page(), visitor.url)
    await other.come(ben, path)
    await other.page.click(".actions button:has-text('Yes')")

    await expect(visitor.page.locator(".moves [data-key*=take_pile]")).to_be_enabled()
    await expect(other.page.locator(".actions button:has-text('Yes')")).to_have_count(0)
    taken_back = [each["event"]["type"] for each in ada.ask("GET", f"{path}/events")["events"]].count("move_taken_back")
    assert taken_back == 2
    assert (visitor.wrong, visitor.refused, other.wrong, other.refused) == ([], {}, [], {})
    await context.close()


async def test_between_two_events_of_a_move_it_is_nobodys_turn(visitor: Visitor, ada: Player) -> None:
    view = await shown(visitor, ada, ada.my_turn())
    heading = visitor.page.locator(".decision h2")

    for to_act, text in ({1}, "It is the others’ turn."), (set(), ""), ({1}, "It is the others’ turn."):
        for place in view["layout"]["seats"]:
            place["to_act"] = place["seat"] in to_act
        await feed(visitor.page, {"type": "view", "view": view | {"decision": None}, "cursor": "1"})
        await expect(heading).to_have_text(text)
    assert visitor.wrong == []
