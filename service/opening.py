"""Opens what a service works with: in its Postgres, or in memory beside a log that was given, each with its work."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.accounts.store import AccountStore
from service.chat.chats import ChatDependencies, Chats
from service.chat.memory import MemoryChat
from service.chat.postgres import PostgresChat
from service.history.memory import MemoryHistory
from service.history.port import HistoryStore
from service.history.postgres import PostgresHistory
from service.history.refusals import RefusalCounts
from service.live.named import Lookup
from service.log_address import first_url
from service.meeting.memory import MemorySeeks
from service.meeting.pairings import Pairings
from service.meeting.postgres import PostgresSeeks
from service.meeting.seeks import Seeks
from service.parlour import Parlour
from service.runtime.background import running
from service.runtime.outages import Outage
from service.settings import BadSetting, Settings
from service.store import EventStore, StoreUnavailable
from service.store.postgres.opening import open_log
from service.surroundings import Surroundings
from service.tournaments.people import people_in
from service.webhooks.addresses import Reach
from service.webhooks.following import Follower
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.postgres import PostgresWebhooks
from service.webhooks.signing import Signing
from service.webhooks.webhooks import Webhooks, at_work

PAUSE_SECONDS = 0.25

S = TypeVar("S")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opener:
    """Opens the parts of a service, as it is set and with what it was given; the stack closes them."""

    stack: AsyncExitStack
    settings: Settings
    outside: Surroundings

    async def _in_postgres(self, store: Callable[[str], AbstractAsyncContextManager[S]]) -> S:
        """Open a store in the Postgres for all that has no shards. Raises `BadSetting`."""
        return await self.stack.enter_async_context(store(first_url(log_addresses(self.settings))))

    async def _beside(
        self,
        given: S | None,
        in_memory: Callable[[EventStore], S],
        in_postgres: Callable[[str], AbstractAsyncContextManager[S]],
    ) -> S:
        """Return the store that was given, or one in memory beside a log that was given, or open that in Postgres."""
        if given is not None:
            return given
        log = self.outside.store
        return await self._in_postgres(in_postgres) if log is None else in_memory(log)

    async def event_log(self) -> EventStore:
        """Open the log, however long Postgres is away: a worker that gave up would only be started again."""
        if self.outside.store is not None:
            return self.outside.store
        addresses = log_addresses(self.settings)
        outage = Outage(log, "Postgres is away; this worker waits for it", "Postgres is back; this worker starts")
        while True:
            try:
                event_log = await self.stack.enter_async_context(open_log(addresses))
            except StoreUnavailable as error:
                outage.begin("start", error)
                await asyncio.sleep(PAUSE_SECONDS)
            else:
                outage.end("start")
                return event_log

    async def players(self) -> AccountStore:
        """Open the store of players: that in Postgres, unless another one was given."""
        given = self.outside.accounts
        return await self._in_postgres(PostgresAccounts.open) if given is None else given

    async def history(self) -> HistoryStore:
        """Open the history for analysts: in memory it is derived from the log."""
        return await self._beside(self.outside.history, MemoryHistory, PostgresHistory.open)

    async def refusals(self, history: HistoryStore) -> RefusalCounts:
        """Open the counts of refused moves, which go into the history now and then, and when it is closed."""
        refusals = RefusalCounts(history, self.outside.now)
        self.stack.push_async_callback(refusals.add)
        await self.stack.enter_async_context(running(refusals.run))
        return refusals

    async def seeks(self, parlour: Parlour, accounts: AccountStore) -> Seeks:
        """Open the seeks, and let their tables be opened."""
        store = await self._beside(self.outside.seeks, lambda _: MemorySeeks(), PostgresSeeks.open)
        clock = parlour.host_clock
        pairings = Pairings(
            store,
            parlour.engine,
            clock,
            self.outside.secret,
            parlour.wakeups.announce,
            is_forgotten=accounts.is_forgotten,
            lanes_away=lambda: parlour.event_log.lanes_away,
        )
        await self.stack.enter_async_context(running(pairings.run))
        return Seeks(store, pairings, parlour.wakeups, clock, self.outside.pace)

    async def chats(self, parlour: Parlour, accounts: Accounts, names: Lookup) -> Chats:
        """Open the chat."""
        store = await self._beside(self.outside.chat, lambda _: MemoryChat(), PostgresChat.open)

        async def blocked_by(player: UUID) -> set[UUID]:
            return {blocked for blocked, _ in await accounts.store.blocks_of(player)}

        around = ChatDependencies(
            parlour.history, parlour.decks, parlour.wakeups, names, blocked_by, parlour.host_clock, self.outside.pace
        )
        chat = Chats(store, around)
        await self.stack.enter_async_context(running(chat.wakeups.poll, chat.sweep))
        return chat

    async def webhooks(self, parlour: Parlour, accounts: AccountStore) -> Webhooks:
        """Open the webhooks, and let them be sent to."""
        settings = self.settings
        store = await self._beside(self.outside.webhooks, lambda _: MemoryWebhooks(), PostgresWebhooks.open)
        clock, signing = parlour.host_clock, Signing(parlour.signer.secret)
        reach = Reach(settings.webhooks_private, settings.webhooks_ports, http=settings.webhooks_http)
        if settings.webhooks != "off":
            people = people_in(parlour.tournaments)
            follower = Follower(store, parlour.event_log, parlour.history, accounts, people=people, now=clock)
            await self.stack.enter_async_context(at_work(store, follower, signing, reach, clock))
        return Webhooks(store, signing, reach, clock)


def log_addresses(settings: Settings) -> str:
    """Return the addresses of the log, as one text. Raises `BadSetting`."""
    if settings.postgres_url is None:
        raise BadSetting("A worker needs PARLOUR_POSTGRES_URL; `parlour serve` sees to it.")
    return settings.postgres_url
