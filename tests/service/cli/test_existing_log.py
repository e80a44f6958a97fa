"""Commands that work on the log of a service make none, and bring none to another form."""

import asyncio
import base64
from pathlib import Path

import asyncpg
import pytest

from service.store.migrate import migrate, migrations
from tests.service.cli.conftest import Run

KEY = base64.b64encode(bytes(32)).decode()
COMMANDS = (("archive", "--dry-run"), ("archive",), ("rebuild", "games"), ("seal",))
TABLES = (
    "select count(*) from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname like 'parlour%'"
)


async def tables(url: str) -> int:
    """Return how many tables and indexes a database has in the schemas of a service."""
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(TABLES))
    finally:
        await connection.close()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
async def test_on_a_database_without_a_service_nothing_is_made(
    run: Run, empty_database: str, command: tuple[str, ...]
) -> None:
    result = await asyncio.to_thread(run, *command, "--postgres-url", empty_database, PARLOUR_SIGNING_KEY=KEY)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "No service was ever started on this database." in result.stderr
    assert await tables(empty_database) == 0


@pytest.mark.parametrize("number", [0, 12])
async def test_what_a_database_lacks_that_no_service_of_this_version_has_used_is_not_told_in_sql(
    run: Run, empty_database: str, tmp_path: Path, number: int
) -> None:
    await migrate(empty_database, migrations()[:number])
    command = ("export", "--to", tmp_path / "history", "--postgres-url", empty_database)

    result = await asyncio.to_thread(run, *command, PARLOUR_SIGNING_KEY=KEY)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: No service of this version has been started on this database.\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
async def test_a_database_of_an_older_version_is_left_as_it_is(
    run: Run, empty_database: str, command: tuple[str, ...]
) -> None:
    *older, last = migrations()
    await migrate(empty_database, older)
    before = await tables(empty_database)

    result = await asyncio.to_thread(run, *command, "--postgres-url", empty_database, PARLOUR_SIGNING_KEY=KEY)

    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{last.folder}/{last.name} is missing" in " ".join(result.stderr.split())
    assert await tables(empty_database) == before
