"""The pages in the reader's language: as they have chosen on the page, else as their browser says, else in English."""

import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from service.accounts.apps_port import App
from service.accounts.scopes import SCOPES
from service.http.oauth import reader
from service.http.oauth.reader import GAP, Reader, liked_best, texts_in
from service.page.languages import LANGUAGES
from tests.service.http.oauth.browser import ISSUER, Browser, authorize_url, words
from tests.service.http.oauth.test_devices import asking

CODE = "\n".join(path.read_text(encoding="utf-8") for path in Path(reader.__file__).parent.glob("*.py"))
MADE = ("days-", "made-", "may-")
"""The beginnings of ids that are made of what is shown."""

OTHERS = sorted({*LANGUAGES} - {"en"})
QUESTIONS = {"en": "May this app act for you?", "de": "Darf diese App für dich handeln?"}


@pytest.fixture
async def consent_url(browser: Browser, token: str, tablecloth: App) -> str:
    """The address at which a player, who is signed in, is asked for consent."""
    address = authorize_url(tablecloth.id)
    await browser.sign_in(token, address)
    return address


def language_of(page: httpx.Response) -> str:
    """Return the language that a page says it has."""
    found = re.search(r'<html lang="([a-z]+)">', page.text)
    assert found is not None, page.text
    return found[1]


def english_in(page: httpx.Response) -> list[str]:
    """Return what a page says in English, beside what it tells developers."""
    said = re.sub(r'<p lang="en">.*</p>', "", page.text)
    shown = " ".join(unescape(re.sub(r"<[^>]*>", "", said)).split())
    parts = {part.strip(" .?") for text in texts_in("en").values() for part in GAP.split(text)[::2]}
    return [part for part in parts if re.search(rf"\b{re.escape(unescape(part))}\b", shown) and len(part) > 3]


def test_each_text_is_said_somewhere_and_each_that_is_said_is_there() -> None:
    texts = texts_in("en").keys()
    asked = set(re.findall(r"""(?:\{texts\[|texts\[["']|say\("|page\("|PageError\(")([\w-]+)""", CODE))

    assert {"app-gone", "go-on", "device-asks", "no-new-players", "tell-app", "may-app-act"} <= asked
    assert asked - texts == set()
    assert {each for each in texts - asked if f'"{each}"' not in CODE and not each.startswith(MADE)} == set()
    assert {f"may-{scope.replace(':', '-')}" for scope in SCOPES} <= texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_gaps_and_nothing_else_of_fluent(language: str) -> None:
    assert [text for text in texts_in(language).values() if "{" in GAP.sub("", text)] == []


def test_what_fills_a_gap_has_no_gaps() -> None:
    assert Reader(ISSUER, "en").say("signed-in-as", player="{ $player }") == "You are signed in as { $player }."


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("DE-at, en;q=0.5", "de"),
        ("en;q=0.5, fr-CA; q=0.9", "fr"),
        ("es, fr;q=0.3", "fr"),
        ("de, fr", "de"),
        ("fr, de", "fr"),
        ("de;q=0.4, fr;q=0.5, de-CH", "de"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("de;q=0", "en"),
        ("de;q=2, fr;q=nan, de;level=1", "en"),
        ("es, *;q=0.5", "en"),
        ("deutsch", "en"),
        ("", "en"),
    ],
)
def test_a_header_says_which_language_is_liked_best(accepted: str, language: str) -> None:
    assert liked_best(accepted) == language


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("", "", "en"),
        ("es", "", "en"),
        ("de-DE,de;q=0.9,en;q=0.8", "", "de"),
        ("fr", "de", "de"),
        ("de", "en", "en"),
        ("de", "../en", "de"),
    ],
)
async def test_a_page_is_in_the_language_that_was_chosen_or_else_that_of_the_browser(
    browser: Browser, consent_url: str, accepted: str, chosen: str, language: str
) -> None:
    browser.client.cookies.set("parlour-language", chosen)

    page = await browser.client.get(consent_url, headers={"accept-language": accepted})

    assert (page.status_code, language_of(page), page.headers["cache-control"]) == (200, language, "no-store")
    assert QUESTIONS[language] in words(page)


@pytest.mark.parametrize("language", OTHERS)
async def test_no_page_has_a_text_in_english_for_readers_of_another_language(
    browser: Browser, token: str, tablecloth: App, language: str
) -> None:
    browser.client.cookies.set("parlour-language", language)
    start = await browser.get(authorize_url(tablecloth.id))
    made = await browser.fill(start, 1, way="name", name="Grace")
    browser.client.cookies.delete("__Host-parlour")
    asked = await browser.get("/device")
    failed = [
        await browser.fill(start, 0, way="token"),
        await browser.fill(start, 1, way="name", name="The operator"),
        await browser.post("/oauth/authorize", [("decision", "agree")], origin="https://mallory.example"),
        await browser.get(authorize_url("nobody")),
        await browser.get(authorize_url(tablecloth.id, redirect_uri="https://mallory.example/")),
        await browser.get(authorize_url(tablecloth.id, scope="everything")),
    ]
    scopes = "watch play account read:history operate"
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, scope=scopes))
    again = await browser.fill(consent, 0, decision="agree", may="")
    apps = [
        await browser.get(authorize_url(tablecloth.id, redirect_uri=redirect))
        for redirect in ("http://127.0.0.1:4000/back", "example.app:/back")
    ]
    code = await browser.get("/device")
    unknown = await browser.fill(code, 0, user_code="nothing")
    on_device = await browser.fill(code, 0, user_code=(await asking(browser))["user_code"])
    done = await browser.fill(on_device, 0, decision="agree")

    for page in (start, made, asked, *failed, consent, again, *apps, code, unknown, on_device, done):
        assert (language_of(page), english_in(page), "{" in page.text) == (language, [], False)
    assert english_in(await browser.client.get(authorize_url("nobody"), headers={"cookie": ""})) != []


async def test_what_is_wrong_is_told_in_the_language_and_to_developers_in_english(
    browser: Browser, tablecloth: App
) -> None:
    browser.client.headers["accept-language"] = "fr"
    unknown = await browser.get(authorize_url("nobody"))
    wrong = await browser.get(authorize_url(tablecloth.id, code_challenge_method="plain"))

    assert "Ce n’est pas possible Cette application n’existe pas ici" in words(unknown)
    assert "La demande de l’application est incorrecte." in words(wrong)
    assert '<p lang="en">The `code_challenge_method` is `S256` (PKCE), and has to be said.</p>' in wrong.text
    assert "Le dire à l’application\u202f: tablecloth.example</a>" in wrong.text
    assert "error_description=The+%60code_challenge_method%60+is" in wrong.text


async def test_the_page_for_the_code_of_a_device_is_in_the_language(browser: Browser, token: str) -> None:
    browser.client.headers["accept-language"] = "de"
    page = await browser.sign_in(token, "/device")
    told = await asking(browser)
    consent = await browser.fill(page, 0, user_code=told["user_code"])
    done = await browser.fill(consent, 0, decision="refuse")

    assert "Auf einem Gerät anmelden Der Code, den dein Gerät zeigt" in words(page)
    assert f"das den Code {told['user_code']} zeigt" in words(consent)
    assert "Das Gerät darf nicht für dich handeln." in words(done)
