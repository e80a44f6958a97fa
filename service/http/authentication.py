"""Who is asking: the bearer token (RFC 6750) becomes the `Account` of the request, `request.auth`.

Every route needs one unless it is declared with `opt=PUBLIC`.
"""

from typing import Any
from urllib.parse import parse_qs

from litestar import Request
from litestar.datastructures import State
from litestar.types import ASGIApp, Receive, Scope, Send

from service.accounts.accounts import Accounts
from service.accounts.port import Account, Role
from service.http.problems import Problem
from service.runtime.time import now

PUBLIC = {"public": True}
"""The `opt` of routes that everybody may ask: no token is looked at."""

BY_TICKET = {"ticket": True}
"""The `opt` of routes that may be asked with a ticket (`?ticket=`) in place of a token."""


Asked = Request[None, Account, State]
"""A request whose sender is known: `request.auth`."""


class Authentication:
    """The middleware that finds the account of a request. Raises `Problem`: unauthenticated or token_revoked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, with its account or on a public route."""
        opt, state = scope["route_handler"].opt, scope["litestar_app"].state
        if opt.get("ticket") and (ticket := ticket_of(scope)):
            scope["auth"] = await holder(state, ticket)
        elif not opt.get("public"):
            scope["auth"] = await known(state.accounts, bearer_token(scope))
        await self.app(scope, receive, send)


def bearer_token(scope: Scope) -> str:
    """Return the token of the Authorization header. Raises `Problem`."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer":
                return str(token.strip())
            break
    raise Problem("unauthenticated", "Send the header `Authorization: Bearer parlour_…`.")


def ticket_of(scope: Scope) -> str:
    """Return the ticket of the query; nothing if there is none."""
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get("ticket", [""])[0] if b"ticket=" in query else ""


async def known(accounts: Accounts, token: str) -> Account:
    """Return the account of a token that is good. Raises `Problem`."""
    return good(await accounts.account(token), "There is no such token.")


async def holder(state: Any, ticket: str) -> Account:
    """Return the account of a ticket that is good. Raises `Problem`."""
    token_hash = state.tickets.token_hash(ticket, now())
    return good(
        await state.accounts.account_of(token_hash) if token_hash else None, "There is no such ticket any more."
    )


def good(account: Account | None, otherwise: str) -> Account:
    """Return an account that is there and not revoked. Raises `Problem`."""
    if account is None:
        raise Problem("unauthenticated", otherwise)
    if account.revoked:
        raise Problem("token_revoked")
    return account


def must_be(account: Account, *roles: Role) -> None:
    """Raise `Problem` unless the account has one of the roles."""
    if account.role not in roles:
        raise Problem("forbidden", f"This is for the role {' or '.join(roles)}.")
