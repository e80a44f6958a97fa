"""Connections to Postgres: with short timeouts, and with no more rights than the service needs."""

import contextlib
from collections.abc import Iterator

import asyncpg

from service.store.events import StoreUnavailable

CONNECT_SECONDS = 5
ANSWER_SECONDS = 8
"""When to give up a server that says nothing; it has given up by its own timeouts before that."""

SESSION = {
    "application_name": "parlour",
    "lock_timeout": "2s",
    "statement_timeout": "5s",
    "idle_in_transaction_session_timeout": "5s",
}

BECOME_SERVICE = """
select set_config('role', 'parlour_service', false) where pg_has_role('parlour_service', $1)
"""


def connected(url: str, most: int) -> "asyncpg.Pool[asyncpg.Record]":
    """Return a pool, to be opened, of at most so many connections; a lost one is replaced when it is next needed."""
    return asyncpg.create_pool(
        url,
        min_size=1,
        max_size=most,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings=SESSION,
        init=become_service,
        reset=keep,
    )


async def become_service(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Give up all rights but the service's, if the user may take on its role."""
    since_16 = connection.get_server_version() >= (16,)  # before, every member of a role could take it on
    await connection.execute(BECOME_SERVICE, "set" if since_16 else "member")


async def keep(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Leave a connection as it is: nobody changes its session, so to reset it would cost a round trip for nothing."""


@contextlib.contextmanager
def unless_away() -> Iterator[None]:
    """Raise `StoreUnavailable` for whatever keeps Postgres from answering."""
    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as error:
        raise StoreUnavailable(type(error).__name__) from error
