"""`parlour report`: what was played, as one page for people, or as JSON."""

from datetime import datetime
from pathlib import Path

import click

from domain import GAMES
from projections.report.page import report_page
from service.analysis.duck import NotInstalled
from service.analysis.manifest import BadExport
from service.analysis.querying import BadQuestion
from service.analysis.reporting import as_json, numbers_of
from service.cli.files import write_file
from service.cli.options import DAY, FilePath
from service.cli.progress_bar import progress_bar


@click.command(
    epilog="""\b
Examples:
  parlour report -o report.html
  parlour report --export /srv/parlour/history --game literature --from 2026-03-01 --to 2026-03-31 -o march.html
  parlour report --json | jq '.questions.first_player.rows'

\b
Exit codes: 0 written (also if nothing was played), 1 not written, 2 usage."""
)
@click.option(
    "--export", "folder", type=FilePath(file_okay=False, path_type=Path), default="parlour-history",
    show_default=True, help="The folder of the export.",
)  # fmt: skip
@click.option(
    "--game", "games", type=click.Choice(list(GAMES)), multiple=True,
    help="Only this game; can be given several times.",
)  # fmt: skip
@click.option("--from", "since", type=DAY, metavar="DAY", help="Only games that ended on this day (UTC) or later.")
@click.option("--to", "until", type=DAY, metavar="DAY", help="Only games that ended on this day (UTC) or before.")
@click.option(
    "-o", "--output", type=FilePath(dir_okay=False, path_type=Path, allow_dash=True),
    help="The file to write; - is the standard output.",
)  # fmt: skip
@click.option(
    "--json", "numbers_only", is_flag=True, help="Write the numbers as JSON; without -o to the standard output."
)
def report(
    *, folder: Path, games: tuple[str, ...], since: datetime | None, until: datetime | None, output: Path | None,
    numbers_only: bool,
) -> None:  # fmt: skip
    """Report what was played: a summary in words, and charts with their numbers.

    The page is one file that needs no network and runs no script. It is made from an export (`parlour export`), and
    names no player.
    """
    if output is None and not numbers_only:
        raise click.UsageError("Where to? Give -o report.html, or --json.")
    if since is not None and until is not None and since > until:
        raise click.UsageError("The time ends before it begins: --from is after --to.")
    first, last = (None if each is None else each.date() for each in (since, until))
    try:
        with progress_bar("Asking") as progress:
            numbers = numbers_of(folder, tuple(dict.fromkeys(games)), first, last, progress)
    except (BadExport, BadQuestion, NotInstalled) as why:
        raise click.ClickException(str(why)) from None
    write_file(output or Path("-"), as_json(numbers) if numbers_only else report_page(numbers).encode())
