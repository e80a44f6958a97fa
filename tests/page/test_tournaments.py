"""Tournaments in a browser: what is shown of them, and what a player does there."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, Player, Visitor
from tests.service.workers import eventually

SETTINGS: dict[str, Any] = {
    "game": "honors_4",
    "options": {"max_deals": 1, "max_rounds": 5},
    "seating": {"format": "swiss", "rounds": 1, "places": 2},
    "scoring": "rank_points",
    "tie_breaks": ["wins"],
    "correction_ms": 0,
    "drafting": "at_once",
}
PRESS_TWICE = "(button) => (button.click(), button.click())"


def announced(director: Player, title: str, **settings: Any) -> str:
    """Announce a tournament, and open its registration; return the path of its page."""
    made = director.ask("POST", "/tournaments", {"title": title, "settings": SETTINGS | settings})
    path = f"/tournaments/{made['id']}"
    do(director, path, "open_registration")
    return path


def do(director: Player, path: str, kind: str, **fields: Any) -> None:
    """Ask something of a tournament."""
    director.ask("POST", f"{path}/commands", {"type": kind, **fields})


def begin(director: Player, path: str) -> None:
    """Let the rounds begin; the service drafts them."""
    for kind in ("open_check_in", "close_check_in", "start_rounds"):
        do(director, path, kind)


async def test_a_tournament_is_followed_to_its_end_and_asked_for_no_more(visitor: Visitor, ada: Player) -> None:
    evening = announced(ada, "<b>Evening</b>")
    do(ada, evening, "add_house", count=4)
    begin(ada, evening)
    asked: list[str] = []
    visitor.page.on("request", lambda sent: asked.append(sent.url))
    await visitor.page.goto(visitor.url + evening)
    await expect(visitor.page.locator("tbody tr")).to_have_count(4)
    await expect(visitor.page.locator("h1")).to_contain_text("<b>Evening</b>")
    await expect(visitor.page.locator("a", has_text="Replay")).to_have_count(2)
    for sitters in await visitor.page.locator(".rows .who").all_inner_texts():
        assert re.fullmatch(r"House player \d \(\d+\) and House player \d \(\d+\)", sitters), sitters
    await expect(visitor.page.locator("h1")).to_contain_text("ended")
    points = await visitor.page.locator("tbody td:nth-of-type(2)").all_inner_texts()
    assert sum(map(float, points)) == len(points) / 2, "at a table of two, 1 goes to the winner, or a half to each"

    async def is_quiet() -> bool:
        asked.clear()
        await visitor.page.wait_for_timeout(2_000)
        return not asked

    await eventually(is_quiet)
    await visitor.page.click("text=Show large")
    await expect(visitor.page.locator(".projector h1")).to_contain_text("<b>Evening</b>")
    assert await visitor.page.locator("header").count() == 0

    first = await visitor.page.inner_text(".projector h2")
    await visitor.page.focus("footer button")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator(".projector h2")).not_to_have_text(first)
    assert visitor.wrong == []


async def test_the_standings_of_a_knockout_say_which_round_each_has_reached(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "Cup", seating={"format": "knockout", "rounds": 2})
    do(ada, path, "add_house", count=4)
    begin(ada, path)
    await visitor.page.goto(visitor.url + path)

    rounds = visitor.page.locator("tbody td:nth-of-type(2)")
    await expect(rounds).to_have_text(["2", "2", "1", "1"])
    assert await visitor.page.locator("thead th").all_inner_texts() == [
        "Rank", "Entrant", "Round reached", "Points", "Wins",
    ]  # fmt: skip
    assert visitor.wrong == []


async def test_a_player_reads_how_a_tournament_goes_registers_and_withdraws(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "Open")
    await visitor.come(ada, "/tournaments")
    await visitor.page.get_by_text("How a tournament goes").click()
    await expect(visitor.page.get_by_text("press “Take part”")).to_be_visible()
    await expect(visitor.page.get_by_text("that is called a bye")).to_be_visible()
    await visitor.page.click(f'a[href="{path}"]')
    await expect(visitor.page.locator(".facts a").first).to_have_attribute("href", "/docs/rulebooks/honors_4")
    await visitor.page.locator(".entering .main").evaluate(PRESS_TWICE)
    await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("entered")
    await visitor.page.locator(".entering .plain").evaluate(PRESS_TWICE)

    await expect(visitor.page.locator(".entering .main")).to_be_visible()
    await expect(visitor.page.locator("main [role=alert]")).to_have_count(0)
    entrants = ada.ask("GET", f"{path}/entrants")["entrants"]
    assert [each["state"] for each in entrants] == ["withdrawn"]
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_until_the_first_round_begins_it_is_told_who_takes_part(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "Small", limit=2)
    with Player(visitor.url, "Ben") as ben, Player(visitor.url, "Cleo") as cleo, Player(visitor.url, "Dora") as dora:
        for each in (ben, cleo, dora):
            do(each, path, "register")
        do(ada, path, "open_check_in")
        do(ben, path, "check_in", entrant=ben.account["id"])
        await visitor.page.goto(visitor.url + path)

        states = visitor.page.locator("main .rows li small")
        await expect(states).to_have_text(["entered · checked in", "entered", "on the waiting list"])
        await visitor.page.goto(f"{visitor.url}{path}/board")
        await expect(visitor.page.locator(".projector h2")).to_have_text("Entrants")

        do(cleo, path, "check_in", entrant=cleo.account["id"])
        for kind in ("close_check_in", "start_rounds"):
            do(ada, path, kind)
        await visitor.page.goto(visitor.url + path)
        await expect(visitor.page.locator("tbody tr")).to_have_count(2)
        await expect(states.filter(has_text="entered")).to_have_count(0)
    assert visitor.wrong == []


async def meet(director: Player, path: str, *players: Player) -> str:
    """Let players meet at the one table of a tournament; return the path of that table once its game has begun."""
    for each in players:
        do(each, path, "register")
    do(director, path, "open_check_in")
    for each in players:
        do(each, path, "check_in", entrant=each.account["id"])
    do(director, path, "close_check_in")
    do(director, path, "start_rounds")
    begun: list[Any] = []

    async def has_begun() -> bool:
        begun[:] = [each["table"] for each in players[0].ask("GET", "/me/tables")["tables"]]
        return [each["status"] for each in begun] == ["playing"]

    await eventually(has_begun)
    return f"/tables/{begun[0]['id']}"


async def test_at_a_table_of_a_tournament_players_say_that_they_have_come_and_go_back_to_it(
    visitor: Visitor, ada: Player
) -> None:
    path = announced(ada, "Duel")
    with Player(visitor.url, "Ben") as ben, Player(visitor.url, "Cleo") as cleo:
        table = await meet(ada, path, ben, cleo)
        acting, waiting = (ben, cleo) if ben.ask("GET", f"{table}/view")["decision"] else (cleo, ben)
        await visitor.come(waiting, path)
        await visitor.page.locator(".entering").get_by_role("link", name="To my table").click()
        here = visitor.page.get_by_role("button", name="I am here")
        await here.click()

        await expect(here).to_have_count(0)
        assert ben.ask("GET", f"{table}/events")["events"][-1]["event"]["type"] == "seat_taken_back"
        refused_there = visitor.page.get_by_role("button", name=re.compile("End without|Play again"))
        await expect(refused_there).to_have_count(0)
        while ben.ask("GET", table)["status"] == "playing":
            for each in (acting, waiting):
                if decision := each.ask("GET", f"{table}/view")["decision"]:
                    each.ask("POST", f"{table}/moves", {"move": decision["moves"][0]})
        await expect(visitor.page.get_by_role("link", name="Replay")).to_be_visible()
        await expect(refused_there).to_have_count(0)
        await visitor.page.get_by_role("link", name="To the tournament").click()

        await expect(visitor.page.locator("h1")).to_contain_text("Duel")
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_why_somebody_may_not_register_is_told_until_they_do_more(visitor: Visitor, ada: Player) -> None:
    made = ada.ask("POST", "/tournaments", {"settings": SETTINGS | {"registration": "code"}, "code": "the right one"})
    path = f"/tournaments/{made['id']}"
    do(ada, path, "open_registration")
    await visitor.come(ada, path)
    await visitor.page.fill(".entering input", "a wrong one")
    await visitor.page.press(".entering input", "Enter")
    refusal = visitor.page.locator("main [role=alert]")
    await expect(refusal).to_be_visible()

    do(ada, path, "add_house", count=2)
    await expect(visitor.page.locator("main .rows li")).to_have_count(2)
    await expect(refusal).to_be_visible()
    await visitor.page.fill(".entering input", "the right one")
    await visitor.page.press(".entering input", "Enter")

    await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("entered")
    await expect(refusal).to_have_count(0)
    assert visitor.wrong == []


@pytest.mark.parametrize("late", [False, True])
async def test_a_player_who_has_withdrawn_comes_back_after_the_start(
    visitor: Visitor, ada: Player, *, late: bool
) -> None:
    entries = {"late_entries": {"until_round": 2}} if late else {}
    path = announced(ada, "Open", seating=SETTINGS["seating"] | {"rounds": 2}, **entries)
    with Player(visitor.url, "Ben") as ben:
        ben.ask("POST", f"{path}/commands", {"type": "register"})
        do(ada, path, "add_house", count=3)
        for kind in ("open_check_in", "close_check_in"):
            do(ada, path, kind)
        await visitor.come(ben, path)
        again = visitor.page.get_by_role("button", name="Take part again")
        await again.click()  # they had not checked in
        await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("entered")
        do(ada, path, "start_rounds")

        await visitor.page.get_by_role("button", name="Withdraw").click()
        await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("withdrawn")
        await expect(visitor.page.locator(".entering button")).to_have_count(1)
        await again.click()

        await expect(visitor.page.locator(".entering [role=status]")).to_contain_text("entered")
        await expect(again).to_have_count(0)
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_who_has_withdrawn_comes_back_before_the_withdrawal_is_answered(visitor: Visitor, ada: Player) -> None:
    path = announced(ada, "Open", seating=SETTINGS["seating"] | {"rounds": 2})
    may_go = asyncio.Event()

    async def hold_the_withdrawal(route: Route) -> None:
        answer = await route.fetch()
        if (route.request.post_data_json or {})["type"] == "withdraw":
            await may_go.wait()
        await route.fulfill(response=answer)

    with Player(visitor.url, "Ben") as ben:
        do(ben, path, "register")
        do(ada, path, "add_house", count=3)
        do(ada, path, "open_check_in")
        do(ben, path, "check_in", entrant=ben.account["id"])
        for kind in ("close_check_in", "start_rounds"):
            do(ada, path, kind)
        await visitor.page.route(f"**{path}/commands", hold_the_withdrawal)
        await visitor.come(ben, path)
        told = visitor.page.locator(".entering [role=status]")
        await visitor.page.get_by_role("button", name="Withdraw").click()
        await expect(told).to_contain_text("withdrawn")  # as the stream tells

        await visitor.page.get_by_role("button", name="Take part again").click()

        await expect(told).to_contain_text("entered")
        may_go.set()
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_more_tournaments_come_once_however_often_they_are_asked_for(visitor: Visitor, ada: Player) -> None:
    paths = [announced(ada, f"Cup {number}") for number in range(4)]
    await visitor.page.route("**/tournaments?limit=50*", few_at_a_time)
    await visitor.page.goto(f"{visitor.url}/tournaments")
    await visitor.page.wait_for_selector(f'a[href="{paths[3]}"]')

    await visitor.page.locator("main .actions button").dblclick()
    await visitor.page.wait_for_selector(f'a[href="{paths[1]}"]')

    rows = await visitor.page.locator("main .rows a").evaluate_all("links => links.map((link) => link.pathname)")
    assert len(set(rows)) == len(rows) >= 4
    assert visitor.wrong == []


async def few_at_a_time(route: Route) -> None:
    """Let pages have two tournaments, and take their time."""
    await asyncio.sleep(0.3)
    await route.continue_(url=route.request.url.replace("limit=50", "limit=2"))


async def test_the_names_of_many_are_drawn_together(visitor: Visitor, ada: Player) -> None:
    cup = announced(ada, "Cup")
    many = [ada.ask("POST", "/players", {"name": f"Entrant {number}"})["id"] for number in range(12)]
    ada.http.post(f"{cup}/entrants", content="\n".join(["player", *many]), headers={"Content-Type": "text/csv"})
    last = asyncio.Lock()
    drawn: list[int] = []

    async def one_by_one(route: Route) -> None:
        async with last:
            await visitor.page.evaluate(DRAWN)
            drawn.append(await visitor.page.locator("main .rows a", has_text="Entrant").count())
            await route.continue_()

    await visitor.page.route("**/v1/players/*", one_by_one)
    await visitor.page.goto(visitor.url + cup)

    await expect(visitor.page.locator("main .rows a", has_text="Entrant")).to_have_count(12)
    assert drawn[:10] == [0] * 10, drawn
    assert visitor.wrong == []
