"""What may go wrong while somebody plays: the network, the tab, strangers' texts, moves that come too late."""

import asyncio
import json
import re
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, Route, expect

from service.accounts.port import MOST_TOKENS
from tests.page.browsing import DRAWN, MY_TURN, OFFERS, Player, Visitor, at_once
from tests.service.workers import eventually

HOSTILE = "<img src=x onerror=alert(1)>"
HIDDEN = """
() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}
"""
"""Hides the tab behind another one."""


async def test_a_move_that_is_made_while_the_network_is_cut_is_made_once(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    before = ada.ask("GET", f"{path}/view")["table"]["version"]

    await visitor.page.context.set_offline(True)
    await visitor.page.press(OFFERS, "Enter")
    await visitor.page.wait_for_selector(".unreachable")
    await visitor.page.context.set_offline(False)
    await visitor.page.wait_for_selector(".unreachable", state="detached")

    async def is_made() -> bool:
        return bool(made())

    def made() -> list[Any]:
        events = ada.ask("GET", f"{path}/events?after={before}")["events"]
        return [entry["event"]["type"] for entry in events if entry["seat"] == 0]

    await eventually(is_made)  # another request may be the first to reach the service
    assert made().count("cards_drawn") <= 1
    await expect(visitor.page.locator(".log li").last).to_be_visible()


async def test_a_tab_that_is_loaded_again_goes_on(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    asked = await visitor.page.inner_text(".decision h2 span")

    await visitor.page.reload()
    await visitor.page.wait_for_selector(OFFERS)

    assert await visitor.page.inner_text(".decision h2 span") == asked
    assert visitor.wrong == []


async def test_a_part_that_does_not_come_is_said_and_is_there_once_the_page_is_loaded_again(visitor: Visitor) -> None:
    await visitor.page.route("**/parts/settings.js", lambda route: route.abort())
    await visitor.page.goto(f"{visitor.url}/settings")
    alert = visitor.page.get_by_role("alert")
    await expect(alert).to_contain_text("could not be loaded")

    await visitor.page.unroute("**/parts/settings.js")
    await alert.get_by_role("button").click()

    await expect(visitor.page.get_by_role("radio").or_(visitor.page.get_by_role("combobox")).first).to_be_visible()


async def test_a_part_that_did_not_come_is_there_once_the_network_is_back(visitor: Visitor, ada: Player) -> None:
    await visitor.page.route("**/parts/builder.js", lambda route: route.continue_())  # it is not kept from before
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.context.set_offline(True)
    await visitor.page.press(OFFERS, "Enter")  # the page finds out that nobody answers
    await visitor.page.wait_for_selector(".unreachable")
    await visitor.page.click("text=Make a move by hand")
    await expect(visitor.page.locator(".decision [role=alert]")).to_contain_text("could not be loaded")

    await visitor.page.context.set_offline(False)

    await expect(visitor.page.locator(".decision [role=alert]")).to_have_count(0)


async def test_a_replay_goes_on_where_its_connection_broke(visitor: Visitor, ada: Player) -> None:
    over = ada.my_turn()
    ada.abort(over)
    last = ada.ask("GET", over)["version"]
    asked: list[str | None] = []

    async def break_the_first(route: Route) -> None:
        asked.append(await route.request.header_value("last-event-id"))
        answer = await route.fetch()
        lines = (await answer.text()).splitlines(keepends=True)
        await route.fulfill(response=answer, body="".join(lines[:3]) + lines[3][:9] if len(asked) == 1 else None)

    await visitor.page.route("**/replay?*", break_the_first)
    await visitor.come(ada, f"{over}/replay")

    await expect(visitor.page.locator(".controls output")).to_have_text(f"{last} / {last}")
    await expect(visitor.page.locator(".log li")).to_have_count(last - 1)
    assert asked == [None, "3"]
    assert visitor.wrong == []


@pytest.mark.parametrize("lost", ["all", "the end"])
async def test_words_that_did_not_come_are_asked_for_again(visitor: Visitor, ada: Player, lost: str) -> None:
    asked = []

    async def lose_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if asked.count(route.request.url) > 1:
            await route.continue_()
        elif lost == "all":
            await route.abort()
        else:
            await route.fulfill(status=200, content_type="application/json", body='{"texts": "')

    await visitor.page.route(re.compile(r"/words/.+\.json$"), lose_the_first)
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)
    await expect(visitor.page.locator(".log li").first).to_contain_text(re.compile("[a-z]+ [a-z]+"))

    async def each_was_asked_for_twice() -> bool:
        shown = [url for url in asked if not url.endswith("/pages.json")]  # those of other parts may be on their way
        return {shown.count(url) for url in shown} == {2}

    await eventually(each_was_asked_for_twice)


async def test_a_page_that_has_no_words_yet_says_that_nobody_answers(visitor: Visitor, ada: Player) -> None:
    is_away = True

    async def away(route: Route) -> None:
        await (route.abort() if is_away else route.continue_())

    await visitor.page.route(re.compile(r"/words/.+\.json$"), away)
    await visitor.come(ada, ada.my_turn())
    await expect(visitor.page.get_by_role("status")).to_have_text("Parlour does not answer. The page tries again.")
    is_away = False
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.wait_for_selector(".unreachable", state="detached")


async def test_words_that_a_newer_service_no_longer_has_are_asked_for_once(visitor: Visitor, ada: Player) -> None:
    asked: list[str] = []

    async def gone(route: Route) -> None:
        asked.append(route.request.url)
        await route.fulfill(status=404, json={"code": "not_found"})

    await visitor.page.route(re.compile(r"/words/en/.+\.json$"), gone)
    await visitor.come(ada, ada.my_turn())
    alert = visitor.page.get_by_role("alert").filter(has=visitor.page.get_by_role("button", name="Load the page again"))
    await expect(alert.first).to_be_visible()
    await expect(visitor.page.locator(OFFERS).first).to_be_visible()
    assert sorted(asked) == sorted(set(asked))
    assert [wrong for wrong in visitor.wrong if "404" not in wrong] == []


async def test_a_click_below_what_has_just_been_loaded_counts_and_no_code_of_programs_stands_in_its_refusal(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.table("literature", options={"starter": 0})
    told = {"template": "You hold no card of `{set}`.", "arguments": {"set": "low_clubs"}}

    async def refuse(route: Route) -> None:
        await route.fulfill(status=409, json={"code": "no_card", "title": "Refused.", "status": 409, "message": told})

    may_come = asyncio.Event()

    async def late(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await visitor.page.route("**/parts/narrow.js", late)
    await visitor.page.route(f"**{path}/moves", refuse)
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector("dialog dt >> text=D", state="attached")  # letters of moves are drawn, too
    await visitor.page.evaluate(DRAWN)
    may_come.set()
    await visitor.page.wait_for_selector(".narrow select")
    await visitor.page.evaluate("performance.now = () => 1e9")  # all that is seen to have moved now has just done so
    await visitor.page.hover(".seat.mine button.card")
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(5, 5)
    await expect(visitor.page.locator(".dragged .card")).to_be_visible()  # for which the moves are drawn anew
    await visitor.page.mouse.up()
    await expect(visitor.page.locator(".dragged")).to_have_count(0)
    await visitor.page.click(OFFERS)

    await expect(visitor.page.locator(".decision [role=alert]")).to_have_text("You hold no card of low clubs.")
    assert visitor.wrong == []


async def test_what_is_put_off_until_a_date_is_sent_again_after_pauses(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    asked: list[str] = []

    async def put_off(route: Route) -> None:
        asked.append(route.request.headers["idempotency-key"])
        later = {"Retry-After": "Fri, 27 Nov 2026 12:00:00 GMT"}
        await (route.fulfill(status=503, headers=later, body="") if len(asked) < 4 else route.continue_())

    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.route(f"**{path}/moves", put_off)
    began = time.monotonic()
    async with visitor.page.expect_response(lambda answer: answer.url.endswith("/moves") and answer.ok):
        await visitor.page.press(OFFERS, "Enter")

    assert time.monotonic() - began > 0.8, "at least the half of 0.25, 0.5 and 1 second"
    assert (len(asked), len(set(asked))) == (4, 1)


@pytest.mark.parametrize("status", [502, 503])
async def test_that_the_service_is_away_is_said_also_where_something_before_it_answers(
    visitor: Visitor, ada: Player, status: int
) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.route(f"**{path}/moves", lambda route: route.fulfill(status=status, body=""))
    await visitor.page.press(OFFERS, "Enter")
    await expect(visitor.page.locator(".unreachable")).to_contain_text("does not answer")

    await visitor.page.unroute(f"**{path}/moves")

    await expect(visitor.page.locator(".unreachable")).to_have_count(0)
    drawn = visitor.page.locator(".log li", has_text=re.compile("Ada.? draws one card from the pack"))
    await expect(drawn).to_have_count(1)  # it may have ended the game


async def test_somebody_who_looks_at_another_tab_meanwhile_finds_opponents_also_after_they_have_cancelled_at_once(
    visitor: Visitor, ada: Player
) -> None:
    may_go = asyncio.Event()

    async def late(route: Route) -> None:
        await may_go.wait()
        sought = route.request.post_data_json or {}
        await route.continue_(post_data=json.dumps(sought | {"with_house_after": 1_000}) if sought else None)

    await visitor.page.add_init_script(at_once(10_000))  # after as long a hidden page reads nothing that can wait
    await visitor.come(ada, "/")
    await visitor.page.route("**/v1/seeks", late)
    await visitor.page.locator(".game button", has_text="Find opponents").first.click()
    await expect(visitor.page.locator(".game [role=status]")).to_contain_text("After 10 seconds house players")
    await visitor.page.locator(".game button", has_text="Cancel").click()
    await expect(visitor.page.locator(".game button", has_text="Find opponents")).to_have_count(8)
    async with visitor.page.expect_response(lambda answer: answer.request.method == "DELETE" and answer.ok):
        may_go.set()
    await visitor.page.evaluate(HIDDEN)

    await visitor.page.locator(".game button", has_text="Find opponents").first.click()

    await visitor.page.wait_for_url("**/tables/*")
    assert visitor.wrong == []


async def test_names_of_strangers_are_texts(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, HOSTILE) as stranger:
        path = ada.table("honors_4", seats=["me", None], options={"players": 2}, auto_start=False)
        stranger.ask("POST", f"{path}/seats", {})
        await visitor.come(ada, path)
        await visitor.page.wait_for_selector(".waiting .seats")

        assert HOSTILE in await visitor.page.inner_text(".waiting")
        assert await visitor.page.query_selector("main img") is None
        assert visitor.wrong == []


async def test_a_move_is_built_by_hand_and_what_is_wrong_with_it_is_told(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.click("text=Make a move by hand")
    await visitor.page.wait_for_selector(".builder select")
    kinds = visitor.page.locator(".builder select").first
    names = await kinds.locator("option").all_inner_texts()
    await kinds.select_option(label=next(name for name in names if name.startswith("Discard")))
    await visitor.page.locator(".builder select").nth(1).select_option(index=1)
    await visitor.page.click("text=Is it legal?")
    await expect(visitor.page.locator(".builder [aria-live]")).to_contain_text(
        re.compile("discard.*[.]", re.IGNORECASE)
    )
    assert await visitor.page.locator(".builder [lang]").count() == 0, "it is in the reader's language"

    await kinds.select_option(label=next(name for name in names if name.startswith("Draw")))
    await visitor.page.click(".builder button[type=submit]")
    drawn = visitor.page.locator(".log li", has_text=re.compile("Ada.? draws one card"))
    await expect(drawn.first).to_be_visible()
    assert await visitor.page.query_selector(".log li.new") is None
    assert visitor.refused == {}


async def test_chosen_cards_leave_the_moves_that_have_them_and_enter_makes_one(visitor: Visitor, ada: Player) -> None:
    path = ada.table("medieval_mastery")
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    await expect(visitor.page.get_by_role("button", name="Keys")).to_be_visible()
    card = visitor.page.locator(".seat.mine button.card.playable").first
    name = await card.get_attribute("aria-label")
    version = ada.ask("GET", f"{path}/view")["table"]["version"]

    await card.focus()
    await visitor.page.keyboard.press("Space")
    assert await card.get_attribute("aria-pressed") == "true"
    assert len(await visitor.page.query_selector_all(OFFERS)) == 1
    async with visitor.page.expect_response(f"**{path}/moves"):
        await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator("[aria-pressed=true]")).to_have_count(0)
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.wait_for_function("() => document.activeElement.closest('.board') !== null")

    made = ada.ask("GET", f"{path}/events?after={version}")["events"][0]
    assert made["seat"] == 0
    assert made["event"]["type"] == "card_played"
    assert name is not None


async def test_a_friend_comes_by_a_link_and_sits_down_and_who_comes_late_is_told_so(
    visitor: Visitor, browser: Browser, ada: Player
) -> None:
    path = ada.table("honors_4", seats=["me", None], options={"players": 2}, visibility="private")
    await visitor.come(ada, path)
    await visitor.page.click("text=Invite by a link")
    link = await visitor.page.input_value(".waiting input")
    context = await browser.new_context(locale="en-GB")
    friend = Visitor(await context.new_page(), visitor.url)
    async with friend.page.expect_response("**/stream?*") as asked:
        await friend.page.goto(link)
    await (await asked.value).finished()
    await friend.page.evaluate(DRAWN)
    await expect(friend.page.locator("main")).to_have_text("")
    await friend.page.fill("input[autocomplete=nickname]", "Ben")
    await friend.page.click("text=Begin")
    await friend.page.click("text=Sit down")

    await friend.page.wait_for_selector("main[data-status=playing]")
    await visitor.page.wait_for_selector("main[data-status=playing]")
    with Player(visitor.url, "Cid") as cid:
        await visitor.come(cid, link.removeprefix(visitor.url))
        await expect(visitor.page.get_by_role("alert")).to_contain_text("This link is not valid any more")
    assert (friend.wrong, visitor.wrong) == ([], [])
    await context.close()


async def test_somebody_who_had_no_account_when_they_came_is_told_that_it_is_their_turn(
    visitor: Visitor, ada: Player
) -> None:
    options = MY_TURN | {"players": 2, "dealer": 1}
    await visitor.page.goto(visitor.url + ada.table("honors_4", seats=[None, "me"], options=options))
    await visitor.page.click("text=Sit down")

    await visitor.page.wait_for_selector(OFFERS)
    await expect(visitor.page).to_have_title(re.compile("^● Your turn"))
    assert visitor.wrong == []


async def test_somebody_who_comes_by_a_link_sees_who_else_sits_down(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(at_once(4_000))
    with Player(visitor.url, "Ben") as ben, Player(visitor.url, "Cid") as cid:
        seats = ["me", None, None]
        path = ben.table("honors_4", seats=seats, options={"players": 3}, visibility="private")
        link = {"invitation": ben.ask("POST", f"{path}/invitations/link", {})["token"]}
        await visitor.come(ada, f"{path}?invitation={link['invitation']}")
        sit_here = visitor.page.get_by_role("button", name="Sit here")
        await expect(sit_here).to_have_count(2)

        cid.ask("POST", f"{path}/seats", {"seat": 1} | link)
        await expect(sit_here).to_have_count(0)
        await expect(visitor.page.get_by_role("button", name="Sit down")).to_be_visible()
        await expect(visitor.page.locator(".waiting .seats")).to_contain_text("Cid")
        ben.abort(path)

        await expect(
            visitor.page.locator("main[data-status=aborted]").or_(visitor.page.locator(".refusal"))
        ).to_be_visible()
    assert visitor.wrong == []


async def test_a_token_that_is_worthless_is_forgotten_and_that_is_told(visitor: Visitor, ada: Player) -> None:
    is_revoked = asyncio.Event()
    asked: list[str] = []

    async def break_off(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            await route.fulfill(body=json.dumps({"type": "view", "view": view, "cursor": "1"}) + "\n")
            return
        await is_revoked.wait()
        await route.continue_()

    with Player(visitor.url, "Ben") as ben:
        path = ben.my_turn()
        view = ben.ask("GET", f"{path}/view")
        await visitor.page.route(f"**{path}/stream?*", break_off)
        await visitor.come(ben, path)
        await visitor.page.wait_for_selector(OFFERS)
        ben.http.delete("/me/token")
        is_revoked.set()

        await expect(visitor.page.locator("header [role=alert]")).not_to_be_empty()
        await visitor.page.wait_for_selector(".welcome input")
        assert await visitor.page.query_selector("main [role=alert]") is None
        assert await visitor.page.evaluate("localStorage.getItem('parlour.account')") == "null"

    await visitor.page.close()
    other = Visitor(await visitor.page.context.new_page(), visitor.url)
    await other.page.add_init_script(
        'localStorage.setItem(\'parlour.account\', \'{"id": "1", "name": "Eve", "token": "x"}\')'
    )
    await other.page.add_init_script("localStorage.setItem('parlour.preferences', '7')")
    await other.page.goto(other.url)
    await expect(other.page.locator("header [role=alert]")).not_to_be_empty()
    await expect(other.page.locator(".game")).to_have_count(8)
    assert other.wrong == []


async def test_a_browser_that_keeps_nothing_plays_and_opens_one_table_however_often_it_is_pressed(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    opened: list[str] = []
    visitor.page.on("request", lambda sent: opened.append(sent.method + sent.url.removeprefix(visitor.url)))
    await visitor.page.goto(visitor.url)
    await visitor.page.wait_for_selector(".game .main")

    await visitor.page.evaluate("for (let i = 0; i < 3; i++) document.querySelector('.game .main').click()")
    await visitor.page.wait_for_selector("main[data-status=playing]")

    assert (opened.count("POST/v1/players"), opened.count("POST/v1/tables")) == (1, 1)
    await expect(visitor.page.locator("header p[role=status]")).to_contain_text("This browser keeps nothing")
    assert visitor.wrong == []


async def test_whose_turn_it_is_elsewhere_is_told_and_nothing_of_a_table_stays_behind(
    visitor: Visitor, ada: Player
) -> None:
    waiting = ada.my_turn()
    over = ada.my_turn()
    ada.abort(over)
    await visitor.page.set_viewport_size({"width": 320, "height": 640})
    await visitor.come(ada, f"{over}/replay#v=no&seat=")
    await visitor.page.wait_for_selector(".controls")
    ada.ask("PATCH", "/me", {"name": "W" * 32})

    await visitor.page.click("header a.turn")
    await visitor.page.wait_for_selector(OFFERS)

    assert visitor.page.url.endswith(waiting)
    await expect(visitor.page).to_have_title(re.compile("Your turn"))
    assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    await visitor.page.get_by_role("button", name="Menu").click()
    await visitor.page.click("header nav a[href='/settings']")
    await visitor.page.wait_for_selector(".keys")
    await expect(visitor.page).to_have_title("Settings – Parlour")
    assert visitor.wrong == []


async def test_the_rulebook_is_read_beside_the_table_and_its_keys_make_no_move(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    version = ada.ask("GET", f"{path}/view")["table"]["version"]
    await visitor.page.click("button:has-text('Rulebook')")
    parts = visitor.page.locator(".rulebook .text > *")
    await expect(parts.first).to_have_text("Honors No. IV — rulebook")
    await expect(parts.nth(1)).to_contain_text("One card in hand")
    await expect(visitor.page.get_by_text("One card in hand")).to_be_visible()
    await expect(visitor.page.locator(".rulebook h2")).to_be_focused()

    await visitor.page.keyboard.press("1")
    await visitor.page.keyboard.press("Escape")

    await expect(visitor.page.locator(".rulebook")).to_have_count(0)
    await expect(visitor.page.locator("button:has-text('Rulebook')")).to_be_focused()
    assert ada.ask("GET", f"{path}/view")["table"]["version"] == version
    assert visitor.wrong == []


async def test_games_that_do_not_come_are_asked_for_again(visitor: Visitor, ada: Player) -> None:
    asked: list[str] = []

    async def fail_three_times(route: Route) -> None:
        url = route.request.url.removeprefix(visitor.url)
        asked.append(url)
        await (route.fulfill(status=500, json={"code": "internal"}) if asked.count(url) < 4 else route.continue_())

    await visitor.page.add_init_script(at_once(5_000))
    for what in ("games", "games/honors_4"):
        await visitor.page.route(f"**/v1/{what}", fail_three_times)
    await visitor.come(ada, "/new/honors_4")

    await expect(visitor.page.locator("h1")).to_have_text("Honors No. IV")
    assert sorted(asked) == ["/v1/games"] * 4 + ["/v1/games/honors_4"] * 4
    assert [wrong for wrong in visitor.wrong if "500" not in wrong] == []


async def test_an_invitation_that_cannot_be_declined_says_why(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        path = ben.table("honors_4", seats=["me", None], options={"players": 2}, invite=[ada.account["id"]])
    problem = {"code": "rate_limited", "title": "Wait.", "status": 429, "detail": "Wait.", "wait_seconds": 9}

    async def refuse(route: Route) -> None:
        await route.fulfill(status=429, headers={"Retry-After": "9"}, json=problem)

    await visitor.come(ada, "/")
    await visitor.page.route(f"**{path}/invitations/players/*", refuse)
    await visitor.page.get_by_role("button", name="Decline").click()
    await expect(visitor.page.locator("main .rows [role=alert]")).to_have_text(
        "Too much was asked at once. Try again in 9 s."
    )

    await visitor.page.unroute(f"**{path}/invitations/players/*")
    await visitor.page.get_by_role("button", name="Decline").click()
    await expect(visitor.page.get_by_role("button", name="Decline")).to_have_count(0)
    assert visitor.wrong == []


async def test_somebody_who_has_no_account_is_told_why_a_seat_is_refused(visitor: Visitor, ada: Player) -> None:
    path = ada.table("honors_4", seats=["me", None], options=MY_TURN | {"players": 2, "dealer": 1})
    told = {"template": "This seat is taken.", "arguments": {}}

    async def refuse(route: Route) -> None:
        await route.fulfill(status=409, json={"code": "seat_taken", "title": "No.", "status": 409, "message": told})

    await visitor.page.goto(visitor.url + path)
    await visitor.page.route(f"**{path}/seats", refuse)
    await visitor.page.click("text=Sit down")

    await expect(visitor.page.locator("header a[href='/account']")).not_to_have_text("Sign in")
    await expect(visitor.page.locator(".waiting [role=alert]")).to_have_text("This seat is taken.")
    assert visitor.wrong == []


AUDIO = """
Navigator.prototype.vibrate = undefined;
window.heard = [];
window.touched = new Promise((touch) => (window.touch = touch));
window.AudioContext = class {
  currentTime = 0;
  resume() { window.heard.push("resumed"); return window.touched; }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next }; }
  createOscillator() {
    return { frequency: {}, connect: (next) => next, start: () => window.heard.push("started"), stop() {} };
  }
};
"""


async def test_the_sound_of_a_turn_is_heard_once_though_nobody_had_touched_the_page(
    visitor: Visitor, ada: Player
) -> None:
    kept = json.dumps(json.dumps({"language": "en", "sound": True}))
    await visitor.page.add_init_script(f"localStorage.setItem('parlour.preferences', {kept})")
    await visitor.page.add_init_script(AUDIO)
    over = ada.my_turn()
    await visitor.come(ada, "/")
    await expect(visitor.page).to_have_title(re.compile("Your turn"))
    ada.abort(over)
    await expect(visitor.page).to_have_title("Parlour")
    path = ada.my_turn()
    await expect(visitor.page).to_have_title(re.compile("Your turn"))
    await visitor.page.evaluate("window.touch()")
    await visitor.page.wait_for_function("() => window.heard.includes('started')")

    await visitor.page.click(f"main .rows a[href='{path}']")
    await visitor.page.wait_for_selector(OFFERS)
    await expect(visitor.page).to_have_title(re.compile("Your turn"))
    assert await visitor.page.evaluate("window.heard") == ["resumed", "resumed", "started"]
    assert visitor.wrong == []


async def test_what_is_refused_tells_its_reason_and_not_only_that_there_is_one(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    async with visitor.page.expect_response("**/words/en/refusals.json") as words:
        await visitor.come(ada, f"{path}/replay#seat=all")
    await (await words.value).finished()

    told = visitor.page.locator("main [role=alert]")
    await expect(told).to_have_text("The record opens when the game is finished.")

    with Player(visitor.url, "Ben") as ben:
        private = ben.table("honors_4", seats=["me", None], options={"players": 2}, visibility="private")
    await visitor.page.goto(visitor.url + private)
    await expect(told).to_have_text(re.compile(r"^The table is private: .+ its link\.$"))
    await visitor.page.evaluate("localStorage.setItem('parlour.preferences', '{\"language\": \"de\"}')")
    await visitor.page.reload()
    await expect(told).to_have_text(re.compile(r"^Der Tisch ist privat: .+\.$"))
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.fill("main input", "\u200b")
    await visitor.page.press("main input", "Enter")
    why = "U+200B is invisible, or changes how the text around it is shown."
    await expect(told).to_have_text(f"Der Name ist unsichtbar oder sieht aus wie einer des Dienstes. {why}")
    await expect(told.locator("[lang=en]")).to_have_text(why)
    assert visitor.wrong == []


async def test_what_got_no_answer_for_too_long_is_left_to_the_visitor(visitor: Visitor, ada: Player) -> None:
    asked: list[str] = []

    async def lose(route: Route) -> None:
        if route.request.method == "GET":
            await route.continue_()
            return
        asked.append(route.request.headers["idempotency-key"])
        await visitor.page.evaluate("window.late = 61_000")  # milliseconds
        await route.abort()

    await visitor.page.add_init_script("const now = Date.now; window.late = 0; Date.now = () => now() + window.late;")
    await visitor.come(ada, "/")
    await visitor.page.route("**/v1/tables", lose)
    await visitor.page.locator(".game .main").first.click()

    refusal = visitor.page.locator(".game [role=alert]")
    await expect(refusal).to_have_text("The service has not answered. Try again.")
    assert len(asked) == 1
    await visitor.page.unroute("**/v1/tables")
    await visitor.page.locator(".game .main").first.click()
    await visitor.page.wait_for_selector("main[data-status=playing]")


async def test_a_new_link_is_not_taken_for_copied_and_seats_are_filled_around_who_has_come_by_it(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.page.add_init_script("navigator.clipboard.writeText = () => Promise.resolve();")
    path = ada.table("honors_4", seats=["me", None, None], options=MY_TURN, visibility="private")
    await visitor.come(ada, path)
    await visitor.page.get_by_role("button", name="Invite by a link").click()
    link = await visitor.page.input_value(".waiting input")
    await visitor.page.get_by_role("button", name="Copy").click()
    await expect(visitor.page.get_by_role("button", name="Copied")).to_be_visible()

    await visitor.page.get_by_role("button", name="Invite by a link").click()

    await expect(visitor.page.locator(".waiting input")).not_to_have_value(link)
    await expect(visitor.page.get_by_role("button", name="Copy", exact=True)).to_be_visible()

    async def sit_down_before(route: Route) -> None:
        if (route.request.post_data_json or {})["seat"] == 1:
            invitation = parse_qs(urlsplit(await visitor.page.input_value(".waiting input")).query)["invitation"][0]
            with Player(visitor.url, "Ben") as ben:
                ben.ask("POST", f"{path}/seats", {"seat": 1, "invitation": invitation})
        await route.continue_()

    await visitor.page.route(f"**{path}/seats", sit_down_before)
    await visitor.page.get_by_role("button", name="Fill the free seats").click()
    await visitor.page.wait_for_selector(OFFERS)
    assert await visitor.codes() == ["seat_taken"]
    assert visitor.wrong == []


async def test_a_recovery_code_revokes_other_tokens_if_wanted_and_can_be_tried_again_if_the_answer_was_lost(
    visitor: Visitor, ada: Player
) -> None:
    code = ada.ask("POST", "/me/recovery", {})["code"]
    for _ in range(MOST_TOKENS - 1):
        ada.ask("POST", "/me/tokens", {"name": "bot", "scopes": ["play"]})

    async def lose(route: Route) -> None:
        await route.fetch()
        await visitor.page.evaluate("window.late = 61_000")  # milliseconds
        await route.abort()

    alone = visitor.page.get_by_role("button", name="Revoke all other tokens, and sign in")
    await visitor.page.add_init_script("const now = Date.now; window.late = 0; Date.now = () => now() + window.late;")
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.click(".welcome summary")
    await visitor.page.fill(".welcome details input", code)
    await visitor.page.press(".welcome details input", "Enter")
    await expect(alone).to_be_visible()
    await visitor.page.route("**/v1/recoveries", lose)
    await alone.click()
    await expect(visitor.page.locator(".welcome [role=alert]")).to_have_text("The service has not answered. Try again.")

    await visitor.page.unroute("**/v1/recoveries")
    await visitor.page.press(".welcome details input", "Enter")

    await expect(visitor.page.locator("header a[href='/account']")).to_have_text("Ada")
    assert await visitor.codes() == ["too_many_tokens"]
    assert ada.http.get("/me").json()["code"] == "token_revoked"


SIGN_OUT = """
() => {
  localStorage.setItem('parlour.account', 'null');
  dispatchEvent(new StorageEvent('storage', { key: 'parlour.account' }));
}
"""
"""Hears that another tab has signed out."""

AWAY = """
(kept) => {
  if (kept) localStorage.setItem('parlour.account', kept);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}
"""
"""Comes back to a page that was put away while another tab kept an account, if it did."""


async def test_somebody_who_signs_out_or_in_with_another_tab_does_so_with_a_page_that_was_busy_or_put_away(
    visitor: Visitor, ada: Player
) -> None:
    mine = visitor.page.locator("header a[href='/account']")
    with Player(visitor.url, "Ben") as ben:
        await visitor.come(ben, "/account")
        await expect(mine).to_have_text("Ben")

    async def sign_out_before(route: Route) -> None:
        await visitor.page.evaluate(SIGN_OUT)
        await route.continue_()

    await visitor.page.route("**/v1/me", sign_out_before)
    await visitor.page.fill("main input", "Bea")
    async with visitor.page.expect_response("**/v1/me") as renamed:
        await visitor.page.press("main input", "Enter")
    await (await renamed.value).finished()
    await visitor.page.evaluate(DRAWN)
    await expect(mine).to_have_text("Sign in")

    await visitor.page.evaluate(AWAY, json.dumps(ada.account))
    await expect(mine).to_have_text("Ada")
    await visitor.page.click("header a[href='/']")
    await expect(visitor.page.locator(".game")).to_have_count(8)
    assert await visitor.page.evaluate("JSON.parse(localStorage.getItem('parlour.account')).name") == "Ada"
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_browser_that_keeps_nothing_plays_on_when_a_page_was_put_away(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.fill(".welcome input[autocomplete=nickname]", "Cid")
    await visitor.page.press(".welcome input[autocomplete=nickname]", "Enter")
    mine = visitor.page.locator("header a[href='/account']")
    await expect(mine.first).to_have_text("Cid")

    await visitor.page.evaluate(AWAY, None)
    await visitor.page.evaluate(DRAWN)

    await expect(mine.first).to_have_text("Cid")
    assert visitor.wrong == []
