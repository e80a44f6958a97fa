"""How much memory live games take: a thousand tables, each in the middle of its game.

    python -m tests.benchmarks.memory GAME

It runs in a process of its own, which prints the MiB that it has grown by.
"""

import random
import sys
from uuid import uuid4

import click
import psutil

from domain import GAMES, table
from service.play.tables import LiveTable, Step, chained
from tests.benchmarks.playouts import playout

TABLES = 1000


def live_table(game_id: str, dice: random.Random) -> LiveTable:
    """Return a table in memory after the first half of a random game."""
    live = LiveTable(uuid4())
    creator = uuid4()
    opening = table.open_table(game_id, {}, creator, dice.randbytes(32), 0)
    events, _ = playout(GAMES[game_id], dice)
    for step in (opening, events[: len(events) // 2]):
        history, chain, _ = chained(live, Step(None, None, step), None)
        for (entry, snapshot), link in zip(history, chain, strict=True):
            live.add(entry, snapshot, link, None)
    return live


def measure(game_id: str) -> float:
    """Return the MiB that the tables take."""
    dice = random.Random(1)
    process = psutil.Process()
    held = [live_table(game_id, dice)]
    before = process.memory_info().rss
    held += [live_table(game_id, dice) for _ in range(TABLES)]
    return float(process.memory_info().rss - before) / 2**20


if __name__ == "__main__":
    click.echo(measure(sys.argv[1]))
