"""Migrations: plain SQL files, applied in the order of their names, once, all or none.

A file that was applied may never change; what is new goes into a new file.
"""

import hashlib
from importlib import resources
from typing import NamedTuple

import asyncpg

OLDEST_POSTGRES = 15

TABLE = """
create table migration (
    name text primary key,
    checksum bytea not null,
    applied_at timestamptz not null default now()
)
"""


class MigrationFailed(Exception):
    """The database cannot be brought to the form that this service needs; the text says why."""


class Migration(NamedTuple):
    """A migration file."""

    name: str
    sql: str

    @property
    def checksum(self) -> bytes:
        """The SHA-256 of the file."""
        return hashlib.sha256(self.sql.encode()).digest()


def migrations() -> list[Migration]:
    """Return the migrations of this service in their order."""
    folder = resources.files("service.store") / "migrations"
    files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return sorted(Migration(file.name, file.read_text(encoding="utf-8")) for file in files)


async def migrate(url: str) -> None:
    """Bring the database to the form that this service needs; whoever does the same at the same time waits.

    Raises `MigrationFailed` if an applied migration has changed, Postgres is too old or the user lacks a right.
    """
    connection = await asyncpg.connect(url)
    try:
        found = connection.get_server_version().major
        if found < OLDEST_POSTGRES:
            raise MigrationFailed(f"Postgres {OLDEST_POSTGRES} or newer is needed; this is Postgres {found}.")
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock(hashtext('parlour migrations'))")
            await apply(connection)
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationFailed(f"The Postgres user lacks a right: {error}") from error
    finally:
        await connection.close()


async def apply(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Apply the migrations that are missing, and record them. Raises `MigrationFailed`."""
    if await connection.fetchval("select to_regclass('migration')") is None:
        await connection.execute(TABLE)
    rows = await connection.fetch("select name, checksum from migration")
    applied = {row["name"]: row["checksum"] for row in rows}
    for migration in migrations():
        if migration.name not in applied:
            await connection.execute(migration.sql)
            await connection.execute("insert into migration values ($1, $2)", migration.name, migration.checksum)
        elif applied[migration.name] != migration.checksum:
            raise MigrationFailed(
                f"{migration.name} has changed since it was applied; put changes into a new migration."
            )
