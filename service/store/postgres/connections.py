"""Connections to Postgres: with short timeouts, and with no more rights than the service needs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import asyncpg
from asyncpg.connection import LoggedQuery
from asyncpg.pool import PoolConnectionProxy

from service.store.postgres.away import unless_away
from service.store.postgres.reaching import reached

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

if TYPE_CHECKING:
    PoolOfRecords = asyncpg.Pool[asyncpg.Record]
    ConnectionOfRecords = asyncpg.Connection[asyncpg.Record]
else:  # the classes themselves take no parameter
    PoolOfRecords = asyncpg.Pool
    ConnectionOfRecords = asyncpg.Connection

ANSWER_SECONDS = 8.0
"""Seconds to wait for a server that says nothing; one that lives has given up by its own timeouts before that."""

RETURN_SECONDS = 1.0
"""Seconds to wait for a server to break off a statement that nobody waits for any more; one that lives does at once."""

FIRST_TYPE_OF_A_DATABASE = 10_000
"""Types with smaller numbers, and arrays of them, are the same in every database: Postgres gave these by hand."""

TIMEOUTS: Mapping[str, str] = MappingProxyType(
    {"lock_timeout": "2s", "statement_timeout": "5s", "idle_in_transaction_session_timeout": "5s"}
)
"""When the server gives up by itself."""

PLANS: Mapping[str, str] = MappingProxyType({"enable_seqscan": "off", "jit": "off"})
"""How the server plans: as if all tables were long, for a plan is kept when a short one has grown.

Where no index serves, the table is read all the same; that it seems dear then is no reason to compile anything.
"""

BECOME_SERVICE = """
select set_config('role', 'parlour_service', false) where pg_has_role('parlour_service', $1)
"""


Look = Callable[[Connection], Awaitable[None]]
"""What is given each new connection before it is used."""


@contextlib.asynccontextmanager
async def connected(
    url: str,
    schema: str,
    most: int,
    *,
    answer_seconds: float | None = ANSWER_SECONDS,
    timeouts: Mapping[str, str] = TIMEOUTS,
    look: Look | None = None,
    lost: tuple[type[Exception], ...] = (),
) -> AsyncIterator[Pool]:
    """Open a pool of at most `most` connections, whose statements find their tables in a schema.

    A lost connection is replaced when it is next needed. A statement without an answer after `answer_seconds` is
    cancelled (None: never), and nobody waits longer than that for a connection. After an error of `lost` all
    connections are replaced, though they may seem sound. At the end, a server that does not take leave in that time is
    cut off.

    Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
    """
    pool = PatientPool(
        url,
        acquire_seconds=answer_seconds,
        min_size=0,  # asyncpg would replace the last one that is lost by itself, with a traceback each time that fails
        max_size=most,
        command_timeout=answer_seconds,
        server_settings=session_settings(schema, timeouts),
        init=preparing(look, lost, lambda: pool.expire_connections()),  # noqa: PLW0108 - there is no pool yet
        reset=keep,
    )
    with unless_away():
        await pool
    try:
        with unless_away():
            await pool.release(await pool.acquire())
        yield pool
    finally:
        with contextlib.suppress(TimeoutError):  # `close` has cut them off by then
            await pool.close()


class InformedConnection(ConnectionOfRecords):
    """A connection that asks for no type that another one of this process has asked for.

    asyncpg asks what an array is of whenever a connection meets its type for the first time: that takes a new process
    of Postgres up to four times the CPU of its start.
    """

    _told: ClassVar[dict[frozenset[int], Any]] = {}

    async def _introspect_types(self, types: Collection[int], *how: Any) -> Any:
        if max(types) >= FIRST_TYPE_OF_A_DATABASE:
            return await super()._introspect_types(types, *how)  # type: ignore[misc]
        known = frozenset(types)
        if known not in self._told:
            self._told[known] = await super()._introspect_types(types, *how)  # type: ignore[misc]
        return self._told[known]


class PatientPool(PoolOfRecords):
    """A pool in which nobody waits longer than `acquire_seconds` for a connection (None: for ever).

    Where the server stands still, all connections wait for it, and callers would come to wait for a connection one
    after the other, however many there are. `settings` are those of `asyncpg.create_pool`.
    """

    def __init__(self, url: str, *, acquire_seconds: float | None, **settings: Any) -> None:
        super().__init__(
            url,
            connect=reached,  # type: ignore[arg-type]  # takes what the pool gives it
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            loop=None,
            connection_class=InformedConnection,
            record_class=asyncpg.Record,
            **settings,
        )
        self._acquire_seconds = acquire_seconds

    def acquire(self, *, timeout: float | None = None) -> Any:
        """Acquire a connection, as the pool of asyncpg does. Raises TimeoutError."""
        return super().acquire(timeout=self._acquire_seconds if timeout is None else timeout)

    async def release(
        self,
        connection: Any,
        *,
        timeout: float | None = RETURN_SECONDS,  # noqa: ASYNC109 - asyncpg has named it
    ) -> None:
        """Take a connection back, as the pool of asyncpg does; one that is not free in time is cut off.

        Whoever has waited for an answer in vain would otherwise wait as long again for a silent server to cancel that.
        """
        with contextlib.suppress(TimeoutError):  # it is cut off by then
            await super().release(connection, timeout=timeout)


class PoolShare:
    """Some of the connections of a pool, at most `most`, for what many may ask at once: all others go past them.

    Nobody waits for one of them longer than `wait_seconds`.
    """

    def __init__(self, pool: Pool, most: int, wait_seconds: float) -> None:
        self._pool = pool
        self._free = asyncio.Semaphore(most)
        self._wait_seconds = wait_seconds

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator["PoolConnectionProxy[asyncpg.Record]"]:
        """Acquire a connection. Raises what asyncpg raises, and TimeoutError."""
        async with asyncio.timeout(self._wait_seconds):
            await self._free.acquire()
        try:
            async with self._pool.acquire() as connection:
                yield connection
        finally:
            self._free.release()

    async def fetch(self, query: str, *given: object) -> list[asyncpg.Record]:
        """Return the rows of a statement. Raises what asyncpg raises, and TimeoutError."""
        async with self.acquire() as connection:
            return await connection.fetch(query, *given)

    async def fetchval(self, query: str, *given: object) -> Any:
        """Return the first value of a statement's first row. Raises what asyncpg raises, and TimeoutError."""
        async with self.acquire() as connection:
            return await connection.fetchval(query, *given)

    async def execute(self, query: str, *given: object) -> None:
        """Execute a statement. Raises what asyncpg raises, and TimeoutError."""
        async with self.acquire() as connection:
            await connection.execute(query, *given)


def preparing(
    look: Look | None, lost: tuple[type[Exception], ...], renew: Callable[[], Awaitable[None]]
) -> Callable[[Connection], Coroutine[Any, Any, None]]:
    """Return what prepares each new connection of a pool, and lets all be renewed after an error of `lost`."""

    async def renew_if_lost(query: LoggedQuery) -> None:
        if isinstance(query.exception, lost):
            await renew()

    async def prepared(connection: Connection) -> None:
        await begin(connection, look)
        if lost:
            connection.add_query_logger(renew_if_lost)

    return prepared


async def connect(
    url: str, schema: str, timeouts: Mapping[str, str] = TIMEOUTS, look: Look | None = None
) -> Connection:
    """Open one connection that cancels no statement, whose statements find their tables in a schema.

    Raises what asyncpg raises, or OSError.
    """
    connection = await reached(
        url,
        connection_class=InformedConnection,
        server_settings=session_settings(schema, timeouts),
    )
    try:
        await begin(connection, look)
    except BaseException:
        connection.terminate()
        raise
    return connection


class KeptConnection:
    """One connection, for one statement at a time: to give it back to a pool would take a task each time.

    `connect` opens it, and another one whenever it has been lost. No statement is cancelled: a connection without an
    answer after `answer_seconds` is closed, and the statement raises what asyncpg raises for a lost connection.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], answer_seconds: float = ANSWER_SECONDS) -> None:
        self._connect = connect
        self._answer_seconds = answer_seconds
        self._connection: Connection | None = None

    async def opened(self) -> Connection:
        """Return the connection, another one if it has been lost. Raises what `connect` raises."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def fetch(self, statement: str, *given: object) -> list[asyncpg.Record]:
        """Return the rows of a statement. Raises what asyncpg and `connect` raise."""
        connection = await self.opened()
        with closed_after(connection, self._answer_seconds):
            return await connection.fetch(statement, *given)

    async def fetchval(self, statement: str, *given: object) -> Any:
        """Return the first value of a statement's first row. Raises what asyncpg and `connect` raise."""
        connection = await self.opened()
        with closed_after(connection, self._answer_seconds):
            return await connection.fetchval(statement, *given)

    def lose(self) -> None:
        """Cut it off, so that the next statement has another one."""
        if self._connection is not None:
            self._connection.terminate()

    async def close(self) -> None:
        """Close it; a server that does not take leave in time is cut off."""
        if self._connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._connection.close(timeout=self._answer_seconds)


@contextlib.contextmanager
def closed_after(connection: Connection, seconds: float) -> Iterator[None]:
    """Close a connection when this takes longer, and send no request to cancel its statement."""
    timer = asyncio.get_running_loop().call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


def session_settings(schema: str, timeouts: Mapping[str, str]) -> dict[str, str]:
    """Return what a connection tells the server of itself."""
    return {"application_name": "parlour", "search_path": schema, **PLANS, **timeouts}


async def begin(connection: Connection, look: Look | None) -> None:
    """Do what comes before the first statement of a connection."""
    await become_service(connection)
    if look is not None:
        await look(connection)


async def become_service(connection: Connection) -> None:
    """Give up all rights but the service's, if the user may take on its role."""
    since_16 = connection.get_server_version() >= (16,)  # before, every member of a role could take it on
    with closed_after(connection, ANSWER_SECONDS):
        await connection.execute(BECOME_SERVICE, "set" if since_16 else "member")


async def keep(connection: Connection) -> None:
    """Leave a connection as it is: nobody changes its session, so to reset it would cost a round trip for nothing."""
