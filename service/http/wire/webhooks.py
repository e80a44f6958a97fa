"""Webhooks and their messages as they travel."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Time
from service.accounts.port import NO_CONTROL_CHARACTERS
from service.webhooks.addresses import LONGEST_URL
from service.webhooks.port import Attempt, Kind, Message, MessageKind, State, Webhook, Why
from service.webhooks.signing import name_of
from service.webhooks.webhooks import Webhooks

Name = Annotated[
    str,
    Meta(max_length=60, pattern=NO_CONTROL_CHARACTERS, description="What it is for.", examples=["My bot"]),
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
    """The URL and events of a webhook."""

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
    """A test, or a message to send again."""

    again: Annotated[UUID | None, Meta(description="The id of a message to send again; null or absent: a test.")] = None


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
        old_secret_until=hooks.old_secret_until(webhook),
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
