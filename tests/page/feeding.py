"""A table whose stream a test speaks itself: with more cards than any game has, and as many events as it wants."""

import copy
from collections.abc import Iterable
from typing import Any

from playwright.async_api import Page

FEED = """
(() => {
  const ask = window.fetch;
  window.fetch = (address, how) => {
    if (!String(address).includes("/stream")) return ask(address, how);
    const body = new ReadableStream({ start: (stream) => (window.feed = (line) => stream.enqueue(
      new TextEncoder().encode(JSON.stringify(line) + "\\n"))) });
    return Promise.resolve(new Response(body));
  };
})();
"""
"""Lets a benchmark say what the stream of a table says."""

FED = """
new Promise((resolve) => {
  const look = () => (window.feed ? resolve() : requestAnimationFrame(look));
  look();
})
"""
"""Waits until the page follows the stream."""


async def feed(page: Page, line: dict[str, Any]) -> None:
    """Say something in the stream."""
    await page.evaluate("line => window.feed(line)", line)


def crowded(view: dict[str, Any], cards: Iterable[str]) -> dict[str, Any]:
    """Return a view with more cards: half of them lie in the first zone, the others in the second one."""
    view = copy.deepcopy(view)
    items = [{"card": card, "id": f"card-{number}"} for number, card in enumerate(cards)]
    for zone, share in zip(view["layout"]["zones"], (items[::2], items[1::2]), strict=False):
        zone |= {"cards": share, "count": len(share), "arrangement": "row", "zones": []}
    return view


def moving(version: int, left: int) -> dict[str, Any]:
    """Return the line of an event by which a card goes from the first zone to the second one."""
    patch = [
        {"op": "remove", "path": f"/layout/zones/0/cards/{left - 1}"},
        {"op": "add", "path": "/layout/zones/1/cards/0", "value": {"card": "AS", "id": f"card-{2 * (left - 1)}"}},
        {"op": "replace", "path": "/table/version", "value": version},
    ]
    entry: dict[str, Any] = {
        "version": version,
        "at": 0,
        "seat": None,
        "moves": [],
        "message": {"template": "", "values": {}},
    }
    entry["event"] = {"type": "moved"}
    return {"type": "event", "entry": entry, "changes": patch}
