"""The accounts in PostgreSQL, in a schema of their own: `service/store/migrations/accounts/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from functools import partial
from typing import Any, Self
from uuid import UUID

import asyncpg
import msgspec

from service.accounts.port import Account, Forgotten, IssuedToken, Look, Note, Player, Role, UnknownPlayer
from service.store.migrate import ACCOUNTS_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.connections import KeptConnection, Pool, connect, connected
from service.store.postgres.grouped import Grouped

NAMES = "select id, name from player where id = any ($1::uuid[])"
NAMED = """
select id, name from player
where lower(name collate "C") >= $1 and lower(name collate "C") < $2
order by lower(name collate "C"), id limit $3
"""
ADD_PLAYER = "insert into player (id, name, created_at) values ($1, $2, $3)"
RENAME = "update player set name = $2 where id = $1"
PLAYER = "select name from player where id = $1"
ADD_TOKEN = "insert into token (hash, player, role, created_at) values ($1, $2, $3, $4)"  # noqa: S105 - a statement
REVOKE = "update token set revoked_at = $2 where hash = $1 and revoked_at is null returning true"
COLUMNS = """
player, hash, role, (select name from player where player.id = token.player) as name, created_at, revoked_at
"""
TOKENS = f"""
select {COLUMNS} from token where (created_at, hash) < ($2, $3) order by created_at desc, hash desc limit $1
"""  # noqa: S608 - only the names of columns are put in
LATER_THAN_ALL = (2**63 - 1, b"")
"""A time that comes after those of all tokens, and any hash."""
GOOD_TOKENS = f"""
select {COLUMNS} from token where hash between $1 and $2 and revoked_at is null order by hash limit $3
"""  # noqa: S608 - only the names of columns are put in
ACCOUNTS = "select player, role, hash, revoked_at is not null from token where hash = any ($1::bytea[])"
KEEP_NOTE = """
insert into note (digest, about, author, text, salt, created_at)
select $1::bytea, $2::uuid, $3::uuid, $4::text, $5::bytea, $6::bigint
where not exists (select from note where author = $3 and about = $2 and text = $4)
"""
SAME_NOTE = "select digest from note where author = $1 and about = $2 and text = $3 order by created_at, digest limit 1"
NOTES = "select digest, text from note where digest = any ($1::bytea[])"
ADD_LOOK = """
insert into look (at, player, role, table_id, operation, seat, version, note) values ($1, $2, $3, $4, $5, $6, $7, $8)
"""
LOOKS, LOOKS_AT, LOOKS_BY, LOOKS_AT_BY = (
    f"""
    select id, at, player, role, table_id, operation, seat, version, note from look
    where id < $2 {condition} order by id desc limit $1
    """  # noqa: S608 - only conditions of ours are put in
    for condition in ("", "and table_id = $3", "and player = $3", "and table_id = $3 and player = $4")
)
NO_NUMBER = 2**63 - 1
"""A number that comes after those of all looks."""
LOCK_PLAYER = "select from player where id = $1 for update"
FORGET = "insert into forgotten (player, at, by, note) values ($1, $2, $3, $4) on conflict do nothing"
FORGET_TOKENS = "delete from token where player = $1 returning hash"
FORGET_NOTES = """
delete from note where (author = $1 or about = $1)
    and digest <> all (array(select note from forgotten where player = $1 and note is not null))
"""
FORGET_PLAYER = "delete from player where id = $1"
IS_FORGOTTEN = "select exists (select from forgotten where player = $1)"
FORGOTTEN = """
select player, at, by, note from forgotten where (at, player) < ($2, $3) order by at desc, player desc limit $1
"""
LATER_THAN_ALL_PLAYERS = (2**63 - 1, UUID(int=2**128 - 1))
"""A time and an id that come after those of all who are forgotten."""

ANYBODY_FORGOTTEN = "select exists (select from forgotten)"
WITH_NAMES = ("player", "token", "note", "pg_catalog.pg_statistic")
"""The tables that have, or had, names and other texts of people in them."""


class PostgresAccounts:
    """An `AccountStore` in a database that has been migrated."""

    def __init__(self, pool: Pool, tokens: KeptConnection) -> None:
        self._pool = pool
        self._tokens = tokens
        self._accounts = Grouped(self._read_accounts)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 2) -> AsyncIterator[Self]:
        """Open the accounts with at most `connections`, and one more for the question whose a token is.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        tokens = KeptConnection(partial(connect, url, ACCOUNTS_SCHEMA))
        async with connected(url, ACCOUNTS_SCHEMA, connections) as pool:
            try:
                yield cls(pool, tokens)
            finally:
                await tokens.close()

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""
        with unless_away():
            await self._pool.execute(ADD_PLAYER, player.id, player.name, at)

    async def player(self, player: UUID) -> Player | None:
        """Return a player; None if there is none of this id."""
        with unless_away():
            name = await self._pool.fetchval(PLAYER, player)
        return None if name is None else Player(player, name)

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players that there are; see `AccountStore.names`."""
        with unless_away():
            rows = await self._pool.fetch(NAMES, list(players))
        return {UUID(bytes=player.bytes): name for player, name in rows}

    async def named(self, first: str, last: str, limit: int) -> list[Player]:
        """Return players by their names; see `AccountStore.named`."""
        with unless_away():
            rows = await self._pool.fetch(NAMED, first, last, limit)
        return [Player(UUID(bytes=player.bytes), name) for player, name in rows]

    async def rename_player(self, player: UUID, name: str) -> None:
        """Keep another name of a player."""
        with unless_away():
            await self._pool.execute(RENAME, player, name)

    async def add_token(self, token_hash: bytes, player: UUID, role: Role, at: int) -> None:
        """Keep a new token of a player. Raises `UnknownPlayer`."""
        try:
            with unless_away():
                await self._pool.execute(ADD_TOKEN, token_hash, player, role, at)
        except asyncpg.ForeignKeyViolationError:
            raise UnknownPlayer(player) from None

    async def revoke_token(self, token_hash: bytes, at: int) -> bool:
        """Make a token worthless; return whether it was worth something."""
        with unless_away():
            return bool(await self._pool.fetchval(REVOKE, token_hash, at))

    async def tokens(self, limit: int, before: tuple[int, bytes] | None = None) -> list[IssuedToken]:
        """Return tokens, the newest first; see `AccountStore.tokens`."""
        with unless_away():
            rows = await self._pool.fetch(TOKENS, limit, *(before or LATER_THAN_ALL))
        return [IssuedToken(UUID(bytes=player.bytes), *rest) for player, *rest in rows]

    async def good_tokens(self, first: bytes, last: bytes, limit: int) -> list[IssuedToken]:
        """Return tokens that are worth something; see `AccountStore.good_tokens`."""
        with unless_away():
            rows = await self._pool.fetch(GOOD_TOKENS, first, last, limit)
        return [IssuedToken(UUID(bytes=player.bytes), *rest) for player, *rest in rows]

    async def account(self, token_hash: bytes) -> Account | None:
        """Return the account of a token; see `AccountStore.account`."""
        return (await self._accounts.read([token_hash])).get(token_hash)

    async def _read_accounts(self, token_hashes: Sequence[bytes]) -> dict[bytes, Account]:
        with unless_away():
            rows = await self._tokens.fetch(ACCOUNTS, token_hashes)
        accounts = [Account(UUID(bytes=player.bytes), *rest) for player, *rest in rows]
        return {account.token_hash: account for account in accounts}

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note; see `AccountStore.keep_note`."""
        said = (note.author, note.about, note.text)
        with unless_away():
            await self._pool.execute(
                KEEP_NOTE, note.digest, note.about, note.author, note.text, note.salt, note.created_at
            )
            kept = await self._pool.fetchval(SAME_NOTE, *said)
        return note.digest if kept is None else bytes(kept)

    async def notes(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Return the texts of notes by their digests."""
        with unless_away():
            rows = await self._pool.fetch(NOTES, list(digests))
        return {bytes(digest): text for digest, text in rows}

    # Looks

    async def add_look(self, look: Look) -> None:
        """Record a look, for ever."""
        with unless_away():
            await self._pool.execute(ADD_LOOK, *msgspec.structs.astuple(look))

    async def looks(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> list[tuple[int, Look]]:
        """Return looks, the newest first; see `AccountStore.looks`."""
        question = {(False, False): LOOKS, (True, False): LOOKS_AT, (False, True): LOOKS_BY, (True, True): LOOKS_AT_BY}[
            table is not None, player is not None
        ]
        given = [each for each in (table, player) if each is not None]
        with unless_away():
            rows = await self._pool.fetch(question, limit, NO_NUMBER if before is None else before, *given)
        return [(number, look_of(columns)) for number, *columns in rows]

    # Forgetting

    async def forget(self, forgotten: Forgotten) -> list[bytes]:
        """Delete a player and all that is known of them; see `AccountStore.forget`."""
        player = forgotten.player
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(LOCK_PLAYER, player)  # so that nobody makes another token for them
                await connection.execute(FORGET, *msgspec.structs.astuple(forgotten))
                tokens = await connection.fetch(FORGET_TOKENS, player)
                await connection.execute(FORGET_NOTES, player)
                await connection.execute(FORGET_PLAYER, player)
        return [bytes(row["hash"]) for row in tokens]

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        with unless_away():
            return bool(await self._pool.fetchval(IS_FORGOTTEN, player))

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first; see `AccountStore.forgotten`."""
        with unless_away():
            rows = await self._pool.fetch(FORGOTTEN, limit, *(before or LATER_THAN_ALL_PLAYERS))
        return [
            Forgotten(UUID(bytes=player.bytes), at, UUID(bytes=by.bytes), note and bytes(note))
            for player, at, by, note in rows
        ]


def look_of(row: Sequence[Any]) -> Look:
    """Return a row of the table `look`."""
    at, player, role, table, operation, seat, version, note = row
    table = None if table is None else UUID(bytes=table.bytes)
    return Look(at, UUID(bytes=player.bytes), role, table, operation, seat, version, bytes(note))


async def without_remnants(url: str) -> None:
    """Write the tables anew that hold what is known of players, if some were forgotten; as a superuser.

    A copy of the files would still have what is deleted, until its place is used again; so would the write-ahead log.
    """
    connection = await asyncpg.connect(url, server_settings={"search_path": ACCOUNTS_SCHEMA, "lock_timeout": "10s"})
    try:
        if await connection.fetchval("select to_regclass('forgotten')") is None:
            return
        if await connection.fetchval(ANYBODY_FORGOTTEN):
            await connection.execute("analyze player; analyze note")
            for table in WITH_NAMES:
                await connection.execute(f"vacuum (full) {table}")
            await connection.execute("select pg_switch_wal()")
    finally:
        await connection.close()
