"""`make bench`: how fast rules, moves, streams and the log are, on this machine and now, in medians of several rounds.

    python -m tests.benchmarks [PART] [--json]

Each part is printed as soon as it ends. Ratios compare two sides in one run; the absolute figures are this machine's,
load generator included.
"""

import asyncio
import subprocess
import sys
from statistics import median

import click

from domain import GAMES
from tests.benchmarks import auditing, growth, history, moves, playouts, replays, store, streams
from tests.benchmarks.reporting import Part, Row, report
from tests.benchmarks.servers import servers

ROUNDS = 3
SECONDS_A_ROUND = 0.5


def rules() -> list[Row]:
    """Playouts, replays and views of each game on one core, and the memory of a thousand live tables."""
    rows: list[Row] = []
    for game in GAMES:
        rounds = [playouts.measure(game, SECONDS_A_ROUND, seed) for seed in range(ROUNDS)]
        memory = subprocess.check_output([sys.executable, "-m", "tests.benchmarks.memory", game])
        figures = {key: round(median(each[key] for each in rounds)) for key in rounds[0]}
        rows.append({"game": game, **figures, "mib_per_1000": round(float(memory))})
    return rows


def move_endpoint() -> list[Row]:
    """POST …/moves beside the bare endpoint."""
    with servers() as (postgres, redis):
        figures = asyncio.run(moves.measure(postgres, redis))
    return [
        {"clients": str(clients), "ratio": each["ratio"], "ratio of p99": each["ratio of p99"]}
        | {f"{side} {key}": each[side][key] for side in ("parlour", "bare") for key in each[side]}
        for clients, each in figures.items()
    ]


def live_streams() -> list[Row]:
    """Streams: from a move to its event at another client, and streams that say nothing."""
    with servers() as (postgres, redis):
        figures = asyncio.run(streams.measure(postgres, redis))
    return [{"readers": name, **each} for name, each in figures.items()]


def old_versions() -> list[Row]:
    """Readers of a table of 20,000 events, and a bystander of another one."""
    with servers() as (postgres, _):
        figures = asyncio.run(history.measure(postgres))
    return [{"what is read": name, **each} for name, each in figures.items()]


def replayed() -> list[Row]:
    """Replays of a table of 20,000 events: what they cost, and how long the moves of 50 other tables take meanwhile."""
    with servers() as (postgres, redis):
        return asyncio.run(replays.measure(postgres, redis))


def log() -> list[Row]:
    """Durable appends a second, beside plain inserts."""
    with servers() as (postgres, _):
        figures = asyncio.run(store.measure(postgres))
    return [{"command": name, **each} for name, each in figures.items()]


def long_log() -> list[Row]:
    """Questions to a log of 300,000 events, before and after old games are archived."""
    with servers() as (postgres, _):
        return asyncio.run(growth.measure(postgres))


def audits() -> list[Row]:
    """Audits of finished games, beside plain reading of their events."""
    with servers() as (postgres, _):
        return auditing.measure(postgres)


PARTS: dict[str, Part] = {
    "rules": rules,
    "moves": move_endpoint,
    "streams": live_streams,
    "history": old_versions,
    "replay": replayed,
    "log": log,
    "growth": long_log,
    "audit": audits,
}
"""What can be measured, by name. Each part has servers of its own: nothing of one is left when another begins."""


@click.command()
@click.argument("part", type=click.Choice(list(PARTS)), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(part: str | None, *, as_json: bool) -> None:
    """Measure a part, or all, and print the medians."""
    report(PARTS if part is None else {part: PARTS[part]}, as_json=as_json)


if __name__ == "__main__":
    main()
