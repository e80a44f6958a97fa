"""Migrations: plain SQL files, applied in the order of their names, once, all or none.

The log's tables lie in one schema, the accounts' in another, and so on; the files name none of these, which are found
by the search path.
A file that was shipped may never change (a test pins it by its checksum); what is new goes into a new file.
"""

import hashlib
import re
from collections.abc import Iterable
from importlib import resources
from typing import NamedTuple

import asyncpg

from service.store.postgres.connections import CONNECT_SECONDS, Connection

OLDEST_POSTGRES = 15
"""Smallest major version of PostgreSQL that works."""

LOG_SCHEMA, ACCOUNTS_SCHEMA, HISTORY_SCHEMA = "parlour", "parlour_accounts", "parlour_history"
MEETING_SCHEMA, CHAT_SCHEMA, WEBHOOKS_SCHEMA = "parlour_meeting", "parlour_chat", "parlour_webhooks"

SCHEMAS = {
    "log": LOG_SCHEMA,
    "accounts": ACCOUNTS_SCHEMA,
    "history": HISTORY_SCHEMA,
    "meeting": MEETING_SCHEMA,
    "chat": CHAT_SCHEMA,
    "webhooks": WEBHOOKS_SCHEMA,
}
"""For each folder of migrations the schema that it makes; the log comes first, with the roles."""

TABLE = """
create table migration (
    name text primary key,
    checksum bytea not null,
    applied_at timestamptz not null default now()
)
"""

END_OF_STATEMENT = re.compile(r";[ \t]*(?:--[^\n]*)?(?:\n|\Z)")


class MigrationFailed(Exception):
    """The database cannot be brought to the form that this service needs; the text says why."""


class Migration(NamedTuple):
    """A migration file: the folder that it is in, its name and its text."""

    folder: str
    name: str
    sql: str

    @property
    def checksum(self) -> bytes:
        """The SHA-256 of the file."""
        return hashlib.sha256(self.sql.encode()).digest()

    def statements(self) -> list[str]:
        """Return the statements of the file: each ends where a line ends with a semicolon, outside of $$ and $$."""
        found = [""]
        for number, part in enumerate(self.sql.split("$$")):
            if number % 2:
                found[-1] += f"$${part}$$"
                continue
            first, *others = END_OF_STATEMENT.split(part)
            found[-1] += first
            found += others
        return [statement for statement in map(str.strip, found) if statement]


def migrations() -> list[Migration]:
    """Return the migrations of this service in their order."""
    shipped = resources.files("service.store") / "migrations"
    found = []
    for folder in SCHEMAS:
        files = (file for file in (shipped / folder).iterdir() if file.name.endswith(".sql"))
        found += sorted(Migration(folder, file.name, file.read_text(encoding="utf-8")) for file in files)
    return found


async def migrate(url: str, wanted: Iterable[Migration] | None = None) -> None:
    """Bring the database to the form that this service needs; whoever does the same at the same time waits.

    `wanted` are all migrations, if none are given. Raises `MigrationFailed` if an applied migration has changed
    or is unknown here, Postgres is too old or the user lacks a right, and what asyncpg raises if
    there is no such database or it is away.
    """
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    try:
        found = connection.get_server_version().major
        if found < OLDEST_POSTGRES:
            raise MigrationFailed(f"Postgres {OLDEST_POSTGRES} or newer is needed; this is Postgres {found}.")
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock(hashtext('parlour migrations'))")
            await apply(connection, migrations() if wanted is None else list(wanted))
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationFailed(f"The Postgres user lacks a right: {error}") from error
    finally:
        await connection.close()


async def apply(connection: Connection, wanted: Iterable[Migration]) -> None:
    """Apply the migrations that are missing, and record them in their schemas. Raises `MigrationFailed`."""
    applied: dict[str, dict[str, bytes]] = {}
    wanted = list(wanted)
    await must_know_all(connection, wanted)
    for migration in wanted:
        schema = SCHEMAS[migration.folder]
        if schema not in applied:
            applied[schema] = await applied_in(connection, schema)
        await connection.execute("select set_config('search_path', $1, true)", schema)
        checksum = applied[schema].get(migration.name)
        if checksum is None:
            for statement in migration.statements():
                await connection.fetch(statement)  # as a prepared statement: two at once are refused
            await connection.execute(
                "insert into migration (name, checksum) values ($1, $2)", migration.name, migration.checksum
            )
        elif checksum != migration.checksum:
            raise MigrationFailed(
                f"{migration.name} has changed since it was applied; put changes into a new migration."
            )


async def must_know_all(connection: Connection, wanted: Iterable[Migration]) -> None:
    """Raise `MigrationFailed` if a newer version of the service has migrated the database."""
    known = {(migration.folder, migration.name) for migration in wanted}
    for folder, schema in SCHEMAS.items():
        if await connection.fetchval("select to_regclass($1)", f"{schema}.migration") is None:
            continue
        names = await connection.fetch(f"select name from {schema}.migration order by name")  # noqa: S608 - our names
        newer = [f"{folder}/{row['name']}" for row in names if (folder, row["name"]) not in known]
        if newer:
            raise MigrationFailed(
                f"A newer version of this service has migrated the database: {', '.join(newer)} is unknown here."
                " Run that version, or restore a backup from before."
            )


async def applied_in(connection: Connection, schema: str) -> dict[str, bytes]:
    """Return the checksums of the migrations applied in a schema, by name; make the schema if it is missing."""
    if await connection.fetchval("select to_regnamespace($1)", schema) is None:
        await connection.execute(f'create schema "{schema}"')
    await connection.execute("select set_config('search_path', $1, true)", schema)
    if await connection.fetchval("select to_regclass('migration')") is None:
        await connection.execute(TABLE)
    return {row["name"]: row["checksum"] for row in await connection.fetch("select name, checksum from migration")}
