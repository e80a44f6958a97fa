"""`parlour backup`: a copy of the embedded database and the signing key, while the service runs."""

import asyncio
from pathlib import Path

import click
from rich.progress import DownloadColumn, TimeElapsedColumn

from service.accounts.postgres import without_remnants
from service.cli.embedded_server import server_on
from service.cli.options import FilePath, data_option
from service.cli.progress_bar import progress_bar
from service.embedded import NotStarted
from service.embedded.backup import BackupFailed, back_up
from service.embedded.data_folder import UnusableData
from service.store.postgres.away import DATABASE_ERRORS, reason_of

KIB = 1024


@click.command(
    epilog="""\b
Examples:
  parlour backup /backups/2026-03-01
  parlour backup --data /srv/parlour /backups/$(date +%F)

\b
Exit codes: 0 there is a backup, 1 there is none, 2 usage."""
)
@click.argument("folder", metavar="DIR", type=FilePath(path_type=Path))
@data_option("The data folder of the service, which may be running.", exists=True)
def backup(folder: Path, data: Path) -> None:
    """Copy the embedded database, roles included, and the signing key to DIR, a new folder; then verify the copy.

    Players do not notice it. The copy has everything that was acknowledged before it ended. It contains hands, hashes
    of tokens and the signing key: keep it where nobody else can read it. Back up a PostgreSQL of your own by its own
    means; deploy/README.md says how.
    """
    try:
        with server_on(data) as url, progress_bar("Copying", DownloadColumn(True), TimeElapsedColumn()) as progress:
            asyncio.run(without_remnants(url))
            found = back_up(url, data, folder.absolute(), lambda done, of: progress(done * KIB, of * KIB))
    except (BackupFailed, NotStarted, UnusableData, *DATABASE_ERRORS) as error:
        raise click.ClickException(reason_of(error)) from None
    click.echo(f"The backup is in {folder}, {found.size / KIB**2:.0f} MiB, and every file of it is as it was read.")
    if not found.has_key:
        click.echo(f"There is no signing.key in {data}: keep the value of PARLOUR_SIGNING_KEY, too.", err=True)
