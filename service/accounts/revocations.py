"""Revoked tokens: told to the other processes through Redis, so that none of them still knows the account.

Without Redis they find out by themselves: they look a token up anew every few seconds.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from service.accounts.accounts import KEPT_SECONDS, Accounts
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
    revocations = Revocations(redis, kept_seconds=kept_seconds)
    accounts = Accounts(store, revocations.announce, kept_seconds=kept_seconds, now=now)
    async with running(accounts.uses.run, revocations.publish, partial(revocations.listen, accounts)):
        yield accounts


class Revocations:
    """The word of revoked tokens (their hashes), to and from the other processes.

    A process looks a token up anew after `kept_seconds`, by which it knows without being told. `clock` gives seconds.
    """

    def __init__(
        self,
        redis: Client,
        pause_seconds: float = PAUSE_SECONDS,
        *,
        kept_seconds: float = KEPT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._redis = redis
        self._pause_seconds = pause_seconds
        self._kept_seconds = kept_seconds
        self._clock = clock
        self._waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        """What was revoked, each until when somebody may not know it."""

    def announce(self, token_hash: bytes) -> None:
        """Tell the others soon; never waits for Redis."""
        self._waiting.put_nowait((self._clock() + self._kept_seconds, token_hash))

    async def publish(self) -> None:
        """Publish what was revoked, until cancelled; what cannot be told is told later, if somebody may not know it."""
        while True:
            until, token_hash = await self._waiting.get()
            while self._clock() < until and not await self._is_told(token_hash):  # noqa: ASYNC110 - only Redis knows when it is back
                await asyncio.sleep(self._pause_seconds)

    async def _is_told(self, token_hash: bytes) -> bool:
        """Tell the others of a token; return whether Redis has taken it."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await publish(self._redis, CHANNEL, token_hash)
        except AWAY:
            return False
        return True

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
