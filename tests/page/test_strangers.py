"""Those without an account, names of strangers, and the reader's language."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Route, expect

from service.page.languages import LANGUAGES, read
from tests.page.browsing import MY_TURN, Player, Visitor
from tests.page.test_statistics import FARED, answered
from tests.page.test_tournaments import announced, begin, do
from tests.page.test_troubles import HOSTILE

LONG = 5
"""Shorter English words may be in another language, too."""


async def ranked(visitor: Visitor, player: Player) -> None:
    """Let a player be the best at a game."""

    async def leaderboard(route: Route) -> None:
        entry = {"rank": 1, "player": player.account["id"], "name": player.account["name"], "score": None}
        entries = [entry | {"rating": {"rating": 1500, "games": 20}}]
        board: dict[str, Any] = {"kind": "person", "provisional": False, "fewest_games": 10, "up_to": 20}
        await route.fulfill(json=board | {"game": "literature", "entries": entries, "next_cursor": None})

    await visitor.page.route("**/v1/leaderboards/literature*", leaderboard)


def tournaments(player: Player) -> tuple[str, str]:
    """Return the pages of two tournaments: one is over, in the other the player waits."""
    over, soon = announced(player, HOSTILE), announced(player, HOSTILE)
    do(player, over, "add_house", count=4)
    begin(player, over)
    player.ask("POST", f"{soon}/commands", {"type": "register"})
    return over, soon


async def test_names_and_titles_of_strangers_are_texts_everywhere(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, HOSTILE) as stranger:
        _, soon = tournaments(stranger)
        await ranked(visitor, stranger)
        await visitor.come(ada, "/")
        pages = {
            "/tournaments": "main a",
            soon: "main h1",
            f"{soon}/board": ".meetings li",
            f"/players/{stranger.account['id']}": "main h1",
            "/leaderboards/literature": "tbody th",
        }
        for path, where in pages.items():
            await visitor.go(path)
            await expect(visitor.page.locator(where, has_text=HOSTILE).first).to_be_visible()
            assert await visitor.page.query_selector("main img") is None, path
    assert visitor.wrong == []


async def test_a_person_without_an_account_watches_a_table_to_its_end_and_opens_every_page(
    visitor: Visitor, ada: Player
) -> None:
    over, soon = tournaments(ada)
    path = ada.table("honors_4", options=MY_TURN, settings={"chat": "text"})
    page = visitor.page

    await page.goto(visitor.url + path)
    await expect(page.locator(".board .seat")).to_have_count(len(ada.ask("GET", path)["seats"]))
    ada.ask("POST", f"{path}/moves", {"move": {"type": "draw_stock"}})
    await expect(page.locator(".log li", has_text=re.compile("Ada.? draws one card from the pack"))).to_be_attached()
    ada.abort(path)
    await expect(page.locator(".outcome")).to_be_visible()
    assert await page.locator("aside > :not(.log)").count() == 0  # no chat, nor one that is on its way

    pages = {"/": "main", f"{path}/replay": ".controls", f"{path}/proof": ".result.true", "/settings": ".keys"}
    pages |= {"/tournaments": "main li", over: "tbody tr", soon: "main h1", f"{over}/board": ".projector footer"}
    pages |= {f"/players/{ada.account['id']}": "main h1", "/leaderboards/honors_4": "main", "/account": "form"}
    pages |= {"/statistics/honors_4": "main h1"}
    for part, sign in pages.items():
        await visitor.go(part)
        await page.locator(sign).first.wait_for()
    assert visitor.refused == {}
    assert visitor.wrong == []


@pytest.mark.parametrize(("query", "first"), [("", ".table-page"), (f"?invitation={'a' * 43}", ".welcome")])
async def test_a_spectator_sees_the_table_first_and_an_invited_player_the_form(
    visitor: Visitor, ada: Player, query: str, first: str
) -> None:
    page = visitor.page
    await page.goto(visitor.url + ada.table("honors_4", options=MY_TURN) + query)
    await page.locator(".board .seat").first.wait_for()
    await page.locator(".welcome").wait_for()

    boxes = {part: await page.locator(part).bounding_box() for part in (".table-page", ".welcome")}
    places = {part: box["y"] for part, box in boxes.items() if box is not None}
    assert min(places, key=lambda part: places[part]) == first
    await expect(page.locator("h1")).to_have_count(1)
    assert visitor.wrong == []


async def test_somebody_without_an_account_reads_the_rules_of_a_game_before_they_play_it(visitor: Visitor) -> None:
    await visitor.page.goto(visitor.url)
    await visitor.page.get_by_role("link", name="Rulebook: Literature").click()

    await expect(visitor.page).to_have_url(f"{visitor.url}/docs/rulebooks/literature")
    await expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Literature")
    assert visitor.wrong == []


async def test_the_heading_of_the_first_page_is_a_part_of_what_is_the_matter_there(visitor: Visitor) -> None:
    await visitor.page.goto(visitor.url)
    main = visitor.page.get_by_role("main")

    await expect(main.get_by_role("heading", level=1)).to_have_text("Card games for people and programs")
    await expect(main).to_have_count(1)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_a_reader_of_another_language_reads_no_english_beside_the_table(
    visitor: Visitor, ada: Player, language: str
) -> None:
    over, soon = tournaments(ada)
    await ranked(visitor, ada)
    await answered(visitor, FARED)
    kept = json.dumps(json.dumps({"language": language}))
    await visitor.page.add_init_script(f"localStorage.setItem('parlour.preferences', {kept})")
    await visitor.come(ada, "/")
    ready = {
        "/tournaments": "main li",
        over: "tbody tr",
        soon: ".entering",
        f"{over}/board": ".projector footer",
        f"/players/{ada.account['id']}": "main label",
        "/leaderboards/literature": "tbody th",
        "/statistics/honors_4": "table.went",
        "/account": "form",
    }
    for path, sign in ready.items():
        await visitor.go(path)
        await visitor.page.locator(sign).first.wait_for()
        shown = await visitor.page.inner_text("#page")
        assert [text for text in english_only(language) if re.search(rf"\b{re.escape(text)}\b", shown)] == [], path
    assert visitor.wrong == []


def english_only(language: str) -> list[str]:
    """Return the texts of the page that another language says otherwise."""
    texts = [
        (text.strip(), read(language, file).get(key))
        for file in ("page", "pages")
        for key, text in read("en", file).items()
    ]
    return [text for text, other in texts if "{" not in text and len(text) >= LONG and text != (other or "").strip()]


async def test_nothing_is_told_of_the_tables_of_somebody_who_has_signed_out(visitor: Visitor) -> None:
    with Player(visitor.url, "Ben") as ben:
        ben.my_turn()
        await visitor.come(ben, "/account")
        await visitor.page.wait_for_selector("header a.turn")
        await visitor.page.click("text=Sign out and revoke the token")
        await visitor.page.click(".sure button:not(.main)")

    await expect(visitor.page.locator(".welcome input").first).to_be_visible()
    await expect(visitor.page.locator("header a.turn")).to_have_count(0)
    assert visitor.wrong == []
