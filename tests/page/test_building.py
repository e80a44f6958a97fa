"""Moves built by hand: one of every kind that there is, in positions where it is offered."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from playwright.async_api import Route, expect

from domain import GAMES
from domain.game import by_wire_name
from domain.table import Snapshot
from projections.items import UNSEEN, follow
from projections.seat_view import layout_of, seat_view
from tests.page.browsing import NOT_DRAWN, OFFERS, Player, Visitor
from tests.page.feeding import FED, FEED, feed
from tests.page.looking import NARROWEST
from tests.page.test_changes import happening, shown
from tests.recording import Recording, legal, played

SEEDS = range(20)
USUAL = 3
ENOUGH = 250
"""Maximum number of bytes of what shows all that a move may have."""

ENDS_DEAL = {"stock_out": "end_deal", "shunned": ("lay", "add", "take_pile", "challenge")}
RARE: dict[str, list[dict[str, Any]]] = {"honors_2": [ENDS_DEAL], "literature": [{"report_counts": True}]}
"""What games are like, beside the usual ones, where rare kinds of moves are offered."""


def recordings(game: str) -> Iterator[Recording]:
    """Play games."""
    numbers = GAMES[game].players
    players = {"players": min(numbers, key=lambda number: abs(number - USUAL))} if len(numbers) > 1 else {}
    for given in RARE.get(game, []):
        yield played(game, **players, **given)
    for seed in SEEDS:
        yield played(game, seed, **players)


def positions(game: str, table: UUID) -> list[tuple[Any, Any]]:
    """Return for each type of move the longest that is offered in some games, and what its seat then sees."""
    kinds = by_wire_name(GAMES[game].Move).keys()
    longest: dict[str, tuple[bytes, int, Snapshot]] = {}
    for recording in recordings(game):
        for now in recording.snapshots:
            for seat, move in [] if now.state is None else legal(now):
                kind, written = move.__struct_config__.tag, msgspec.json.encode(move)
                if kind not in longest or len(longest[kind][0]) < len(written) < ENOUGH:
                    longest[kind] = written, seat, now
        if longest.keys() == kinds:
            break
    assert longest.keys() == kinds
    return [(json.loads(move), seen(table, now, seat)) for move, seat, now in longest.values()]


def seen(table: UUID, now: Snapshot, seat: int) -> Any:
    """Return what a seat sees, as the page gets it."""
    sight = follow(UNSEEN, layout_of(now, seat), now.version)
    return json.loads(msgspec.json.encode(seat_view(table, now, seat, sight)))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_kind_of_move_is_built_by_hand(visitor: Visitor, ada: Player, game: str) -> None:
    path = ada.table(game)
    ada.abort(path)
    found = positions(game, UUID(path.removeprefix("/tables/")))
    made: list[Any] = []

    async def answer(route: Route) -> None:
        made.append((route.request.post_data_json or {})["move"])
        await route.fulfill(json={"version": 0})

    await visitor.page.add_init_script(FEED)
    await visitor.page.set_viewport_size({"width": NARROWEST, "height": 800})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await visitor.page.evaluate(NOT_DRAWN)
    await visitor.page.route(f"**{path}/moves", answer)
    for move, view in found:
        view["decision"]["prompt"] = {"template": f"Now: {move['type']}", "arguments": {}}
        await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
        await expect(visitor.page.locator(".decision h2 span")).to_have_text(f"Now: {move['type']}")
        await visitor.build(move)
        assert made[-1:] == [move]
        assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= NARROWEST
        assert "NaN" not in await visitor.page.inner_text("main")

    assert len(made) == len(found)
    assert visitor.wrong == []


async def test_what_is_filled_in_before_a_move_is_answered_is_for_the_next_move(visitor: Visitor, ada: Player) -> None:
    path = ada.drawn()
    view = await shown(visitor, ada, path)
    version = view["table"]["version"] + 1
    is_sent, may_go = asyncio.Event(), asyncio.Event()

    async def answer(route: Route) -> None:
        is_sent.set()
        await may_go.wait()
        await route.fulfill(json={"version": version})

    await visitor.page.route(f"**{path}/moves", answer)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await visitor.page.get_by_role("button", name="Make a move by hand").click()
    kind, card = (visitor.page.locator(".builder select").nth(at) for at in range(2))
    await kind.select_option("discard")
    await card.select_option(index=1)
    await visitor.page.click(".builder [type=submit]")
    await is_sent.wait()
    await feed(visitor.page, happening(version, "It is made."))
    await card.select_option(index=2)
    chosen = await card.input_value()

    may_go.set()

    await expect(visitor.page.locator(".builder [type=submit]")).to_be_enabled()
    await expect(card).to_have_value(chosen)
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_move_is_called_by_the_cards_that_are_in_it(visitor: Visitor, ada: Player) -> None:
    view = await shown(visitor, ada, ada.table("medieval_mastery"))
    lists: dict[str, list[Any]] = {"families": [], "communes": [], "rejects": []}
    builds: tuple[dict[str, Any], ...] = ({}, {"communes": [["XW"]]}, {"communes": [["XW"]], "rejects": ["AW"]})
    moves = [{"type": "build", **lists, **build} for build in builds]
    view["decision"] = {"id": "1", "mode": "submitted", "moves": moves, "prompt": {"template": "Now", "arguments": {}}}

    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})

    labels = ("Lay nothing", "Lay communes: XΨ", "Lay communes: XΨ; rejects: AΨ")
    texts = [re.compile(rf"^{label}\s*{key}$") for key, label in enumerate(labels, start=1)]
    await expect(visitor.page.locator(OFFERS)).to_have_text(texts)
