"""Apps that register themselves (RFC 7591), so that their authors need not know the operator."""

from typing import Annotated

from litestar import post
from msgspec import Meta, Struct

from service.accounts.names import BadName
from service.http.middleware.authentication import PUBLIC
from service.http.middleware.limits import spent
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import unreadable
from service.http.oauth.issuer import issuer_of
from service.http.oauth.redirects import fault_of
from service.http.oauth.tokens import NOT_KEPT
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.responses import Answer, json_answer

MOST_REDIRECTS = 10
CREATED = 201

INCOMPLETE = "It needs a `client_name` and one to ten `redirect_uris`."
SAID = {
    "unsupported_media_type": "It has to be JSON, with the Content-Type application/json, and not compressed.",
    "invalid_json": "It is no JSON in UTF-8.",
}
"""What is said of a registration that cannot be read, by the code of the problem."""


class Registration(Struct, frozen=True):
    """What an app says of itself. All else that RFC 7591 has is ignored."""

    client_name: Annotated[str, Meta(min_length=1, max_length=200)]
    redirect_uris: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_REDIRECTS)]


class Registered(Struct, frozen=True, kw_only=True):
    """An app as it is registered: all that it asked for besides is not granted."""

    client_id: str
    client_id_issued_at: int
    client_name: str
    redirect_uris: tuple[str, ...]
    grant_types: tuple[str, ...] = ("authorization_code",)
    response_types: tuple[str, ...] = ("code",)
    token_endpoint_auth_method: str = "none"  # noqa: S105 - how an app shows who it is


@post("/oauth/register", opt=PUBLIC, include_in_schema=False, status_code=CREATED)
async def register_app(request: AnyRequest) -> Answer:
    """Register the app that a program describes (RFC 7591), if the operator allows it; answer with its id."""
    issuer_of(request)
    services = services_of(request)
    if services.settings.app_registration == "closed":
        raise OAuthError("access_denied", "The operator of this service makes its apps.", 403)
    try:
        wanted = read(request, Registration)
    except Problem as problem:
        if problem.code in {"body_too_large", "invalid_request"}:
            raise unreadable(problem) from None
        raise OAuthError("invalid_client_metadata", SAID.get(problem.code, INCOMPLETE)) from None
    for each in wanted.redirect_uris:
        if fault := fault_of(each):
            raise OAuthError("invalid_redirect_uri", fault)
    limits = services.limits.requests
    await spent(request.scope, limits, limits.budgets["app_registrations"])
    try:
        app = await services.apps.register(wanted.client_name, wanted.redirect_uris)
    except BadName as error:
        raise OAuthError("invalid_client_metadata", f"The `client_name`: {error}") from None
    if app is None:
        raise OAuthError("temporarily_unavailable", "Too many apps have registered themselves; try again later.", 503)
    made_at = app.made_at // 1000
    told = Registered(client_id=app.id, client_id_issued_at=made_at, client_name=app.name, redirect_uris=app.redirects)
    answer = json_answer(told, status_code=CREATED)
    answer.kept = NOT_KEPT
    return answer
