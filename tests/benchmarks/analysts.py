"""`make bench-history`: exports, named questions, rebuilds and the report, on many finished games of all kinds.

    nice python -m tests.benchmarks.analysts 10000 100000
    nice python -m tests.benchmarks.analysts --url postgresql://… 10000

Games are played and followed first, unless a database that has them is given. Each command is a process of its own, as
an analyst starts it. `s` is what the clock says, `CPU s` what the process took, `Postgres s` what its server took.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg
import click
import psutil
from rich.console import Console

from service.analysis.asking import questions
from service.analysis.manifest import read_manifest
from service.history.postgres import PostgresHistory
from service.history.projector import PROJECTIONS, Projector
from service.store import PostgresStore
from tests.benchmarks import corpus
from tests.benchmarks.__main__ import Row, printed, servers

PARLOUR = (sys.executable, "-c", "from service.cli import parlour; parlour()")
KEY = "A" * 43 + "="
SETTLED = 0.95
"""The share of the games that an increment finds exported already."""


class Case(NamedTuple):
    """Something that is measured: a command, and of what it does how many a second."""

    name: str
    command: tuple[str, ...]
    unit: str


class Measured(NamedTuple):
    """What a command took: by the clock, of a core, of Postgres' cores, and of memory at most."""

    seconds: float
    cpu: float
    postgres: float
    mib: float


def cases(folder: Path, increment: Path, since: str) -> Iterator[Case]:
    """Yield what is measured, in this order."""
    export = ("export", "--private", "--to")
    yield Case("export", (*export, str(folder)), "events")
    yield Case("export of the last 5 %", (*export, str(increment), "--since", since), "new events")
    yield Case("export of nothing new", (*export, str(folder)), "games")
    for name in questions():
        yield Case(f"query {name}", ("query", name, "--export", str(folder), "--json"), "events")
    yield Case("report", ("report", "--export", str(folder), "-o", str(folder.with_name("report.html"))), "events")
    for projection in PROJECTIONS:
        yield Case(f"rebuild {projection.name}", ("rebuild", projection.name), "games")


def measured(case: Case, url: str, server: psutil.Process) -> Measured:
    """Run a command. Raises RuntimeError if it fails."""
    environment = os.environ | {"PARLOUR_POSTGRES_URL": url, "PARLOUR_SIGNING_KEY": KEY}
    before, began = cpu_of(server), time.monotonic()
    process = subprocess.Popen([*PARLOUR, *case.command], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{case.name} has failed")
    seconds, cpu = time.monotonic() - began, usage.ru_utime + usage.ru_stime
    return Measured(seconds, cpu, cpu_of(server) - before, usage.ru_maxrss / 1024)


def cpu_of(server: psutil.Process) -> float:
    """Return the seconds of a core that a server and all its processes have taken, the ended ones included."""
    times = server.cpu_times()
    living = [each.cpu_times() for each in server.children()]
    return (
        times.user
        + times.system
        + times.children_user
        + times.children_system
        + sum(each.user + each.system for each in living)
    )


async def counts(url: str) -> tuple[int, int, int, psutil.Process]:
    """Return how many games and events there are, how many events in the last 5 % of the games, and the server."""
    connection = await asyncpg.connect(url)
    games = await connection.fetchval("select max(number) from parlour_history.games")
    events, new = [
        await connection.fetchval("select sum(events) from parlour_history.games where number > $1", number)
        for number in (0, int(games * SETTLED))
    ]
    server = psutil.Process(await connection.fetchval("select pg_backend_pid()")).parent()
    await connection.close()
    if server is None:
        raise RuntimeError("Postgres does not run on this machine")
    return games, int(events), int(new), server


async def followed(url: str) -> None:
    """Bring all projections up to date."""
    async with PostgresStore.open(url, 2) as store, PostgresHistory.open(url) as history:
        projector = Projector(store, history)
        while await projector.step():
            pass


def measure(url: str) -> Iterator[Row]:
    """Yield the figures of each case on a database with games."""
    games, events, new, server = asyncio.run(counts(url))
    with tempfile.TemporaryDirectory() as name:
        folder, increment = Path(name, "all"), Path(name, "increment")
        for case in cases(folder, increment, f"{epoch(url)}.{int(games * SETTLED)}"):
            took = measured(case, url, server)
            click.echo(f"{case.name}: {took.cpu:.1f} s of CPU, {took.postgres:.1f} s of Postgres", err=True)
            amount = {"events": events, "new events": new, "games": games}[case.unit]
            yield {
                "what": case.name, "s": took.seconds, "CPU s": took.cpu, "Postgres s": took.postgres,
                "a second of CPU": f"{amount / max(took.cpu + took.postgres, 0.01):,.0f} {case.unit}",
                "peak MiB": round(took.mib),
            }  # fmt: skip
            if case.name == "export" and (manifest := read_manifest(folder)) is not None:
                size = sum(each.bytes for each in manifest.files)
                yield {"what": f"({games:,} games, {events:,} events: {len(manifest.files)} files, {size:,} bytes)"}


def epoch(url: str) -> str:
    """Return the epoch of a log."""

    async def asked() -> str:
        async with PostgresStore.open(url, 1) as store:
            return str(store.epoch)

    return asyncio.run(asked())


@contextmanager
def filled(games: int) -> Iterator[str]:
    """Give the URL of a database with so many games, followed by all projections."""
    with servers() as (url, _):
        corpus.fill(url, games)
        asyncio.run(followed(url))
        yield url


@click.command()
@click.argument("sizes", type=int, nargs=-1)
@click.option("--url", help="A database that has the games.")
def main(sizes: tuple[int, ...], url: str | None) -> None:
    """Measure, and print a table for each number of games."""
    console = Console(width=None if sys.stdout.isatty() else 140)
    for games in sizes:
        if url is not None:
            printed(console, f"{games:,} games", [*measure(url)])
            continue
        with filled(games) as made:
            printed(console, f"{games:,} games", [*measure(made)])


if __name__ == "__main__":
    main()
