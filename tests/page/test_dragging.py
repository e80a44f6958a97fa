"""Cards that are dragged to where they are for: the same as choosing them by clicks."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from playwright.async_api import Locator, Route, expect

from tests.page.browsing import OFFERS, PATIENCE_MS, Player, Visitor
from tests.page.feeding import FED, FEED, feed
from tests.page.test_building import recordings, seen
from tests.recording import legal

FAR = (5, 300)
"""A point at the edge of the page, where nothing is."""

PLACES = {
    ("pursuit_of_happiness", "attack"): ("[data-zone=meld-{target}]", 2),
    ("honors_3", "accept"): ("[data-zone=offer-{offer}]", 1),
    ("medieval_mastery", "play"): (".middle", 1),
}
"""Kinds of moves in games whose decisions are of different grades; where their cards are dropped, and how many moves
are offered for them there."""

FINGER = """
([from, to]) => {
  const point = ([x, y]) => ({
    clientX: x, clientY: y, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, bubbles: true,
  });
  const card = document.elementFromPoint(...from).closest("button");
  card.setPointerCapture = () => {};
  const send = (kind, at) => card.dispatchEvent(new PointerEvent(kind, point(at)));
  send("pointerdown", from);
  send("pointermove", [from[0], from[1] - 20]);
  send("pointermove", to);
  send("pointerup", to);
}
"""
"""Drags a card by a finger: the driver has mice only."""


class Dragging:
    """A visitor at a table whose stream the test speaks; `made`: the moves that they sent, `sent`: is there one?"""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.visitor = visitor
        self.made: list[Any] = []
        self.sent = asyncio.Event()
        self.ids: dict[str, str] = {}

    async def come(self, player: Player, game: str, kind: str) -> Any:
        """Show a position to the visitor where a move of this kind is offered; return one."""
        path = player.table(game)
        player.abort(path)
        move, view = position(game, UUID(path.removeprefix("/tables/")), kind)
        zones = view["layout"]["zones"]
        self.ids = {item["card"]: item["id"] for zone in zones for item in zone["cards"] or ()}
        await self.page.add_init_script(FEED)
        await self.visitor.come(player, path)
        await self.page.evaluate(FED)
        await self.page.route(f"**{path}/moves", self._answer)
        await feed(self.page, {"type": "view", "view": view, "cursor": "1"})
        await self.page.wait_for_selector(OFFERS)
        await self.page.wait_for_selector("dialog", state="attached")  # with it, pointers are listened to
        return move

    async def _answer(self, route: Route) -> None:
        self.made.append((route.request.post_data_json or {})["move"])
        self.sent.set()
        await route.fulfill(json={"version": 0})

    def card(self, code: str) -> Locator:
        """Return a card that lies on the table."""
        return self.page.locator(f"[data-item='{self.ids[code.partition('=')[0]]}']")

    async def drag(self, card: Locator, to: Locator | tuple[float, float]) -> None:
        """Drag a card to the upper edge of something, or to a point."""
        await card.scroll_into_view_if_needed()
        await self.page.mouse.move(*await middle(card))
        await self.page.mouse.down()
        await self.page.mouse.move(*(await middle(card))[:1], 20)
        await expect(self.page.locator(".dragged .card").first).to_be_visible()
        await self.page.mouse.move(*(to if isinstance(to, tuple) else await upper(to)))
        await self.page.mouse.up()
        await expect(self.page.locator(".dragged")).to_have_count(0)


async def middle(of: Locator) -> tuple[float, float]:
    """Return the middle of something on the screen."""
    box = await of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def upper(of: Locator) -> tuple[float, float]:
    """Return a point at the upper edge of something on the screen."""
    await of.scroll_into_view_if_needed()
    box = await of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 4


def position(game: str, table: UUID, kind: str) -> tuple[Any, Any]:
    """Return a move of a kind that names a card, and what its seat sees where it is offered."""
    for recording in recordings(game):
        for now in recording.snapshots:
            for seat, move in [] if now.state is None else legal(now):
                written = json.loads(msgspec.json.encode(move))
                if written["type"] == kind and (written.get("cards") or written.get("card")):
                    return written, seen(table, now, seat)
    raise AssertionError(kind)


@pytest.fixture
async def dragging(visitor: Visitor) -> AsyncIterator[Dragging]:
    """A visitor who drags cards; nothing goes wrong meanwhile."""
    dragging = Dragging(visitor)
    yield dragging
    assert (visitor.wrong, visitor.refused) == ([], {})


@pytest.mark.parametrize(("game", "kind"), PLACES)
async def test_cards_are_dropped_where_a_move_is_offered_for_them(
    dragging: Dragging, ada: Player, game: str, kind: str
) -> None:
    move = await dragging.come(ada, game, kind)
    cards = move.get("cards") or [move["card"]]
    for card in cards if len(cards) > 1 else ():
        await dragging.card(card).click()

    place, offered = PLACES[game, kind]

    await dragging.drag(dragging.card(cards[0]), dragging.page.locator(place.format(**move)))
    if offered > 1:
        await expect(dragging.page.locator(".chosen")).to_contain_text("→")
        await expect(dragging.page.locator(OFFERS)).to_have_count(offered)
        await dragging.page.press(f".moves [data-key='{json.dumps(move, separators=(',', ':'))}']", "Enter")

    await expect(dragging.page.locator("[aria-pressed=true]")).to_have_count(0)
    await asyncio.wait_for(dragging.sent.wait(), PATIENCE_MS / 1000)
    assert dragging.made == [move]


async def test_others_of_ones_cards_are_given_for_an_offer_than_those_that_are_listed(
    dragging: Dragging, ada: Player
) -> None:
    move = await dragging.come(ada, "honors_3", "accept")
    codes = {item: code for code, item in dragging.ids.items()}
    hand = dragging.page.locator(".seat.mine .hand button")
    held = [codes[item] for item in await hand.evaluate_all("cards => cards.map((each) => each.dataset.item)")]
    others = held[-len(move["cards"]) :]
    assert sorted(others) != sorted(move["cards"])
    for card in others:
        await dragging.card(card).click()
    names = [f"{await dragging.card(card).get_attribute('aria-label')}" for card in others]
    await expect(dragging.page.locator(OFFERS).first).to_have_accessible_name(re.compile(", ".join(names)))

    await dragging.drag(dragging.card(others[0]), dragging.page.locator(f"[data-zone=offer-{move['offer']}]"))

    await asyncio.wait_for(dragging.sent.wait(), PATIENCE_MS / 1000)
    assert dragging.made == [move | {"cards": others}]


async def test_what_is_dropped_elsewhere_or_clicked_is_as_it_was_until_it_is_dropped_on_a_listed_move(
    dragging: Dragging, ada: Player
) -> None:
    move = await dragging.come(ada, "medieval_mastery", "play")
    card = dragging.card(move["card"])
    chosen = dragging.page.locator(".seat.mine [aria-pressed=true]")

    await dragging.drag(card, FAR)
    await expect(chosen).to_have_count(0)
    await card.click()
    await expect(chosen).to_have_count(1)
    await dragging.drag(card, FAR)
    await expect(chosen).to_have_count(1)
    await card.click()
    await expect(chosen).to_have_count(0)

    await dragging.page.mouse.move(*await middle(card))
    await dragging.page.mouse.down()
    await dragging.page.mouse.move(*await upper(dragging.page.locator(".middle")))
    await expect(dragging.page.locator(".middle.target.over")).to_have_count(1)
    await dragging.page.mouse.move(*await middle(card))
    await dragging.page.keyboard.press("Escape")
    await expect(dragging.page.locator(".dragged")).to_have_count(0)
    await dragging.page.mouse.up()
    assert dragging.made == []
    await expect(card).to_have_attribute("aria-pressed", "false")

    await dragging.drag(card, dragging.page.locator(f".moves [data-key*='{move['card']}']"))
    await expect(dragging.page.locator(".middle.target")).to_have_count(0)
    await asyncio.wait_for(dragging.sent.wait(), PATIENCE_MS / 1000)
    assert dragging.made == [move]


async def test_a_finger_drags_cards_and_scrolls_beside_them(dragging: Dragging, ada: Player) -> None:
    move = await dragging.come(ada, "medieval_mastery", "play")
    await dragging.page.set_viewport_size({"width": 390, "height": 844})
    card, place = dragging.card(move["card"]), dragging.page.locator(".middle")
    await card.scroll_into_view_if_needed()

    touches = await card.evaluate(
        "card => [card, card.parentElement].map((each) => getComputedStyle(each).touchAction)"
    )
    await dragging.page.evaluate(FINGER, [await middle(card), await upper(place)])

    await expect(dragging.page.locator(".dragged")).to_have_count(0)
    assert touches == ["none", "auto"]
    await asyncio.wait_for(dragging.sent.wait(), PATIENCE_MS / 1000)
    assert dragging.made == [move]
