"""Parameters as forms have them: in queries, and in bodies of `application/x-www-form-urlencoded`."""

from collections.abc import Collection, Mapping
from urllib.parse import parse_qsl

from service.http.exchange import exchange_of
from service.http.oauth.faults import OAuthError
from service.http.problems import CODES, AnyRequest, Problem

FORM = b"application/x-www-form-urlencoded"
MOST = 50
"""Maximum number of parameters."""


def parsed(text: bytes, several: Collection[str] = ()) -> dict[str, str]:
    """Return parameters by their names; of those in `several`, all values with spaces between them.

    An empty one counts as absent. Raises `OAuthError` for any other that is there twice (RFC 6749, 3.1).
    """
    try:
        pairs = parse_qsl(text.decode("ascii"), errors="strict", max_num_fields=MOST)
    except ValueError:
        raise OAuthError("invalid_request", "The parameters are not encoded as those of a form.") from None
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found and name not in several:
            raise OAuthError("invalid_request", f"The parameter {name[:100]!r} is there twice.")
        found[name] = f"{found[name]} {value}" if name in found else value
    return found


def sent(request: AnyRequest, several: Collection[str] = ()) -> dict[str, str]:
    """Return the parameters in the body of a request. Raises `OAuthError`, also for a body that cannot be read.

    None stands in the query: addresses are logged, and are shown to others.
    """
    exchange = exchange_of(request.scope)
    if request.scope["query_string"]:
        raise OAuthError("invalid_request", "Parameters are sent in the body, not in the address.")
    if exchange.header(b"content-type").partition(b";")[0].strip().lower() != FORM:
        raise OAuthError("invalid_request", f"The body is of the type {FORM.decode()}.")
    try:
        body = exchange.body
    except Problem as problem:
        raise unreadable(problem) from None
    return parsed(body, several)


def unreadable(problem: Problem) -> OAuthError:
    """Return what a program is told of a body that cannot be read."""
    status, title = CODES[problem.code]
    return OAuthError("invalid_request", problem.detail or title, status)


def needed(given: Mapping[str, str], name: str) -> str:
    """Return a parameter that has to be there. Raises `OAuthError`."""
    if name not in given:
        raise OAuthError("invalid_request", f"The parameter {name!r} is missing.")
    return given[name]


def must_be_public(request: AnyRequest, given: Mapping[str, str]) -> None:
    """Raise `OAuthError` at a client that shows a secret: no app has one."""
    if exchange_of(request.scope).given(b"authorization") is not None:
        raise OAuthError("invalid_client", "Apps have no secrets here: send `client_id` alone.", 401)
    if "client_secret" in given or "client_assertion" in given:
        raise OAuthError("invalid_client", "Apps have no secrets here: send `client_id` alone.")
