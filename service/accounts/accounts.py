"""Players and their tokens.

A token is `parlour_` and 32 random bytes; it is shown once and kept as its SHA-256 only. An account that was looked up
is kept for a few seconds, so that authentication costs no query; a revocation is announced to the other processes. An
unknown token is also remembered as unknown for that time.
"""

import base64
import hashlib
import secrets
import string
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from uuid import UUID, uuid4

from domain.table import as_bot
from service.accounts.names import accepted, composed, sought
from service.accounts.port import FULL, SHOWN_DIGITS, Account, Forgotten, IssuedToken, PagePart, Player, Terms
from service.accounts.recovery import hash_of_recovery_code, new_code
from service.accounts.scopes import Role
from service.accounts.store import AccountStore
from service.accounts.uses import Uses
from service.runtime.time import now

PREFIX = "parlour_"
TOKEN_LENGTH = len(PREFIX) + 43

KEPT_SECONDS = 5.0
"""Seconds for which an account is kept before it is looked up again."""

KEPT_ACCOUNTS = 50_000
"""Maximum number of accounts in memory."""

TOKENS_AT_ONCE = 1000
"""Maximum number of tokens that one query to the store lists."""

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


def id_of(token: str) -> str:
    """Return the id under which a token is listed."""
    return hash_of(token).hex()[:SHOWN_DIGITS]


def new_token() -> str:
    """Return a new token: nobody can guess it."""
    return token_of(secrets.token_bytes(32))


def token_of(secret: bytes) -> str:
    """Return the token that is made of 32 bytes, which nobody can guess."""
    return PREFIX + base64.urlsafe_b64encode(secret).decode().rstrip("=")


class Accounts:
    """The players and tokens of a `store`, with a cache of the accounts that were looked up.

    `announce` is called with the hash of every token revoked here.

    `clock` gives seconds, which only go forward; `now` whole ms since 1970, by which tokens expire.
    """

    def __init__(
        self,
        store: AccountStore,
        announce: Callable[[bytes], None] | None = None,
        *,
        kept_seconds: float = KEPT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], int] = now,
    ) -> None:
        self.store = store
        self.now = now
        self.uses = Uses(store)
        self._announce = announce
        self._kept_seconds = kept_seconds
        self._clock = clock
        self._known: dict[bytes, tuple[float, Account]] = {}
        """By token: until when it is not looked up again, and its account; it stays when that is over (`must_ask`)."""
        self._unknown: dict[bytes, float] = {}
        self._forgettings = 0
        """How often something that was looked up has been forgotten."""

    async def create_player(self, name: str, *, bot: bool = False) -> Player:
        """Make a player without any token; a `bot` is a program, which cannot be changed later. Raises `BadName`."""
        player = Player(as_bot(uuid4()) if bot else uuid4(), accepted(name))
        await self.store.add_player(player, self.now())
        return player

    async def beginning_with(self, text: str, limit: int) -> list[Player]:
        """Return players whose names begin with a text, by their names, at most `limit`; A to Z may be small or not."""
        first = sought(composed(text))
        return await self.store.named(first, first + LAST_CHARACTER, limit)

    async def called(self, name: str, limit: int) -> list[Player]:
        """Return players of a name, at most `limit`; A to Z may be small or not."""
        first = sought(composed(name))
        return await self.store.named(first, first + FIRST_CHARACTER, limit)

    async def change_player(self, player: UUID, name: str | None, shows: Collection[PagePart] | None) -> None:
        """Give a player another name, let their page show something else, or both. Raises `BadName`."""
        await self.store.change_player(player, None if name is None else accepted(name), shows)

    async def issue_token(
        self, player: UUID, role: Role = "player", terms: Terms = FULL, *, by: bytes | None = None
    ) -> str:
        """Make a token for a player and return it; nobody can read it later.

        One that has scopes, but not `operate`, has the role of a player. `by` is the SHA-256 of the token with which it
        is made, if there is one. Raises `UnknownPlayer`, `TooManyTokens`, and `InvalidToken` if that one is invalid.
        """
        token = new_token()
        if terms.scopes is not None and "operate" not in terms.scopes:
            role = "player"
        await self.store.add_token(hash_of(token), player, role, self.now(), terms, by=by)
        return token

    async def new_recovery_code(self, player: UUID, at: int, *, by: bytes | None) -> str:
        """Make the recovery code of a player, in place of the one before, and return it.

        `by` is as for `issue_token`. Raises `UnknownPlayer` and `InvalidToken`.
        """
        code = new_code()
        await self.store.set_recovery(player, hash_of_recovery_code(code), at, by=by)
        return code

    async def recover(self, code: str, *, revoke_others: bool, token: str | None = None) -> tuple[UUID, str] | None:
        """Use up a recovery code; return whose it was, and a new token of theirs. None: there is no such code.

        With a `token` that only the same request has, it is that one, for some minutes also if the code has been used
        up for it. Raises `TooManyTokens`: then the code is not used up.
        """
        token = token or new_token()
        found = await self.store.recover(
            hash_of_recovery_code(code), hash_of(token), self.now(), revoke_others=revoke_others
        )
        if found is None:
            return None
        player, revoked = found
        self.are_revoked(revoked)
        return player, token

    async def block(self, player: UUID, blocked: UUID) -> None:
        """Let a player block another one. Raises `UnknownPlayer` and `TooManyBlocks`."""
        await self.store.block(player, blocked, self.now())

    async def tokens_of(self, player: UUID) -> list[IssuedToken]:
        """Return the valid tokens of a player, the newest first."""
        return await self.store.tokens_of(player, self.now())

    async def revoke_others(self, account: Account) -> None:
        """Revoke all tokens of a player but that of this account, here at once.

        Their recovery code is removed, too, if the token might make one: somebody with another token may have made it.
        A token that may do less cannot bar the player from coming back. Raises `UnknownPlayer` and `InvalidToken`.
        """
        player, but, and_code = account.player, account.token_hash, account.may_make_code
        self.are_revoked(await self.store.revoke_others(player, but, self.now(), and_code=and_code))

    async def revoke_token(self, token_hash: bytes, *, by: Account | None = None) -> bool:
        """Revoke a token, here at once; see `AccountStore.revoke_token`."""
        was_good = await self.store.revoke_token(token_hash, self.now(), by=by)
        self.are_revoked([token_hash])
        return was_good

    def are_revoked(self, token_hashes: Iterable[bytes]) -> None:
        """Look up again the tokens that the store has revoked, here at once and soon in the other processes."""
        for token_hash in token_hashes:
            self.forget(token_hash)
            if self._announce is not None:
                self._announce(token_hash)

    async def forget_player(self, player: UUID, by: UUID, note: bytes | None = None) -> None:
        """Delete all that is known of a player but their id, at the wish of somebody; their tokens are revoked."""
        await self.forget_as(Forgotten(player, self.now(), by, note))

    async def forget_as(self, forgotten: Forgotten) -> None:
        """Delete all that is known of a player but their id, when and as it was wanted."""
        self.are_revoked(await self.store.forget(forgotten))

    async def tokens(self) -> AsyncIterator[list[IssuedToken]]:
        """Yield all tokens, the newest first, page by page."""
        page = await self.store.tokens(TOKENS_AT_ONCE)
        while page:
            yield page
            page = await self.store.tokens(TOKENS_AT_ONCE, (page[-1].created_at, page[-1].hash))

    async def unrevoked_tokens(self, beginning: str, limit: int) -> list[IssuedToken]:
        """Return tokens that are not revoked and whose hash begins with hexadecimal digits, at most `limit`."""
        if len(beginning) > HASH_DIGITS or not set(beginning) <= set(string.hexdigits):
            return []
        first, last = (bytes.fromhex(beginning.ljust(HASH_DIGITS, digit)) for digit in "0f")
        return await self.store.unrevoked_tokens(first, last, limit)

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
        until, forgettings = self._clock() + self._kept_seconds, self._forgettings
        account = await self.store.account(token_hash)
        if forgettings != self._forgettings:
            until = 0.0  # it may have been revoked since the store was read
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
        self.uses.note(account, self.now())
        return account

    def forget(self, token_hash: bytes) -> None:
        """Look the token up anew when it is used again: another process has revoked it."""
        self._forgettings += 1
        if token_hash in self._known:
            self._known[token_hash] = 0.0, self._known[token_hash][1]

    def forget_all(self) -> None:
        """Look all tokens up anew when they are used again: a revocation may have been missed."""
        self._forgettings += 1
        self._known = {token_hash: (0.0, account) for token_hash, (_, account) in self._known.items()}
