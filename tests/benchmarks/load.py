"""The load generator: clients that send scripted moves over HTTP/1.1, in a process of its own.

    python -m tests.benchmarks.load PORT CLIENTS SECONDS PAUSE [CONNECTIONS] < tables.json

A client is a socket and a few lines, so that it costs as little as possible of the cores that the services run on.
Before each move it thinks for about PAUSE seconds. With several CONNECTIONS, each of its requests takes any of them: as
if the players of a table had one each, which the system gives to any worker.
"""

import asyncio
import json
import random
import sys
import time
from statistics import fmean, quantiles

import click
import msgspec
from msgspec import Struct


class Table(Struct):
    """A table that has been set up: its path, and the moves that follow, each with the token of its seat."""

    path: str
    script: list[tuple[str, bytes]]


def request(path: str, token: str, body: bytes, key: str = "") -> bytes:
    """Return a request as it goes over the wire, with an idempotency key if one is given."""
    named = f"Idempotency-Key: {key}\r\n" if key else ""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n{named}"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Read one answer; return its status and its body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n", 1)[0])
    return int(head[9:12]), await reader.readexactly(length)


async def load(
    port: int, tables: list[Table], clients: int, seconds: float, pause: float, *, connections: int = 1
) -> dict[str, float]:
    """Let a number of clients play their tables for some seconds; return moves/s, latencies in ms, bytes of a move."""
    end = time.perf_counter() + seconds
    latencies: list[float] = []
    sizes: list[int] = []
    shares = [tables[number::clients] for number in range(clients)]

    async def play(share: list[Table]) -> None:
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(connections)]
        for table in share:
            while table.script and time.perf_counter() < end:
                if pause:
                    await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
                token, body = table.script.pop(0)
                reader, writer = opened[0] if connections == 1 else random.choice(opened)
                sent = request(table.path, token, body, f"k{len(table.script)}")
                began = time.perf_counter()
                writer.write(sent)
                status, document = await answered(reader)
                if status != 200:
                    raise RuntimeError(f"a scripted move was answered with {status}")
                latencies.append(1000 * (time.perf_counter() - began))
                sizes.append(len(sent) + len(document))
        if time.perf_counter() < end:
            raise RuntimeError("the scripts are too short for the time")
        for _, writer in opened:
            writer.close()

    await asyncio.gather(*map(play, shares))
    cuts = quantiles(latencies, n=100)
    figures = {"moves_per_s": len(latencies) / seconds, "p50_ms": cuts[49], "p99_ms": cuts[98]}
    return figures | {"bytes": fmean(sizes)}


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Table])
    port_given, clients_given, seconds_given, pause_given, *connections_given = sys.argv[1:]
    times = float(seconds_given), float(pause_given)
    opened = int(connections_given[0]) if connections_given else 1
    played = load(int(port_given), given, int(clients_given), *times, connections=opened)
    click.echo(json.dumps(asyncio.run(played)))
