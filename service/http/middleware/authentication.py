"""Who is asking: the bearer token (RFC 6750) becomes the `Account` of the request, `request.auth`.

Every route needs one unless it is declared with `opt=PUBLIC`, or with `opt=OPEN` where the service lets strangers look.
A token needs the scope that the contract names for the operation.
"""

import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import unquote_plus

from litestar import Request
from litestar.datastructures import State
from litestar.types import Scope

from service.accounts.accounts import Accounts, hash_of
from service.accounts.port import STRANGER, Account, InvalidToken, UnknownPlayer
from service.accounts.scopes import SCOPES, Role, in_order
from service.accounts.scopes import Scope as AnyScope
from service.http.exchange import exchange_of, unless_hung_up
from service.http.middleware.limits import guess
from service.http.problems import Problem
from service.http.services import Services, services_in, services_of
from service.store import StoreUnavailable

PUBLIC = {"public": True}
"""The `opt` of routes that everybody may ask: no token is looked at."""

OPEN = {"open": True}
"""The `opt` of routes that show what everybody may see: a caller without a token is a `STRANGER` there."""

BY_TICKET = {"ticket": True}
"""The `opt` of routes that may be asked with a ticket (`?ticket=`) in place of a token."""

OPEN_STREAM = OPEN | BY_TICKET
"""The `opt` of streams that everybody may read."""

LONGEST_WAIT_SECONDS = 30
"""Maximum number of seconds that a request may wait for news."""


TICKET = b"ticket="
LONGEST_TICKET = 288
"""Bytes of a ticket in a query: it has 96 characters, and some clients escape each."""

INVALID_TOKEN = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
"""The challenge in the answer to a request with an invalid token (RFC 6750, 3.1)."""

Told = TypeVar("Told")

AccountRequest = Request[None, Account, State]
"""A request whose sender is known: `request.auth`."""


async def sender(scope: Scope) -> Account | None:
    """Return the account of a request; None on a public route.

    Raises `Problem`: unauthenticated, token_revoked, token_expired, or rate_limited for an address that has tried many
    tokens.
    """
    opt = scope["route_handler"].opt
    if opt.get("public"):
        return None
    services = services_in(scope)
    if opt.get("ticket") and (ticket := ticket_of(scope)):
        return await account_of_ticket(services, ticket)
    authorization = exchange_of(scope).given(b"authorization")
    if authorization is None and opt.get("open") and services.settings.anonymous_reading:
        return STRANGER
    token = bearer_token(authorization or b"")
    accounts = services.accounts
    account = accounts.cached(hash_of(token)) or await looked_up(scope, accounts, token)
    return must_be_valid(account, accounts.now(), "The token is unknown.")


async def looked_up(scope: Scope, accounts: Accounts, token: str) -> Account | None:
    """Return the account of a token; None if nobody has it. Raises `StoreUnavailable`, and `Problem`: rate_limited."""
    if not accounts.must_ask(token):
        return await accounts.account(token)
    give_back = await guess(scope, services_in(scope).limits.guesses)
    try:
        account = await accounts.account(token)
    except StoreUnavailable:  # nobody knows whose it is: most are somebody's
        give_back()
        raise
    if account is not None:
        give_back()
    return account


def bearer_token(authorization: bytes) -> str:
    """Return the token of the Authorization header. Raises `Problem`."""
    scheme, _, token = authorization.decode("latin-1").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    raise Problem("unauthenticated", "Send the header `Authorization: Bearer parlour_…`.")


def ticket_of(scope: Scope) -> str:
    """Return the ticket of the query; nothing if there is none."""
    query: bytes = scope["query_string"]
    given = (part.removeprefix(TICKET) for part in query.split(b"&") if part.startswith(TICKET) and part != TICKET)
    return unquote_plus(next(given, b"")[:LONGEST_TICKET].decode("latin-1"))


async def account_of_ticket(services: Services, ticket: str) -> Account:
    """Return the account of a valid ticket. Raises `Problem`."""
    token_hash, at = services.tickets.token_hash(ticket, services.now()), services.accounts.now()
    account = await services.accounts.account_of(token_hash) if token_hash else None
    return must_be_valid(account, at, "The ticket is unknown or expired.")


def must_be_valid(account: Account | None, at: int, unknown: str) -> Account:
    """Return the account if its token is valid at a time; `unknown` is the detail for none. Raises `Problem`."""
    if account is None:
        raise Problem("unauthenticated", unknown, headers=INVALID_TOKEN)
    if account.revoked:
        raise Problem("token_revoked", headers=INVALID_TOKEN)
    if account.is_over(at):
        raise Problem("token_expired", headers=INVALID_TOKEN)
    return account


def seconds_left(request: AccountRequest) -> float:
    """Return for how many seconds the token of a request is valid; infinity: until it is revoked."""
    if request.auth.expires_at is None:
        return math.inf
    accounts = services_of(request).accounts
    return max(request.auth.expires_at - accounts.now(), 0) / 1000


async def waited(request: AccountRequest, wait: int, ask: Callable[[float], Awaitable[Told]]) -> Told:
    """Return what a long poll is told, if its token is still valid when that is known.

    `wait` is for how many seconds the request would wait; `ask` takes for how many it may: while its token and the
    proxies last, and its client. Raises `Problem`: unauthenticated, token_revoked or token_expired; and `HungUp`.
    """
    services = services_of(request)
    asking = ask(min(wait, services.settings.longest_wait_seconds, seconds_left(request)))
    told = await (unless_hung_up(request.receive, asking) if wait else asking)
    if wait and not request.auth.is_stranger:
        accounts = services.accounts
        account = await accounts.account_of(request.auth.token_hash)
        must_be_valid(account, accounts.now(), "The token is unknown.")
    return told


def must_have_scope(scope: Scope, account: Account) -> None:
    """Raise `Problem` unless the token of an account has the scope that the contract names for a request."""
    handler: Any = scope["route_handler"]
    needed = services_in(scope).scopes[handler.operation_id]
    if needed is not None and not account.may(needed):
        raise insufficient(needed)


def insufficient(*needed: AnyScope) -> Problem:
    """Return the problem of a token that lacks scopes (RFC 6750, 3.1)."""
    missing = in_order(needed)
    headers = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{" ".join(missing)}"'}
    said = " ".join(f"The token needs the scope `{scope}`: {SCOPES[scope]}" for scope in missing)
    return Problem("insufficient_scope", said, headers=headers)


def must_be_ones_own(account: Account) -> None:
    """Raise `Problem` at the token of an app: a player who revokes an app must have revoked all that it has."""
    if account.app is not None:
        raise Problem("forbidden", "This needs a token of the player's own: that of an app is not enough.")


async def must_still_be_valid(request: AccountRequest) -> None:
    """Raise `Problem` if the token of a request has become invalid, as this process may not know yet.

    For what cannot be undone, and for streams and long polls, which would go on for somebody without a valid token.
    """
    accounts = services_of(request).accounts
    account = await accounts.store.account(request.auth.token_hash)
    must_be_valid(account, accounts.now(), "The token is unknown.")


@contextmanager
def with_valid_token() -> Iterator[None]:
    """Raise `Problem` where the store finds that the token of a request has become invalid, as nobody knew here."""
    try:
        yield
    except UnknownPlayer:  # forgotten while this was on its way
        raise Problem("unauthenticated", "The token is unknown.") from None
    except InvalidToken:
        raise Problem("token_revoked", headers=INVALID_TOKEN) from None


def must_be(account: Account, *roles: Role) -> None:
    """Raise `Problem` unless the account has one of the roles."""
    if account.role not in roles:
        raise Problem("forbidden", f"This needs the role {' or '.join(roles)}.")
