"""When tokens were used last: known by the hour, and written seldom and in bulk, apart from the requests.

A use is noted when a token is looked up, which happens every few seconds while it is used. Each is written once an
hour, or again by another worker that did not know.
"""

import asyncio

from service.accounts.port import Account
from service.accounts.store import AccountStore
from service.store import StoreUnavailable

HOUR_MS = 3_600_000

PAUSE_SECONDS = 60.0
"""Seconds from one writing to the next one."""

MOST_WAITING = 50_000
"""Maximum number of uses that wait to be written; while Postgres is away later ones are not noted."""


class Uses:
    """The uses of tokens that are not in the store yet."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._waiting: dict[bytes, int] = {}

    def note(self, account: Account, at: int) -> None:
        """Note that the token of an account is used, at a time in ms; never waits."""
        hour = at - at % HOUR_MS
        if (account.used_at is None or account.used_at < hour) and len(self._waiting) < MOST_WAITING:
            self._waiting[account.token_hash] = hour

    async def write(self) -> None:
        """Write what was noted. If the store is away, it stays noted."""
        noted, self._waiting = self._waiting, {}
        if not noted:
            return
        try:
            await self._store.note_uses(noted)
        except StoreUnavailable:
            self._waiting = noted | self._waiting

    async def run(self) -> None:
        """Write what was noted now and then, until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            await self.write()
