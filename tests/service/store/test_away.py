"""What it means that Postgres is away, and what does not mean it."""

import asyncio

import asyncpg
import pytest

from service.store import StoreUnavailable
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.away import is_away, unless_away
from service.store.postgres.connections import connected


@pytest.mark.parametrize(
    "away",
    [
        ConnectionRefusedError(),
        FileNotFoundError("the socket"),
        asyncio.TimeoutError(),  # noqa: UP041 - asyncpg raises it by this name
        asyncpg.CannotConnectNowError("starting up"),
        asyncpg.AdminShutdownError("stopping"),
        asyncpg.ConnectionDoesNotExistError("gone"),
        asyncpg.TooManyConnectionsError("full"),
        asyncpg.DiskFullError("full"),
        asyncpg.QueryCanceledError("statement timeout"),
        asyncpg.PostgresIOError("the disk"),
        asyncpg.LockNotAvailableError("lock timeout"),
        asyncpg.ReadOnlySQLTransactionError("a standby"),
        asyncpg.InternalClientError("got result for unknown protocol state"),
        asyncpg.InterfaceError("pool is closed"),
        asyncpg.InterfaceError("connection is closed"),
    ],
    ids=lambda away: type(away).__name__,
)
def test_what_means_that_postgres_is_away(away: Exception) -> None:
    with pytest.raises(StoreUnavailable, match=type(away).__name__) as told, unless_away():
        raise away

    assert told.value.__cause__ is away


@pytest.mark.parametrize(
    "mistake",
    [
        asyncpg.UndefinedColumnError('column "game" does not exist'),
        asyncpg.UndefinedTableError('relation "game" does not exist'),
        asyncpg.PostgresSyntaxError("at or near"),
        asyncpg.InsufficientPrivilegeError("permission denied"),
        asyncpg.UniqueViolationError("duplicate key"),
        asyncpg.InterfaceError("the server expects 3 arguments for this query, 2 were passed"),
        asyncpg.exceptions.DataError("invalid input for query argument $1"),
        KeyError("QS"),
    ],
    ids=lambda mistake: type(mistake).__name__,
)
def test_a_mistake_in_the_program_is_not_hidden(mistake: Exception) -> None:
    with pytest.raises(type(mistake)), unless_away():
        raise mistake


@pytest.mark.parametrize(
    ("statement", "arguments"), [("select game from event", ()), ("select $1::int", ()), ("select $1::int", ("x",))]
)
async def test_what_asyncpg_raises_for_a_mistake(postgres_url: str, statement: str, arguments: tuple[str, ...]) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1) as pool:
        with pytest.raises(Exception) as told:  # noqa: PT011 - which type is what is asked
            await pool.fetch(statement, *arguments)

    assert not is_away(told.value)


async def test_what_asyncpg_raises_when_a_pool_is_closed(postgres_url: str) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1) as pool:
        pool.terminate()
        with pytest.raises(StoreUnavailable), unless_away():
            await pool.fetch("select 1")


async def test_what_asyncpg_raises_when_a_connection_is_cut_off_in_use(postgres_url: str) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1) as pool, pool.acquire() as connection:
        connection.terminate()
        with pytest.raises(StoreUnavailable), unless_away():
            await connection.fetchval("select 1")


async def test_no_server_at_all() -> None:
    with pytest.raises(StoreUnavailable, match="ConnectionRefusedError"):
        async with connected("postgresql://127.0.0.1:1/parlour", LOG_SCHEMA, 1):
            pass
