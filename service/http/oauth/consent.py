"""What a person is asked on a page of consent, and what they have said there."""

from collections.abc import Collection, Mapping
from html import escape

from service.accounts.apps_port import COMMAND_LINE, Agreement, App
from service.accounts.port import MOST_TOKENS, Account
from service.accounts.scopes import Scope, in_order
from service.http.middleware.limits import spent
from service.http.oauth.issuer import issuer_of
from service.http.oauth.pages import CONSENT, MADE, WITH_CARE, PageError, alert, choices, fields, page, scope_boxes
from service.http.oauth.sessions import session_account
from service.http.oauth.signing_in import TRIED_TOO_MUCH
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.responses import Answer
from service.limits.budgets import BudgetName
from service.runtime.time import DAY_MS

LIVES: Mapping[str, str] = {"1": "One day", "30": "30 days", "365": "A year"}
"""Days for which an app may act for somebody: the choices."""

USUAL = "30"
NOTHING_TICKED = "Say at least one thing that it may do, or No."


async def consent_page(
    request: AnyRequest,
    account: Account,
    app: App,
    scopes: Collection[Scope],
    *,
    to: str,
    form: Mapping[str, str],
    back: Mapping[str, str],
    where: str,
    form_to: str = "'self'",
    said: str,
) -> Answer:
    """Return the page that asks whether an app may act for a player. Raises `PageError`.

    `to` is where the form goes, `form` and `back` are the fields of it and of the one to sign out, `where` is HTML that
    says where the answer goes, and `said` what was wrong the last time.
    """
    accounts = services_of(request).accounts
    player = await accounts.store.player(account.player)
    if player is None:
        raise PageError("The account is no longer there.")
    if len(await accounts.tokens_of(account.player)) >= MOST_TOKENS:
        raise PageError(f"You have {MOST_TOKENS} valid tokens, the maximum: revoke some first.")
    content = CONSENT.format(
        player=escape(player.name),
        app=escape(app.name),
        made=MADE["built in" if app == COMMAND_LINE else "itself" if app.registered else "operator"],
        where=where,
        said=alert(said),
        to=to,
        hidden=fields(form),
        scopes=scope_boxes(in_order(scopes), account.granted, account.granted - WITH_CARE),
        lives=choices("days", LIVES, USUAL),
        back=fields(back),
    )
    return page("May this app act for you?", content, issuer_of(request), form_to=form_to, status=400 if said else 200)


def agreed(
    request: AnyRequest, account: Account, app: App, wanted: Collection[Scope], given: Mapping[str, str]
) -> Agreement | None:
    """Return what somebody has agreed to on a page; None if that is nothing.

    It is never more than the app wants and their own token may, and not for longer than that lasts.
    """
    accounts = services_of(request).accounts
    ticked = frozenset(given.get("may", "").split(" "))
    scopes = frozenset([each for each in wanted if each in ticked & account.granted])
    days = given.get("days", "")
    if not scopes or days not in LIVES:
        return None
    ends_at = accounts.now() + int(days) * DAY_MS
    if account.expires_at is not None:
        ends_at = min(ends_at, account.expires_at)
    role = account.role if "operate" in scopes else "player"
    return Agreement(app.id, account.player, account.token_hash, role, scopes, ends_at)


async def signed_in(request: AnyRequest) -> Account:
    """Return the account that has sent a form, and count a command against its budget. Raises `PageError`."""
    account = await session_account(request, issuer_of(request))
    if account is None:
        raise PageError("You are not signed in any more. Begin again.", 403)
    request.scope["auth"] = account
    await paid(request, "commands")
    return account


async def paid(request: AnyRequest, budget: BudgetName) -> None:
    """Let the sender of a form pay. Raises `PageError`."""
    limits = services_of(request).limits.requests
    try:
        await spent(request.scope, limits, limits.budgets[budget])
    except Problem:
        raise PageError(TRIED_TOO_MUCH, 429) from None
