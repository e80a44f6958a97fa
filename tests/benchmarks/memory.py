"""How much memory live games take: a thousand tables, each in the middle of its game.

    python -m tests.benchmarks.memory GAME

It prints the MiB that Python has allocated for a thousand tables, worked out from some. The growth of the process would
tell what playing has left behind, which is more than a table takes.
"""

import gc
import random
import sys
import time
import tracemalloc
from statistics import fmean
from uuid import uuid4

import click
import msgspec

from domain import GAMES, table
from service.play.stream import Stream
from tests.benchmarks.playouts import playout

TABLES = 1000
"""Number of tables whose memory is told."""

LEAST, SECONDS = 5, 1.0
"""Minimum number of tables that are made, and seconds of a core for which more are made."""


def half_a_game(game_id: str, dice: random.Random) -> list[bytes]:
    """Return the events of the first half of a random game, encoded."""
    events, _ = playout(GAMES[game_id], dice)
    return [msgspec.msgpack.encode(event) for event in events[: len(events) // 2]]


def stream(game_id: str, events: list[bytes], dice: random.Random) -> Stream:
    """Return a table in memory after these events; it shares none of their objects with another."""
    stream = Stream(uuid4())
    opening = table.OpenTable(player=uuid4(), game=game_id, secret=dice.randbytes(32).hex())
    happened = tuple(map(msgspec.msgpack.Decoder(GAMES[game_id].Event).decode, events))
    for command, step in ((opening, table.decide(None, opening, 0)), (table.Tick(), happened)):
        stream.add(table.chained(stream.table_id, stream.head, stream.link, command, step, key=None), None, None)
    return stream


def size_of_stream(game_id: str, dice: random.Random) -> int:
    """Return the bytes that one table takes."""
    events = half_a_game(game_id, dice)
    tracemalloc.start()
    kept = stream(game_id, events, dice)
    gc.collect()  # Python keeps freed tuples for the next ones until then
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size


def measure(game_id: str) -> float:
    """Return the MiB that a thousand tables take."""
    dice = random.Random(1)
    size_of_stream(game_id, dice)  # what is made once and shared is no table's
    sizes: list[int] = []
    end = time.process_time() + SECONDS
    while len(sizes) < LEAST or time.process_time() < end:
        sizes.append(size_of_stream(game_id, dice))
    return fmean(sizes) * TABLES / 2**20


if __name__ == "__main__":
    click.echo(measure(sys.argv[1]))
