"""The form of a new table: made from the schema of a game's options, in plain words."""

import re

from playwright.async_api import Locator, expect

from domain import GAMES
from service.page.languages import LANGUAGES
from tests.page.browsing import Player, Visitor
from tests.page.looking import NARROWEST


def field(visitor: Visitor, label: str, kind: str = "input") -> Locator:
    """Return a field of the form by what stands before it."""
    return visitor.page.locator("label", has_text=label).locator(kind)


async def test_defaults_are_those_of_the_number_of_players_and_seats_are_called_so(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, "/new/pursuit_of_happiness")
    await visitor.page.click("summary")
    times, dealer = field(visitor, "Times through the deck"), field(visitor, "Dealer", "select")
    await expect(times).to_have_value("1")
    await field(visitor, "Number of players", "select").select_option("5")
    await expect(times).to_have_value("3")
    await dealer.select_option(label="Seat 5")
    await field(visitor, "Number of players", "select").select_option("4")
    await expect(times).to_have_value("2")
    await expect(dealer).to_have_value("0")  # the table has no seat 5 any more
    await dealer.select_option(label="Seat 4")
    await field(visitor, "Time for a move").fill("")
    await visitor.page.get_by_role("radio", name="With house players").check()
    await visitor.page.click("form .main:last-child")
    await visitor.page.wait_for_selector("main[data-status=playing]")

    options = ada.ask("GET", visitor.page.url.removeprefix(visitor.url))["options"]
    assert (options["players"], options["times_through_deck"], options["dealer"]) == (4, 2, 3)
    assert options["turn_limit_ms"] is None
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_what_is_wrong_with_an_option_is_said_where_it_was_folded_away(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/new/literature")
    await visitor.page.click("summary")
    await expect(field(visitor, "First turn", "select").locator("option").first).to_have_text("The dealer")
    teams = visitor.page.get_by_role("group", name="Team of each seat")
    await teams.locator("select").first.select_option(label="Team 2")
    await field(visitor, "Most moves without a closed set").fill("")
    await visitor.page.click("summary")

    await visitor.page.click("form .main:last-child")
    await expect(field(visitor, "Most moves without a closed set")).to_be_focused()
    await field(visitor, "Most moves without a closed set").fill("7")
    await visitor.page.click("form .main:last-child")

    await expect(visitor.page.locator("form [role=alert]")).to_contain_text("An option of the game is invalid.")
    await expect(visitor.page.locator(".faulty")).to_have_text(
        re.compile("^Team of each seat.*not possible.*it has three 0s and three 1s", re.DOTALL)
    )
    assert visitor.wrong == []


async def test_the_form_of_each_game_opens_a_table_by_its_own_defaults(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/")
    for game in sorted(GAMES):
        await visitor.go(f"/new/{game}")
        await visitor.page.click("form .main:last-child")
        await visitor.page.wait_for_selector("main[data-status=open]")

        opened = ada.ask("GET", visitor.page.url.removeprefix(visitor.url))
        players = next((each for each in GAMES[game].players if each == opened["options"]["players"]), None)
        usual = ada.ask("POST", "/tables", {"game": game, "options": {"players": players}})
        assert (opened["game"], opened["options"]) == (game, usual["options"])
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_the_form_of_each_game_is_as_wide_as_a_phone_in_every_language(visitor: Visitor, ada: Player) -> None:
    await visitor.page.set_viewport_size({"width": NARROWEST, "height": 800})
    await visitor.come(ada, "/")
    too_wide = []
    for language in sorted(LANGUAGES):
        await visitor.go("/settings")
        await visitor.page.select_option("main select >> nth=0", language)
        await expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        for game in sorted(GAMES):
            await visitor.go(f"/new/{game}")
            await visitor.page.click("summary")
            await expect(visitor.page.locator("details label").last).to_be_visible()
            if await visitor.page.evaluate("document.documentElement.scrollWidth") > NARROWEST:
                too_wide.append((language, game))

    assert too_wide == []
    assert (visitor.wrong, visitor.refused) == ([], {})
