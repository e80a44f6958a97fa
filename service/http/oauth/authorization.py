"""Where a person says whether an app may act for them (RFC 6749, 4.1), and what the app may do."""

from urllib.parse import urlencode

from litestar import get, post

from service.accounts.apps_port import UnknownApp
from service.accounts.port import Account, UnknownPlayer
from service.http.oauth.authorization_request import AuthorizationRequest, authorization_request_of
from service.http.oauth.consent import agreed, consent_page, signed_in
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import parsed
from service.http.oauth.issuer import issuer_of
from service.http.oauth.pages import PageError, asking, place, sent_to, wrong_page
from service.http.oauth.reader import reader_of
from service.http.oauth.redirects import source_of
from service.http.oauth.sessions import must_be_own, must_be_stamped, session_account
from service.http.oauth.signing_in import PAGES, asked_to_sign_in, form_of
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer

HERE = "/oauth/authorize"


@get(HERE, opt=PAGES, include_in_schema=False)
async def show_authorization(request: AnyRequest) -> Answer:
    """Ask the visitor to sign in, and then whether an app may act for them."""
    reader = reader_of(request)
    try:
        wanted = await authorization_request(request, request.scope["query_string"])
        account = await session_account(request, reader.issuer)
        if account is None:
            return asked_to_sign_in(request, asking(wanted.app.name, reader), way_back(wanted))
        return await ask_for_consent(request, account, wanted)
    except PageError as wrong:
        return wrong_page(wrong, reader)


@post(HERE, opt=PAGES, include_in_schema=False, status_code=200)
async def decide_authorization(request: AnyRequest) -> Answer:
    """Take what somebody has decided, and tell the app."""
    apps = services_of(request).apps
    reader = reader_of(request)
    issuer = reader.issuer
    try:
        must_be_own(request, issuer)
        given = form_of(request)
        wanted = await authorization_request_of(given, apps, issuer)
        account = await signed_in(request)
        must_be_stamped(request, account, urlencode(wanted.parameters()), given.get("stamp", ""))
        if given.get("decision") != "agree":
            return sent_to(wanted.answer(issuer, error="access_denied"))
        agreement = agreed(request, account, wanted.app, wanted.scopes, given)
        if agreement is None:
            return await ask_for_consent(request, account, wanted, said="nothing-ticked")
        code = await apps.code_for(agreement, wanted.redirect, wanted.challenge)
        return sent_to(wanted.answer(issuer, code=code))
    except (UnknownPlayer, UnknownApp):
        return wrong_page(PageError("app-gone"), reader)
    except PageError as wrong:
        return wrong_page(wrong, reader)


async def authorization_request(request: AnyRequest, query: bytes) -> AuthorizationRequest:
    """Return what an app asks for in a query. Raises `PageError`."""
    try:
        given = parsed(query)
    except OAuthError as refused:
        raise PageError("app-is-wrong", detail=refused.description) from None
    return await authorization_request_of(given, services_of(request).apps, issuer_of(request))


async def ask_for_consent(
    request: AnyRequest, account: Account, wanted: AuthorizationRequest, *, said: str = ""
) -> Answer:
    """Return the page that asks whether an app may act for a player. Raises `PageError`."""
    stamp = services_of(request).sessions.stamp(account, urlencode(wanted.parameters()))
    return await consent_page(
        request,
        account,
        wanted.app,
        wanted.scopes,
        to=HERE,
        form=wanted.parameters() | {"stamp": stamp},
        back=way_back(wanted),
        where=place(wanted.redirect, reader_of(request)),
        form_to=f"'self' {source_of(wanted.redirect)}",
        said=said,
    )


def way_back(wanted: AuthorizationRequest) -> dict[str, str]:
    """Return the fields of a form that lead back to this page."""
    return {"to": HERE, "with": urlencode(wanted.parameters())}
