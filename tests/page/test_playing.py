"""Whole games through the page, against house players: nothing that it offers is refused but what came too late."""

import random

import pytest
from playwright.async_api import expect

from domain import GAMES
from tests.openapi.hosting import SHORT, TOO_LATE
from tests.page.browsing import OFFERS, PAUSE_SECONDS, Player, Visitor

PAUSES = {"honors_3": 3.0}
"""By game, how many seconds pass between two moves where the clock ends the deal, however many moves are made."""
OPTIONS = SHORT | {"honors_1": SHORT["honors_1"] | {"players": 6}}
"""By game, options with which it is soon over; clients that are to be disturbed need more time, so fewer players."""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_each_game_is_played_to_its_end(visitor: Visitor, ada: Player, game: str) -> None:
    path = ada.table(game, options=OPTIONS[game])
    await visitor.come(ada, path)

    await visitor.play(random.Random(game), PAUSES.get(game, PAUSE_SECONDS))

    table = ada.ask("GET", path)
    last = await visitor.page.get_attribute(".log li:last-child a", "href")
    assert (table["status"], last) == ("finished", f"{path}/replay#v={table['version']}")
    assert await visitor.page.inner_text(".outcome") == await visitor.page.inner_text(".log li:last-child")
    await expect(visitor.page.locator(".log li.new")).to_have_count(since_the_last_of_seat_0(ada, path), timeout=20_000)
    assert {code: why for code, why in visitor.refused.items() if code not in TOO_LATE.get(game, ())} == {}
    assert visitor.wrong == []


def since_the_last_of_seat_0(player: Player, path: str) -> int:
    """Return how many events there are after the last one that seat 0 has caused; 0 if it has caused none."""
    seats = [each["seat"] for each in player.ask("GET", f"{path}/events?limit=1000")["events"]]
    return seats[::-1].index(0) if 0 in seats else 0


@pytest.mark.parametrize("is_dragged", [False, True])
async def test_a_move_that_is_like_an_example_is_made_with_the_cards_that_are_chosen_or_dragged(
    visitor: Visitor, ada: Player, is_dragged: bool
) -> None:
    path = ada.table("pursuit_of_happiness", options={"players": 2, "dealer": 1})
    view = ada.ask("GET", f"{path}/view")
    listed = {move.get("card") for move in view["decision"]["moves"]}
    hand = next(zone["cards"] for zone in view["layout"]["zones"] if zone["id"] == "hand-0")
    item = next(each for each in hand if each["card"] not in listed)
    await visitor.come(ada, path)
    card = visitor.page.locator(f'.hand [data-item="{item["id"]}"]')
    await expect(card).to_have_css("filter", "none")  # it does not look as if nothing could be done with it

    async with visitor.page.expect_response(f"**{path}/moves"):
        if is_dragged:
            await visitor.page.wait_for_selector("dialog", state="attached")  # with it, pointers are listened to
            await card.drag_to(visitor.page.locator(".middle"))
        else:
            await card.click()
            offered = visitor.page.locator(OFFERS, has_text="Discard")
            await expect(offered).to_have_accessible_name(f"Discard {await card.get_attribute('aria-label')}")
            await offered.press("Enter")

    made = [each["event"] for each in ada.ask("GET", f"{path}/events")["events"] if each["seat"] == 0]
    assert [each["card"] for each in made if each["type"] == "card_discarded"] == [item["card"]]
    assert (visitor.wrong, visitor.refused) == ([], {})
