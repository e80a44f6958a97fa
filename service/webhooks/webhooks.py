"""Webhooks as their owners have them, and all that a process does for them beside."""

import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from uuid import UUID, uuid4

from service.runtime.background import running
from service.webhooks.addresses import Reach
from service.webhooks.following import Follower
from service.webhooks.port import About, Kind, Message, Notice, Webhook, WebhookChange, WebhookStore
from service.webhooks.posting import Poster, Trust, looking_up
from service.webhooks.sending import SLOTS, Sender, keep_sending
from service.webhooks.signing import OVERLAP_MS, Signing

SALT_BYTES = 16


class UnknownWebhook(Exception):
    """The player has no such webhook, or it has no such message."""


class IsDisabled(Exception):
    """The webhook is disabled."""


class Webhooks:
    """The webhooks of all players. Everything raises `Unavailable`."""

    def __init__(self, store: WebhookStore, signing: Signing, reach: Reach, now: Callable[[], int]) -> None:
        self._store = store
        self._signing = signing
        self._reach = reach
        self._now = now

    @property
    def public_key(self) -> str:
        """The key of the service that everybody can check messages with."""
        return self._signing.public_key

    async def add(
        self, player: UUID, *, name: str, url: str, kinds: Sequence[Kind], every: bool
    ) -> tuple[Webhook, str]:
        """Make a webhook; return it and its secret. Raises `NotAllowed` and `TooManyWebhooks`."""
        self._reach.target(url)
        webhook = Webhook(
            id=uuid4(),
            player=player,
            name=name,
            url=url,
            kinds=tuple(kinds),
            every=every,
            salt=secrets.token_bytes(SALT_BYTES),
            created_at=self._now(),
        )
        await self._store.add(webhook)
        return webhook, self._signing.shown(webhook.id, webhook.salt)

    async def of_player(self, player: UUID) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""
        return await self._store.of_player(player)

    async def one(self, player: UUID, webhook: UUID) -> Webhook:
        """Return a webhook of a player. Raises `UnknownWebhook`."""
        found = await self._store.one(webhook)
        if found is None or found.player != player:
            raise UnknownWebhook
        return found

    async def change(self, player: UUID, webhook: UUID, wanted: WebhookChange) -> None:
        """Change a webhook. Raises `UnknownWebhook` and `NotAllowed`."""
        await self.one(player, webhook)
        if wanted.url is not None:
            self._reach.target(wanted.url)
        await self._store.change(webhook, self._now(), wanted)

    async def enable(self, player: UUID, webhook: UUID, *, enabled: bool) -> None:
        """Enable a webhook, as if it had never failed, or disable it. Raises `UnknownWebhook`."""
        await self.one(player, webhook)
        if enabled:
            await self._store.enable(webhook, self._now())
        else:
            await self._store.disable(webhook, self._now(), "owner")

    async def disable_all(self, player: UUID) -> None:
        """Disable all webhooks of a player, as the player may."""
        for webhook in await self._store.of_player(player):
            await self._store.disable(webhook.id, self._now(), "owner")

    async def renew_secret(self, player: UUID, webhook: UUID) -> tuple[str, int]:
        """Give a webhook a new secret; return it, and until when the previous one is valid. Raises `UnknownWebhook`."""
        await self.one(player, webhook)
        salt, until = secrets.token_bytes(SALT_BYTES), self._now() + OVERLAP_MS
        await self._store.salt(webhook, salt, until)
        return self._signing.shown(webhook, salt), until

    def old_secret_until(self, webhook: Webhook) -> int | None:
        """Return until when messages are signed with the secret before, too; None: they are not."""
        return webhook.old_until if webhook.old_until is not None and self._now() < webhook.old_until else None

    async def remove(self, player: UUID, webhook: UUID) -> None:
        """Delete a webhook. Raises `UnknownWebhook`."""
        await self.one(player, webhook)
        await self._store.remove(webhook)

    async def forget(self, player: UUID) -> None:
        """Delete all webhooks of a player."""
        await self._store.forget(player)

    async def messages(self, player: UUID, webhook: UUID, limit: int, before: int | None) -> list[Message]:
        """Return messages of a webhook, the newest first. Raises `UnknownWebhook`."""
        await self.one(player, webhook)
        return await self._store.messages(webhook, limit, before)

    async def send(self, player: UUID, webhook: UUID, again: UUID | None) -> Message:
        """Send a message again, or a test (None); return it as it waits. Raises `UnknownWebhook` and `IsDisabled`."""
        if (await self.one(player, webhook)).disabled_at is not None:
            raise IsDisabled
        message = again or uuid4()
        if again is None:
            await self._store.send(Notice(message, webhook, "webhook.test", self._now(), About()))
        else:
            await self._store.send_again(webhook, message, self._now())
        found = await self._store.message(webhook, message)
        if found is None:
            raise UnknownWebhook
        return found


@contextlib.asynccontextmanager
async def at_work(
    store: WebhookStore, follower: Follower, signing: Signing, reach: Reach, now: Callable[[], int]
) -> AsyncIterator[None]:
    """Follow the log and send, beside all else, until the context is left."""
    async with contextlib.AsyncExitStack() as stack:
        trust, senders = Trust(), []
        for strained in (False, True):
            resolve = await stack.enter_async_context(looking_up(SLOTS))
            poster = Poster(reach, resolve, trust)
            senders.append(Sender(store, poster, signing, now, strained=strained))
        await stack.enter_async_context(running(follower.run, partial(keep_sending, store, senders, now)))
        yield
