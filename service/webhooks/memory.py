"""Webhooks in memory, for tests: a `WebhookStore` in which every step is one, since nothing waits."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import asdict, replace

from service.webhooks.port import (
    COUNTED,
    KEPT_MS,
    MOST_ATTEMPTS,
    MOST_BUSY_MS,
    MOST_MESSAGES,
    MOST_WEBHOOKS,
    Message,
    Notice,
    TooManyWebhooks,
    Verdict,
    Waiting,
    Webhook,
    WebhookChange,
    Why,
)

NEVER_FAILED: Mapping[str, Any] = {"failing_since": None, "failures": 0, "paused_until": 0}


class MemoryWebhooks:
    """A `WebhookStore` that forgets everything when its process ends."""

    def __init__(self) -> None:
        self._webhooks: dict[UUID, Webhook] = {}
        """In the order in which they were made."""
        self._messages: dict[UUID, Message] = {}
        self._numbers: dict[UUID, int] = {}
        self._busy: dict[UUID, int] = {}
        self._places: dict[int, int] = {}
        self._leader: tuple[UUID, int] | None = None

    # What owners do

    async def add(self, webhook: Webhook) -> None:
        """Keep a new webhook. Raises `TooManyWebhooks`."""
        if len(await self.of_player(webhook.player)) >= MOST_WEBHOOKS:
            raise TooManyWebhooks
        self._webhooks[webhook.id] = webhook

    async def of_player(self, player: UUID) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""
        return [each for each in self._webhooks.values() if each.player == player]

    async def one(self, webhook: UUID) -> Webhook | None:
        """Return a webhook; None: there is none of this id."""
        return self._webhooks.get(webhook)

    async def change(self, webhook: UUID, at: int, wanted: WebhookChange) -> None:
        """Change a webhook; see `WebhookStore.change`."""
        found = self._webhooks.get(webhook)
        if found is None:
            return
        given = {field: value for field, value in asdict(wanted).items() if value is not None}
        self._webhooks[webhook] = replace(found, **given)
        if wanted.url not in {None, found.url}:
            self._webhooks[webhook] = replace(self._webhooks[webhook], strained=True, **NEVER_FAILED)
            self._hurry(webhook, at)

    async def enable(self, webhook: UUID, at: int) -> None:
        """Enable a webhook, as if it had never failed."""
        if webhook in self._webhooks:
            self._webhooks[webhook] = replace(self._webhooks[webhook], disabled_at=None, why=None, **NEVER_FAILED)
            self._hurry(webhook, at)

    async def disable(self, webhook: UUID, at: int, why: Why) -> None:
        """Disable a webhook; waiting messages are dropped."""
        found = self._webhooks.get(webhook)
        if found is not None and found.disabled_at is None:
            self._webhooks[webhook] = replace(found, disabled_at=at, why=why)
            for each in self._waiting(webhook):
                self._messages[each.id] = replace(each, state="dropped", ended_at=at)

    async def salt(self, webhook: UUID, salt: bytes, until: int) -> None:
        """Give a webhook another secret; the previous one stays valid until a time."""
        if webhook in self._webhooks:
            found = self._webhooks[webhook]
            self._webhooks[webhook] = replace(found, salt=salt, old_salt=found.salt, old_until=until)

    async def remove(self, webhook: UUID) -> None:
        """Delete a webhook, with its messages."""
        self._webhooks.pop(webhook, None)
        self._messages = {key: each for key, each in self._messages.items() if each.webhook != webhook}

    async def forget(self, player: UUID) -> None:
        """Delete all webhooks of a player."""
        for each in await self.of_player(player):
            await self.remove(each.id)

    async def messages(self, webhook: UUID, limit: int, before: int | None = None) -> list[Message]:
        """Return messages of a webhook, the newest first; see `WebhookStore.messages`."""
        found = [each for each in self._of(webhook) if before is None or each.number < before]
        return found[::-1][:limit]

    async def message(self, webhook: UUID, message: UUID) -> Message | None:
        """Return a message of a webhook; None: it has none of this id."""
        return next((each for each in self._of(webhook) if each.id == message), None)

    async def send(self, notice: Notice) -> None:
        """Make a message; see `WebhookStore.send`."""
        self._make(notice, notice.at)

    async def send_again(self, webhook: UUID, message: UUID, at: int) -> None:
        """Let a message be sent, however it has ended; see `WebhookStore.send_again`."""
        found, owner = await self.message(webhook, message), self._webhooks.get(webhook)
        if found is not None and owner is not None and owner.disabled_at is None:
            self._webhooks[webhook] = replace(owner, paused_until=0)
            self._messages[message] = replace(found, state="waiting", due=at, tries=0, ended_at=None)

    # The followers of the log

    async def lead(self, process: UUID, at: int, until: int) -> tuple[bool, int]:
        """Let a process follow the log until a time, unless another one does; see `WebhookStore.lead`."""
        if self._leader is not None and self._leader[0] != process and at < self._leader[1] <= until + (until - at):
            return False, self._leader[1]
        self._leader = process, until
        return True, until

    async def places(self, positions: Mapping[int, int]) -> dict[int, int]:
        """Return up to which position each lane has been read; see `WebhookStore.places`."""
        self._places = {**positions, **self._places}
        return dict(self._places)

    async def skip(self, places: Mapping[int, int], positions: Mapping[int, int]) -> None:
        """Move lanes on, those that nobody has moved."""
        for lane, position in positions.items():
            if self._places[lane] == places[lane]:
                self._places[lane] = position

    async def advance(self, lane: int, place: int, position: int, notices: Sequence[Notice], at: int) -> bool:
        """Move a lane on, and make messages; see `WebhookStore.advance`."""
        if self._places.get(lane) != place:
            return False
        self._places[lane] = position
        for each in notices:
            self._make(each, at)
        return True

    async def any(self) -> bool:
        """Return whether there is any webhook that is enabled."""
        return any(each.disabled_at is None for each in self._webhooks.values())

    async def subscribed(self, players: Collection[UUID]) -> list[Webhook]:
        """Return the enabled webhooks of some players, and those that are told of everything."""
        enabled = [each for each in self._webhooks.values() if each.disabled_at is None]
        return [each for each in enabled if each.every or each.player in players]

    # The senders

    async def any_due(self, at: int) -> bool:
        """Return whether something is due for any webhook that nobody has taken."""
        return bool(self._ready(at))

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        """Take webhooks for which something is due; see `WebhookStore.take`."""
        ready = [each for each in self._ready(at) if each[1].strained == strained]
        taken = [each for _, each in sorted(ready, key=lambda one: one[0])[:limit]]
        self._busy |= {each.id: until for each in taken}
        return taken

    async def due(self, webhook: UUID, at: int, limit: int) -> list[Message]:
        """Return messages of a webhook that are due; see `WebhookStore.due`."""
        found = [each for each in self._waiting(webhook) if each.due <= at]
        return sorted(found, key=lambda each: (each.tries, each.number))[:limit]

    async def note(self, webhook: UUID, message: UUID, verdict: Verdict) -> None:
        """Note an attempt, and what it means."""
        at = verdict.attempt.at
        found, owner = await self.message(webhook, message), self._webhooks.get(webhook)
        if found is not None and found.state == "waiting":
            self._messages[message] = replace(
                found,
                state=verdict.state,
                due=verdict.due,
                tries=found.tries + 1,
                attempts=(*found.attempts, verdict.attempt)[-MOST_ATTEMPTS:],
                ended_at=None if verdict.state == "waiting" else at,
            )
        if owner is not None and owner.disabled_at is None:
            self._webhooks[webhook] = replace(
                owner,
                strained=verdict.strained,
                failing_since=verdict.failing_since,
                failures=verdict.failures,
                paused_until=verdict.paused_until,
            )
        if verdict.why is not None:
            await self.disable(webhook, at, verdict.why)
        elif verdict.recovered:
            self._hurry(webhook, at)

    async def release(self, webhook: UUID) -> None:
        """Let everybody take a webhook again."""
        self._busy.pop(webhook, None)

    async def waiting(self) -> Waiting:
        """Return how many messages wait, and when the first is due of a webhook that takes them."""
        found = [each for each in self._messages.values() if each.state == "waiting"]
        due = [each.due for each in found if not self._webhooks[each.webhook].strained]
        return Waiting(min(len(found), COUNTED), min(due, default=None))

    async def clean(self, at: int, limit: int) -> None:
        """Delete messages that ended `KEPT_MS` ago."""
        old = [each.id for each in self._messages.values() if each.ended_at is not None]
        for each in [key for key in old if (self._messages[key].ended_at or 0) <= at - KEPT_MS][:limit]:
            del self._messages[each]

    def _of(self, webhook: UUID) -> list[Message]:
        return sorted(
            (each for each in self._messages.values() if each.webhook == webhook), key=lambda each: each.number
        )

    def _waiting(self, webhook: UUID) -> list[Message]:
        return [each for each in self._of(webhook) if each.state == "waiting"]

    def _hurry(self, webhook: UUID, at: int) -> None:
        """Let all that waits for a webhook be due at a time."""
        for each in self._waiting(webhook):
            self._messages[each.id] = replace(each, due=min(each.due, at))

    def _next_due(self, webhook: Webhook) -> int | None:
        due = min((each.due for each in self._waiting(webhook.id)), default=None)
        return None if due is None else max(due, webhook.paused_until)

    def _ready(self, at: int) -> list[tuple[int, Webhook]]:
        """Return the webhooks for which something is due and that nobody has taken, with when it was due."""
        return [
            (due, each)
            for each in self._webhooks.values()
            if each.disabled_at is None and not at < self._busy.get(each.id, 0) < at + MOST_BUSY_MS
            if (due := self._next_due(each)) is not None and due <= at
        ]

    def _make(self, notice: Notice, due: int) -> None:
        owner = self._webhooks.get(notice.webhook)
        if owner is None or owner.disabled_at is not None or notice.id in self._messages:
            return
        number = self._numbers[owner.id] = self._numbers.get(owner.id, 0) + 1
        made = Message(notice.id, owner.id, number, notice.kind, notice.at, notice.about, "waiting", due)
        self._messages[notice.id] = made
        for each in self._of(owner.id):
            if each.number <= number - MOST_MESSAGES:
                del self._messages[each.id]
