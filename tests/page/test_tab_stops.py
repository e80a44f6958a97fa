"""Many cards are one stop of the Tab key, which stays with the card that somebody was at."""

from typing import Any

from playwright.async_api import Locator, expect

from domain import GAMES
from tests.page.browsing import OFFERS, Player, Visitor
from tests.page.feeding import FED, FEED, feed
from tests.page.looking import LOOKS
from tests.page.test_looks import LATE, WINDOWS, lay

PURSUIT = "pursuit_of_happiness"
MANY_STOPS = 40
"""So often somebody presses Tab before they give up."""

HAND = ".seat.mine .zone.hand"

HEADINGS = """
all => all.map((each) => [each.ariaLabel, each.closest(".zone").querySelector("h3 span").textContent])
"""
"""Gives what each stop is called, and what stands above it."""

ROOM = """
(() => {
  const focused = document.activeElement;
  let around = focused.parentElement;
  while (getComputedStyle(around).overflowY !== "auto") around = around.parentElement;
  const [inner, outer] = [focused, around].map((each) => each.getBoundingClientRect());
  return Math.min(inner.left - outer.left - around.clientLeft, inner.top - outer.top - around.clientTop);
})()
"""
"""Gives how many pixels are seen around what has the focus, on the left and above it."""


class Sat:
    """A player of Pursuit of Happiness, before whom much lies; `cards`: those in hand."""

    def __init__(self, visitor: Visitor, view: dict[str, Any]) -> None:
        self.page = visitor.page
        self.view = view
        self.zones = {zone["id"]: zone for zone in view["layout"]["zones"]}
        self.cards = self.page.locator(f"{HAND} button.card")

    async def look(self) -> None:
        """Let the stream show all as it is now."""
        for zone in self.zones.values():
            zone["count"] = len(zone["cards"]) if zone.get("cards") else zone["count"]
        await feed(self.page, {"type": "view", "view": self.view, "cursor": "1"})
        await expect(self.cards).to_have_count(len(self.zones["hand-0"]["cards"]))

    def card(self, at: int) -> Locator:
        """Return the card in hand that lies at a place now, and stays the same one."""
        return self.page.locator(f"{HAND} [data-item=hand-0-{at}]")


async def sat(visitor: Visitor, ada: Player) -> Sat:
    """Come to a table at which much lies before a player who is to act."""
    await visitor.page.add_init_script(FEED)
    path = ada.table(PURSUIT, options={"dealer": 2, "players": 3})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    del view["decision"]["moves"][9:]
    seat = Sat(visitor, view)
    for name, numbers in LATE[PURSUIT].items():
        lay(seat.zones[name], numbers, GAMES[PURSUIT].deck)
    for other in (1, 2):
        lay(seat.zones[f"melds-{other}"], LATE[PURSUIT]["melds-0"], GAMES[PURSUIT].deck)
    await seat.look()
    await expect(visitor.page.locator(OFFERS)).not_to_have_count(0)
    return seat


async def stops(visitor: Visitor, until: str, key: str = "Tab") -> list[str]:
    """Press a key until something has the focus; return by their names what had it before."""
    found = []
    while not await visitor.page.evaluate(f"document.activeElement.matches({until!r})"):
        found.append(
            await visitor.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent")
        )
        assert len(found) < MANY_STOPS, found
        await visitor.page.keyboard.press(key)
    return found


async def test_cards_that_lie_together_are_one_stop_on_the_way_to_a_move(visitor: Visitor, ada: Player) -> None:
    await sat(visitor, ada)
    cards = await visitor.page.locator("button.card").count()
    await visitor.page.locator("h1").focus()

    way = await stops(visitor, OFFERS)

    assert cards > 70
    assert len(way) < 12, way
    for called, heading in await visitor.page.locator("[role=toolbar]").evaluate_all(HEADINGS):
        assert called == heading
    assert visitor.wrong == []


async def test_arrows_home_and_end_lead_from_card_to_card_and_tab_comes_back_to_the_last_one(
    visitor: Visitor, ada: Player
) -> None:
    seat = await sat(visitor, ada)
    melds = visitor.page.locator(".seat.mine [role=toolbar]", has=visitor.page.locator(".zone")).locator("button.card")
    await expect(melds).to_have_count(sum(LATE[PURSUIT]["melds-0"]))
    for cards in (seat.cards, melds):
        await cards.first.focus()
        for key, at in (("ArrowRight", 1), ("End", -1), ("ArrowRight", 0), ("ArrowLeft", -1), ("Home", 0)):
            await visitor.page.keyboard.press(key)
            await expect(cards.nth(at)).to_be_focused()

    await seat.cards.nth(5).focus()
    await visitor.page.locator(OFFERS).first.focus()
    await stops(visitor, f"{HAND} *", "Shift+Tab")

    await expect(seat.cards.nth(5)).to_be_focused()
    assert visitor.wrong == []


async def test_the_focus_stays_with_its_card_and_goes_to_the_next_one_where_that_is_gone(
    visitor: Visitor, ada: Player
) -> None:
    seat = await sat(visitor, ada)
    hand = seat.zones["hand-0"]
    await seat.card(5).focus()

    del hand["cards"][1:3]
    await seat.look()
    await expect(seat.card(5)).to_be_focused()

    hand["cards"].pop(3)
    hand["cards"].reverse()  # the page has an order of its own
    await seat.look()
    await expect(seat.card(6)).to_be_focused()

    hand["cards"].reverse()
    del hand["cards"][3:]
    await seat.look()
    await expect(seat.card(4)).to_be_focused()

    hand["cards"] = []
    hand["count"] = 0
    await seat.look()
    await expect(visitor.page.locator(HAND)).to_be_focused()
    assert visitor.wrong == []


async def test_a_chosen_card_that_has_the_focus_looks_otherwise_than_other_chosen_ones(
    visitor: Visitor, ada: Player
) -> None:
    seat = await sat(visitor, ada)
    await seat.card(3).focus()
    for key in ("Space", "ArrowRight", "Space"):
        await visitor.page.keyboard.press(key)
    chosen = visitor.page.locator(f"{HAND} [aria-pressed=true]")
    await expect(chosen).to_have_count(2)

    for look in LOOKS.values():
        await visitor.page.emulate_media(**look)
        other, focused = await chosen.evaluate_all("all => all.map((each) => getComputedStyle(each).outline)")
        assert other != focused, look
    assert visitor.wrong == []


async def test_the_ring_around_what_has_the_focus_is_whole_where_a_part_is_scrolled(
    visitor: Visitor, ada: Player
) -> None:
    await sat(visitor, ada)
    for window in WINDOWS:
        await visitor.page.set_viewport_size({"width": window[0], "height": window[1]})
        for what in (".seat.mine .inner .card", OFFERS):
            await visitor.page.locator(what).first.focus()
            await visitor.page.keyboard.press("Shift")  # the ring is for those who use keys
            assert await visitor.page.evaluate(ROOM) >= 5, (window, what)
    assert visitor.wrong == []
