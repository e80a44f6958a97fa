"""The PostgreSQL in the data folder of a service, as commands find it or start it."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import click

from service.embedded import NotStarted, Postgres, socket_folder
from service.embedded.backup import BackupFailed
from service.embedded.data_folder import Occupied, UnusableData, occupied
from service.store.migrate import MigrationFailed

NO_DATABASE = (BackupFailed, NotStarted, UnusableData, MigrationFailed)
"""Why there is no database that a command can work on: the text of each is for people."""

LOOK_SECONDS = 0.2
"""Seconds between two looks at whether another command has done with a data folder."""
SOCKET_LINE = 4
"""Where a running server's file `postmaster.pid` names the folder of its socket."""


def database_of(data: Path, postgres_url: str | None) -> contextlib.AbstractContextManager[str]:
    """Give the address of the log of a service: the one that is given, or that of its data folder, see `server_on`."""
    return contextlib.nullcontext(postgres_url) if postgres_url else server_on(data)


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
        except Occupied as other:
            if not other.briefly:
                return None
            if not is_told:
                click.echo(f"{other}: waiting for it.", err=True)
                is_told = True
            time.sleep(LOOK_SECONDS)


def embedded_url(data: Path) -> str:
    """Return the URL of the PostgreSQL that a running service has in its data folder. Raises `click.ClickException`."""
    postgres = data / "postgres"
    try:
        run = (postgres / "postmaster.pid").read_text(errors="surrogateescape").splitlines()[SOCKET_LINE]
        return Postgres(postgres, Path(run)).url
    except PermissionError as why:
        raise click.ClickException(f"{why.filename} cannot be read: be root, or the user of the service.") from None
    except (OSError, IndexError, NotStarted):
        raise click.ClickException(f"No service runs on {data}: see --data, or give --postgres-url.") from None
