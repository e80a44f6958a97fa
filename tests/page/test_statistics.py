"""How games went, as a page: where it is found, what it says, and what it says where there is nothing."""

import copy
from typing import Any

from playwright.async_api import Route, expect

from service.page.languages import LANGUAGES
from tests.page.browsing import OFFERS, Player, Visitor
from tests.page.test_troubles import HOSTILE

FARED: dict[str, Any] = {
    "options": {"players": 4, "dealer": 2, "opener": "any", "max_deals": 100, "max_rounds": 100, "target_score": 3},
    "played": 10,
    "aborted": 2,
    "drawn": 1,
    "first_won": 4,
    "average_points": 1.5,
    "average_move_ms": 2_500,
    "average_ms": 90_000,
    "moves": 300,
    "lapses": 100,
}
ENTRY = {"rank": 1, "player": "00000000-0000-4000-8000-000000000001", "name": HOSTILE, "score": None}


async def answered(visitor: Visitor, *rows: dict[str, Any]) -> None:
    """Let the service say that games went so."""

    async def statistics(route: Route) -> None:
        await route.fulfill(json={"game": "honors_4", "up_to": 12, "by_options": rows})

    async def leaderboard(route: Route) -> None:
        entries = [ENTRY | {"rating": {"rating": 1234.5, "games": 3}}] if rows else []
        await route.fulfill(json={"entries": entries, "fewest_games": 10, "next_cursor": None})

    await visitor.page.route("**/v1/games/honors_4/statistics", statistics)
    await visitor.page.route("**/v1/leaderboards/honors_4*", leaderboard)


def changed(**fields: Any) -> dict[str, Any]:
    """Return how games went by other options."""
    row = copy.deepcopy(FARED)
    row["options"] |= {name: fields.pop(name) for name in list(fields) if name in row["options"]}
    return row | fields


async def test_a_report_is_found_from_the_lobby_and_tells_how_games_went(visitor: Visitor, ada: Player) -> None:
    none_ended = changed(players=2, played=0, first_won=0, drawn=0, average_points=None, average_ms=None)
    await answered(visitor, FARED, changed(opener="left_of_dealer", dealer=0, played=30, first_won=3), none_ended)
    await visitor.come(ada, "/")
    await visitor.page.click("a[href='/statistics/honors_4']")
    players, options = (visitor.page.locator("table.went").nth(at) for at in range(2))

    await expect(players.locator("caption")).to_have_text("By the number of players")
    await expect(players.locator("tbody tr").nth(1).locator("td")).to_have_text(
        ["40", "18%", "5%", "1.5", "1.5 minutes", "2.5 seconds", "4"]
    )
    await expect(players.locator("tbody tr").first.locator("td").nth(1)).to_have_text("–")
    await expect(options.locator("tbody th").first).to_have_text("4 playersDealer: Seat 3Opener of the first deal: Any")
    await expect(options.locator("tbody th").nth(1)).to_have_text("4 players")
    await expect(visitor.page.locator(".rows a", has_text=HOSTILE)).to_have_count(1)
    assert await visitor.page.query_selector("main img") is None
    widths = [await bar.get_attribute("width") for bar in await players.locator(".bar rect + rect").all()]
    assert [round(float(width or 0)) for width in widths] == [0, 100, 18]
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_where_nothing_was_played_that_is_said_in_each_language(visitor: Visitor) -> None:
    await answered(visitor)
    said = {"en": "has been finished yet", "de": "keine öffentliche Partie", "fr": "Aucune partie publique"}
    assert said.keys() == set(LANGUAGES)
    await visitor.page.goto(visitor.url)
    for language, text in said.items():
        await visitor.go("/settings")
        await visitor.page.select_option("main select >> nth=0", language)
        await visitor.go("/statistics/honors_4")

        await expect(visitor.page.locator("main section").first).to_contain_text(text)
        assert await visitor.page.locator("table").count() == 0
    assert visitor.wrong == []


async def test_rulebooks_and_leaderboards_lead_there_and_back(visitor: Visitor, ada: Player) -> None:
    await answered(visitor)
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.click("button:has-text('Rulebook')")
    await visitor.page.click(".rulebook a[href='/statistics/honors_4']")
    await visitor.page.click("main .actions a[href='/leaderboards/honors_4']")
    await visitor.page.click("main a[href='/statistics/honors_4']")
    await expect(visitor.page.locator("h1")).to_have_text("How games went")

    await visitor.page.goto(f"{visitor.url}/statistics/chess")
    await expect(visitor.page.locator("main [role=alert]")).to_be_visible()
    assert visitor.wrong == []
