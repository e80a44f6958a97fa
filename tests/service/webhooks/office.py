"""A service whose webhooks are served by hand: a follower and senders look when a test wants it, at its own time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, get_args
from uuid import UUID, uuid4

from litestar import Litestar
from msgspec.structs import replace

from service.app import Surroundings
from service.store import MemoryStore
from service.tournaments.people import people_in
from service.webhooks.following import MADE_AT_ONCE, Follower
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import Kind, Webhook, WebhookStore
from service.webhooks.sending import Sender
from service.webhooks.signing import Signing
from tests.service.http.party import Document, Header, id_of
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.webhooks.receiver import Mailbox
from tests.service.workers import SIGNER, Time

SIGNING = Signing(SIGNER.secret)
BY_HAND = replace(IN_MEMORY, webhooks="off")


async def sent(*senders: Sender) -> bool:
    """Let senders take what is due once, and send it; return whether there was anything."""
    turns = [turn for sender in senders for turn in await sender.begin()]
    await asyncio.gather(*turns)
    return bool(turns)


async def no_sleep(_: float) -> None:
    """Wait for nothing."""


class Office:
    """A service, and what stands for the network; `now` is a clock that tests move on."""

    def __init__(self, app: Litestar, client: Client, outside: Surroundings, now: Time) -> None:
        self.app = app
        self.client = client
        self.now = now
        self.box = Mailbox()
        self.webhooks: WebhookStore = outside.webhooks or MemoryWebhooks()
        assert outside.accounts is not None
        self._accounts = outside.accounts
        self.follower = self.new_follower()
        self.senders = self.new_senders()

    def new_follower(self, webhooks: Any = None, made_at_once: int = MADE_AT_ONCE) -> Follower:
        """Return a follower of another process, which may reach the webhooks in another way."""
        parlour = self.app.state.services.parlour
        return Follower(
            webhooks or self.webhooks,
            parlour.event_log,
            parlour.history,
            self._accounts,
            people=people_in(parlour.tournaments),
            now=self.now,
            made_at_once=made_at_once,
        )

    def new_senders(self, webhooks: Any = None) -> tuple[Sender, Sender]:
        """Return senders of another process: for strained webhooks, and for the others."""
        strained, quick = [
            Sender(
                webhooks or self.webhooks,
                self.box,
                SIGNING,
                self.now,
                strained=strained,
                dice=lambda low, high: (low + high) / 2,
                sleep=no_sleep,
            )
            for strained in (True, False)
        ]
        return strained, quick

    async def follow(self) -> None:
        """Make messages of all that the log tells."""
        while await self.follower.look():
            pass

    async def send(self) -> None:
        """Send all that is due."""
        while await sent(*self.senders):
            pass

    async def deliver(self) -> list[Document]:
        """Follow and send; return what has been delivered so far."""
        await self.follow()
        await self.send()
        return [each.document for each in self.box.got]

    async def webhook(
        self, who: Header, *kinds: Kind, url: str = "https://bot.example/", every: bool = False
    ) -> Webhook:
        """Return a webhook of somebody, of all kinds if none is given."""
        player = UUID(await id_of(self.client, who))
        made = Webhook(
            id=uuid4(),
            player=player,
            name="",
            url=url,
            kinds=kinds or get_args(Kind),
            every=every,
            salt=uuid4().bytes,
            created_at=self.now(),
        )
        await self.follow()
        await self.webhooks.add(made)
        return made


@contextlib.asynccontextmanager
async def office() -> AsyncIterator[Office]:
    """Open a service in memory."""
    now = Time()
    outside = in_memory(now=now)
    webhooks = MemoryWebhooks()
    outside = Surroundings(**{**vars(outside), "webhooks": webhooks, "store": outside.store or MemoryStore()})
    async with served(BY_HAND, outside) as app, InProcess(app) as client:
        yield Office(app, client, outside, now)
