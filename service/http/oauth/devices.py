"""Devices without a browser, such as terminals (RFC 8628): they show a code, and a person types it on a page of ours.

Nobody is led to that page with a code in the address (no `verification_uri_complete`): a person whom a stranger has
sent a link would only have to press a button (5.4). Apps that have registered themselves have no devices, for the same
reason.
"""

from collections.abc import Mapping

from litestar import get, post
from msgspec import Struct

from service.accounts.apps import DEVICE_MS, PAUSE_MS
from service.accounts.apps_port import App, Device
from service.accounts.port import Account, UnknownPlayer
from service.accounts.scopes import SCOPES, in_order
from service.http.middleware.authentication import PUBLIC
from service.http.middleware.limits import spent
from service.http.oauth.consent import agreed, consent_page, paid, signed_in
from service.http.oauth.faults import OAuthError
from service.http.oauth.forms import must_be_public, needed, sent
from service.http.oauth.issuer import issuer_of
from service.http.oauth.pages import PageError, code_page, done_page, on_device, wrong_page
from service.http.oauth.reader import reader_of
from service.http.oauth.sessions import must_be_own, must_be_stamped, session_account
from service.http.oauth.signing_in import DEVICE_PAGE, PAGES, asked_to_sign_in, form_of
from service.http.oauth.tokens import NOT_KEPT
from service.http.problems import AnyRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer

LONGEST_CODE = 40


class DeviceAnswer(Struct, frozen=True):
    """What a device is told (RFC 8628, 3.2)."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    interval: int


@post("/oauth/device", opt=PUBLIC, include_in_schema=False, status_code=200)
async def ask_for_device(request: AnyRequest) -> Answer:
    """Give a device its code, and the one for a person."""
    services = services_of(request)
    issuer, limits = issuer_of(request), services.limits.requests
    given = sent(request)
    must_be_public(request, given)
    app = await services.apps.app(needed(given, "client_id"))
    if app is None:
        raise OAuthError("invalid_client", "There is no such app.")
    if app.registered:
        raise OAuthError("unauthorized_client", "Only apps that the operator has made sign in on devices.")
    scopes = given.get("scope", "").split(" ")
    if not set(scopes) <= set(SCOPES):
        raise OAuthError("invalid_scope", f"The `scope` names some of: {', '.join(SCOPES)}.")
    await spent(request.scope, limits, limits.budgets["device_codes"])
    code, typed = await services.apps.ask(app.id, frozenset([each for each in SCOPES if each in scopes]))
    answer = json_answer(DeviceAnswer(code, typed, issuer + DEVICE_PAGE, DEVICE_MS // 1000, PAUSE_MS // 1000))
    answer.kept = NOT_KEPT
    return answer


@get(DEVICE_PAGE, opt=PAGES, include_in_schema=False)
async def show_device(request: AnyRequest) -> Answer:
    """Ask the visitor to sign in, and then for the code that a device shows."""
    reader = reader_of(request)
    if await session_account(request, reader.issuer) is None:
        return asked_to_sign_in(request, reader.texts["device-asks"], {"to": DEVICE_PAGE})
    return code_page(reader)


@post(DEVICE_PAGE, opt=PAGES, include_in_schema=False, status_code=200)
async def decide_device(request: AnyRequest) -> Answer:
    """Take the code that somebody has typed, and then what they have decided."""
    apps = services_of(request).apps
    reader = reader_of(request)
    try:
        must_be_own(request, reader.issuer)
        given = form_of(request)
        account = await signed_in(request)
        await paid(request, "device_codes")
        device = await apps.device(given.get("user_code", "")[:LONGEST_CODE])
        app = None if device is None else await apps.app(device.app)
        if device is None or app is None:
            return code_page(reader, said="no-such-code")
        if "decision" not in given:
            return await ask_for_consent(request, account, app, device, given)
        return await decided(request, account, app, device, given)
    except UnknownPlayer:
        return wrong_page(PageError("account-gone"), reader)
    except PageError as wrong:
        return wrong_page(wrong, reader)


async def ask_for_consent(
    request: AnyRequest, account: Account, app: App, device: Device, given: Mapping[str, str], *, said: str = ""
) -> Answer:
    """Return the page that asks whether an app on a device may act for a player. Raises `PageError`."""
    typed = given["user_code"][:LONGEST_CODE].upper()
    stamp = services_of(request).sessions.stamp(account, device.user_code.hex())
    return await consent_page(
        request,
        account,
        app,
        in_order(device.scopes),
        to=DEVICE_PAGE,
        form={"user_code": typed, "stamp": stamp},
        back={"to": DEVICE_PAGE},
        where=on_device(typed, reader_of(request)),
        said=said,
    )


async def decided(request: AnyRequest, account: Account, app: App, device: Device, given: Mapping[str, str]) -> Answer:
    """Note what somebody has decided, and say so. Raises `PageError`, and `UnknownPlayer`."""
    reader, apps = reader_of(request), services_of(request).apps
    must_be_stamped(request, account, device.user_code.hex(), given.get("stamp", ""))
    agrees = given["decision"] == "agree"
    agreement = agreed(request, account, app, device.scopes, given) if agrees else None
    if agrees and agreement is None:
        return await ask_for_consent(request, account, app, device, given, said="nothing-ticked")
    if not await apps.decide(device, agreement):
        raise PageError("no-such-code")
    return done_page("device-goes-on" if agrees else "device-refused", reader)
