"""The guide as pages: they are whole, they link to one another, and they need nothing but themselves."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from domain import GAMES, codes
from service.http.contract.operation_specs import OPERATIONS
from service.http.contract.operations import status_of
from service.http.guide.docs import GUIDE_POLICY
from service.http.guide.pages import CHAPTERS, PAGES, address
from service.http.problems import CODES
from service.limits.budgets import budgets, cost_of
from service.settings import Settings
from tests.domain.every_game import every_id
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

ROOT = Path(__file__).parents[4]
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Outline(HTMLParser):
    """What a page is made of; tags must be closed in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.current: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        elif "href" in found or "src" in found:
            self.loaded.append(found.get("href") or found["src"])
        if "aria-current" in found:
            self.current.append(found["href"])
        if tag == "pre":
            assert found["tabindex"] == "0"
            assert found["aria-label"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "html":
            assert self.open.pop() == "body"
        assert self.open.pop() == tag


def outline(answer: httpx.Response) -> Outline:
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return outline_of(answer.text)


@cache
def outline_of(page: str) -> Outline:
    """Read a page; each of them is looked at by many tests."""
    return Outline(page)


RULEBOOKS = [f"rulebooks/{game}" for game in GAMES]
every_page = pytest.mark.parametrize("page", [*PAGES, "reference", "rulebooks", *RULEBOOKS])
to_be_read = pytest.mark.parametrize("page", [*PAGES, "rulebooks", *RULEBOOKS])


@every_page
async def test_a_page_is_whole(client: Client, page: str) -> None:
    answer = await client.get(address(page))
    found = outline(answer)

    assert found.open == []
    assert answer.text.startswith('<!doctype html>\n<html lang="en">')
    assert found.tags.count("title") == found.tags.count("main") == 1
    assert "h1" in found.tags
    assert found.links[0].removeprefix("#") in found.ids
    assert "/" in found.links
    assert len(set(found.ids)) == len(found.ids)
    assert found.current == ([] if page in RULEBOOKS else [address(page)])


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_of_the_guide_has_one_title_and_a_table_of_its_contents(client: Client, page: str) -> None:
    found = outline(await client.get(address(page)))
    sections = re.findall(r'<h2 id="([^"]+)">', (await client.get(address(page))).text)

    assert found.tags.count("h1") == 1
    assert sections
    assert [link[1:] for link in found.links if link.startswith("#")][: len(sections) + 1] == ["content", *sections]


async def test_the_front_page_lists_the_chapters_as_each_page_does(client: Client) -> None:
    text = (await client.get("/docs")).text
    lists, front = (text.split(mark, 1)[1] for mark in ('<nav class="pages"', "<main"))
    chapters = re.findall(r"<li>([^<]+)\n<ul>\n(.*?)</ul>", lists.split("</nav>")[0], re.DOTALL)
    told = re.findall(r"<p><strong>([^<]+)</strong></p>\n<ul>\n(.*?)</ul>", front, re.DOTALL)
    beside = {address(page) for page in ("index", "rulebooks", "reference")}

    assert [title for title, _ in told] == [*CHAPTERS]
    for (title, pages), (same, links) in zip(chapters, told, strict=True):
        assert title == same
        listed = re.findall(r'<a href="(/docs[^"]*)"', pages)
        assert [each for each in listed if each not in beside] == re.findall(r'<li><a href="(/docs[^"]*)"', links)


@to_be_read
async def test_a_page_of_the_guide_loads_and_runs_only_what_is_here(client: Client, page: str) -> None:
    answer = await client.get(address(page))
    found = outline(answer)

    assert found.tags.count("script") == 1
    assert '<script src="/docs/guide.js" defer></script>' in answer.text
    assert "style" not in found.tags
    assert " style=" not in answer.text
    assert not re.search(r"<[^>]+ on\w+=", answer.text)
    assert set(found.loaded) == {"/docs/guide.css", "/docs/guide.js", "/docs/favicon-32x32.png"}
    assert {(await client.get(each)).status_code for each in found.loaded} == {200}
    assert answer.headers["content-security-policy"] == GUIDE_POLICY
    assert GUIDE_POLICY.startswith(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
    )


@every_page
async def test_what_needs_a_script_is_not_shown_without_one(client: Client, page: str) -> None:
    text = (await client.get(address(page))).text

    assert '<form id="search" role="search" hidden>' in text
    assert "<button" not in text


async def test_each_section_that_a_search_finds_is_where_the_index_says(client: Client) -> None:
    answer = await client.get("/docs/search.json")
    sections = answer.json()["sections"]

    assert answer.headers["content-type"] == "application/json"
    assert len({each["address"] for each in sections}) == len(sections)
    found: dict[str, set[str]] = {}
    for each in sections:
        path, _, name = each["address"].partition("#")
        if path not in found:
            found[path] = {"", *outline(await client.get(path)).ids}
        assert name in found[path], each
    assert found.keys() == {address(page) for page in (*PAGES, "rulebooks", *RULEBOOKS)}


async def test_the_index_has_the_words_of_sections_without_markup(client: Client) -> None:
    sections = (await client.get("/docs/search.json")).json()["sections"]
    by_address = {each["address"]: each for each in sections}

    assert by_address["/docs/retries#a-lost-answer"]["page"] == "Retries and resuming"
    assert "idempotency_key_reused" in by_address["/docs/errors#codes-of-the-service"]["text"]
    assert by_address["/docs/rulebooks/literature"]["page"] == "Literature: rulebook"
    assert not any("```" in each["text"] or "](" in each["text"] for each in sections)


async def test_the_page_of_changes_ends_with_the_changelog(client: Client) -> None:
    page = (await client.get("/docs/changes")).text
    versions = re.findall(r"^## \[(\S+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert re.findall(r"<h2 [^>]*>(\d\S+) - ", page) == versions
    assert "Unreleased" in page


async def test_the_page_on_other_origins_shows_what_is_answered() -> None:
    text = (ROOT / "openapi/guide/cors.md").read_text(encoding="utf-8")
    asked, answered, exposed = (
        dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        for block in re.findall(r"```http\n(.*?)```", text, re.DOTALL)
    )
    settings = replace(IN_MEMORY, cors_origins=(asked["Origin"],))
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        preflight = await client.request("OPTIONS", "/v1/tables", headers={**asked, "Host": "parlour.example"})
        other = await client.request("OPTIONS", "/v1/tables", headers={**asked, "Origin": "https://other.example"})

    assert preflight.status_code == other.status_code == 204
    assert {name: preflight.headers[name] for name in answered} == answered
    assert preflight.headers["Access-Control-Expose-Headers"] == exposed["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" not in other.headers


@to_be_read
async def test_links_lead_somewhere(client: Client, page: str) -> None:
    for link in outline(await client.get(address(page))).links:
        path, _, name = link.partition("#")
        if path.startswith("https://"):
            continue
        target = await client.get(path or address(page))
        assert target.status_code == 200, link
        if name and path != address("reference"):
            assert name in outline(target).ids, link


def codes_whatever_is_played() -> set[str]:
    """Return every code that is answered, but for those of the rulebooks."""
    declared = {code for name, code in vars(codes).items() if name.isupper()}
    promised = {code for promise in OPERATIONS.values() for code in (*promise.problems, *promise.refusals)}
    return (declared | promised | set(CODES)) - {codes.TOO_EARLY}  # which the service alone is told


async def test_every_code_is_explained_at_a_place_of_its_own(client: Client) -> None:
    page = (await client.get("/docs/errors")).text
    rows = dict(re.findall(r'<tr id="(\w+)">\n<td><code>\1</code></td>\n<td>(\d+)</td>', page))

    assert codes_whatever_is_played() - rows.keys() == set(), "explain it in `openapi/guide/errors.md`"
    assert rows.keys() - codes_whatever_is_played() == set(), "nothing is answered with it"
    assert {code: int(status) for code, status in rows.items()} == {code: status_of(code) for code in rows}


def test_every_status_of_a_problem_is_explained() -> None:
    text = (ROOT / "openapi/guide/errors.md").read_text(encoding="utf-8")
    (rows,) = re.findall(r"^\| status \|.*\n(?:\|[- |]+\n)((?:\|.*\n)+)", text, re.MULTILINE)
    explained = [int(status) for row in rows.splitlines() for status in row.split("|")[1].split(",")]

    assert sorted(explained) == sorted({*map(status_of, codes_whatever_is_played())})


def test_every_budget_is_explained_with_its_default() -> None:
    text = (ROOT / "openapi/guide/errors.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `(\w+)` \| ([\d,]+)(?: in (\d+) (minutes|seconds))?", text.partition("| budget |")[2], re.MULTILINE
    )
    told = {
        name: (int(quota.replace(",", "")), int(number or 10) * (60 if unit == "minutes" else 1))
        for name, quota, number, unit in rows
    }

    # Budgets without a window say what they count in its place.
    assert told == {each.name: (each.quota, each.window_seconds or 10) for each in budgets(Settings()).values()}
    (polled,) = re.findall(r"long polls at 20 tables.* ([\d,]+)\.", text)
    assert polled == f"{20 * 10 * (cost_of('getEvents') + cost_of('getView')):,}"


@pytest.mark.parametrize("code", CODES)
async def test_the_type_of_a_problem_leads_to_its_place(client: Client, code: str) -> None:
    answer = await client.get(f"/problems/{code}")

    assert (answer.status_code, answer.headers["location"]) == (303, f"/docs/errors#{code}")


async def test_the_type_of_a_refusal_leads_to_the_page_where_its_fragment_is(client: Client) -> None:
    refused, unknown = await client.get("/problems/refused#house_plays"), await client.get("/problems/no_such_code")

    assert (refused.status_code, refused.headers["location"]) == (303, "/docs/errors")
    assert unknown.status_code == 404


async def test_the_front_door_is_the_page(client: Client) -> None:
    answer = await client.get("/")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<script type="module"' in answer.text


async def test_all_pages_are_reached_from_the_front_page(client: Client) -> None:
    front = outline(await client.get("/docs"))

    assert {address(page) for page in (*PAGES, "reference", "rulebooks")} <= set(front.links)


async def test_all_rulebooks_are_reached_from_what_holds_in_all_games(client: Client) -> None:
    common = outline(await client.get("/docs/rulebooks"))

    assert {address(page) for page in RULEBOOKS} <= set(common.links)


@every_id()
async def test_a_rulebook_has_a_table_of_its_contents_and_leads_to_what_holds_in_all_games(
    client: Client, game: str
) -> None:
    answer = await client.get(address(f"rulebooks/{game}"))
    (first, *_) = re.findall(r"<h1 [^>]*>.*?</h1>", answer.text)
    sections = re.findall(r'<h[12] id="([^"]+)">', answer.text)[1:]
    links = outline(answer).links

    assert "rulebook" in first
    assert [link[1:] for link in links if link.startswith("#")] == ["content", *sections]
    assert links.count("/docs/rulebooks") > 1


@pytest.mark.parametrize("page", ["rulebooks", "rulebooks.md", *RULEBOOKS, "rulebooks/honors_1.md"])
async def test_a_rulebook_needs_no_token_and_is_kept(client: Client, page: str) -> None:
    answer = await client.get(f"/docs/{page}")
    again = await client.get(f"/docs/{page}", headers={"If-None-Match": answer.headers["etag"]})

    assert (answer.status_code, again.status_code, again.content) == (200, 304, b"")
    assert answer.headers["cache-control"] == "public, max-age=3600"


@pytest.mark.parametrize("name", ["honors", "honors.md", "solitaire", "literature.txt", ".md"])
async def test_no_other_rulebook_is_there(client: Client, name: str) -> None:
    assert (await client.get(f"/docs/rulebooks/{name}")).status_code == 404


@pytest.mark.parametrize("name", ["index", "index.md", "bots.md", "..%2Fguide", "guide"])
async def test_no_other_page_is_there(client: Client, name: str) -> None:
    assert (await client.get(f"/docs/{name}")).status_code == 404
