"""Players and their tokens.

A token is `parlour_` and 32 random bytes; it is shown once and kept as its SHA-256 only. An account that was looked up
is kept for a few seconds, so that authentication costs no query; a revocation is announced to the other processes.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Literal
from uuid import UUID, uuid4

from msgspec import Meta, Struct

from domain.table import HouseKind
from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool

Role = Literal["player", "operator", "analyst"]

PREFIX = "parlour_"
TOKEN_LENGTH = len(PREFIX) + 43
KEPT_SECONDS = 5.0
KEPT_ACCOUNTS = 50_000

TOKENS = """
select player, hash, role, name, token.created_at, revoked_at from token join player on player = player.id
order by token.created_at desc, hash
"""

PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[^\x00-\x1f\x7f-\x9f]+$",
        description="What others call the player: 1 to 40 characters, none of them a control character.",
        examples=["Ada"],
    ),
]


class Account(Struct, frozen=True, gc=False):
    """Who is asking: a player, through one token with its role."""

    player: UUID
    role: Role
    token_hash: bytes
    revoked: bool = False


class Player(Struct, frozen=True):
    """A player, as everybody may know them."""

    id: UUID
    name: PlayerName
    house: Annotated[
        HouseKind | None,
        Meta(description="Which house player it is, a program of the service; null: a player with an account."),
    ] = None


class IssuedToken(Struct, frozen=True):
    """A token as its operator may know it; times are in milliseconds since 1970."""

    player: UUID
    hash: bytes
    role: Role
    name: str
    created_at: int
    revoked_at: int | None


def hash_of(token: str) -> bytes:
    """Return the SHA-256 of a token. A token has 256 random bits: no salt and no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()


class Accounts:
    """The players and tokens in Postgres. `announce` is called with the hash of every token revoked here."""

    def __init__(self, pool: Pool, announce: Callable[[bytes], None] | None = None) -> None:
        self._pool = pool
        self._announce = announce
        self._known: dict[bytes, tuple[float, Account]] = {}

    async def create_player(self, name: str) -> Player:
        """Make a player without any token."""
        player = Player(uuid4(), name)
        with unless_away():
            await self._pool.execute(
                "INSERT INTO player (id, name, created_at) VALUES ($1, $2, $3)", player.id, name, milliseconds()
            )
        return player

    async def player(self, player: UUID) -> Player | None:
        """Return a player, or None."""
        with unless_away():
            name = await self._pool.fetchval("SELECT name FROM player WHERE id = $1", player)
        return None if name is None else Player(player, name)

    async def issue_token(self, player: UUID, role: Role = "player") -> str:
        """Make a token for a player and return it; nobody can read it later."""
        token = PREFIX + secrets.token_urlsafe(32)
        with unless_away():
            await self._pool.execute(
                "INSERT INTO token (hash, player, role, created_at) VALUES ($1, $2, $3, $4)",
                hash_of(token),
                player,
                role,
                milliseconds(),
            )
        return token

    async def revoke_token(self, token_hash: bytes) -> bool:
        """Make a token worthless, here at once; return whether it was worth something."""
        with unless_away():
            status = await self._pool.execute(
                "UPDATE token SET revoked_at = $2 WHERE hash = $1 AND revoked_at IS NULL", token_hash, milliseconds()
            )
        self.forget(token_hash)
        if self._announce is not None:
            self._announce(token_hash)
        return bool(status == "UPDATE 1")

    async def tokens(self) -> list[IssuedToken]:
        """Return all tokens, the newest first."""
        with unless_away():
            rows = await self._pool.fetch(TOKENS)
        return [IssuedToken(UUID(bytes=player.bytes), *rest) for player, *rest in rows]

    async def account(self, token: str) -> Account | None:
        """Return the account of a token, `revoked` or not; None if there was never such a token."""
        if len(token) != TOKEN_LENGTH or not token.startswith(PREFIX):
            return None
        return await self.account_of(hash_of(token))

    async def account_of(self, token_hash: bytes) -> Account | None:
        """Return the account of the token with this SHA-256, `revoked` or not; None if there was never such a token."""
        known = self._known.get(token_hash)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        return await self._look_up(token_hash)

    async def _look_up(self, token_hash: bytes) -> Account | None:
        until = time.monotonic() + KEPT_SECONDS
        with unless_away():
            row = await self._pool.fetchrow("SELECT player, role, revoked_at FROM token WHERE hash = $1", token_hash)
        if row is None:
            return None
        player, role, revoked_at = row
        account = Account(UUID(bytes=player.bytes), role, token_hash, revoked_at is not None)
        if len(self._known) >= KEPT_ACCOUNTS:
            self._known.clear()
        self._known[token_hash] = until, account
        return account

    def forget(self, token_hash: bytes) -> None:
        """Look the token up anew when it is used again: another process has revoked it."""
        self._known.pop(token_hash, None)

    def forget_all(self) -> None:
        """Look all tokens up anew when they are used again: a revocation may have been missed."""
        self._known.clear()


def milliseconds() -> int:
    """Return the time, whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000
