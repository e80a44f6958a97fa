"""Migrations: plain SQL files, applied in the order of their names, once, all or none.

The log's tables lie in one schema, the accounts' in another, and so on; the files name none of these, which are found
by the search path.
A file that was shipped may never change (a test pins it by its checksum); what is new goes into a new file.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg

from service.store.postgres.connections import Connection
from service.store.postgres.reaching import reached

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

OF_THE_LOG = "log"
"""The folder of the migrations that make a shard of the log."""


class LogShard(NamedTuple):
    """A shard of a log: its number, how many there are, and which log it is; None: whichever is there, or a new one.

    `made`: it was made before, so it must be there.
    """

    number: int
    shards: int
    log: UUID | None = None
    made: bool = False

    @property
    def schema(self) -> str:
        """The schema that the tables of the shard lie in."""
        return LOG_SCHEMA if self.shards == 1 else f"{LOG_SCHEMA}_{self.number}"


WHOLE = LogShard(0, 1)
"""A log in one piece."""

TABLE = """
create table migration (
    name text primary key,
    checksum bytea not null,
    applied_at timestamptz not null default now()
)
"""

BEGUN = """
select nspname::text as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
where relname = 'migration' and nspname = any($1::text[])
"""
APPLIED = """select '{0}' as schema, name, checksum from "{0}".migration"""

GATHERED = f"{LOG_SCHEMA}.gathered"
"""The table that is there only where a log has several shards."""
SHARDS_HERE = """
select nspname as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
where relname = 'shard' and nspname like $1 order by 1
"""

ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('parlour migrations'))"
"""Lets other processes that make or migrate tables in the database wait until the transaction ends."""

NOTE_SHARD = """
insert into shard (number, shards, log) select $1::smallint, $2::smallint, $3::uuid
where not exists (select from shard)
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


async def migrate(url: str, wanted: Iterable[Migration] | None = None, shard: LogShard = WHOLE) -> None:
    """Bring the database to the form that this service needs; another process that does the same meanwhile waits.

    Without `wanted`, all migrations are applied; to a log of several shards, only those of the log. `shard` is the
    shard in this database. Raises `MigrationFailed` if an applied migration has changed or is unknown here, if Postgres
    is too old, if the user lacks a right, or if the database has another log. Raises what asyncpg raises if there is no
    such database, or it is away.
    """
    connection = await reached(url)
    try:
        found = connection.get_server_version().major
        if found < OLDEST_POSTGRES:
            raise MigrationFailed(f"Postgres {OLDEST_POSTGRES} or newer is needed; this is Postgres {found}.")
        async with connection.transaction():
            await connection.execute(ONE_AT_A_TIME)
            if shard == WHOLE:
                await must_be_in_one_piece(connection)
            elif shard.made:
                await must_be_there(connection, shard)
            chosen = list(migrations() if wanted is None else wanted)
            if shard.shards > 1 and wanted is None:
                chosen = [each for each in chosen if each.folder == OF_THE_LOG]
            schemas = {**SCHEMAS, OF_THE_LOG: shard.schema}
            of_these = {each.folder for each in chosen} if shard.shards > 1 else SCHEMAS
            await apply(connection, chosen, {folder: schemas[folder] for folder in of_these})
            await must_be(connection, shard)
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationFailed(f"The Postgres user lacks a right: {error}") from error
    finally:
        await connection.close()


async def must_be_migrated(connection: Connection, shard: LogShard) -> None:
    """Raise `MigrationFailed` unless all migrations of this service were applied in a database; nothing is applied.

    `shard` is the shard of the log that is there.
    """
    known = {**SCHEMAS, OF_THE_LOG: shard.schema}
    found = await applied_in(connection, known.values())
    applied = {folder: found.get(schema, {}) for folder, schema in known.items()}
    if not applied[OF_THE_LOG]:
        raise MigrationFailed("No service was ever started on this database. Is its name right?")
    if missing := [each for each in migrations() if each.name not in applied[each.folder]]:
        raise MigrationFailed(
            f"The database has the form of an older version of the service: {missing[0].folder}/{missing[0].name} is"
            " missing, for example. Start this version on it first, or run `parlour database prepare`."
        )


async def apply(connection: Connection, wanted: Iterable[Migration], schemas: Mapping[str, str] = SCHEMAS) -> None:
    """Apply the migrations that are missing, and record them in their schemas. Raises `MigrationFailed`.

    `schemas` has the schema of each folder.
    """
    wanted = list(wanted)
    applied = await applied_in(connection, schemas.values())
    must_know_all(applied, wanted, schemas)
    for migration in wanted:
        schema = schemas[migration.folder]
        if schema not in applied:
            await begin(connection, schema)
            applied[schema] = {}
        checksum = applied[schema].get(migration.name)
        if checksum is None:
            await connection.execute("select set_config('search_path', $1, true)", schema)
            for statement in migration.statements():
                await take(connection, migration, statement)
            await connection.execute(
                "insert into migration (name, checksum) values ($1, $2)", migration.name, migration.checksum
            )
        elif checksum != migration.checksum:
            raise MigrationFailed(
                f"{migration.name} has changed since it was applied; put changes into a new migration."
            )


async def take(connection: Connection, migration: Migration, statement: str) -> None:
    """Execute a statement of a migration. Raises `MigrationFailed` if Citus, say, has no such thing."""
    try:
        await connection.fetch(statement)  # as a prepared statement: two at once are refused
    except (asyncpg.FeatureNotSupportedError, asyncpg.InternalServerError) as error:
        raise MigrationFailed(
            f"{migration.name} has a statement that is not possible in this database: {error}. Nothing of it was done:"
            " go on with the version of the service that you had, and report this."
        ) from error


def must_know_all(
    applied: Mapping[str, Mapping[str, bytes]], wanted: Iterable[Migration], schemas: Mapping[str, str]
) -> None:
    """Raise `MigrationFailed` if a newer version of the service has migrated the database."""
    known = {(migration.folder, migration.name) for migration in wanted}
    for folder, schema in schemas.items():
        newer = [f"{folder}/{name}" for name in sorted(applied.get(schema, ())) if (folder, name) not in known]
        if newer:
            raise MigrationFailed(
                f"A newer version of this service has migrated the database: {', '.join(newer)} is unknown here."
                " Run that version, or restore a backup from before."
            )


async def must_be_in_one_piece(connection: Connection) -> None:
    """Raise `MigrationFailed` if the log of a database has several shards."""
    if await connection.fetchval("select to_regclass($1)", GATHERED) is not None:
        raise MigrationFailed("The log here has several shards: start it with all of its PostgreSQL URLs.")


async def must_be_there(connection: Connection, shard: LogShard) -> None:
    """Raise `MigrationFailed` if a shard that was made before is not in a database."""
    if await connection.fetchval("select to_regclass($1)", f"{shard.schema}.shard") is None:
        others = await shards_in(connection)
        there = f"the schemas {', '.join(others)}" if others else "no shard at all"
        raise MigrationFailed(
            f"Shard {shard.number} of {shard.shards} is not where its PostgreSQL URL leads; {there} can be found there."
            " Are the URLs in another order, or is one of them wrong?"
        )


async def shards_in(connection: Connection) -> list[str]:
    """Return the schemas of a database that are shards of a log of several."""
    return [row["schema"] for row in await connection.fetch(SHARDS_HERE, f"{LOG_SCHEMA}\\_%")]


async def must_be(connection: Connection, shard: LogShard) -> None:
    """Record which shard of which log this is, if it is not recorded yet. Raises `MigrationFailed` if it is another."""
    await connection.execute("select set_config('search_path', $1, true)", shard.schema)
    if await connection.fetchval("select to_regclass('shard')") is None:
        return  # the migrations that were wanted go no further
    await connection.execute(NOTE_SHARD, shard.number, shard.shards, shard.log or uuid4())
    number, shards, log = (await connection.fetch("select number, shards, log from shard"))[0]
    if (number, shards) != shard[:2]:
        raise MigrationFailed(
            f"Here is shard {number} of {shards} of a log, where shard {shard.number} of {shard.shards} should be."
        )
    if shard.log is not None and log.bytes != shard.log.bytes:
        raise MigrationFailed(f"Shard {number} belongs to another log than the other shards.")


async def applied_in(connection: Connection, schemas: Iterable[str]) -> dict[str, dict[str, bytes]]:
    """Return the checksums of the migrations applied in schemas, by schema and name; of those where any may be."""
    begun = [row["schema"] for row in await connection.fetch(BEGUN, list(schemas))]
    applied: dict[str, dict[str, bytes]] = {schema: {} for schema in begun}
    if begun:
        for row in await connection.fetch(" union all ".join(map(APPLIED.format, begun))):
            applied[row["schema"]][row["name"]] = row["checksum"]
    return applied


async def begin(connection: Connection, schema: str) -> None:
    """Make what notes the migrations of a schema, and the schema if it is missing."""
    if await connection.fetchval("select to_regnamespace($1)", schema) is None:
        await connection.execute(f'create schema "{schema}"')
    await connection.execute("select set_config('search_path', $1, true)", schema)
    await connection.execute(TABLE)
