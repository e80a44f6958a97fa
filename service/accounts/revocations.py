"""Revoked tokens: told to the other processes through Redis, so that none of them still knows the account.

Without Redis they find out by themselves: they look a token up anew every few seconds.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial

from service.accounts.accounts import Accounts
from service.accounts.store import AccountStore
from service.runtime.background import running
from service.runtime.redis_clients import AWAY, Client, publish, subscribed
from service.runtime.time import now

CHANNEL = "parlour:revoked"
PAUSE_SECONDS = 1.0
"""Seconds after which a process that has lost Redis looks for it again."""

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def open_accounts(
    store: AccountStore,
    redis: Client | None,
    kept_seconds: float,
    now: Callable[[], int] = now,
) -> AsyncIterator[Accounts]:
    """Open the accounts; with Redis, revocations travel to and from the other processes until the context is left."""
    if redis is None:
        accounts = Accounts(store, kept_seconds=kept_seconds, now=now)
        async with running(accounts.uses.run):
            yield accounts
        return
    revocations = Revocations(redis)
    accounts = Accounts(store, revocations.announce, kept_seconds=kept_seconds, now=now)
    async with running(accounts.uses.run, revocations.publish, partial(revocations.listen, accounts)):
        yield accounts


class Revocations:
    """The word of revoked tokens (their hashes), to and from the other processes."""

    def __init__(self, redis: Client, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._redis = redis
        self._pause_seconds = pause_seconds
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()

    def announce(self, token_hash: bytes) -> None:
        """Tell the others soon; never waits for Redis."""
        self._waiting.put_nowait(token_hash)

    async def publish(self) -> None:
        """Publish what was revoked, until cancelled."""
        while True:
            token_hash = await self._waiting.get()
            try:
                await publish(self._redis, CHANNEL, token_hash)
            except AWAY:
                log.warning("Redis is away; the other processes find a revoked token by themselves")

    async def listen(self, accounts: Accounts) -> None:
        """Forget the accounts of tokens that others revoke, until cancelled; listen again whenever Redis is back."""
        while True:
            try:
                async with subscribed(self._redis, CHANNEL) as channel:
                    accounts.forget_all()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            accounts.forget(message["data"])
            except AWAY:
                await asyncio.sleep(self._pause_seconds)
