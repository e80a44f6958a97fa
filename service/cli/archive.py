"""`parlour archive`: games that have long been over leave the log for the archive, while the service runs."""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from service.cli.embedded_server import database_of
from service.cli.existing_log import existing_log
from service.cli.options import data_option, postgres_option
from service.cli.progress_bar import progress_bar
from service.cli.texts import count, moment
from service.runtime.time import now
from service.store import EventStore, Over

SECONDS = {"h": 3600, "d": 86_400, "w": 7 * 86_400}
PAGE = 1000
"""Maximum number of games that one question to the store finds."""
ARCHIVED_AT_ONCE = 2
"""Number of games that are moved at the same time: players must not notice."""

PATIENCE_SECONDS = 600
"""Seconds that moving the longest game may take."""


class Report(Struct):
    """What was moved to the archive, or would be: games that were over before a time (ISO 8601)."""

    over_before: str
    dry_run: bool
    games: int = 0
    events: int = 0
    seconds: float = 0.0

    def add(self, events: Sequence[int]) -> None:
        """Add games by their events; those without any are not concerned."""
        self.games += len([each for each in events if each])
        self.events += sum(events)


def age(context: click.Context, option: click.Parameter, given: str) -> int:
    """Return the milliseconds of an age such as 90d."""
    found = re.fullmatch(r"([0-9]{1,6})([hdw])", given)
    if found is None:
        raise click.BadParameter("Give a number of hours, days or weeks, such as 36h, 90d or 12w.")
    return int(found[1]) * SECONDS[found[2]] * 1000


@click.command(
    epilog="""\b
Examples:
  parlour archive --dry-run
  parlour archive --older-than 30d --data /srv/parlour
  parlour archive --postgres-url postgresql://parlour_owner@db/parlour | jq .events

\b
Exit codes: 0 archived, 1 not all of it, 2 usage."""
)
@click.option(
    "--older-than",
    "older_than_ms",
    default="90d",
    show_default=True,
    metavar="AGE",
    callback=age,
    help="How long a game must have been over: hours (36h), days (90d) or weeks (12w).",
)
@click.option("--dry-run", is_flag=True, help="Only count what would be archived.")
@data_option("The data folder of the service, which may be running.")
@postgres_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON; the default in a pipe.")
def archive(older_than_ms: int, *, dry_run: bool, data: Path, postgres_url: str | None, as_json: bool) -> None:
    """Move the events of games that have long been over to the archive, where they take a fifth of the space.

    Histories, replays, records and backups stay the same, and so do the rows for analysts; players do not notice it.
    Each game is moved in one transaction, so this can be interrupted at any time and started again. All processes of
    the service must be of this version: older ones do not know the archive.
    """
    with database_of(data, postgres_url) as url, progress_bar("Archiving") as progress:
        report = asyncio.run(archived(url, older_than_ms, dry_run=dry_run, progress=progress))
    if as_json or not sys.stdout.isatty():
        click.echo(msgspec.json.encode(report))
        return
    done = "To be archived" if dry_run else "Archived"
    found = f"{count(report.events, 'event')} of {count(report.games, 'game')}"
    click.echo(f"{done}: {found}, over before {report.over_before}.")


async def archived(url: str, older_than_ms: int, *, dry_run: bool, progress: Callable[[int, int], None]) -> Report:
    """Count all games that have been over for some time, then move them to the archive. Raises `StoreUnavailable`.

    `progress` is called with how many events were moved, and of how many.
    """
    began = time.monotonic()
    async with existing_log(url, ARCHIVED_AT_ONCE, PATIENCE_SECONDS) as store:
        present = await store.time() or now()  # nothing comes back from the archive, and this host may be wrong
        before = max(present - older_than_ms, 0)  # nothing is older, and dates do not go back at will
        counted, moved = Report(moment(before), dry_run), Report(moment(before), dry_run)
        async for games in pages(store, before):
            counted.add([each.events for each in games])
        if dry_run:
            return counted
        async for games in pages(store, before):
            for place in range(0, len(games), ARCHIVED_AT_ONCE):
                some = games[place : place + ARCHIVED_AT_ONCE]
                moved.add(await asyncio.gather(*(store.archive(each.table_id, before) for each in some)))
                progress(moved.events, counted.events)
    moved.seconds = round(time.monotonic() - began, 1)
    return moved


async def pages(store: EventStore, before: int) -> AsyncIterator[list[Over]]:
    """Yield the games that were over before a time and are not in the archive, in pages."""
    page = await store.over(before, PAGE)
    while page:
        yield [each for each in page if each.events]
        page = await store.over(before, PAGE, (page[-1].at, page[-1].table_id))
