"""Opens what a service works with: in its Postgres, or in memory beside a log that was given, each with its work.

Each function takes the stack that closes what it opens.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.accounts.store import AccountStore
from service.chat import chats
from service.chat.chats import Chats
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


def log_addresses(settings: Settings) -> str:
    """Return the addresses of the log, as one text. Raises `BadSetting`."""
    if settings.postgres_url is None:
        raise BadSetting("A worker needs PARLOUR_POSTGRES_URL; `parlour serve` sees to it.")
    return settings.postgres_url


def postgres_url(settings: Settings) -> str:
    """Return the address of the Postgres for all that has no shards. Raises `BadSetting`."""
    return first_url(log_addresses(settings))


async def opened_log(stack: contextlib.AsyncExitStack, addresses: str) -> EventStore:
    """Open the log, however long Postgres is away: a worker that gave up would only be started again."""
    while True:
        try:
            return await stack.enter_async_context(open_log(addresses))
        except StoreUnavailable as error:
            log.warning("Postgres is away; this worker waits for it", extra={"cause": str(error)})
            await asyncio.sleep(PAUSE_SECONDS)


async def opened_players(stack: contextlib.AsyncExitStack, outside: Surroundings, settings: Settings) -> AccountStore:
    """Open the store of players: that in Postgres, unless another one was given."""
    if outside.accounts is not None:
        return outside.accounts
    return await stack.enter_async_context(PostgresAccounts.open(postgres_url(settings)))


async def opened_history(stack: contextlib.AsyncExitStack, outside: Surroundings, settings: Settings) -> HistoryStore:
    """Open the history for analysts: that in Postgres, or one that is derived from a log that was given."""
    if outside.store is not None:
        return MemoryHistory(outside.store)
    return await stack.enter_async_context(PostgresHistory.open(postgres_url(settings)))


async def opened_refusals(
    stack: contextlib.AsyncExitStack, history: HistoryStore, now: Callable[[], int]
) -> RefusalCounts:
    """Open the counts of refused moves, which go into the history now and then, and when it is closed."""
    refusals = RefusalCounts(history, now)
    stack.push_async_callback(refusals.add)
    await stack.enter_async_context(running(refusals.run))
    return refusals


def kept_beside(log: EventStore | None, given: S | None, in_memory: Callable[[], S]) -> S | None:
    """Return the store that was given, or one in memory beside a log that was given; None: it is in Postgres."""
    return in_memory() if given is None and log is not None else given


async def opened_seeks(
    stack: contextlib.AsyncExitStack,
    outside: Surroundings,
    settings: Settings,
    parlour: Parlour,
    accounts: AccountStore,
) -> Seeks:
    """Open the seeks, which are kept in Postgres, or in memory beside a log that was given; their tables are opened."""
    store = kept_beside(outside.store, outside.seeks, MemorySeeks)
    if store is None:
        store = await stack.enter_async_context(PostgresSeeks.open(postgres_url(settings)))
    clock, tell = parlour.host_clock, parlour.wakeups.announce
    pairings = Pairings(
        store,
        parlour.engine,
        clock,
        outside.secret,
        tell,
        is_forgotten=accounts.is_forgotten,
        lanes_away=lambda: parlour.event_log.lanes_away,
    )
    await stack.enter_async_context(running(pairings.run))
    return Seeks(store, pairings, parlour.wakeups, clock, outside.pace)


async def opened_chats(
    stack: contextlib.AsyncExitStack,
    outside: Surroundings,
    settings: Settings,
    parlour: Parlour,
    accounts: Accounts,
    *,
    names: Lookup,
) -> Chats:
    """Open the chat, which is kept in Postgres, or in memory beside a log that was given."""
    store = kept_beside(outside.store, outside.chat, MemoryChat)
    if store is None:
        store = await stack.enter_async_context(PostgresChat.open(postgres_url(settings)))

    async def blocked_by(player: UUID) -> set[UUID]:
        return {blocked for blocked, _ in await accounts.store.blocks_of(player)}

    around = chats.ChatDependencies(
        parlour.history, parlour.decks, parlour.wakeups, names, blocked_by, parlour.host_clock, outside.pace
    )
    chat = Chats(store, around)
    await stack.enter_async_context(running(chat.wakeups.poll, chat.sweep))
    return chat


async def opened_webhooks(
    stack: contextlib.AsyncExitStack,
    outside: Surroundings,
    settings: Settings,
    parlour: Parlour,
    accounts: AccountStore,
) -> Webhooks:
    """Open the webhooks, which are kept in Postgres, or in memory beside a log that was given; they are sent to."""
    store = kept_beside(outside.store, outside.webhooks, MemoryWebhooks)
    if store is None:
        store = await stack.enter_async_context(PostgresWebhooks.open(postgres_url(settings)))
    clock, signing = parlour.host_clock, Signing(parlour.signer.secret)
    reach = Reach(settings.webhooks_private, settings.webhooks_ports, http=settings.webhooks_http)
    if settings.webhooks != "off":
        people = people_in(parlour.tournaments)
        follower = Follower(store, parlour.event_log, parlour.history, accounts, people=people, now=clock)
        await stack.enter_async_context(at_work(store, follower, signing, reach, clock))
    return Webhooks(store, signing, reach, clock)
