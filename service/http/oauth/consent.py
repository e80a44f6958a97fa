"""What a person is asked on a page of consent, and what they have said there."""

from collections.abc import Collection, Mapping
from html import escape

from service.accounts.apps_port import COMMAND_LINE, Agreement, App
from service.accounts.port import MOST_TOKENS, Account
from service.accounts.scopes import Scope, in_order
from service.http.middleware.limits import spent
from service.http.oauth.issuer import issuer_of
from service.http.oauth.pages import CONSENT, PageError, alert, claim, fields, lives, page, scope_boxes
from service.http.oauth.reader import reader_of
from service.http.oauth.sessions import session_account
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.http.wire.responses import Answer
from service.limits.budgets import BudgetName
from service.runtime.time import DAY_MS

LIVES = ("1", "30", "365")
"""Days for which an app may act for somebody: the choices."""

USUAL = "30"


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

    `to` is the address of the form. `form` has its fields, `back` the fields of the form to sign out. `where` is HTML
    that says where the answer goes, `said` the text that says what was wrong the last time.
    """
    accounts = services_of(request).accounts
    player = await accounts.store.player(account.player)
    if player is None:
        raise PageError("account-gone")
    if len(await accounts.tokens_of(account.player)) >= MOST_TOKENS:
        raise PageError("most-tokens")
    reader, name = reader_of(request), f"<bdi>{escape(player.name)}</bdi>"
    maker = "built-in" if app == COMMAND_LINE else "itself" if app.registered else "operator"
    content = CONSENT.format(
        texts=reader.texts,
        signed_in=reader.say("signed-in-as", player=f"<strong>{name}</strong>"),
        wants=reader.say("app-wants", app=claim(app.name)),
        made=reader.texts[f"made-{maker}"],
        where=where,
        said=alert(said, reader),
        to=to,
        hidden=fields(form),
        scopes=scope_boxes(in_order(scopes), account.granted, reader),
        lives=lives(LIVES, USUAL, reader),
        not_you=reader.say("not-you", player=name),
        back=fields(back),
    )
    return page("may-app-act", content, reader, form_to=form_to, status=400 if said else 200)


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
        raise PageError("signed-out", 403)
    request.scope["auth"] = account
    await paid(request, "commands")
    return account


async def paid(request: AnyRequest, budget: BudgetName) -> None:
    """Let the sender of a form pay. Raises `PageError`."""
    limits = services_of(request).limits.requests
    try:
        await spent(request.scope, limits, limits.budgets[budget])
    except Problem:
        raise PageError("too-much-tried", 429) from None
