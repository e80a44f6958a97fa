"""`make bench`: how fast rules, log, moves and streams are, on this machine and now, in medians of several rounds.

    python -m tests.benchmarks [--json]

Ratios compare two sides in one run; the absolute figures are this machine's, load generator included.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from domain import GAMES
from service.embedded import Postgres, Redis, socket_folder
from tests.benchmarks import moves, playouts, store, streams

ROUNDS = 5
GAMES_A_ROUND = 200

Figures = dict[str, Any]


def rules(progress: Progress) -> dict[str, Figures]:
    """Measure playouts, replays and views of each game, and the memory of live tables."""
    task = progress.add_task("rules", total=len(GAMES) * ROUNDS)
    figures: dict[str, Figures] = {}
    for game in GAMES:
        rounds = []
        for seed in range(ROUNDS):
            rounds.append(playouts.measure(game, GAMES_A_ROUND, seed))
            progress.advance(task)
        figures[game] = {key: round(median(each[key] for each in rounds)) for key in rounds[0]}
        command = [sys.executable, "-m", "tests.benchmarks.memory", game]
        figures[game]["mib_per_1000"] = round(float(subprocess.check_output(command)))
    return figures


def service(progress: Progress) -> tuple[dict[str, Figures], dict[int, Figures], dict[str, Figures]]:
    """Measure the log, the move endpoint and streams on servers of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            socket_folder(folder) as run,
            Postgres(folder / "postgres", run) as postgres,
            Redis(folder / "redis", run) as redis,
        ):
            task = progress.add_task("moves", total=moves.ROUNDS * len(moves.CLIENTS))
            endpoint = asyncio.run(moves.measure(postgres.url, redis.url, lambda: progress.advance(task)))
            task = progress.add_task("streams", total=streams.KINDS)
            live = asyncio.run(streams.measure(postgres.url, redis.url, lambda: progress.advance(task)))
            # The last one: what it writes makes no games, and the clock of a service would stumble over it.
            task = progress.add_task("log", total=1)
            log = asyncio.run(store.measure(postgres.url))
            progress.advance(task)
            return log, endpoint, live


def printed(console: Console, title: str, rows: list[Figures]) -> None:
    """Print a table of figures; what a row lacks are its last ones."""
    table = Table(title=title)
    names = dict.fromkeys(name for row in rows for name in row)
    for column, name in enumerate(names):
        table.add_column(name, justify="right" if column else "left")
    for row in rows:
        table.add_row(*map(shown, row.values()))
    console.print(table)


def shown(value: str | float) -> str:
    """Return a figure as a person reads it."""
    if isinstance(value, str):
        return value
    return f"{value:,.2f}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(*, as_json: bool) -> None:
    """Measure everything and print the medians."""
    console = Console(width=None if sys.stdout.isatty() else 140)
    with Progress(console=Console(stderr=True)) as progress:
        games = rules(progress)
        log, endpoint, followed = service(progress)
    if as_json:
        click.echo(json.dumps({"rules": games, "log": log, "moves": endpoint, "streams": followed}, indent=1))
        return
    printed(console, "Rules, one core", [{"game": game, **figures} for game, figures in games.items()])
    printed(console, "Log: durable appends/s", [{"command": name, **figures} for name, figures in log.items()])
    printed(
        console,
        "POST …/moves beside the bare endpoint",
        [
            {"clients": str(clients), "ratio": each["ratio"]}
            | {f"{side} {key}": each[side][key] for side in ("parlour", "bare") for key in each[side]}
            for clients, each in endpoint.items()
        ],
    )
    printed(console, "Streams", [{"readers": name, **figures} for name, figures in followed.items()])


if __name__ == "__main__":
    main()
