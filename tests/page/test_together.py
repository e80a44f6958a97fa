"""Two people at one table, each in a browser of their own, over restarts, cut networks, and tabs loaded again."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Route, expect

from tests.faults.afflictions import kill_workers
from tests.faults.network import Wire
from tests.page.browsing import DRAWN, OFFERS, Player, Visitor
from tests.serving import Service, eventually

OPTIONS = {"players": 2, "max_deals": 9, "max_rounds": 5, "dealer": 1, "opener": "left_of_dealer"}
SETTINGS = {"chat": "text", "take_back": True}
MARKUP = "<b>Ben</b>"
TURNED = f"\u202e{MARKUP}"
"""A text that turns what is around it: the service refuses it."""


@asynccontextmanager
async def friends(browser: Browser, service: Service, by: str = "") -> AsyncIterator[tuple[Player, Visitor, Visitor]]:
    """Ada as a client, and the browsers of Ada and Ben, `by` an address, at one table of two where Ada begins."""
    url = f"http://127.0.0.1:{service.port}"
    with Player(url, "Ada") as ada, Player(url, "Ben") as ben:
        table: dict[str, Any] = {"options": OPTIONS, "settings": SETTINGS, "seats": ["me", None]}
        path = ada.table("honors_4", **table)
        ben.ask("POST", f"{path}/seats", {})
        visitors = []
        for player in (ada, ben):
            context = await browser.new_context(locale="en-GB", reduced_motion="reduce")
            visitor = Visitor(await context.new_page(), by or url)
            await visitor.come(player, path)
            visitors.append(visitor)
        try:
            yield ada, visitors[0], visitors[1]
        finally:
            for visitor in visitors:
                await visitor.page.context.close()


def apart(name: str) -> str:
    """Return a name as the page sets it apart from the direction of the text around it."""
    return f"\u2068{name}\u2069"


async def draw(visitor: Visitor) -> None:
    """Make the first offered move as soon as there is one."""
    await visitor.page.press(OFFERS, "Enter")


async def end_turn(visitor: Visitor) -> None:
    """Make offered moves until others are to act: a draw may end a deal, and a player who is out begins the next."""
    others = visitor.page.locator(".decision h2", has_text="It is the others’ turn")
    while not await others.count():
        await draw(visitor)
        await expect(visitor.page.locator(OFFERS).or_(others).first).to_be_visible()


async def test_two_play_on_over_a_cut_network_a_loaded_tab_and_a_restart(browser: Browser, live: Service) -> None:
    """What a new worker knows, it has from the log, as after a restart of all."""
    async with Wire(live.port) as wire, friends(browser, live, wire.url) as (ada, one, other):
        path = one.page.url.removeprefix(one.url)
        await one.page.wait_for_selector(OFFERS)
        await other.page.wait_for_selector("main[data-status=playing]")  # a page that is being loaded is lost

        wire.is_down = True
        with kill_workers(live, random.Random()):
            wire.cut()
        await draw(one)  # nobody answers
        await one.page.wait_for_selector(".unreachable")
        await other.page.wait_for_selector(".unreachable")
        assert await asyncio.to_thread(eventually, live.is_ready)
        wire.is_down = False
        await one.page.wait_for_selector(".unreachable", state="detached")

        await other.page.context.set_offline(True)
        await end_turn(one)
        await other.page.context.set_offline(False)
        await other.page.wait_for_selector(OFFERS)
        await other.page.reload()
        await end_turn(other)
        await one.page.wait_for_selector(OFFERS)

        events = await asyncio.to_thread(ada.ask, "GET", f"{path}/events")
        made = [(entry["seat"], entry["event"]["type"]) for entry in events["events"] if entry["seat"] is not None]
        assert [seat for seat, each in made if each == "card_discarded"] == [0, 1]
        for visitor in (one, other):
            await expect(visitor.page.locator(".log li")).to_have_count(len(events["events"]))
        assert (one.refused, other.refused) == ({}, {})


async def test_two_talk_end_and_play_again(browser: Browser, live: Service) -> None:
    async with friends(browser, live) as (_, one, other):
        await other.page.fill(".chat input", MARKUP)
        await other.page.press(".chat input", "Enter")
        await expect(one.page.locator(".chat li bdi")).to_have_text(MARKUP)
        await other.page.fill(".chat input", TURNED)
        await other.page.press(".chat input", "Enter")
        await expect(other.page.locator(".chat .refusal")).not_to_be_empty()
        assert await other.page.input_value(".chat input") == TURNED

        await one.page.click("text=End without a result")
        await one.page.click(".sure button >> nth=1")
        await one.page.click("text=End without a result")
        await one.page.click(".sure button >> nth=0")
        await other.page.wait_for_selector("text=wants to end the game")
        await other.page.click("text=End without a result")
        await other.page.click(".sure button >> nth=0")
        await one.page.wait_for_selector("main[data-status=aborted]")

        await other.page.select_option(".chat form select", "good_game")
        await other.page.click(".chat form:has(select) button")
        await expect(one.page.locator(".chat li")).to_have_count(2)
        await other.page.click("text=Play again")
        await one.page.click("text=To the next game")
        await one.page.click("text=Sit down")
        await one.page.wait_for_selector("main[data-status=playing]")
        await other.page.wait_for_selector("main[data-status=playing]")
        assert await other.codes() == ["text_not_allowed"]
        assert (one.wrong, other.wrong, one.refused) == ([], [], {})


async def test_an_invitation_is_told_wherever_somebody_is_but_at_that_table(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        ask = {"seats": ["me", None], "invite": [ada.account["id"]], "options": {"players": 2}}
        ben.ask("POST", "/tables", {"game": "honors_4", "auto_start": True} | ask)
        await visitor.come(ada, "/settings")
        told = visitor.page.get_by_role("link", name="You are invited to a table")
        await told.click()

        await visitor.page.get_by_role("button", name="Sit down").click()

        await expect(visitor.page.locator(".board")).to_be_visible()
        await expect(told).to_have_count(0)
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_free_seat_says_for_whom_it_is_kept(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben, Player(visitor.url, "Cleo") as cleo:
        path = ben.table("honors_4", options=OPTIONS, seats=["me", None])
        ada.ask("POST", f"{path}/seats", {})
        for each in (ada, ben):
            each.abort(path)
        again = f"/tables/{ben.ask('POST', f'{path}/rematch', {})['table']['id']}"
        seats, sit_down = visitor.page.locator(".waiting li b"), visitor.page.get_by_role("button", name="Sit down")
        await visitor.come(cleo, again)
        await expect(seats).to_have_text([apart("Ben"), f"Seat 2 is kept for {apart('Ada')}"])
        await expect(sit_down).to_have_count(0)

        await visitor.become(ada)
        await visitor.page.reload()
        await expect(seats).to_have_text([apart("Ben"), "Seat 2 is kept for you"])
        await sit_down.click()

        await expect(visitor.page.locator(".board")).to_be_visible()
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_at_the_table_of_a_challenge_it_is_said_who_invites(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        path = ben.table("honors_4", options=OPTIONS, seats=["me", None], invite=[ada.account["id"]])
        await visitor.come(ada, path)

        await expect(visitor.page.locator(".waiting p").first).to_have_text(f"{apart('Ben')} invites you")
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_who_waits_for_a_game_is_apart_from_the_name_of_its_button(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        seek = ben.ask("POST", "/seeks", {"game": "literature"})
        await visitor.come(ada, "/")
        try:
            await expect(visitor.page.get_by_role("button", name="Find opponents: one player waits")).to_be_visible()
        finally:
            ben.http.delete(f"/seeks/{seek['id']}")
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_who_has_a_link_is_shown_the_seats_and_no_chat_before_they_sit_there(
    visitor: Visitor, ada: Player
) -> None:
    settings = {"chat": "text"}
    path = ada.table("honors_4", options=OPTIONS, seats=["me", None], visibility="private", settings=settings)
    token = ada.ask("POST", f"{path}/invitations/link", {})["token"]
    with Player(visitor.url, "Ben") as ben:
        await visitor.come(ben, f"{path}?invitation={token}")
        sit_down = visitor.page.get_by_role("button", name="Sit down")
        await expect(sit_down).to_be_visible()
        await visitor.page.evaluate(DRAWN)
        await expect(visitor.page.locator("aside")).to_have_count(0)

        await sit_down.click()

        await expect(visitor.page.locator(".chat input")).to_be_visible()
        await expect(visitor.page.locator(".log li").first).to_be_attached()
    assert visitor.wrong == []


async def test_friends_who_come_by_one_link_at_once_get_a_seat_each_by_one_button(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.table("honors_4", options={"players": 4}, seats=["me", None, None, None])
    with Player(visitor.url, "Ben") as ben:
        await visitor.come(ben, path)
        await expect(visitor.page.get_by_text("The game begins by itself")).to_be_visible()
        sit_down = visitor.page.get_by_role("button", name="Sit down")

        async def somebody_is_quicker(route: Route) -> None:
            with Player(visitor.url, "Cleo") as cleo:
                cleo.ask("POST", f"{path}/seats", {"seat": 1})
            await route.continue_()

        await visitor.page.route("**/seats", somebody_is_quicker, times=1)
        await sit_down.click()

        await expect(visitor.page.locator(".waiting li b").nth(2)).to_have_text(apart("Ben"))
        await visitor.page.get_by_role("button", name="Leave this seat").click()
        await visitor.page.get_by_role("button", name="Sit here").last.click()
        await expect(visitor.page.locator(".waiting li b").nth(3)).to_have_text(apart("Ben"))
    assert (visitor.refused, visitor.wrong) == ({}, [])
