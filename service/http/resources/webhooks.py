"""Webhooks: addresses of mine at which the service tells me what happens."""

import contextlib
from typing import Annotated
from uuid import UUID

from litestar import delete, get, patch, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from domain.validation import LARGEST_INTEGER
from service.http.faults import Fault
from service.http.middleware.authentication import AccountRequest, must_be_ones_own, must_still_be_valid
from service.http.problems import Problem
from service.http.services import services_of
from service.http.wire.decoding import read
from service.http.wire.responses import Answer, json_answer
from service.http.wire.webhooks import (
    ChangeWebhook,
    CreateWebhook,
    MyWebhooks,
    NewWebhook,
    RenewedSecret,
    SendMessage,
    WebhookMessages,
    shown,
    shown_message,
)
from service.webhooks.addresses import NotAllowed
from service.webhooks.port import MOST_WEBHOOKS, Kind, TooManyWebhooks, WebhookChange
from service.webhooks.webhooks import UnknownWebhook

PAGE = 100

WebhookId = Annotated[UUID, PathParameter(description="The id of the webhook.")]


@post("/me/webhooks", operation_id="createWebhook", status_code=201)
async def create_webhook(request: AccountRequest) -> Answer:
    """Create a webhook: an address at which the service tells me what happens.

    The secret is shown only in this answer. Messages are signed according to [Standard
    Webhooks](https://www.standardwebhooks.com), delivered at least once, and contain no cards: fetch the `link`. They
    are never sent to private addresses. A player has at most five webhooks. An app's token cannot create or change
    webhooks.
    """
    services = services_of(request)
    must_be_ones_own(request.auth)
    wanted, player = read(request, CreateWebhook), request.auth.player
    who_may = services.settings.webhooks
    if who_may == "off" or (request.auth.role != "operator" and (who_may == "operators" or wanted.everything)):
        raise Problem("forbidden", "This service has no webhooks for you, or none that are told of everything.")
    await must_still_be_valid(request)
    hooks = services.webhooks
    try:
        webhook, secret = await hooks.add(
            player, name=wanted.name, url=wanted.url, kinds=once(wanted.events), every=wanted.everything
        )
    except TooManyWebhooks:
        raise Problem("too_many_webhooks", f"A player has at most {MOST_WEBHOOKS} webhooks; delete some.") from None
    except NotAllowed as error:
        raise not_allowed(error) from None
    await disable_unless_valid(request, webhook.id)
    answer = NewWebhook(shown(webhook, hooks), secret)
    return json_answer(answer, status_code=201, location=f"/v1/me/webhooks/{webhook.id}")


@get("/me/webhooks", operation_id="listWebhooks")
async def list_webhooks(request: AccountRequest) -> Answer:
    """List my webhooks, the oldest first."""
    hooks = services_of(request).webhooks
    return json_answer(MyWebhooks(tuple([shown(each, hooks) for each in await hooks.of_player(request.auth.player)])))


@get("/me/webhooks/{webhook:uuid}", operation_id="getWebhook")
async def get_webhook(request: AccountRequest, webhook: WebhookId) -> Answer:
    """Show one of my webhooks: whether it is active, and if not, why."""
    return await one(request, webhook)


@patch("/me/webhooks/{webhook:uuid}", operation_id="updateWebhook")
async def update_webhook(request: AccountRequest, webhook: WebhookId) -> Answer:
    """Change one of my webhooks, disable it, or enable it again."""
    must_be_ones_own(request.auth)
    wanted, player, hooks = read(request, ChangeWebhook), request.auth.player, services_of(request).webhooks
    await must_still_be_valid(request)
    try:
        change = WebhookChange(
            name=None if wanted.name is UNSET else wanted.name,
            url=None if wanted.url is UNSET else wanted.url,
            kinds=None if wanted.events is UNSET else once(wanted.events),
        )
        await hooks.change(player, webhook, change)
        if wanted.enabled is not UNSET:
            await hooks.enable(player, webhook, enabled=wanted.enabled)
    except NotAllowed as error:
        raise not_allowed(error) from None
    await disable_unless_valid(request, webhook)
    return await one(request, webhook)


@delete("/me/webhooks/{webhook:uuid}", operation_id="deleteWebhook", status_code=204)
async def delete_webhook(request: AccountRequest, webhook: WebhookId) -> None:
    """Delete one of my webhooks, with its messages."""
    await services_of(request).webhooks.remove(request.auth.player, webhook)


@post("/me/webhooks/{webhook:uuid}/secret", operation_id="renewWebhookSecret", status_code=200)
async def renew_webhook_secret(request: AccountRequest, webhook: WebhookId) -> Answer:
    """Renew the secret of one of my webhooks. For a day, messages are also signed with the previous secret."""
    must_be_ones_own(request.auth)
    await must_still_be_valid(request)
    renewed = await services_of(request).webhooks.renew_secret(request.auth.player, webhook)
    return json_answer(RenewedSecret(*renewed))


@get("/me/webhooks/{webhook:uuid}/messages", operation_id="listWebhookMessages")
async def list_webhook_messages(
    request: AccountRequest,
    webhook: WebhookId,
    before: Annotated[
        int | None,
        QueryParameter(ge=1, le=LARGEST_INTEGER, description="The last `sequence` of the page before."),
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of messages.")] = 20,
) -> Answer:
    """List the messages to one of my webhooks, the newest first, each with its state."""
    found = await services_of(request).webhooks.messages(request.auth.player, webhook, limit, before)
    return json_answer(WebhookMessages(tuple(map(shown_message, found))))


@post("/me/webhooks/{webhook:uuid}/messages", operation_id="sendWebhookMessage", status_code=202)
async def send_webhook_message(request: AccountRequest, webhook: WebhookId) -> Answer:
    """Send a test to one of my webhooks, or send a message again, with the same `webhook-id`."""
    wanted = read(request, SendMessage)
    try:
        message = await services_of(request).webhooks.send(request.auth.player, webhook, wanted.again)
    except UnknownWebhook:
        raise Problem("not_found", "You have no such webhook, or it has no such message.") from None
    return json_answer(shown_message(message), status_code=202)


async def disable_unless_valid(request: AccountRequest, webhook: UUID) -> None:
    """Disable a webhook that was made or changed while the token for it was revoked. Raises `Problem`.

    Who revokes all tokens disables all webhooks: this one came too late for that.
    """
    try:
        await must_still_be_valid(request)
    except Problem:
        with contextlib.suppress(UnknownWebhook):  # its owner has deleted it meanwhile
            await services_of(request).webhooks.enable(request.auth.player, webhook, enabled=False)
        raise


async def one(request: AccountRequest, webhook: UUID) -> Answer:
    """Answer with a webhook of the caller. Raises `UnknownWebhook`."""
    hooks = services_of(request).webhooks
    return json_answer(shown(await hooks.one(request.auth.player, webhook), hooks))


def once(events: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return kinds of events without repetitions, in their first order."""
    return tuple(dict.fromkeys(events))


def not_allowed(error: NotAllowed) -> Problem:
    """Return the problem of a URL that nothing is sent to."""
    return Problem("address_not_allowed", errors=(Fault(str(error), pointer="/url"),))
