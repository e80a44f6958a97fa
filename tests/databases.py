"""Databases on the tests' Postgres server."""

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import asyncpg

from service.store.migrate import migrate


@asynccontextmanager
async def new_database(server: str, like: str = "template1") -> AsyncIterator[str]:
    """Give the URL of a new database on a server, a copy of the one called `like`; it is dropped in the end."""
    name = f"test_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server)
    try:
        # To copy files takes less than half as long as to copy pages through the write-ahead log.
        await connection.execute(f"create database {name} template {like} strategy file_copy")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        await connection.execute(f"drop database {name} with (force)")
    finally:
        await connection.close()


async def migrated_alone(url: str) -> None:
    """Migrate a database, and drop those that no service uses."""
    await migrate(url)
    connection = await asyncpg.connect(url)
    await connection.execute("update pg_database set datistemplate = false where datname = 'template0'")
    for each in ("template0", "postgres"):
        await connection.execute(f"drop database {each}")
    await connection.close()
