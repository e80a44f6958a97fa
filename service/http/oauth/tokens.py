"""Where apps come for their tokens (RFC 6749, 4.1.3), and give them back (RFC 7009)."""

import re
from collections.abc import Mapping

from litestar import post
from msgspec import Struct

from service.accounts.accounts import hash_of, may_be_token
from service.accounts.apps import Apps, AppToken
from service.accounts.apps_port import Polled
from service.accounts.port import MOST_TOKENS, TooManyTokens
from service.accounts.scopes import in_order
from service.http.exchange import Headers
from service.http.middleware.authentication import PUBLIC, looked_up
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import must_be_public, needed, sent
from service.http.oauth.issuer import issuer_of
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer

VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
NOT_KEPT: Headers = [(b"cache-control", b"no-store")]
NOT_GOOD = "The code is unknown, was used, has ended, or was made for another app, address or verifier."


class TokenAnswer(Struct, frozen=True, kw_only=True):
    """A token for an app (RFC 6749, 5.1)."""

    access_token: str
    token_type: str = "Bearer"  # noqa: S105 - a kind of token
    expires_in: int
    scope: str


@post("/oauth/token", opt=PUBLIC, include_in_schema=False, status_code=200)
async def give_token(request: AnyRequest) -> Answer:
    """Give an app its token."""
    services = services_of(request)
    issuer_of(request)
    given = sent(request)
    must_be_public(request, given)
    way = GRANTS.get(needed(given, "grant_type"))
    if way is None:
        raise OAuthError("unsupported_grant_type", f"The `grant_type` is one of: {', '.join(GRANTS)}.")
    apps = services.apps
    app = await apps.app(needed(given, "client_id"))
    if app is None:
        raise OAuthError("invalid_client", "There is no such app.")
    try:
        found = await way(apps, app.id, given)
    except TooManyTokens:
        raise OAuthError("invalid_grant", f"The player has {MOST_TOKENS} valid tokens, the maximum.") from None
    accounts = services.accounts
    seconds = (found.agreement.expires_at - accounts.now()) // 1000
    scope = " ".join(in_order(found.agreement.scopes))
    answer = json_answer(TokenAnswer(access_token=found.token, expires_in=seconds, scope=scope))
    answer.kept = NOT_KEPT
    return answer


async def by_code(apps: Apps, app: str, given: Mapping[str, str]) -> AppToken:
    """Return a token for a code. Raises `OAuthError`, and `TooManyTokens`."""
    code, verifier = (needed(given, name) for name in ("code", "code_verifier"))
    if VERIFIER.fullmatch(verifier) is None:
        raise OAuthError("invalid_request", "The `code_verifier` has 43 to 128 characters (RFC 7636, 4.1).")
    found = await apps.redeem(code, app, given.get("redirect_uri"), verifier)
    if found is None:
        raise OAuthError("invalid_grant", NOT_GOOD)
    return found


async def by_device(apps: Apps, app: str, given: Mapping[str, str]) -> AppToken:
    """Return a token for the code of a device, if a player has agreed. Raises `OAuthError`, and `TooManyTokens`."""
    told = await apps.poll(needed(given, "device_code"), app)
    if isinstance(told, AppToken):
        return told
    raise OAuthError(*NOT_YET[told])


NOT_YET: Mapping[Polled, tuple[str, str]] = {
    "unknown": ("invalid_grant", "The code is unknown, was used, or is that of another app."),
    "ended": ("expired_token", "Nobody has decided in time; begin again."),
    "early": ("slow_down", "Wait five seconds longer between two questions from now on."),
    "waiting": ("authorization_pending", "Nobody has decided yet."),
    "refused": ("access_denied", "The player does not want it."),
}
"""What a device is told that has no token (RFC 8628, 3.5)."""

GRANTS = {"authorization_code": by_code, "urn:ietf:params:oauth:grant-type:device_code": by_device}
"""The ways to a token, by `grant_type`."""


@post("/oauth/revoke", opt=PUBLIC, include_in_schema=False, status_code=200)
async def revoke(request: AnyRequest) -> Answer:
    """Revoke a token of an app; one that nobody has is invalid already (RFC 7009, 2.2)."""
    issuer_of(request)
    given = sent(request)
    must_be_public(request, given)
    token, app = needed(given, "token"), needed(given, "client_id")
    accounts = services_of(request).accounts
    account = await looked_up(request.scope, accounts, token) if may_be_token(token) else None
    if account is not None:
        if account.app != app:
            raise OAuthError("invalid_grant", "The token is not one of this app.")
        await accounts.revoke_token(hash_of(token))
    return Answer(200, [(b"content-length", b"0")], b"", kept=NOT_KEPT)
