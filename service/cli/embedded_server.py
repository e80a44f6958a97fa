"""The PostgreSQL in the data folder of a service, as commands find it or start it."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import click

from service.embedded import NotStarted, Postgres, socket_folder
from service.embedded.backup import BackupFailed
from service.embedded.data_folder import Occupied, UnusableData, occupied
from service.store.migrate import MigrationFailed
from service.store.postgres.away import DATABASE_ERRORS, reason_of

LACKS_SOMETHING = (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError, asyncpg.UndefinedFunctionError)
"""What a database is told by that no service of this version has used, if nobody has looked (`must_be_prepared`)."""
NOT_USED = "No service of this version has been started on this database."

LOOK_SECONDS = 0.2
"""Seconds between two looks at whether another command has done with a data folder."""
SOCKET_LINE = 4
"""Where a running server's file `postmaster.pid` names the folder of its socket."""


class NoDatabase(click.ClickException):
    """There is no database that a command can work on, or it does not answer."""


@contextlib.contextmanager
def database_of(data: Path, postgres_url: str | None, failed: str = "The database does not answer") -> Iterator[str]:
    """Give the address of the log of a service: the one that is given, or that of its data folder, see `server_on`.

    Raises `NoDatabase`, also for what a store raises meanwhile: `failed` is said before its reason.
    """
    try:
        with contextlib.nullcontext(postgres_url) if postgres_url else server_on(data) as url:
            yield url
    except (BackupFailed, NotStarted, UnusableData, MigrationFailed) as why:
        raise NoDatabase(str(why)) from None
    except LACKS_SOMETHING:
        raise NoDatabase(NOT_USED) from None
    except DATABASE_ERRORS as why:
        raise NoDatabase(f"{failed}: {reason_of(why)}") from None


@contextlib.contextmanager
def server_on(data: Path) -> Iterator[str]:
    """Give the URL of the embedded Postgres of a data folder: of the running service, or of one for this purpose."""
    if not (data / "postgres").exists():
        raise BackupFailed(f"There is no database in {data}.")  # nor is anything made there
    with contextlib.ExitStack() as stack:
        folder = kept_for_a_while(stack, data)
        if folder is None:
            yield embedded_url(data)
            return
        run = stack.enter_context(socket_folder(folder))
        yield stack.enter_context(Postgres(folder / "postgres", run)).url


def kept_for_a_while(stack: contextlib.ExitStack, data: Path) -> Path | None:
    """Keep a data folder until the stack is closed, and return its full path; None: a service runs on it.

    Another command is waited for: it ends its server when it is done.
    """
    is_told = False
    while True:
        try:
            return stack.enter_context(occupied(data, briefly=True))
        except PermissionError as why:
            raise not_allowed(why) from None
        except Occupied as other:
            if not other.briefly:
                return None
            if not is_told:
                click.echo(f"{other}: waiting for it.", err=True)
                is_told = True
            time.sleep(LOOK_SECONDS)


def embedded_url(data: Path) -> str:
    """Return the URL of the PostgreSQL that a running service has in its data folder. Raises `NoDatabase`."""
    postgres = data / "postgres"
    try:
        run = (postgres / "postmaster.pid").read_text(errors="surrogateescape").splitlines()[SOCKET_LINE]
        return Postgres(postgres, Path(run)).url
    except PermissionError as why:
        raise not_allowed(why) from None
    except (OSError, IndexError, NotStarted):
        raise NoDatabase(f"No service runs on {data}: see --data, or give --postgres-url.") from None


def not_allowed(why: PermissionError) -> NoDatabase:
    """Return what is said of a data folder that is somebody else's."""
    return NoDatabase(f"{why.filename} cannot be opened: be root, or the user of the service.")
