"""Who is asking: the bearer token (RFC 6750) becomes the `Account` of the request, `request.auth`.

Every route needs one unless it is declared with `opt=PUBLIC`.
"""

from litestar import Request
from litestar.datastructures import State
from litestar.types import ASGIApp, Receive, Scope, Send

from service.accounts import Account, Accounts, Role
from service.http.problems import Problem

PUBLIC = {"public": True}
"""The `opt` of routes that everybody may ask: no token is looked at."""


Asked = Request[None, Account, State]
"""A request whose sender is known: `request.auth`."""


class Authentication:
    """The middleware that finds the account of a request. Raises `Problem`: unauthenticated or token_revoked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, with its account or on a public route."""
        if not scope["route_handler"].opt.get("public"):
            scope["auth"] = await known(scope["litestar_app"].state.accounts, bearer_token(scope))
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


async def known(accounts: Accounts, token: str) -> Account:
    """Return the account of a token that is good. Raises `Problem`."""
    account = await accounts.account(token)
    if account is None:
        raise Problem("unauthenticated", "There is no such token.")
    if account.revoked:
        raise Problem("token_revoked")
    return account


def must_be(account: Account, *roles: Role) -> None:
    """Raise `Problem` unless the account has one of the roles."""
    if account.role not in roles:
        raise Problem("forbidden", f"This is for the role {' or '.join(roles)}.")
