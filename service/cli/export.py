"""`parlour export`: the open history as files, to query, keep or publish."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from domain import GAMES
from service.analysis.duck import NotInstalled
from service.analysis.exporting import Exported, ExportOptions, Service
from service.analysis.exporting import export as exported
from service.analysis.manifest import BadExport, Format
from service.cli.embedded_server import database_of
from service.cli.options import FilePath, of_a_service
from service.cli.progress_bar import progress_bar
from service.cli.seal import signer_of, signing_key_option
from service.cli.texts import count
from service.history.exports import ExportedHistory
from service.history.naming import pseudonyms_of
from service.log_address import first_url
from service.store.signing import Signer

NAME = "Parlour"
"""What a manifest calls the service; its key tells it from others."""

STOPPED = "The export has stopped; the same line goes on"


class Report(Struct, frozen=True):
    """What was added to an export, and the cursor up to which it goes now."""

    openings: int
    events: int
    rows: int
    files: int
    bytes: int
    cursor: str


@click.command(
    epilog="""\b
Examples:
  parlour export --to /srv/parlour/history
  parlour export --to literature --game literature --format csv
  PARLOUR_SIGNING_KEY=… parlour export --to all --ids --private --postgres-url postgresql://parlour@db/parlour

\b
Exit codes: 0 exported, 1 not exported (as much as the manifest says), 2 usage."""
)
@of_a_service
@signing_key_option
@click.option(
    "--to", "folder", type=FilePath(file_okay=False, path_type=Path), required=True, help="The folder to write to."
)
@click.option(
    "--format", "form", type=click.Choice(["parquet", "ndjson", "csv"]), default="parquet", show_default=True,
    help="Format of the files; text is compressed.",
)  # fmt: skip
@click.option("--since", metavar="CURSOR", help="Begin after this cursor; without it, where the folder's export ends.")
@click.option("--game", type=click.Choice(list(GAMES)), help="Only this game.")
@click.option("--ids", is_flag=True, help="Real ids of players instead of pseudonyms.")
@click.option("--private", is_flag=True, help="Include games that not everybody could watch.")
def export(
    *, data: Path, postgres_url: str | None, signing_key: bytes | None, folder: Path, form: Format, since: str | None,
    game: str | None, ids: bool, private: bool,
) -> None:  # fmt: skip
    """Export the open history: games, seats, events, decisions, players, tournaments, refusals.

    A second export to the same folder adds what is new. The same command continues an interrupted one: the manifest,
    manifest.json, names the files of the export, and no others count. Players do not notice it.
    """
    wanted = ExportOptions(folder, form, since, game, ids, private)
    signer = signer_of(signing_key, data)
    try:
        with database_of(data, postgres_url, STOPPED) as url, progress_bar("Exporting") as progress:
            done = asyncio.run(written(first_url(url), signer, wanted, progress))
    except (BadExport, NotInstalled) as why:
        raise click.ClickException(str(why)) from None
    report = report_of(done)
    if sys.stdout.isatty():
        new = f"{count(report.openings, 'game')} and {count(report.rows, 'row')}"
        click.echo(f"{new} are new. {folder} goes up to {report.cursor}.")
    else:
        click.echo(msgspec.json.encode(report))


async def written(url: str, signer: Signer, wanted: ExportOptions, progress: Callable[[int, int], None]) -> Exported:
    """Export from a database. Raises what `exported` and a store raise."""
    service = Service(NAME, signer.key_id, pseudonyms_of(signer))
    async with ExportedHistory.open(url, private=wanted.private) as history:
        return await exported(history, service, wanted, progress)


def report_of(done: Exported) -> Report:
    """Return the summary of an export."""
    files = done.manifest.files
    return Report(
        done.openings, done.events, done.rows, len(files), sum(each.bytes for each in files), done.manifest.cursor
    )
