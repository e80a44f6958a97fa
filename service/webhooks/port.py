"""The port of the webhooks: who is notified of what, where, and with which outcome. All times are ms since 1970.

A *webhook* is an address of a player with the kinds of events that are sent there. One notification is a *message*; it
is made from the log. The *place* is the position up to which a lane of the log has been read. It moves on in the
transaction that makes the messages. So each message is made exactly once, keeps its id, and none is forgotten. A
message waits until it is delivered or given up; each try is an *attempt*.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal, Protocol
from uuid import UUID

from msgspec import Meta, Struct

from domain.seats import Time
from service.runtime.time import DAY_MS

Kind = Literal["turn.began", "invitation.received", "game.over", "tournament.over"]
"""What a webhook may ask for."""

MessageKind = Literal[Kind, "webhook.test"]

MOST_WEBHOOKS = 5
"""Maximum number of webhooks of a player."""

MOST_MESSAGES = 1_000
"""Maximum number of messages that are kept for a webhook: the newest, delivered or not."""

MOST_ATTEMPTS = 12
"""Maximum number of attempts that are kept of a message: the last ones."""

LEASE_MS = 40_000
"""Milliseconds for which a process takes a webhook: longer than a turn and the attempt that it ends with."""

MOST_BUSY_MS = 2 * LEASE_MS
"""Milliseconds for which nothing is taken: what seems to be was taken before the clock was set back, and is free."""

KEPT_MS = 7 * DAY_MS
"""Milliseconds for which a message is known after it was delivered or given up."""

COUNTED = 10_000
"""Maximum number of messages that are counted to tell how many wait."""

State = Annotated[
    Literal["waiting", "delivered", "failed", "dropped"],
    Meta(
        description="`waiting`: it will be sent when it is due. `delivered`: the receiver answered 2xx. `failed`:"
        " all attempts failed. `dropped`: the webhook was disabled meanwhile."
    ),
]

Fault = Annotated[
    Literal["not_allowed", "name", "connection", "tls", "timeout", "answer"],
    Meta(
        description="`not_allowed`: the address is not public. `name`: the host name cannot be resolved."
        " `connection`: the connection was refused or closed. `tls`: the certificate is not valid, or there is no"
        " TLS. `timeout`: it took more than ten seconds. `answer`: the answer was not HTTP."
    ),
]

Why = Annotated[
    Literal["owner", "gone", "failing"],
    Meta(
        description="`owner`: its owner disabled it. `gone`: the receiver answered 410. `failing`: all attempts of"
        " three days failed."
    ),
]


class About(Struct, frozen=True, kw_only=True):
    """What a message is about. It tells no card, and nothing that its owner could not look up."""

    table: UUID | None = None
    tournament: UUID | None = None
    version: int | None = None
    seat: int | None = None
    decision: str | None = None
    status: Literal["finished", "aborted", "cancelled"] | None = None


class Webhook(Struct, frozen=True, kw_only=True):
    """A webhook, and how it does. `every`: it is told of all public tables and of all tournaments, for operators.

    Its secret is made of `salt` by the service; that of `old_salt` is valid until `old_until`, too. `failing_since` is
    when the first attempt failed after which none has succeeded, `failures` how many have since. It is `strained` as
    long as it has not answered quickly the last time.
    """

    id: UUID
    player: UUID
    name: str
    url: str
    kinds: tuple[Kind, ...]
    every: bool
    salt: bytes
    created_at: int
    old_salt: bytes | None = None
    old_until: int | None = None
    disabled_at: int | None = None
    why: Why | None = None
    failing_since: int | None = None
    failures: int = 0
    strained: bool = True
    paused_until: int = 0


class WebhookChange(Struct, frozen=True, kw_only=True):
    """What is to be changed of a webhook; None: it stays."""

    name: str | None = None
    url: str | None = None
    kinds: tuple[Kind, ...] | None = None


class Attempt(Struct, frozen=True):
    """One attempt to deliver a message. Only the status of the answer is kept."""

    at: Time
    took_ms: int
    status: int | None
    fault: Fault | None


class Notice(Struct, frozen=True):
    """A message to make for a webhook: of this kind, about this, which happened at a time."""

    id: UUID
    webhook: UUID
    kind: MessageKind
    at: int
    about: About


class Message(Struct, frozen=True):
    """A message. `number` counts those of its webhook; `tries` are the attempts of this round."""

    id: UUID
    webhook: UUID
    number: int
    kind: MessageKind
    at: int
    about: About
    state: State
    due: int
    tries: int = 0
    attempts: tuple[Attempt, ...] = ()
    ended_at: int | None = None


class Verdict(Struct, frozen=True, kw_only=True):
    """What an attempt means: for its message, and for the webhook.

    `why`: the webhook is disabled. `recovered`: all that waits is due now.
    """

    attempt: Attempt
    state: Literal["waiting", "delivered", "failed"]
    due: int
    strained: bool
    failing_since: int | None
    failures: int
    paused_until: int
    why: Why | None = None
    recovered: bool = False


class Waiting(Struct, frozen=True):
    """How many messages wait, as far as they are counted, and when the first of some is due (None: none of them waits).

    These are the messages of webhooks that took the last one at once: others wait for their receivers.
    """

    count: int
    due: int | None


class TooManyWebhooks(Exception):
    """The player has `MOST_WEBHOOKS`."""


class WebhookStore(Protocol):
    """Where webhooks are kept. Everything raises `StoreUnavailable`."""

    # What owners do

    async def add(self, webhook: Webhook) -> None:
        """Keep a new webhook. Raises `TooManyWebhooks`."""

    async def of_player(self, player: UUID) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""

    async def one(self, webhook: UUID) -> Webhook | None:
        """Return a webhook; None: there is none of this id."""

    async def change(self, webhook: UUID, at: int, wanted: WebhookChange) -> None:
        """Change a webhook.

        Another URL has never failed, nor answered: all that waits is due there at a time.
        """

    async def enable(self, webhook: UUID, at: int) -> None:
        """Enable a webhook, as if it had never failed: all waiting messages are due at a time."""

    async def disable(self, webhook: UUID, at: int, why: Why) -> None:
        """Disable a webhook; waiting messages are dropped."""

    async def salt(self, webhook: UUID, salt: bytes, until: int) -> None:
        """Give a webhook another secret; the previous one stays valid until a time."""

    async def remove(self, webhook: UUID) -> None:
        """Delete a webhook, with its messages."""

    async def forget(self, player: UUID) -> None:
        """Delete all webhooks of a player."""

    async def messages(self, webhook: UUID, limit: int, before: int | None = None) -> list[Message]:
        """Return messages of a webhook, the newest first; those with numbers below `before`."""

    async def message(self, webhook: UUID, message: UUID) -> Message | None:
        """Return a message of a webhook; None: it has none of this id."""

    async def send(self, notice: Notice) -> None:
        """Make a message, if its webhook is enabled and there is none of this id."""

    async def send_again(self, webhook: UUID, message: UUID, at: int) -> None:
        """Let a message be sent again, whatever its outcome, with all tries available."""

    # Who follows the log

    async def lead(self, process: UUID, at: int, until: int) -> tuple[bool, int]:
        """Let a process follow the log until a time, unless another one does; return whether it does, and until when.

        If another one does, that is until when the other one does, unless it asks again. A lease that would end later
        than two of the length that is asked for counts for nothing: since it began, the clock was set back.
        """

    async def places(self, positions: Mapping[int, int]) -> dict[int, int]:
        """Return up to which position each lane has been read: those that are given, if it never was."""

    async def skip(self, places: Mapping[int, int], positions: Mapping[int, int]) -> None:
        """Move lanes on from their places to positions, those that nobody has moved."""

    async def advance(self, lane: int, place: int, position: int, notices: Sequence[Notice], at: int) -> bool:
        """Move a lane on, and make messages; return False, and do nothing, if somebody has moved it already.

        It may stay where it is: more messages are made of the same events then. Messages whose ids exist already stay.
        None is made for a webhook that is disabled, or no longer exists.
        """

    async def any(self) -> bool:
        """Return whether there is any webhook that is enabled."""

    async def subscribed(self, players: Collection[UUID]) -> list[Webhook]:
        """Return the enabled webhooks of some players, and those that are told of everything."""

    # Who sends

    async def any_due(self, at: int) -> bool:
        """Return whether something is due for any webhook that nobody has taken, for less than `MOST_BUSY_MS` more."""

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        """Take webhooks for which something is due, the longest due first; nobody else does until a time."""

    async def due(self, webhook: UUID, at: int, limit: int) -> list[Message]:
        """Return messages of a webhook that are due: those first that were tried least, then in their order."""

    async def note(self, webhook: UUID, message: UUID, verdict: Verdict) -> None:
        """Note an attempt, and what it means."""

    async def release(self, webhook: UUID) -> None:
        """Let everybody take a webhook when the next of its messages is due."""

    async def waiting(self) -> Waiting:
        """Return how many messages wait, at most `COUNTED`, and when the first is due of a webhook that takes them."""

    async def clean(self, at: int, limit: int) -> None:
        """Delete messages that ended `KEPT_MS` ago, at most `limit`."""
