"""Revoked tokens: told to the other processes through Redis, so that none of them still knows the account.

Without Redis they find out by themselves: they look a token up anew every few seconds.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial

from service.accounts.accounts import Accounts
from service.accounts.store import AccountStore
from service.runtime.background import running
from service.runtime.redis_clients import AWAY, Client, messages, publish, subscribed
from service.runtime.time import now

CHANNEL = "parlour:revoked"
PAUSE_SECONDS = 1.0
"""Seconds after which a process that has lost Redis looks for it again."""
PATIENCE_SECONDS = 1.0
"""Seconds in which Redis has to take the word of a token."""
SILENCE_SECONDS = 1.0
"""Seconds after which a silent Redis is asked whether it is there, as a lost connection need not say that it is."""


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
        """Publish what was revoked, until cancelled; what cannot be told is told later."""
        while True:
            token_hash = await self._waiting.get()
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await publish(self._redis, CHANNEL, token_hash)
            except AWAY:
                self._waiting.put_nowait(token_hash)
                await asyncio.sleep(self._pause_seconds)

    async def listen(self, accounts: Accounts) -> None:
        """Forget the accounts of tokens that others revoke, until cancelled; listen again whenever Redis is back."""
        while True:
            try:
                async with subscribed(self._redis, CHANNEL) as channel:
                    async for message in messages(channel, SILENCE_SECONDS):
                        if message["type"] == "subscribe":  # nobody knows what was said before
                            accounts.forget_all()
                        else:
                            accounts.forget(message["data"])
            except AWAY:
                await asyncio.sleep(self._pause_seconds)
