import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain import GAMES
from domain.table import AnyGame
from service.http.resources.catalog import catalog_entry
from tests.domain.every_game import every_game
from tests.domain.games.high_card import rules
from tests.domain.games.high_card.rules import HIGH_CARD
from tests.openapi.promised import faults
from tests.service.http.surface import Client


async def entry(client: Client, game: AnyGame) -> Mapping[str, Any]:
    answer = await client.get(f"/v1/games/{game.id}")
    assert answer.status_code == 200
    assert faults(answer) == []
    found: Mapping[str, Any] = answer.json()
    return found


@every_game
async def test_every_card_of_the_deck_has_a_face(client: Client, game: AnyGame) -> None:
    found = await entry(client, game)

    assert found["faces"].keys() == set(found["deck"])
    for face in found["faces"].values():
        assert face["name"] == (face["rank_name"] if face["suit"] is None else f"{face['rank_name']} of {face['suit']}")


async def test_a_face_is_what_is_on_the_card(client: Client) -> None:
    french = (await entry(client, GAMES["pursuit_of_happiness"]))["faces"]
    medieval = (await entry(client, GAMES["medieval_mastery"]))["faces"]

    assert french["10H"] == {
        "rank": "10",
        "suit": "hearts",
        "colour": "red",
        "sign": "10♥",
        "rank_name": "ten",
        "name": "ten of hearts",
    }
    assert french["JK"]["name"] == "joker"
    assert french["JK"]["suit"] is None
    assert {face["colour"] for face in medieval.values()} <= {"black", "red", "green", None}


async def test_each_game_says_in_one_sentence_what_it_is_about(client: Client) -> None:
    games = (await client.get("/v1/games")).json()["games"]
    messages = {each["template"]: each for each in (await client.get("/v1/messages")).json()["messages"]}

    for game in games:
        assert re.fullmatch(r"[A-Z][^.]{20,110}\.", game["about"]), game
        assert game["about"] == GAMES[game["id"]].about
        assert (messages[game["about"]]["parts"], messages[game["about"]]["games"]) == (["about"], [game["id"]])


@every_game
async def test_zones_and_grades_are_those_of_the_game(client: Client, game: AnyGame) -> None:
    found = await entry(client, game)

    assert found["zones"] == list(game.zones)
    assert found["grades"] == {phase: list(grades) for phase, grades in game.grades.items()}


@every_game
async def test_the_rulebook_of_a_game_begins_with_it_in_brief(client: Client, game: AnyGame) -> None:
    found = await entry(client, game)
    headings = re.findall(r"^# (.*)$", found["rulebook"], re.MULTILINE)

    assert found["rulebook"].startswith(f"# {game.title} — rulebook\n\n## In brief\n")
    assert len(headings) == (2 if game.id.startswith("honors") else 1)
    assert f"`{game.id}`" in found["rulebook"]
    assert not re.search(r"\]\([^)]*\.md\)", found["rulebook"])


@every_game
async def test_the_rulebook_is_a_page_and_a_file_too(client: Client, game: AnyGame) -> None:
    found = await entry(client, game)
    page = await client.get(found["rulebook_page"])
    file = await client.get(found["rulebook_page"] + ".md")

    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert file.headers["content-type"] == "text/markdown; charset=utf-8"
    assert file.text == found["rulebook"]


async def test_what_holds_in_all_games_is_reached_from_their_list(client: Client) -> None:
    listed = (await client.get("/v1/games")).json()
    common = (await client.get(listed["rulebook_page"] + ".md")).text

    assert common.startswith("# The rulebooks\n")
    for game in listed["games"]:
        assert f"[{game['title']}](/docs/rulebooks/{game['id']})" in common


def test_the_rulebook_of_a_game_is_found_where_its_rules_are() -> None:
    found = msgspec.json.decode(catalog_entry(HIGH_CARD))

    own = (Path(rules.__file__).parent / "rulebook.md").read_text()
    assert found["rulebook"] == own.replace("../rulebooks.md", "/docs/rulebooks")


async def test_no_other_game_is_in_it(client: Client) -> None:
    answer = await client.get("/v1/games/solitaire")

    assert answer.status_code == 404
    assert "medieval_mastery" in answer.json()["detail"]
