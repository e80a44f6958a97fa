"""`parlour restore`: a data folder from a backup."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import click

from service.accounts.accounts import Accounts
from service.accounts.port import Forgotten
from service.accounts.postgres import PostgresAccounts
from service.cli.forgotten import STILL_SEATED, forget_again, listed
from service.cli.options import FilePath, data_option
from service.embedded import NotStarted
from service.embedded.backup import KEY, BackupFailed, restored
from service.embedded.data_folder import LOCK, UnusableData, occupied
from service.log_address import LogAddress
from service.runtime.files import made_if_it_succeeds
from service.store.migrate import MigrationFailed
from service.store.postgres.away import DATABASE_ERRORS, reason_of
from service.store.postgres.opening import begun_epoch, prepare


@click.command(
    epilog="""\b
Examples:
  parlour restore /backups/2026-03-01
  parlour restore /backups/2026-03-01 --data /srv/parlour && parlour serve --data /srv/parlour
  parlour restore /backups/2026-03-01 --forget forgotten.jsonl

\b
Exit codes: 0 restored, 1 nothing was restored, 2 usage."""
)
@click.argument("folder", metavar="DIR", type=FilePath(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--forget",
    type=FilePath(path_type=Path, exists=True, dir_okay=False),
    help="Delete the players in this list of `parlour forgotten`, since the backup may be older.",
)
@data_option("The data folder to create; it must be unused.")
def restore(folder: Path, forget: Path | None, data: Path) -> None:
    """Make a data folder from the backup in DIR, after its files were verified.

    Everything after the backup is lost. So the log begins a new epoch: the service discards what it has cached of the
    lost history, and writes nothing that depends on it. The backup is not changed.
    """
    players = [] if forget is None else listed(forget)
    try:
        with (
            made_if_it_succeeds(data, but=LOCK),
            occupied(data) as there,
            restored(folder.absolute(), there) as url,
        ):
            epoch = asyncio.run(begun_epoch(url))
            asyncio.run(forgotten_again(url, players))
    except (BackupFailed, NotStarted, UnusableData, MigrationFailed, *DATABASE_ERRORS) as error:
        raise click.ClickException(reason_of(error)) from None
    if not (data / KEY).exists():
        click.echo(
            f"The backup has no {KEY}: give `parlour serve` the service's PARLOUR_SIGNING_KEY, or it makes a new key.",
            err=True,
        )
    if players:
        click.echo(f"Forgotten again: {len(players)}.{STILL_SEATED}")
    click.echo(f"Restored to {data}; the log is in epoch {epoch.number}. Start it: parlour serve --data {data}")


async def forgotten_again(url: str, players: Sequence[Forgotten]) -> None:
    """Forget players in a restored database who were forgotten after its backup."""
    if players:
        await prepare(LogAddress((url,)))  # an older backup has no room for them
        async with PostgresAccounts.open(url, 1) as store:
            await forget_again(url, Accounts(store), players)
