"""A person's browser, as far as forms and cookies go, and an app that has a verifier."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
from litestar import Litestar

from service.accounts.apps import challenge_of
from tests.openapi.promised import must_be_promised

ISSUER = "https://parlour.test"
REDIRECT = "https://tablecloth.example/signed-in"
VERIFIER = "v" * 43


class Forms(HTMLParser):
    """The forms of a page: where each leads, and its fields as they are filled in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str]]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a form or a field."""
        given = dict(attrs)
        if tag == "form":
            self.found.append((given["action"] or "", []))
        elif given.get("type") == "hidden" or ("checked" in given and "disabled" not in given):
            self.found[-1][1].append((given["name"] or "", given["value"] or ""))


class Browser:
    """Somebody's browser: it keeps cookies, follows no redirect by itself, and says where a form comes from."""

    def __init__(self, app: Litestar) -> None:
        transport = httpx.ASGITransport(cast("Any", app))
        hooks = {"response": [must_be_promised]}
        self.client = httpx.AsyncClient(transport=transport, base_url=ISSUER, event_hooks=hooks)

    async def get(self, address: str) -> httpx.Response:
        """Open an address."""
        return await self.client.get(address)

    async def post(self, path: str, fields: list[tuple[str, str]], **headers: str) -> httpx.Response:
        """Send a form of our own page, unless `origin` says another one."""
        told = {"origin": ISSUER, "content-type": "application/x-www-form-urlencoded"} | headers
        return await self.client.post(path, content=urlencode(fields), headers=told)

    async def fill(self, page: httpx.Response, number: int, **typed: str) -> httpx.Response:
        """Fill a form of a page in, and send it; a field that is typed replaces all of its name."""
        path, fields = Forms(page.text).found[number]
        kept = [(name, value) for name, value in fields if name not in typed]
        return await self.post(path, [*kept, *typed.items()])

    async def sign_in(self, token: str, authorize_url: str) -> httpx.Response:
        """Open what an app asks for, and sign in with a token; return the page that asks for consent."""
        done = await self.fill(await self.get(authorize_url), 0, way="token", token=token)
        assert done.status_code == 303, done.text
        return await self.get(done.headers["location"])

    async def agree(self, token: str, authorize_url: str, **typed: str) -> dict[str, str]:
        """Sign in, agree, and return what the app is told."""
        return answered(await self.fill(await self.sign_in(token, authorize_url), 0, decision="agree", **typed))


def authorize_url(app_id: str, **given: str) -> str:
    """Return the address to which an app sends a browser; an empty text leaves a parameter out."""
    usual = {
        "response_type": "code",
        "client_id": app_id,
        "redirect_uri": REDIRECT,
        "scope": "watch play",
        "state": "a state",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
    }
    return "/oauth/authorize?" + urlencode({name: value for name, value in (usual | given).items() if value})


def answered(sent: httpx.Response, redirect: str = REDIRECT) -> dict[str, str]:
    """Return what the address tells an app to which a browser is sent."""
    assert sent.status_code == 303, sent.text
    location = sent.headers["location"]
    assert location.startswith(redirect + ("&" if "?" in redirect else "?")), location
    return dict(parse_qsl(urlsplit(location).query))


def words(page: httpx.Response) -> str:
    """Return what a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", page.text)).split())
