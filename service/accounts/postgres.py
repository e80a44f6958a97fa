"""The accounts in PostgreSQL, in a schema of their own: `service/store/migrations/accounts/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from functools import partial
from typing import Any, Self
from uuid import UUID

import asyncpg
import msgspec

from service.accounts.apps_postgres import PostgresApps
from service.accounts.devices_postgres import PostgresDevices
from service.accounts.port import (
    MOST_BLOCKS,
    Forgotten,
    Look,
    Note,
    Page,
    PagePart,
    Player,
    TooManyBlocks,
    UnknownPlayer,
)
from service.accounts.postgres_tokens import LOCK_PLAYER, PostgresTokens
from service.store.migrate import ACCOUNTS_SCHEMA, CHAT_SCHEMA, MEETING_SCHEMA, WEBHOOKS_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.bounds import LATER_THAN_ALL
from service.store.postgres.connections import ANSWER_SECONDS, KeptConnection, PoolShare, connect, connected

NAMES = "select id, name from player where id = any ($1::uuid[])"
NAMED = """
select id, name from player
where lower(name collate "C") >= $1 and lower(name collate "C") < $2
order by lower(name collate "C"), id limit $3
"""
ADD_PLAYER = "insert into player (id, name, created_at) values ($1, $2, $3)"
CHANGE = "update player set name = coalesce($2, name), shows = coalesce($3, shows) where id = $1"
PAGE = "select name, created_at, shows from player where id = $1"
PLAYER = "select name from player where id = $1"
LOCK_BLOCKER = "select from player where id = $1 for no key update"
"""Locks who blocks somebody, and lets others refer to them: so two who block each other at once both can."""
BLOCK = """
insert into block (player, blocked, made_at) select $1, id, $3 from player where id = $2 on conflict do nothing
"""
IS_THERE = "select exists (select from player where id = $1)"
UNBLOCK = "delete from block where player = $1 and blocked = $2 returning true"
BLOCKS_OF = "select blocked, made_at from block where player = $1 order by made_at desc, blocked desc"
BLOCKS_BETWEEN = "select player, blocked from block where player = any ($1::uuid[]) and blocked = any ($1::uuid[])"
KEEP_NOTE = """
insert into note (digest, about, author, text, salt, created_at)
select $1::bytea, $2::uuid, $3::uuid, $4::text, $5::bytea, $6::bigint
where not exists (select from note where author = $3 and about = $2 and text = $4)
"""
ADD_NOTE = """
insert into note (digest, about, author, text, salt, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing
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
FORGET = "insert into forgotten (player, at, by, note) values ($1, $2, $3, $4) on conflict do nothing"
FORGET_TOKENS = """
with locked as materialized (select hash from token where player = $1 order by hash for update)
delete from token where hash in (select hash from locked) returning hash
"""
FORGET_BLOCKS = """
delete from block where ctid = any (array(select ctid from block where player = $1 or blocked = $1))
"""
"""Two who block each other, and are forgotten at once, delete the same rows: both in the order in which they lie."""
FORGET_NOTES = """
delete from note where (author = $1 or about = $1)
    and digest <> all (array(select note from forgotten where player = $1 and note is not null))
"""
FORGET_PLAYER = "delete from player where id = $1"
IS_FORGOTTEN = "select exists (select from forgotten where player = $1)"
FORGOTTEN = """
select player, at, by, note from forgotten where (at, player) < ($2, $3) order by at desc, player desc limit $1
"""

SCHEMAS_OF_PEOPLE = (ACCOUNTS_SCHEMA, MEETING_SCHEMA, CHAT_SCHEMA, WEBHOOKS_SCHEMA)
"""The schemas whose tables have, or had, names, addresses and other texts of people in them."""

TABLES_OF_PEOPLE = "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = any($1) order by 1"


class PostgresAccounts(PostgresTokens, PostgresApps, PostgresDevices):
    """An `AccountStore` in a database that has been migrated."""

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 3) -> AsyncIterator[Self]:
        """Open the accounts with at most `connections`, and one more for the question whose a token is.

        One of them is left to those who read: nobody waits for names behind hundreds who sign up at once.
        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        tokens = KeptConnection(partial(connect, url, ACCOUNTS_SCHEMA))
        async with connected(url, ACCOUNTS_SCHEMA, connections) as pool:
            try:
                yield cls(pool, PoolShare(pool, max(1, connections - 1), ANSWER_SECONDS), tokens)
            finally:
                await tokens.close()

    async def add_player(self, player: Player, at: int) -> None:
        """Keep a new player."""
        await self._write.do(ADD_PLAYER, player.id, player.name, at)

    async def player(self, player: UUID) -> Player | None:
        """Return a player; None if there is none of this id."""
        name = await self._ask.value(PLAYER, player)
        return None if name is None else Player(player, name)

    async def names(self, players: Collection[UUID]) -> dict[UUID, str]:
        """Return the names of those of some players that there are; see `AccountStore.names`."""
        rows = await self._ask.rows(NAMES, list(players))
        return {UUID(bytes=player.bytes): name for player, name in rows}

    async def named(self, first: str, last: str, limit: int) -> list[Player]:
        """Return players by their names; see `AccountStore.named`."""
        rows = await self._ask.rows(NAMED, first, last, limit)
        return [Player(UUID(bytes=player.bytes), name) for player, name in rows]

    async def page(self, player: UUID) -> Page | None:
        """Return what the page of a player is made of; None if there is none of this id."""
        row = await self._ask.row(PAGE, player)
        return None if row is None else Page(Player(player, row["name"]), row["created_at"], frozenset(row["shows"]))

    async def change_player(self, player: UUID, name: str | None, shows: Collection[PagePart] | None = None) -> None:
        """Keep another name of a player, what their page shows, or both; None: as before."""
        await self._write.do(CHANGE, player, name, None if shows is None else sorted(shows))

    # Blocks

    async def block(self, player: UUID, blocked: UUID, at: int) -> None:
        """Note that a player blocks another one; see `AccountStore.block`."""
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                if not await connection.fetch(LOCK_BLOCKER, player) or not await connection.fetchval(IS_THERE, blocked):
                    raise UnknownPlayer(blocked)
                already = {UUID(bytes=row["blocked"].bytes) for row in await connection.fetch(BLOCKS_OF, player)}
                if blocked not in already and len(already) >= MOST_BLOCKS:
                    raise TooManyBlocks
                try:
                    await connection.execute(BLOCK, player, blocked, at)
                except asyncpg.ForeignKeyViolationError:  # they are being forgotten
                    raise UnknownPlayer(blocked) from None

    async def unblock(self, player: UUID, blocked: UUID) -> bool:
        """Remove a player's block of another one; return whether there was one."""
        return bool(await self._write.value(UNBLOCK, player, blocked))

    async def blocks_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player blocks, and since when, the last first."""
        rows = await self._ask.rows(BLOCKS_OF, player)
        return [(UUID(bytes=blocked.bytes), at) for blocked, at in rows]

    async def blocks_between(self, players: Collection[UUID]) -> set[tuple[UUID, UUID]]:
        """Return who of some players blocks whom of them."""
        rows = await self._ask.rows(BLOCKS_BETWEEN, list(players))
        return {(UUID(bytes=player.bytes), UUID(bytes=blocked.bytes)) for player, blocked in rows}

    # Notes

    async def keep_note(self, note: Note) -> bytes:
        """Keep a note; see `AccountStore.keep_note`."""
        said = (note.author, note.about, note.text)
        await self._write.do(KEEP_NOTE, note.digest, note.about, note.author, note.text, note.salt, note.created_at)
        kept = await self._ask.value(SAME_NOTE, *said)
        return note.digest if kept is None else bytes(kept)

    async def add_notes(self, notes: Collection[Note]) -> None:
        """Keep notes, each under its own digest."""
        rows = [(each.digest, each.about, each.author, each.text, each.salt, each.created_at) for each in notes]
        with unless_away():
            async with self._writing.acquire() as connection:
                await connection.executemany(ADD_NOTE, rows)

    async def notes(self, digests: Collection[bytes]) -> dict[bytes, str]:
        """Return the texts of notes by their digests."""
        rows = await self._ask.rows(NOTES, list(digests))
        return {bytes(digest): text for digest, text in rows}

    # Looks

    async def add_look(self, look: Look) -> None:
        """Record a look, for ever."""
        await self._write.do(ADD_LOOK, *msgspec.structs.astuple(look))

    async def looks(
        self, limit: int, *, table: UUID | None = None, player: UUID | None = None, before: int | None = None
    ) -> list[tuple[int, Look]]:
        """Return looks, the newest first; see `AccountStore.looks`."""
        question = {(False, False): LOOKS, (True, False): LOOKS_AT, (False, True): LOOKS_BY, (True, True): LOOKS_AT_BY}[
            table is not None, player is not None
        ]
        given = [each for each in (table, player) if each is not None]
        rows = await self._ask.rows(question, limit, NO_NUMBER if before is None else before, *given)
        return [(number, look_of(columns)) for number, *columns in rows]

    # Forgetting

    async def forget(self, forgotten: Forgotten) -> list[bytes]:
        """Delete a player and all that is known of them; see `AccountStore.forget`."""
        player = forgotten.player
        with unless_away():
            async with self._writing.acquire() as connection, connection.transaction():
                await connection.execute(LOCK_PLAYER, player)  # so that nobody makes another token for them
                await connection.execute(FORGET, *msgspec.structs.astuple(forgotten))
                tokens = await connection.fetch(FORGET_TOKENS, player)
                await connection.execute(FORGET_BLOCKS, player)
                await connection.execute(FORGET_NOTES, player)
                await connection.execute(FORGET_PLAYER, player)
        return [bytes(row["hash"]) for row in tokens]

    async def is_forgotten(self, player: UUID) -> bool:
        """Return whether a player was forgotten."""
        return bool(await self._ask.value(IS_FORGOTTEN, player))

    async def forgotten(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Forgotten]:
        """Return the players who are forgotten, the last first; see `AccountStore.forgotten`."""
        rows = await self._ask.rows(FORGOTTEN, limit, *(before or LATER_THAN_ALL))
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
    """Write the tables anew that hold what is known of players; as a superuser.

    A copy of the files would still have what is deleted, until its place is used again; so would the write-ahead log.
    """
    connection = await asyncpg.connect(url, server_settings={"lock_timeout": "10s"})
    try:
        for (table,) in await connection.fetch(TABLES_OF_PEOPLE, SCHEMAS_OF_PEOPLE):
            await connection.execute(f"vacuum (full, analyze) {table}")
        await connection.execute("vacuum (full) pg_catalog.pg_statistic")
        await connection.execute("select pg_switch_wal()")
    finally:
        await connection.close()
