"""Which errors mean that Postgres is away: the same for the log, the accounts and the start of a worker."""

import contextlib
from collections.abc import Iterator

import asyncpg

from service.store.port import StoreUnavailable

AWAY: tuple[type[Exception], ...] = (
    OSError,  # no connection, or no answer in time
    asyncpg.PostgresConnectionError,  # the connection broke
    asyncpg.OperatorInterventionError,  # the server starts, stops, or has cancelled a statement that took too long
    asyncpg.InsufficientResourcesError,  # too many connections, a full disk
    asyncpg.PostgresSystemError,  # the server's disk fails
    asyncpg.ReadOnlySQLTransactionError,  # the server has become a standby
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.LockNotAvailableError,  # somebody holds a lock for too long
    asyncpg.InternalClientError,  # asyncpg was using a connection at the moment in which the server was killed
)
"""Everything else that Postgres refuses, such as a wrong column name, is a mistake in this program."""

DATABASE_ERRORS = (
    StoreUnavailable,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""What a command that uses a database itself may get from it: it reports them all, and ends."""


def is_away(error: BaseException) -> bool:
    """Return whether an error means that Postgres is away, starts, stops, takes too long or lacks resources."""
    if isinstance(error, asyncpg.InterfaceError):
        # asyncpg has one type for a closed connection or pool and for the wrong number of arguments. One of a pool that
        # is cut off while it is in use is released by that.
        return type(error) is asyncpg.InterfaceError and any(each in str(error) for each in ("clos", "been released"))
    return isinstance(error, AWAY)


def reason_of(error: BaseException) -> str:
    """Return why a database does not answer, for people: the text of the error or of its cause, which may have none.

    What another process has raised has that process's traceback as its cause, which is not for people.
    """
    cause = error.__cause__ if error.__cause__ is not None and is_away(error.__cause__) else error
    if isinstance(cause, asyncpg.InternalClientError):
        return "the connection broke"
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    if isinstance(cause, OSError) and cause.strerror:
        return f"{cause.filename}: {cause.strerror}" if cause.filename else cause.strerror
    return str(cause) or type(cause).__name__


@contextlib.contextmanager
def unless_away() -> Iterator[None]:
    """Raise `StoreUnavailable` for whatever keeps Postgres from answering; let all other errors pass."""
    try:
        yield
    except Exception as error:
        if is_away(error):
            raise StoreUnavailable(type(error).__name__) from error
        raise
