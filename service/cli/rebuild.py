"""`parlour rebuild`: what is derived from the history is made anew beside the old, and takes its place in one step."""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from service.cli.embedded_server import database_of
from service.cli.existing_log import existing_log
from service.cli.options import data_option, postgres_option
from service.cli.progress_bar import progress_bar
from service.cli.texts import count
from service.history.postgres import PostgresHistory
from service.history.projector import PROJECTIONS, Projection, Projector
from service.history.projector import rebuild as rebuilt
from service.log_address import first_url

ALL = "all"
PATIENCE_SECONDS = 60


class Report(Struct):
    """What was made anew: a projection, up to which number of the history, in how many seconds."""

    name: str
    games: int
    seconds: float


@click.command(
    epilog="""\b
Examples:
  parlour rebuild games
  parlour rebuild all --data /srv/parlour
  parlour rebuild all --postgres-url postgresql://parlour_owner@db/parlour | jq .

\b
Exit codes: 0 rebuilt, 1 not, 2 usage."""
)
@click.argument("name", type=click.Choice([*(each.name for each in PROJECTIONS), ALL]))
@data_option("The data folder of the service, which may be running.")
@postgres_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON; the default in a pipe.")
def rebuild(name: str, *, data: Path, postgres_url: str | None, as_json: bool) -> None:
    """Rebuild what is derived from the log: `games`, for example, or `all` of it.

    Readers get the old rows until the new ones are complete. This can be interrupted at any time and started again: it
    continues where it was.
    """
    wanted = [each for each in PROJECTIONS if name in (each.name, ALL)]
    with database_of(data, postgres_url) as url:
        reports = asyncio.run(made_anew(url, wanted))
    if as_json or not sys.stdout.isatty():
        click.echo(msgspec.json.encode(reports))
        return
    for each in reports:
        click.echo(f"{each.name}: {count(each.games, 'game')} in {each.seconds:,.1f} s")


async def made_anew(url: str, wanted: Sequence[Projection]) -> list[Report]:
    """Make projections anew, one after the other. Raises `StoreUnavailable`."""
    reports = []
    async with existing_log(url, 1, PATIENCE_SECONDS) as event_log, PostgresHistory.open(first_url(url), 1) as history:
        projector = Projector(event_log, history)
        for projection in wanted:
            began = time.monotonic()
            served = next(each for each in await history.builds(projection.name) if each.served)
            with progress_bar(projection.name, total=served.number) as progress:
                await rebuilt(projector, history, projection, lambda build: progress(build.number, None))
            now = next(each for each in await history.builds(projection.name) if each.served)
            reports.append(Report(projection.name, now.number, round(time.monotonic() - began, 1)))
    return reports
