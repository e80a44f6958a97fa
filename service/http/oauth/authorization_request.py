"""What an app asks a player for: the parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3)."""

import re
from collections.abc import Mapping

from msgspec import Struct

from service.accounts.apps import Apps
from service.accounts.apps_port import App
from service.accounts.scopes import SCOPES, Scope, in_order
from service.http.oauth.pages import PageError
from service.http.oauth.redirects import is_one_of, with_answer

LONGEST_STATE = 2_000
STATE = re.compile(r"[\x20-\x7e]*")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

NAMES = ("response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method")
"""The parameters that are read; all others are ignored (RFC 6749, 3.1)."""


class AuthorizationRequest(Struct, frozen=True):
    """What an app asks for: where the answer goes, its own `state`, the scopes, and the challenge of its verifier."""

    app: App
    redirect: str
    state: str | None
    scopes: tuple[Scope, ...]
    challenge: str

    def parameters(self) -> dict[str, str]:
        """Return the query parameters of this request, for a form or a link that repeats it."""
        said = ("code", self.app.id, self.redirect, " ".join(self.scopes), self.state or "", self.challenge, "S256")
        return {name: value for name, value in zip(NAMES, said, strict=True) if value}

    def answer(self, issuer: str, **answer: str) -> str:
        """Return the address that tells an app the answer, and whose answer it is (RFC 9207)."""
        state = {} if self.state is None else {"state": self.state}
        return with_answer(self.redirect, **answer, **state, iss=issuer)


async def authorization_request_of(given: Mapping[str, str], apps: Apps, issuer: str) -> AuthorizationRequest:
    """Return what the parameters of a request ask for. Raises `PageError`.

    If something is wrong, the browser is not redirected: anybody can register an app and make a wrong request, which
    would lead people from the address that they trust to any other (RFC 9700, 4.11.2). They are told what is wrong, and
    may go back by a link, if it is an address of the app.
    """
    app = await apps.app(given.get("client_id", ""))
    if app is None:
        raise PageError("no-such-app")
    redirect = given.get("redirect_uri", "")
    if not is_one_of(redirect, app.redirects):
        raise PageError("address-unknown")
    state = given.get("state")
    if state is not None and (len(state) > LONGEST_STATE or STATE.fullmatch(state) is None):
        raise PageError("app-is-wrong", detail=f"The `state` has at most {LONGEST_STATE} characters, all of ASCII.")
    wanted = AuthorizationRequest(app, redirect, state, scopes_of(given), given.get("code_challenge", ""))
    if fault := fault_of(given):
        error, said = fault
        back = wanted.answer(issuer, error=error, error_description=said)
        raise PageError("app-is-wrong", detail=said, back=back)
    return wanted


def scopes_of(given: Mapping[str, str]) -> tuple[Scope, ...]:
    """Return the scopes of a request that exist, in their order."""
    wanted = given.get("scope", "").split(" ")
    return in_order([each for each in SCOPES if each in wanted])


def fault_of(given: Mapping[str, str]) -> tuple[str, str] | None:
    """Return what is wrong in a request of an app, as an error of RFC 6749, 4.1.2.1, and in words; None: nothing."""
    if given.get("response_type") != "code":
        return "unsupported_response_type", "The `response_type` is `code`."
    if given.get("response_mode", "query") != "query":
        return "invalid_request", "The `response_mode` is `query`."
    if "request" in given or "request_uri" in given:
        return "request_not_supported", "Requests are no tokens here."
    if given.get("code_challenge_method") != "S256":
        return "invalid_request", "The `code_challenge_method` is `S256` (PKCE), and has to be said."
    if CHALLENGE.fullmatch(given.get("code_challenge", "")) is None:
        return "invalid_request", "The `code_challenge` is a SHA-256 in base64url, 43 characters."
    unknown = [each for each in given.get("scope", "").split(" ") if each not in SCOPES]
    if unknown:
        return "invalid_scope", f"The `scope` names some of: {', '.join(SCOPES)}."
    return None
