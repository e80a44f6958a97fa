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
from service.play.stream import Stream
from tests.benchmarks.playouts import playout

TABLES = 1000


def stream(game_id: str, dice: random.Random) -> Stream:
    """Return a table in memory after the first half of a random game."""
    stream = Stream(uuid4())
    opening = table.OpenTable(player=uuid4(), game=game_id, secret=dice.randbytes(32).hex())
    events, _ = playout(GAMES[game_id], dice)
    for command, step in ((opening, table.decide(None, opening, 0)), (table.Tick(), events[: len(events) // 2])):
        stream.add(table.chained(stream.table_id, stream.head, stream.link, command, step, key=None), None)
    return stream


def measure(game_id: str) -> float:
    """Return the MiB that the tables take."""
    dice = random.Random(1)
    process = psutil.Process()
    held = [stream(game_id, dice)]
    before = process.memory_info().rss
    held += [stream(game_id, dice) for _ in range(TABLES)]
    return float(process.memory_info().rss - before) / 2**20


if __name__ == "__main__":
    click.echo(measure(sys.argv[1]))
