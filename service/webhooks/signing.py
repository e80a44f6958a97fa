"""What is sent, and its signatures, by the specification Standard Webhooks (https://www.standardwebhooks.com).

The secret of a webhook is an HMAC of its id and its salt under a secret of the service, so it is stored nowhere. Each
message is signed with it (`v1`), for a day after a change with the one before, too, and with a key of the service, of
which everybody may know the public half (`v1a`).
"""

import base64
import hmac
from collections.abc import Callable
from typing import Annotated
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Meta, Struct

from service.runtime.time import DAY_MS, iso
from service.webhooks.port import Message, MessageKind, Webhook

DIGEST = "sha256"
OVERLAP_MS = DAY_MS
"""Milliseconds for which the previous secret stays valid."""
PREFIX = "msg_"


class MessageData(Struct, frozen=True, kw_only=True):
    """What a message is about. Fetch the `link` for the current state."""

    webhook: Annotated[UUID, Meta(description="The webhook that gets it.")]
    sequence: Annotated[
        int,
        Meta(
            description="The number of the message among those of the webhook; for each table, in the order of events."
        ),
    ]
    table: UUID | None
    tournament: UUID | None
    version: Annotated[int | None, Meta(description="The version of the table or tournament at which it happened.")]
    seat: Annotated[int | None, Meta(description="My seat; null: I have none, or the message is not about a seat.")]
    decision: Annotated[str | None, Meta(description="`turn.began`: the id of the decision, for `makeMove`.")]
    status: Annotated[str | None, Meta(description="How it ended: `finished`, `aborted` or `cancelled`.")]
    link: Annotated[str | None, Meta(description="The path to fetch from this service.")]


class WebhookMessage(Struct, frozen=True):
    """The body of a request to a webhook."""

    type: MessageKind
    timestamp: Annotated[str, Meta(description="When it happened (RFC 3339).", examples=["2026-11-23T07:00:00.000Z"])]
    data: MessageData


def payload(message: Message) -> bytes:
    """Return the body of a message: the same bytes at each attempt."""
    about = message.about
    data = MessageData(
        webhook=message.webhook,
        sequence=message.number,
        table=about.table,
        tournament=about.tournament,
        version=about.version,
        seat=about.seat,
        decision=about.decision,
        status=about.status,
        link=link_of(message),
    )
    return msgspec.json.encode(WebhookMessage(message.kind, iso(message.at), data))


def link_of(message: Message) -> str | None:
    """Return the path of what a message is about."""
    about = message.about
    if about.tournament is not None:
        return f"/v1/tournaments/{about.tournament}"
    if about.table is None:
        return None
    return f"/v1/tables/{about.table}" + ("/view" if message.kind == "turn.began" else "")


def name_of(message: UUID) -> str:
    """Return the id of a message for its receivers."""
    return PREFIX + message.hex


class Signing:
    """Signs messages; `secret` gives secrets of the service, each by a label, the same in all processes."""

    def __init__(self, secret: Callable[[bytes], bytes]) -> None:
        self._secret = secret(b"parlour-webhooks-1")
        self._key = Ed25519PrivateKey.from_private_bytes(secret(b"parlour-webhooks-ed25519-1"))
        public_key = self._key.public_key().public_bytes_raw()
        self.public_key = f"whpk_{base64.b64encode(public_key).decode()}"

    def shown(self, webhook: UUID, salt: bytes) -> str:
        """Return the secret of a webhook as its owner is shown it, once."""
        return f"whsec_{base64.b64encode(self._of(webhook, salt)).decode()}"

    def headers(self, webhook: Webhook, message: UUID, at: int, body: bytes) -> dict[str, str]:
        """Return the headers that sign a message which is sent at a time, in ms."""
        name, seconds = name_of(message), at // 1000
        text = b"%b.%d.%b" % (name.encode(), seconds, body)
        salts = [webhook.salt]
        if webhook.old_salt is not None and webhook.old_until is not None and at < webhook.old_until:
            salts.append(webhook.old_salt)
        signatures = [("v1", hmac.digest(self._of(webhook.id, salt), text, DIGEST)) for salt in salts]
        signatures.append(("v1a", self._key.sign(text)))
        return {
            "webhook-id": name,
            "webhook-timestamp": str(seconds),
            "webhook-signature": " ".join(f"{kind},{base64.b64encode(each).decode()}" for kind, each in signatures),
        }

    def _of(self, webhook: UUID, salt: bytes) -> bytes:
        return hmac.digest(self._secret, webhook.bytes + salt, DIGEST)
