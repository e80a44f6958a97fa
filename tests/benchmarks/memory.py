"""How much memory live games take: a thousand tables, each in the middle of its game.

    python -m tests.benchmarks.memory GAME

It runs in a process of its own, which makes some of them, and prints the MiB that a thousand would take.
"""

import random
import sys
import time
from uuid import uuid4

import click
import psutil

from domain import GAMES, table
from service.play.stream import Stream
from tests.benchmarks.playouts import playout

TABLES = 1000
"""Number of tables whose memory is measured."""

LEAST, SECONDS = 30, 2.0
"""Minimum number of tables, and seconds for which more are made, up to a thousand."""


def stream(game_id: str, dice: random.Random) -> Stream:
    """Return a table in memory after the first half of a random game."""
    stream = Stream(uuid4())
    opening = table.OpenTable(player=uuid4(), game=game_id, secret=dice.randbytes(32).hex())
    events, _ = playout(GAMES[game_id], dice)
    for command, step in ((opening, table.decide(None, opening, 0)), (table.Tick(), tuple(events[: len(events) // 2]))):
        stream.add(table.chained(stream.table_id, stream.head, stream.link, command, step, key=None), None)
    return stream


def measure(game_id: str) -> float:
    """Return the MiB that a thousand tables take."""
    dice = random.Random(1)
    process = psutil.Process()
    held = [stream(game_id, dice)]
    before = process.memory_info().rss
    end = time.process_time() + SECONDS
    while len(held) <= LEAST or (len(held) <= TABLES and time.process_time() < end):
        held.append(stream(game_id, dice))
    return float(process.memory_info().rss - before) / 2**20 * TABLES / (len(held) - 1)


if __name__ == "__main__":
    click.echo(measure(sys.argv[1]))
