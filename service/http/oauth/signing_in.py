"""How a person signs in on the pages: with a token of theirs, or as a new player."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar import post

from service.accounts.accounts import hash_of
from service.accounts.names import BadName
from service.accounts.port import PlayerName
from service.http.middleware.authentication import looked_up
from service.http.middleware.limits import spent
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import MOST, sent
from service.http.oauth.pages import PageError, new_player_page, sent_to, sign_in_page, wrong_page
from service.http.oauth.reader import reader_of
from service.http.oauth.sessions import begun, ended, is_whole, must_be_own
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.responses import Answer

PAGES = {"public": True}
"""The `opt` of the pages: a cookie says who is signed in, not a token."""

DEVICE_PAGE = "/device"
OURS = ("/oauth/authorize", DEVICE_PAGE)
"""The pages to which a person can go on after signing in: a form cannot name another address."""


@post("/oauth/sign-in", opt=PAGES, include_in_schema=False, status_code=200)
async def sign_in(request: AnyRequest) -> Answer:
    """Sign somebody in, and lead them to where they came from."""
    reader = reader_of(request)
    try:
        must_be_own(request, reader.issuer)
        given = form_of(request)
        return await (signed_up(request, given) if given.get("way") == "name" else signed_in_by_token(request, given))
    except PageError as wrong:
        return wrong_page(wrong, reader)


@post("/oauth/sign-out", opt=PAGES, include_in_schema=False, status_code=200)
async def sign_out(request: AnyRequest) -> Answer:
    """Sign somebody out in this browser, and lead them to where they came from."""
    reader = reader_of(request)
    try:
        must_be_own(request, reader.issuer)
        return sent_to(onward(form_of(request)), ended(reader.issuer))
    except PageError as wrong:
        return wrong_page(wrong, reader)


async def signed_in_by_token(request: AnyRequest, given: Mapping[str, str]) -> Answer:
    """Sign somebody in with a token of theirs. Raises `PageError`."""
    accounts = services_of(request).accounts
    token, at, reader = given.get("token", "").strip(), accounts.now(), reader_of(request)
    try:
        account = await looked_up(request.scope, accounts, token)
    except Problem:
        raise PageError("too-much-tried", 429) from None
    if account is None or account.revoked or account.is_over(at):
        return asked_again(request, given, "token-unknown")
    if not is_whole(account, at):
        return asked_again(request, given, "token-not-whole")
    return sent_to(onward(given), begun(request, account.token_hash, reader.issuer))


async def signed_up(request: AnyRequest, given: Mapping[str, str]) -> Answer:
    """Make a player, sign them in, and show them their token. Raises `PageError`."""
    services, reader = services_of(request), reader_of(request)
    accounts, limits = services.accounts, services.limits.requests
    if services.settings.registration == "closed":
        raise PageError("no-new-players", 403)
    try:
        await spent(request.scope, limits, limits.budgets["sign_ups"])
        player = await accounts.create_player(msgspec.convert(given.get("name", "").strip(), PlayerName))
    except Problem:
        raise PageError("too-much-tried", 429) from None
    except (msgspec.ValidationError, BadName):
        return asked_again(request, given, "bad-name")
    token = await accounts.issue_token(player.id)
    answer = new_player_page(player.name, token, onward(given), reader)
    answer.headers += begun(request, hash_of(token), reader.issuer)
    return answer


def asked_again(request: AnyRequest, given: Mapping[str, str], said: str) -> Answer:
    """Return the page where somebody signs in who has tried that; `said` is the text that says what was wrong."""
    why = reader_of(request).texts["did-not-work"]
    return asked_to_sign_in(request, why, destination_of(given), said=said)


def asked_to_sign_in(request: AnyRequest, why: str, hidden: Mapping[str, str], *, said: str = "") -> Answer:
    """Return the page where somebody signs in; `why` is HTML, `said` the text that says what was wrong."""
    registration = services_of(request).settings.registration == "open"
    status = 403 if said else 200
    return sign_in_page(why, hidden, reader_of(request), said=said, registration=registration, status=status)


def form_of(request: AnyRequest) -> dict[str, str]:
    """Return the fields of a form of ours. Raises `PageError`."""
    try:
        return sent(request, several={"may"})
    except OAuthError as refused:
        raise PageError("form-unreadable", detail=refused.description) from None


def destination_of(given: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form that name the page to which somebody goes on, if it is one of `OURS`."""
    return {"to": given["to"], "with": given.get("with", "")} if given.get("to") in OURS else {}


def onward(given: Mapping[str, str]) -> str:
    """Return the address to which somebody goes on: one of `OURS`, with a query that is written anew."""
    to = destination_of(given).get("to")
    if to is None:
        return "/docs/signing-in"
    try:
        query = urlencode(parse_qsl(given.get("with", ""), max_num_fields=MOST))
    except ValueError:
        query = ""
    return f"{to}?{query}" if query else to
