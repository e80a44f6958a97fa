"""`parlour restore`: a data folder from a backup."""

import asyncio
from pathlib import Path

import asyncpg
import click

from service.cli.options import data_option
from service.embedded import NotStarted
from service.embedded.backup import BackupFailed, restored
from service.embedded.data_folder import Occupied, occupied
from service.store import MigrationFailed, begun_epoch


@click.command(
    epilog="""\b
Examples:
  parlour restore /backups/2026-03-01
  parlour restore /backups/2026-03-01 --data /srv/parlour && parlour serve --data /srv/parlour

\b
Exit codes: 0 restored, 1 nothing was restored, 2 usage."""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@data_option("The data folder to make; no service may have used it.")
def restore(folder: Path, data: Path) -> None:
    """Make a data folder from the backup in DIR, after its files were verified.

    What happened after the backup is lost. So the log begins a new epoch: the service forgets what it has cached of the
    lost history, and writes nothing that would follow from it. The backup stays as it is.
    """
    try:
        with occupied(data) as there, restored(folder.absolute(), there) as url:
            epoch = asyncio.run(begun_epoch(url))
    except (BackupFailed, NotStarted, Occupied, MigrationFailed, asyncpg.PostgresError, OSError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Restored to {data}; the log is in epoch {epoch.number}. Start it: parlour serve --data {data}")
