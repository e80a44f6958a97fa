"""Players and their tokens.

A token is `parlour_` and 32 random bytes; it is shown once and kept as its SHA-256 only. An account that was looked up
is kept for a few seconds, so that authentication costs no query; a revocation is announced to the other processes. That
a token is unknown is kept for as long.
"""

import hashlib
import secrets
import string
import time
from collections.abc import AsyncIterator, Callable, Collection
from uuid import UUID, uuid4

from service.accounts.names import accepted, composed, sought
from service.accounts.port import Account, AccountStore, Forgotten, IssuedToken, Player, Role
from service.runtime.time import now

PREFIX = "parlour_"
TOKEN_LENGTH = len(PREFIX) + 43

KEPT_SECONDS = 5.0
"""Seconds in which an account is not looked up again."""

KEPT_ACCOUNTS = 50_000
"""Maximum number of accounts in memory."""

TOKENS_AT_ONCE = 1000
"""Maximum number of tokens that are listed by one question to the store."""

FIRST_CHARACTER, LAST_CHARACTER = "\x01", "\U0010ffff"
"""What no name has, and what stands before and after all that may follow in one."""

HASH_DIGITS = 64
"""Number of hexadecimal digits of a SHA-256."""

KEPT_UNKNOWN = 10_000
"""Maximum number of unknown tokens in memory; the oldest are forgotten first."""


def may_be_token(token: str) -> bool:
    """Return whether a text has the form of a token."""
    return len(token) == TOKEN_LENGTH and token.startswith(PREFIX)


def hash_of(token: str) -> bytes:
    """Return the SHA-256 of a token. A token has 256 random bits: no salt and no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()


class Accounts:
    """The players and tokens of a store. `announce` is called with the hash of every token revoked here.

    `clock` gives seconds, which only go forward.
    """

    def __init__(
        self,
        store: AccountStore,
        announce: Callable[[bytes], None] | None = None,
        *,
        kept_seconds: float = KEPT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._announce = announce
        self._kept_seconds = kept_seconds
        self._clock = clock
        self._known: dict[bytes, tuple[float, Account]] = {}
        """By token: until when it is not looked up again, and its account; it stays when that is over (`must_ask`)."""
        self._unknown: dict[bytes, float] = {}

    async def create_player(self, name: str) -> Player:
        """Make a player without any token. Raises `BadName`."""
        player = Player(uuid4(), accepted(name))
        await self._store.add_player(player, now())
        return player

    async def player(self, player: UUID) -> Player | None:
        """Return a player, or None."""
        return await self._store.player(player)

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players that there are: who was forgotten is missing."""
        return await self._store.names(players)

    async def beginning_with(self, text: str, limit: int) -> list[Player]:
        """Return players whose names begin with a text, by their names, at most `limit`; A to Z may be small or not."""
        first = sought(composed(text))
        return await self._store.named(first, first + LAST_CHARACTER, limit)

    async def called(self, name: str, limit: int) -> list[Player]:
        """Return players of a name, at most `limit`; A to Z may be small or not."""
        first = sought(composed(name))
        return await self._store.named(first, first + FIRST_CHARACTER, limit)

    async def rename_player(self, player: UUID, name: str) -> str:
        """Give a player another name, and return it as it is kept. Raises `BadName`."""
        name = accepted(name)
        await self._store.rename_player(player, name)
        return name

    async def issue_token(self, player: UUID, role: Role = "player") -> str:
        """Make a token for a player and return it; nobody can read it later. Raises `UnknownPlayer`."""
        token = PREFIX + secrets.token_urlsafe(32)
        await self._store.add_token(hash_of(token), player, role, now())
        return token

    async def revoke_token(self, token_hash: bytes) -> bool:
        """Make a token worthless, here at once; return whether it was worth something."""
        was_good = await self._store.revoke_token(token_hash, now())
        self.forget(token_hash)
        if self._announce is not None:
            self._announce(token_hash)
        return was_good

    async def forget_player(self, player: UUID, by: UUID, note: bytes | None = None, *, at: int | None = None) -> None:
        """Delete all that is known of a player but their id, at the wish of somebody; their tokens are worthless.

        `at` is when, in ms; now, if it is not given.
        """
        await self.forget_as(Forgotten(player, now() if at is None else at, by, note))

    async def forget_as(self, forgotten: Forgotten) -> None:
        """Delete all that is known of a player but their id, when and as it was wanted."""
        for token_hash in await self._store.forget(forgotten):
            self.forget(token_hash)
            if self._announce is not None:
                self._announce(token_hash)

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        return await self._store.is_forgotten(player)

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first, at most `limit`; see `AccountStore.forgotten`."""
        return await self._store.forgotten(limit, before)

    async def tokens(self) -> AsyncIterator[list[IssuedToken]]:
        """Yield all tokens, the newest first, page by page."""
        page = await self._store.tokens(TOKENS_AT_ONCE)
        while page:
            yield page
            page = await self._store.tokens(TOKENS_AT_ONCE, (page[-1].created_at, page[-1].hash))

    async def good_tokens(self, beginning: str, limit: int) -> list[IssuedToken]:
        """Return tokens that are worth something and whose hash begins with hexadecimal digits, at most `limit`."""
        if len(beginning) > HASH_DIGITS or not set(beginning) <= set(string.hexdigits):
            return []
        first, last = (bytes.fromhex(beginning.ljust(HASH_DIGITS, digit)) for digit in "0f")
        return await self._store.good_tokens(first, last, limit)

    async def account(self, token: str) -> Account | None:
        """Return the account of a token, `revoked` or not; None if there was never such a token."""
        return await self.account_of(hash_of(token)) if may_be_token(token) else None

    def must_ask(self, token: str) -> bool:
        """Return whether only the store can tell whose token this is, and it has never told."""
        token_hash = hash_of(token)
        return may_be_token(token) and token_hash not in self._known and not self._is_unknown(token_hash)

    async def account_of(self, token_hash: bytes) -> Account | None:
        """Return the account of the token with this SHA-256, `revoked` or not; None if there was never such a token."""
        return self.cached(token_hash) or await self._look_up(token_hash)

    def cached(self, token_hash: bytes) -> Account | None:
        """Return the account of a token if it was looked up a moment ago: no query is needed then."""
        known = self._known.get(token_hash)
        return known[1] if known is not None and known[0] > self._clock() else None

    def _is_unknown(self, token_hash: bytes) -> bool:
        return self._unknown.get(token_hash, 0.0) > self._clock()

    async def _look_up(self, token_hash: bytes) -> Account | None:
        if self._is_unknown(token_hash):
            return None
        until = self._clock() + self._kept_seconds
        account = await self._store.account(token_hash)
        if account is None:
            self._known.pop(token_hash, None)
            self._unknown.pop(token_hash, None)
            if len(self._unknown) >= KEPT_UNKNOWN:
                del self._unknown[next(iter(self._unknown))]
            self._unknown[token_hash] = until
            return None
        if len(self._known) >= KEPT_ACCOUNTS:
            self._known.clear()
        self._known[token_hash] = until, account
        return account

    def forget(self, token_hash: bytes) -> None:
        """Look the token up anew when it is used again: another process has revoked it."""
        if token_hash in self._known:
            self._known[token_hash] = 0.0, self._known[token_hash][1]

    def forget_all(self) -> None:
        """Look all tokens up anew when they are used again: a revocation may have been missed."""
        self._known = {token_hash: (0.0, account) for token_hash, (_, account) in self._known.items()}
