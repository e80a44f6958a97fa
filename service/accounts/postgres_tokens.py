"""The tokens of players in PostgreSQL: the half of the accounts that stands before every request."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import asyncpg
from asyncpg import Record
from asyncpg.pool import PoolConnectionProxy

from service.accounts.port import (
    FULL,
    MOST_TOKENS,
    Account,
    InvalidToken,
    IssuedToken,
    Terms,
    TooManyTokens,
    UnknownPlayer,
)
from service.accounts.recovery import AGAIN_MS
from service.accounts.scopes import Role, Scope, in_order
from service.runtime.grouped import Grouped
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.bounds import LAST_TIME
from service.store.postgres.connections import KeptConnection, Pool, PoolShare

LOCK_PLAYER = "select from player where id = $1 for update"
IS_GOOD = """
select exists (
    select from token where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
)
"""
ADD_TOKEN = """
insert into token (hash, player, role, created_at, label, scopes, expires_at, app, given_for)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""  # noqa: S105 - a statement
FORGET_WORTHLESS = """
delete from token where hash in (
    select hash from token where player = $1 and (revoked_at is not null or expires_at <= $2)
    order by created_at desc, hash desc offset $3
)
"""
REVOKE = "update token set revoked_at = $2 where hash = $1 and revoked_at is null returning true"
REVOKE_OTHERS = """
with locked as materialized (
    select hash from token where player = $1 and hash <> $2 and revoked_at is null order by hash for no key update
)
update token set revoked_at = $3 where hash in (select hash from locked) returning hash
"""
SET_RECOVERY = """
insert into recovery (player, hash, made_at) values ($1, $2, $3)
on conflict (player) do update set hash = excluded.hash, made_at = excluded.made_at
"""
RECOVERY_MADE_AT = "select made_at from recovery where player = $1"
RECOVERED_BY = "select player from recovery where hash = $1 union all select player from token where hash = $2"
"""By the code, or with the token that it was used up for."""
RECOVERED_WITH = "select player from token where hash = $1 and revoked_at is null and created_at > $2"
USE_RECOVERY = "delete from recovery where hash = $1 returning player"
REMOVE_RECOVERY = "delete from recovery where player = $1"
COLUMNS = """
player, hash, role, (select name from player where player.id = token.player) as name, created_at, revoked_at, label,
scopes, expires_at, used_at, app, given_for
"""
TOKENS = f"""
select {COLUMNS} from token where (created_at, hash) < ($2, $3) order by created_at desc, hash desc limit $1
"""  # noqa: S608 - only the names of columns are put in
NEWER_THAN_ALL = (LAST_TIME, b"")
"""A time that comes after those of all tokens, and any hash."""
GOOD_TOKENS = f"""
select {COLUMNS} from token where hash between $1 and $2 and revoked_at is null order by hash limit $3
"""  # noqa: S608 - only the names of columns are put in
TOKENS_OF = f"""
select {COLUMNS} from token where player = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
order by created_at desc, hash desc
"""  # noqa: S608 - only the names of columns are put in
ACCOUNTS = """
select player, role, hash, revoked_at is not null, scopes, expires_at, used_at, app from token
where hash = any ($1::bytea[])
"""
NOTE_USES = """
with locked as materialized (
    select token.hash, noted.hour from unnest($1::bytea[], $2::bigint[]) as noted (hash, hour)
    join token on token.hash = noted.hash where token.used_at is null or token.used_at < noted.hour
    order by token.hash for no key update of token
)
update token set used_at = locked.hour from locked where token.hash = locked.hash
"""
"""All workers note the same tokens within a minute of each hour: who changes several locks them in one order."""


class PostgresTokens:
    """The tokens of an `AccountStore`; `tokens` is the connection for the question whose a token is.

    All that is written takes a connection of `writing`, a share of the pool.
    """

    def __init__(self, pool: Pool, writing: PoolShare, tokens: KeptConnection) -> None:
        self._ask = Asking(pool)
        self._writing = writing
        self._write = Asking(writing)
        self._tokens = tokens
        self._accounts = Grouped(self._read_accounts)

    async def add_token(
        self, token_hash: bytes, player: UUID, role: Role, at: int, terms: Terms = FULL, *, by: bytes | None = None
    ) -> None:
        """Keep a new token of a player; see `AccountStore.add_token`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await lock(connection, player, by, at)
                await add_issued(connection, IssuedToken(player, token_hash, role, "", at, None, terms))

    async def set_recovery(self, player: UUID, code_hash: bytes, at: int, *, by: bytes | None = None) -> None:
        """Keep a player's recovery code. Raises `UnknownPlayer` and `InvalidToken`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await lock(connection, player, by, at)
                await connection.execute(SET_RECOVERY, player, code_hash, at)

    async def recovery_made_at(self, player: UUID) -> int | None:
        """Return when the recovery code of a player was made; None: they have none."""
        made_at: int | None = await self._ask.value(RECOVERY_MADE_AT, player)
        return made_at

    async def recover(
        self, code_hash: bytes, token_hash: bytes, at: int, *, revoke_others: bool
    ) -> tuple[UUID, list[bytes]] | None:
        """Use up a recovery code, for a new token; see `AccountStore.recover`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                player = await connection.fetchval(RECOVERED_BY, code_hash, token_hash)
                await connection.execute(LOCK_PLAYER, player)  # first of all, as forgetting the player does
                is_new = bool(await connection.fetch(USE_RECOVERY, code_hash))
                if not is_new:
                    player = await connection.fetchval(RECOVERED_WITH, token_hash, at - AGAIN_MS)
                if player is None:
                    return None
                revoked = await revoke_all(connection, player, token_hash, at, and_code=True) if revoke_others else []
                if is_new:
                    await add_issued(connection, IssuedToken(player, token_hash, "player", "", at, None))
        return UUID(bytes=player.bytes), revoked

    async def revoke_token(self, token_hash: bytes, at: int, *, by: Account | None = None) -> bool:
        """Revoke a token; see `AccountStore.revoke_token`."""
        if by is None:
            return bool(await self._write.value(REVOKE, token_hash, at))
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await lock(connection, by.player, by.token_hash, at)
                return bool(await connection.fetchval(REVOKE, token_hash, at))

    async def revoke_others(self, player: UUID, but: bytes, at: int, *, and_code: bool = False) -> list[bytes]:
        """Revoke all tokens of a player but one; see `AccountStore.revoke_others`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await lock(connection, player, but, at)  # so that nobody makes another one meanwhile
                return await revoke_all(connection, player, but, at, and_code=and_code)

    async def tokens_of(self, player: UUID, at: int) -> list[IssuedToken]:
        """Return the tokens of a player that are valid at a time, the newest first."""
        return [issued(row) for row in await self._ask.rows(TOKENS_OF, player, at)]

    async def note_uses(self, hours: Mapping[bytes, int]) -> None:
        """Note in which hours tokens were used; see `AccountStore.note_uses`."""
        await self._write.do(NOTE_USES, [*hours.keys()], [*hours.values()])

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first; see `AccountStore.tokens`."""
        return [issued(row) for row in await self._ask.rows(TOKENS, limit, *(before or NEWER_THAN_ALL))]

    async def unrevoked_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are not revoked; see `AccountStore.unrevoked_tokens`."""
        return [issued(row) for row in await self._ask.rows(GOOD_TOKENS, first, last, limit)]

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of a token; see `AccountStore.account`."""
        return (await self._accounts.read([token_hash])).get(token_hash)

    async def _read_accounts(self, token_hashes: Sequence[bytes]) -> dict[bytes, Account]:
        with unless_away():
            rows = await self._tokens.fetch(ACCOUNTS, token_hashes)
        return {account.token_hash: account for account in map(account_of, rows)}


async def lock(connection: "PoolConnectionProxy[Record]", player: UUID, by: bytes | None, at: int) -> None:
    """Lock a player whose token makes or revokes something. Raises `UnknownPlayer`, and `InvalidToken`."""
    if not await connection.fetch(LOCK_PLAYER, player):
        raise UnknownPlayer(player)
    if by is not None and not await connection.fetchval(IS_GOOD, by, at):
        raise InvalidToken


async def revoke_all(
    connection: "PoolConnectionProxy[Record]", player: UUID, but: bytes, at: int, *, and_code: bool
) -> list[bytes]:
    """Revoke all tokens of a player, whose row is locked, but one, and remove their recovery code if wished."""
    if and_code:
        await connection.execute(REMOVE_RECOVERY, player)
    return [bytes(row["hash"]) for row in await connection.fetch(REVOKE_OTHERS, player, but, at)]


async def add_issued(connection: "PoolConnectionProxy[Record]", token: IssuedToken) -> None:
    """Keep a new token of a player, whose row is locked. Raises `TooManyTokens`."""
    player, at, terms = token.player, token.created_at, token.terms
    if len(await connection.fetch(TOKENS_OF, player, at)) >= MOST_TOKENS:
        raise TooManyTokens
    await connection.execute(FORGET_WORTHLESS, player, at, MOST_TOKENS)
    scopes = None if terms.scopes is None else in_order(terms.scopes)
    of_app = (terms.app, terms.given_for)
    await connection.execute(
        ADD_TOKEN, token.hash, player, token.role, at, terms.label, scopes, terms.expires_at, *of_app
    )


def account_of(row: asyncpg.Record) -> Account:
    """Return a row of the question whose tokens are."""
    player, role, token_hash, revoked, scopes, expires_at, used_at, app = row
    return Account(
        UUID(bytes=player.bytes),
        role,
        token_hash,
        revoked,
        scopes=chosen(scopes),
        expires_at=expires_at,
        used_at=used_at,
        app=app,
    )


def issued(row: asyncpg.Record) -> IssuedToken:
    """Return a row of the table `token`, with the name of the player."""
    player, token_hash, role, name, created_at, revoked_at, label, scopes, expires_at, used_at, app, given_for = row
    terms = Terms(label, chosen(scopes), expires_at, app, given_for and bytes(given_for))
    return IssuedToken(UUID(bytes=player.bytes), token_hash, role, name, created_at, revoked_at, terms, used_at)


def chosen(scopes: Sequence[Scope] | None) -> frozenset[Scope] | None:
    """Return scopes as they are kept; None: all that the role may have."""
    return None if scopes is None else frozenset(scopes)
