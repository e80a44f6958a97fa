"""`make bench-history`: exports, named questions, rebuilds and the report, on many finished games of all kinds.

    nice python -m tests.benchmarks.analysts 10000 100000
    nice python -m tests.benchmarks.analysts --url postgresql://… 10000

Games are played and followed first, unless a database that has them is given. Each command is a process of its own, as
an analyst starts it. `s` is what the clock says, `CPU s` what the process took, `Postgres s` what its server took. If
there are several numbers of games, a last table says what a game took of each: the same, if all grows linearly.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import asyncpg
import click
import psutil
from rich.console import Console

from service.analysis.manifest import read_manifest
from service.analysis.querying import questions
from service.history.postgres import PostgresHistory
from service.history.projector import PROJECTIONS, Projector
from service.store.postgres.store import PostgresStore
from tests.benchmarks.reporting import Row, printed
from tests.benchmarks.servers import servers

PARLOUR = (sys.executable, "-c", "from service.cli import parlour; parlour()")
FOLLOW = (sys.executable, "-c", "from tests.benchmarks.analysts import follow; follow()")
KEY = "A" * 43 + "="
PER_GAME = "ms of CPU a game"
SETTLED = 0.95
"""The share of the games that an increment finds exported already."""


class Case(NamedTuple):
    """Something that is measured: a program, and of what it does how many a second."""

    name: str
    command: tuple[str, ...]
    unit: str


class Measured(NamedTuple):
    """What a command took: by the clock, of a core, of Postgres' cores, and of memory at most."""

    seconds: float
    cpu: float
    postgres: float
    mib: float


def making(url: str, games: int) -> Iterator[Case]:
    """Yield what makes a database with games."""
    yield Case("playing the games", (sys.executable, "-m", "tests.benchmarks.corpus", url, str(games)), "games")
    yield Case("following them", FOLLOW, "games")


def cases(folder: Path, increment: Path, since: str) -> Iterator[Case]:
    """Yield what is measured of such a database, in this order."""
    export = (*PARLOUR, "export", "--private", "--to")
    yield Case("export", (*export, str(folder)), "events")
    yield Case("export of the last 5 %", (*export, str(increment), "--since", since), "new events")
    yield Case("export of nothing new", (*export, str(folder)), "games")
    for name in questions():
        yield Case(f"query {name}", (*PARLOUR, "query", name, "--export", str(folder), "--json"), "events")
    page = folder.with_name("report.html")
    yield Case("report", (*PARLOUR, "report", "--export", str(folder), "-o", str(page)), "events")
    for projection in PROJECTIONS:
        yield Case(f"rebuild {projection.name}", (*PARLOUR, "rebuild", projection.name), "games")


def measured(case: Case, url: str, server: psutil.Process) -> Measured:
    """Run a command. Raises RuntimeError if it fails."""
    environment = os.environ | {"PARLOUR_POSTGRES_URL": url, "PARLOUR_SIGNING_KEY": KEY}
    before, began = cpu_of(server), time.monotonic()
    process = subprocess.Popen(case.command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{case.name} has failed")
    seconds, cpu = time.monotonic() - began, usage.ru_utime + usage.ru_stime
    took = Measured(seconds, cpu, cpu_of(server) - before, usage.ru_maxrss / 1024)
    click.echo(f"{case.name}: {took.cpu:.1f} s of CPU, {took.postgres:.1f} s of Postgres", err=True)
    return took


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


async def server_of(url: str) -> psutil.Process:
    """Return the process of a database's server."""
    connection = await asyncpg.connect(url)
    server = psutil.Process(await connection.fetchval("select pg_backend_pid()")).parent()
    await connection.close()
    if server is None:
        raise RuntimeError("Postgres does not run on this machine")
    return server


async def counts(url: str) -> Mapping[str, int]:
    """Return how many games and events there are, and how many events in the last 5 % of the games."""
    connection = await asyncpg.connect(url)
    games = await connection.fetchval("select max(number) from parlour_history.games")
    events, new = [
        await connection.fetchval("select sum(events) from parlour_history.games where number > $1", number)
        for number in (0, int(games * SETTLED))
    ]
    await connection.close()
    return {"games": games, "events": int(events), "new events": int(new)}


async def followed(url: str) -> None:
    """Bring all projections up to date."""
    async with PostgresStore.open(url, 2) as store, PostgresHistory.open(url) as history:
        projector = Projector(store, history)
        while await projector.step():
            pass


def follow() -> None:
    """Bring all projections of the database of the environment up to date, as a program."""
    asyncio.run(followed(os.environ["PARLOUR_POSTGRES_URL"]))


def made(url: str, games: int) -> Iterator[Row]:
    """Play and follow a number of games; yield the figures of that."""
    server = asyncio.run(server_of(url))
    taken = [(case, measured(case, url, server)) for case in making(url, games)]
    amounts = asyncio.run(counts(url))
    for case, took in taken:
        yield row(case, took, amounts)


def measure(url: str) -> Iterator[Row]:
    """Yield the figures of each case on a database with games."""
    server, amounts = asyncio.run(server_of(url)), asyncio.run(counts(url))
    with tempfile.TemporaryDirectory() as name:
        folder, increment = Path(name, "all"), Path(name, "increment")
        for case in cases(folder, increment, f"{epoch(url)}.{int(amounts['games'] * SETTLED)}"):
            yield row(case, measured(case, url, server), amounts)
            if case.name == "export" and (manifest := read_manifest(folder)) is not None:
                size = sum(each.bytes for each in manifest.files)
                told = f"{amounts['games']:,} games, {amounts['events']:,} events"
                yield {"what": f"({told}: {len(manifest.files)} files, {size:,} bytes)"}


def row(case: Case, took: Measured, amounts: Mapping[str, int]) -> Row:
    """Return the figures of a case."""
    cpu = took.cpu + took.postgres
    return {
        "what": case.name, "s": took.seconds, "CPU s": took.cpu, "Postgres s": took.postgres,
        "a second of CPU": f"{amounts[case.unit] / max(cpu, 0.01):,.0f} {case.unit}", "peak MiB": round(took.mib),
        PER_GAME: round(1000 * cpu / amounts["games"], 2),
    }  # fmt: skip


def growth(tables: Mapping[int, Sequence[Row]]) -> Iterator[Row]:
    """Yield what a game took in each case, given the number of games."""
    found = {
        games: {each["what"]: each[PER_GAME] for each in rows if PER_GAME in each} for games, rows in tables.items()
    }
    for name in dict.fromkeys(name for rows in found.values() for name in rows):
        yield {"what": name} | {f"{games:,} games": rows[name] for games, rows in found.items()}


@contextlib.contextmanager
def new_database() -> Iterator[str]:
    """Give the URL of a database with nothing in it."""
    with servers() as (url, _):
        yield url


def epoch(url: str) -> str:
    """Return the epoch of a log."""

    async def asked() -> str:
        async with PostgresStore.open(url, 1) as store:
            return str(store.epoch)

    return asyncio.run(asked())


@click.command()
@click.argument("sizes", type=int, nargs=-1)
@click.option("--url", help="A database that has the games.")
def main(sizes: tuple[int, ...], url: str | None) -> None:
    """Measure, and print a table for each number of games."""
    console = Console(width=None if sys.stdout.isatty() else 140)
    tables: dict[int, list[Row]] = {}
    for games in sizes:
        with contextlib.nullcontext(url) if url else new_database() as given:
            rows = [] if url else list(made(given, games))
            tables[games] = [*rows, *measure(given)]
        printed(console, f"{games:,} games", tables[games])
    if len(tables) > 1:
        printed(console, PER_GAME, [*growth(tables)])


if __name__ == "__main__":
    main()
