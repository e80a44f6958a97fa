"""The files of the page: what they know, what they weigh, and how they are served."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from domain import GAMES
from service.page.files import assets, base, index, modules
from service.page.languages import FOLDER, LANGUAGES, read
from service.page.modules import bare
from service.page.serving import POLICY
from tests.openapi.npm import OPENAPI
from tests.service.http.surface import Client

OWN = {path: bare(text) for path, text in modules().items() if path != "vendor.js"}
LONGEST_LINES = 200
LARGEST_BYTES = 60 * 1024
FIRST = ("first.js", "vendor.js", "style/page.css", "style/table.css")
VOCABULARY = {
    ("state/fields.js", '"meld"'),  # a kind of zone
    ("parts/field.js", '"meld"'),  # a kind of value
    ("parts/field.js", '"object"'),  # types of JavaScript and of JSON Schema
    ("state/kinds.js", '"object"'),
    ("words/messages.js", '"object"'),
    ("wire/patch.js", '"add"'),  # an operation of JSON Patch
    ("parts/replay.js", '"play"'),  # a text of the page: let the replay go on
    ("parts/table-page.js", '"play"'),  # a class of CSS
    ("parts/table-page.js", '"open"'),
    ("state/session.js", '"object"'),
    ("parts/lobby.js", '"open"'),  # the state of a table
    ("parts/beside.js", '"open"'),
    ("parts/waiting.js", '"open"'),
    ("state/table.js", '"open"'),
    ("parts/field.js", '"offer"'),  # a kind of value
    ("state/targets.js", '"meld"'),
    ("state/targets.js", '"offer"'),
    ("parts/entering.js", '"accept"'),  # a command of tournaments
    ("parts/lobby.js", '"cancel"'),  # a text of the page
}
"""Words of the contract and of the web that some game's move happens to have for its type."""

SAID = re.compile(r"""\bsay\(\s*"([a-z-]+)\"""")
MADE = re.compile(r"say\(`([a-z-]+)\$")


def test_the_page_knows_no_game_no_card_and_no_move() -> None:
    words = set(GAMES) | {game.title for game in GAMES.values()}
    cards = {code for game in GAMES.values() for code in game.cards if len(code) > 1}
    types = {kind.__struct_config__.tag for game in GAMES.values() for kind in get_args(game.Move) or (game.Move,)}
    known = {f'"{word}"' for word in words | cards | types} | {f"`{word}`" for word in words | cards | types}

    assert {(path, word) for path, text in OWN.items() for word in known if word in text} == VOCABULARY


def test_no_module_is_long() -> None:
    assert {path: text.count("\n") for path, text in OWN.items() if text.count("\n") > LONGEST_LINES} == {}


def test_no_text_stands_in_the_code_and_each_that_is_asked_for_is_there() -> None:
    texts = read("en", "page").keys() | read("en", "pages").keys()
    asked = {text for code in OWN.values() for text in SAID.findall(code)}
    made = {beginning for code in OWN.values() for beginning in MADE.findall(code)}

    assert asked - texts == set()
    assert {text for text in texts - asked if not any(text.startswith(each) for each in made)} == set()


@pytest.mark.parametrize("file", ["page", "pages", "oauth"])
def test_each_language_has_all_texts_of_the_page(file: str) -> None:
    english = read("en", file).keys()

    assert {name: english ^ read(name, file).keys() for name in LANGUAGES} == {name: set() for name in LANGUAGES}
    assert {each.name for each in FOLDER.iterdir() if each.is_dir() and not each.name.startswith("_")} == set(LANGUAGES)


def test_each_language_says_that_a_browser_may_delete_the_account_that_it_keeps() -> None:
    assert {name for name in LANGUAGES if "Safari" not in str(read(name, "page")["token-text"])} == set()


def test_lobby_and_table_weigh_no_more_than_they_may() -> None:
    weights = {path: len(gzip.compress(text, 9)) for path, text in assets().items()}
    page = sum(weights[path] for path in FIRST) + len(gzip.compress(index(), 9))
    words = {
        (name, game): weights[f"words/{name}.json"] + weights[f"words/{name}/{game}.json"]
        for name in LANGUAGES
        for game in GAMES
    }

    assert page + max(words.values()) <= LARGEST_BYTES, (page, words)


def test_the_words_of_a_language_name_each_message_once() -> None:
    for path in [path for path in assets() if path.endswith(".json")]:
        words = json.loads(assets()[path])
        ids = re.findall(r"^([a-z][\w-]*) =", words["texts"], re.MULTILINE)

        assert len(ids) == len(set(ids))
        assert {f"m{number}" for number in range(len(words["templates"]))} <= set(ids)


async def test_files_are_kept_for_ever_and_the_page_is_asked_for_again(client: Client) -> None:
    page = await client.get("/")
    file = await client.get(f"{base()}/first.js")
    other = await client.get("/page/0123456789abcdef/first.js")

    assert (page.status_code, page.headers["content-security-policy"]) == (200, POLICY)
    assert page.headers["cache-control"] == "public, max-age=0"
    assert (file.status_code, file.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert file.headers["cache-control"] == "public, max-age=31536000"
    assert (other.status_code, other.json()["code"]) == (404, "not_found")
    for path in ("../files.py", "vendor.d.ts", "index.html", "main.js", "words/xx.json", "%2e%2e/files.py"):
        assert (await client.get(f"{base()}/{path}")).status_code == 404


async def test_each_part_of_the_page_can_be_come_back_to(client: Client) -> None:
    table = "00000000-0000-4000-8000-000000000001"
    of_table = [f"/tables/{table}{part}" for part in ("", "/replay", "/proof")]
    more = ("/tournaments", f"/tournaments/{table}", f"/tournaments/{table}/board", f"/players/{table}")
    parts = (
        "/",
        *of_table,
        *more,
        "/leaderboards",
        "/leaderboards/literature",
        "/statistics",
        "/statistics/literature",
        "/new/literature",
        "/settings",
        "/account",
        "/tables/xyz",
        "/players/xyz",
        "/tournaments/xyz",
    )

    assert {(await client.get(path)).content for path in parts} == {index()}


async def test_a_person_is_answered_with_the_page_where_nothing_is_and_a_program_with_a_problem(client: Client) -> None:
    person = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    docs = ("/docs/foo", "/docs/rulebooks/foo", "/problems/foo")
    lost = ("/foo", *docs, "/tables", "/tables/xyz/foo", "/settings/", "//", "/a%20table")

    shown = [await client.get(path, headers=person) for path in lost]
    problems = [await client.get(path) for path in lost] + [await client.get("/v1/foo", headers=person)]
    token = await client.get("/oauth/token", headers=person)

    assert {(each.status_code, each.content) for each in shown} == {(404, index())}
    assert {(each.headers["cache-control"], each.headers["content-security-policy"]) for each in shown} == {
        ("no-store", POLICY)
    }
    assert {(each.status_code, each.json()["code"]) for each in problems} == {(404, "not_found")}
    assert (await client.head("/foo", headers=person)).status_code == 404
    assert token.status_code == 405, "there is something, for programs"


def npm(*arguments: str) -> str:
    """Run a script of `openapi/package.json`; return what it says if it fails."""
    if shutil.which("npm") is None:
        pytest.skip("there is no Node.js on this machine")
    command = ["npm", "run", "--silent", "--prefix", str(OPENAPI), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_the_vendored_file_is_what_its_command_makes(tmp_path: Path) -> None:
    made = tmp_path / "vendor.js"

    assert npm("vendor", "--", f"--outfile={made}") == ""
    assert made.read_text() == assets()["vendor.js"].decode()


def test_what_is_left_out_of_modules_are_comments(tmp_path: Path) -> None:
    for folder, texts in (("written", modules()), ("bare", OWN)):
        for path, text in texts.items():
            file = tmp_path / folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    files = [str(tmp_path / folder / path) for folder in ("written", "bare") for path in OWN]
    assert npm("minified", "--", *files, f"--outbase={tmp_path}", f"--outdir={tmp_path / 'of'}") == ""

    for path in OWN:
        assert (tmp_path / "of/written" / path).read_text() == (tmp_path / "of/bare" / path).read_text()
