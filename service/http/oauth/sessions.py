"""Who is signed in, in a browser: by a cookie that only the pages of this room read.

It is a voucher for a token of the player, who so has to give the token only once. Elsewhere it has no effect: no
operation of the contract accepts a cookie. No page of others can make a browser act here: the cookie is not sent along
with its forms (SameSite), no page of ours is in a frame, and each form says by its header where it comes from.
"""

from service.accounts.port import Account
from service.accounts.scopes import OF_PLAYERS
from service.accounts.sessions import LIFE_MS
from service.http.exchange import Headers, exchange_of
from service.http.oauth.pages import PageError
from service.http.oauth.reader import sent_cookie
from service.http.problems import AnyRequest
from service.http.services import services_of


def begun(request: AnyRequest, token_hash: bytes, issuer: str) -> Headers:
    """Return the header that keeps a player signed in from now on."""
    services = services_of(request)
    voucher, _ = services.sessions.issue(token_hash, services.accounts.now())
    return [(b"set-cookie", cookie(voucher, LIFE_MS // 1000, issuer))]


def ended(issuer: str) -> Headers:
    """Return the header that signs a player out."""
    return [(b"set-cookie", cookie("", 0, issuer))]


async def session_account(request: AnyRequest, issuer: str) -> Account | None:
    """Return the account that is signed in; None: nobody is."""
    services = services_of(request)
    at = services.accounts.now()
    token_hash = services.sessions.token_hash(sent_cookie(request, name_of(issuer)), at)
    account = await services.accounts.account_of(token_hash) if token_hash else None
    return account if account is not None and is_whole(account, at) else None


def must_be_stamped(request: AnyRequest, account: Account, shown: str, given: str) -> None:
    """Raise `PageError` unless a form is one of ours, and was shown to a player with this in it."""
    if not services_of(request).sessions.is_stamp(account, shown, given):
        raise PageError("form-not-shown", 403)


def is_whole(account: Account, at: int) -> bool:
    """Return whether a token is valid, may do all that a player may, and is not that of an app."""
    valid = not account.revoked and not account.is_over(at)
    return valid and account.app is None and account.granted >= OF_PLAYERS


def name_of(issuer: str) -> str:
    """Return the name of the cookie. With `__Host-`, browsers accept it from this very host only."""
    return "__Host-parlour" if issuer.startswith("https:") else "parlour"


def cookie(value: str, seconds: int, issuer: str) -> bytes:
    """Return a header that sets the cookie."""
    secure = "; Secure" if issuer.startswith("https:") else ""
    return f"{name_of(issuer)}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}".encode()


def must_be_own(request: AnyRequest, issuer: str) -> None:
    """Raise `PageError` unless a form was sent by a page of this service, as browsers say."""
    exchange = exchange_of(request.scope)
    origin = exchange.given(b"origin")
    own = exchange.header(b"sec-fetch-site") == b"same-origin" if origin is None else origin == issuer.encode()
    if not own:
        raise PageError("form-not-ours", 403)
