"""Cards have room for what is on them, and are in sight, however small they are drawn."""

import pytest
from playwright.async_api import expect

from domain import GAMES
from service.page.languages import LANGUAGES
from tests.page.browsing import Player, Visitor
from tests.page.feeding import FED, FEED, feed
from tests.page.test_looks import DESKTOP, WHOLE, WINDOWS, lay

SET = 6
"""Number of cards of a set of Literature."""

TOO_WIDE = """
[...document.querySelectorAll(".board .card")].filter((card) => {
  const { right } = card.getBoundingClientRect();
  return [...card.querySelectorAll(".corner > *")].some((part) => part.getBoundingClientRect().right > right - 2);
}).map((card) => card.ariaLabel)
"""
"""Gives the names of the cards whose corner is cut off."""

CUT = """
[...document.querySelectorAll(".seat.mine .hand .card")].filter((card) => {
  const { bottom } = card.getBoundingClientRect();
  return card.querySelector(".word").getBoundingClientRect().bottom > bottom - 1;
}).map((card) => card.ariaLabel)
"""
"""Gives the names of the cards in hand of which a line is cut off."""


async def test_every_rank_has_room_in_the_corner_of_a_card(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(FEED)
    for game in ("pursuit_of_happiness", "medieval_mastery"):
        path = ada.table(game)
        deck = list(dict.fromkeys(GAMES[game].deck))
        await visitor.come(ada, path)
        await visitor.page.evaluate(FED)
        view = ada.ask("GET", f"{path}/view")
        laid = [zone for zone in view["layout"]["zones"] if zone["id"] == "hand-0" or zone["kind"] != "hand"]
        for zone in laid:
            zone["zones"] = []
            lay(zone, [len(deck)], deck)
        await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
        await expect(visitor.page.locator(".board [data-item]")).to_have_count(len(laid) * len(deck))

        for width, height in WINDOWS:
            await visitor.page.set_viewport_size({"width": width, "height": height})
            assert await visitor.page.evaluate(TOO_WIDE) == [], (game, width, height)
        ada.abort(path)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_no_line_of_the_name_of_a_card_in_hand_is_cut_off(visitor: Visitor, ada: Player, language: str) -> None:
    await visitor.prefer(language=language)
    await visitor.page.add_init_script(FEED)
    path = ada.table("medieval_mastery")  # its cards have the longest names
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    deck = list(dict.fromkeys(GAMES["medieval_mastery"].deck))
    lay(next(zone for zone in view["layout"]["zones"] if zone["id"] == "hand-0"), [len(deck)], deck)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await expect(visitor.page.locator(".seat.mine .hand .word")).to_have_count(len(deck))

    for width, height in WINDOWS:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        assert await visitor.page.evaluate(CUT) == [], (width, height)


async def test_all_closed_sets_are_in_sight_on_a_desktop(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(FEED)
    path = ada.table("literature", options={"starter": 0})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    deck = GAMES["literature"].deck
    for first in range(0, len(deck) - SET, SET):  # with the last set the game is over
        closed = {"id": f"set-{first}", "label": {"template": "high diamonds", "arguments": {}}, "owner": {"team": 0}}
        closed |= {"kind": "aside", "arrangement": "row", "zones": []}
        lay(closed, [SET], deck[first : first + SET])
        view["layout"]["zones"].append(closed)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    cards = visitor.page.locator(".middle .card")
    await expect(cards).to_have_count(len(deck) - SET)

    for width, height in (DESKTOP, (1440, 900)):
        await visitor.page.set_viewport_size({"width": width, "height": height})
        for card in (cards.first, cards.last):
            await expect(card).to_be_in_viewport(ratio=WHOLE)
    assert visitor.wrong == []
