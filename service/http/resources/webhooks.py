"""Webhooks: addresses of mine at which the service tells me what happens."""

from typing import Annotated
from uuid import UUID

from litestar import delete, get, patch, post
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Time
from domain.validation import LARGEST_INTEGER
from service.http.middleware.authentication import Asked, must_be_ones_own
from service.http.problems import Fault, Problem
from service.http.wire.decoding import read
from service.http.wire.responses import Answer, json_answer
from service.webhooks.addresses import LONGEST_URL, NotAllowed
from service.webhooks.port import (
    MOST_WEBHOOKS,
    Attempt,
    Kind,
    Message,
    MessageKind,
    State,
    TooManyWebhooks,
    Webhook,
    Why,
)
from service.webhooks.signing import name_of
from service.webhooks.webhooks import IsDisabled, UnknownWebhook, Webhooks

PAGE = 100

WebhookId = Annotated[UUID, PathParameter(description="The id of the webhook.")]
Name = Annotated[
    str,
    Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$(?!\n)", description="What it is for.", examples=["My bot"]),
]
Url = Annotated[
    str,
    Meta(
        max_length=LONGEST_URL,
        description="Where messages are posted: a URL that begins with https://, has a full host name, and no user.",
        examples=["https://bot.example/parlour"],
    ),
]
Events = Annotated[
    tuple[Kind, ...],
    Meta(
        min_length=1,
        max_length=10,
        description="The events to send. `turn.began`: I have a decision to make. `invitation.received`: somebody"
        " has invited me to a table, or reserved a seat for me. `game.over`: a table where I sit has ended."
        " `tournament.over`: one of my tournaments has ended.",
        examples=[["turn.began", "game.over"]],
    ),
]
Secret = Annotated[str, Meta(description="The secret that signs messages. It is shown only here.")]


class CreateWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to create."""

    url: Url
    events: Events
    name: Name = ""
    everything: Annotated[
        bool,
        Meta(
            description="For operators: whether it also gets the events of all public tables, and of all tournaments."
        ),
    ] = False


class ChangeWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """The changes to a webhook; absent fields stay as they are."""

    url: Url | UnsetType = UNSET
    events: Events | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    enabled: Annotated[
        bool | UnsetType,
        Meta(description="True: enable it, and forget failed attempts. False: disable it, and drop waiting messages."),
    ] = UNSET


class ShownWebhook(Struct, frozen=True, kw_only=True):
    """One of my webhooks."""

    id: UUID
    name: str
    url: str
    events: tuple[Kind, ...]
    everything: bool
    public_key: Annotated[
        str, Meta(description="The service's public key for signatures `v1a`, for receivers that store no secret.")
    ]
    created_at: Time
    old_secret_until: Annotated[
        Time | None,
        Meta(description="Until when messages are also signed with the previous secret; null: there is none."),
    ]
    failing_since: Annotated[
        Time | None,
        Meta(
            description="Since when no message could be delivered; null: the last attempt succeeded, or there was none."
        ),
    ]
    disabled_at: Annotated[Time | None, Meta(description="Since when it is disabled; null: it is enabled.")]
    why: Annotated[Why | None, Meta(description="Why it is disabled; null: it is enabled.")]


class NewWebhook(Struct, frozen=True):
    """A new webhook, and its secret."""

    webhook: ShownWebhook
    secret: Secret


class MyWebhooks(Struct, frozen=True):
    """My webhooks, the oldest first."""

    webhooks: tuple[ShownWebhook, ...]


class RenewedSecret(Struct, frozen=True):
    """The new secret of a webhook."""

    secret: Secret
    old_secret_until: Annotated[Time, Meta(description="Until when messages are also signed with the previous secret.")]


class ShownMessage(Struct, frozen=True, kw_only=True):
    """A message to one of my webhooks, and its state."""

    id: UUID
    webhook_id: Annotated[str, Meta(description="Its header `webhook-id`, the same at each attempt.")]
    sequence: int
    type: MessageKind
    happened_at: Time
    state: State
    due: Annotated[Time | None, Meta(description="When it will be sent; null: it has ended.")]
    attempts: Annotated[tuple[Attempt, ...], Meta(description="The last attempts, at most 12.")]


class WebhookMessages(Struct, frozen=True):
    """Messages to a webhook, the newest first: at most a thousand, of the last week."""

    messages: tuple[ShownMessage, ...]


class SendMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """What to send."""

    again: Annotated[UUID | None, Meta(description="The id of a message to send again; null or absent: a test.")] = None


@post("/me/webhooks", operation_id="createWebhook", status_code=201)
async def create_webhook(request: Asked) -> Answer:
    """Create a webhook: an address at which the service tells me what happens.

    The secret is shown only in this answer. Messages are signed according to [Standard
    Webhooks](https://www.standardwebhooks.com), delivered at least once, and contain no cards: fetch the `link`. They
    are never sent to private addresses. A player has at most five webhooks. An app's token cannot create or change
    webhooks.
    """
    must_be_ones_own(request.auth)
    wanted, player = read(request, CreateWebhook), request.auth.player
    who_may = request.app.state.settings.webhooks
    if who_may == "off" or (request.auth.role != "operator" and (who_may == "operators" or wanted.everything)):
        raise Problem("forbidden", "This service has no webhooks for you, or none that are told of everything.")
    hooks = webhooks_of(request)
    try:
        webhook, secret = await hooks.add(
            player, name=wanted.name, url=wanted.url, kinds=once(wanted.events), every=wanted.everything
        )
    except TooManyWebhooks:
        raise Problem("too_many_webhooks", f"A player has at most {MOST_WEBHOOKS} webhooks; delete some.") from None
    except NotAllowed as error:
        raise not_allowed(error) from None
    answer = NewWebhook(shown(webhook, hooks), secret)
    return json_answer(answer, status_code=201, location=f"/v1/me/webhooks/{webhook.id}")


@get("/me/webhooks", operation_id="listWebhooks")
async def list_webhooks(request: Asked) -> Answer:
    """List my webhooks, the oldest first."""
    hooks = webhooks_of(request)
    return json_answer(MyWebhooks(tuple([shown(each, hooks) for each in await hooks.of_player(request.auth.player)])))


@get("/me/webhooks/{webhook:uuid}", operation_id="getWebhook")
async def get_webhook(request: Asked, webhook: WebhookId) -> Answer:
    """Show one of my webhooks: whether it is active, and if not, why."""
    return await one(request, webhook)


@patch("/me/webhooks/{webhook:uuid}", operation_id="updateWebhook")
async def update_webhook(request: Asked, webhook: WebhookId) -> Answer:
    """Change one of my webhooks, disable it, or enable it again."""
    must_be_ones_own(request.auth)
    wanted, player, hooks = read(request, ChangeWebhook), request.auth.player, webhooks_of(request)
    try:
        await hooks.change(
            player,
            webhook,
            name=wanted.name or ("" if wanted.name == "" else None),
            url=wanted.url or None,
            kinds=once(wanted.events) if wanted.events else None,
        )
        if wanted.enabled is not UNSET:
            await hooks.enable(player, webhook, enabled=wanted.enabled)
    except UnknownWebhook:
        raise none_such() from None
    except NotAllowed as error:
        raise not_allowed(error) from None
    return await one(request, webhook)


@delete("/me/webhooks/{webhook:uuid}", operation_id="deleteWebhook", status_code=204)
async def delete_webhook(request: Asked, webhook: WebhookId) -> None:
    """Delete one of my webhooks, with its messages."""
    try:
        await webhooks_of(request).remove(request.auth.player, webhook)
    except UnknownWebhook:
        raise none_such() from None


@post("/me/webhooks/{webhook:uuid}/secret", operation_id="renewWebhookSecret", status_code=200)
async def renew_webhook_secret(request: Asked, webhook: WebhookId) -> Answer:
    """Renew the secret of one of my webhooks. For a day, messages are also signed with the previous secret."""
    must_be_ones_own(request.auth)
    try:
        return json_answer(RenewedSecret(*await webhooks_of(request).renew_secret(request.auth.player, webhook)))
    except UnknownWebhook:
        raise none_such() from None


@get("/me/webhooks/{webhook:uuid}/messages", operation_id="listWebhookMessages")
async def list_webhook_messages(
    request: Asked,
    webhook: WebhookId,
    before: Annotated[
        int | None,
        QueryParameter(ge=1, le=LARGEST_INTEGER, description="The last `sequence` of the page before."),
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of messages.")] = 20,
) -> Answer:
    """List the messages to one of my webhooks, the newest first, each with its state."""
    try:
        found = await webhooks_of(request).messages(request.auth.player, webhook, limit, before)
    except UnknownWebhook:
        raise none_such() from None
    return json_answer(WebhookMessages(tuple(map(shown_message, found))))


@post("/me/webhooks/{webhook:uuid}/messages", operation_id="sendWebhookMessage", status_code=202)
async def send_webhook_message(request: Asked, webhook: WebhookId) -> Answer:
    """Send a test to one of my webhooks, or send a message again, with the same `webhook-id`."""
    wanted = read(request, SendMessage)
    try:
        message = await webhooks_of(request).send(request.auth.player, webhook, wanted.again)
    except UnknownWebhook:
        raise Problem("not_found", "You have no such webhook, or it has no such message.") from None
    except IsDisabled:
        raise Problem("webhook_disabled") from None
    return json_answer(shown_message(message), status_code=202)


async def one(request: Asked, webhook: UUID) -> Answer:
    """Return a webhook of the caller. Raises `Problem`."""
    hooks = webhooks_of(request)
    try:
        return json_answer(shown(await hooks.one(request.auth.player, webhook), hooks))
    except UnknownWebhook:
        raise none_such() from None


def once(events: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return kinds of events, each once."""
    return tuple(dict.fromkeys(events))


def shown(webhook: Webhook, hooks: Webhooks) -> ShownWebhook:
    """Return a webhook as its owner may know it."""
    return ShownWebhook(
        id=webhook.id,
        name=webhook.name,
        url=webhook.url,
        events=webhook.kinds,
        everything=webhook.every,
        public_key=hooks.public_key,
        created_at=webhook.created_at,
        old_secret_until=webhook.old_until,
        failing_since=webhook.failing_since,
        disabled_at=webhook.disabled_at,
        why=webhook.why,
    )


def shown_message(message: Message) -> ShownMessage:
    """Return a message as the owner of its webhook may know it."""
    return ShownMessage(
        id=message.id,
        webhook_id=name_of(message.id),
        sequence=message.number,
        type=message.kind,
        happened_at=message.at,
        state=message.state,
        due=message.due if message.state == "waiting" else None,
        attempts=message.attempts,
    )


def none_such() -> Problem:
    """Return the problem of who names a webhook that they do not have."""
    return Problem("not_found", "You have no such webhook.")


def not_allowed(error: NotAllowed) -> Problem:
    """Return the problem of a URL that nothing is sent to."""
    return Problem("address_not_allowed", errors=(Fault(str(error), pointer="/url"),))


def webhooks_of(request: Asked) -> Webhooks:
    """Return the service's webhooks."""
    hooks: Webhooks = request.app.state.webhooks
    return hooks
