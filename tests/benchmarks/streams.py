"""Streams: how soon a move of one client is an event on the stream of another, and what streams cost that say nothing.

Fifty games of Literature are played at once, a hundred moves a second in all. Each has one reader, on the worker that
the moves go to, or on another one, which hears of them through Redis. Then two thousand streams are opened on one
worker, and a single game is played among them.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from statistics import quantiles
from typing import Any

import psutil

from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.store.migrate import migrate
from tests.benchmarks.load import Table, answered, request
from tests.benchmarks.moves import made_scripts, operator_token, served, set_up

GAMES = 50
SECONDS = 4.0
PAUSE_SECONDS = 0.5
IDLE = 2000
IDLE_MOVES = 100
READERS = 200
"""Number of players who read the idle streams, ten each."""
PORTS = (8303, 8304)
LONGEST_LINE = 2**22

Delay = tuple[float, float]
"""Of a move: from sending it to its answer, and to its event on another client's stream, in ms."""


class Reader:
    """Reads a stream, and notes when an event comes that somebody waits for."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.next: asyncio.Future[float] | None = None
        self.bytes = 0
        """How many it has read."""

    async def follow(self, port: int, path: str, token: str) -> None:
        """Read for ever."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        while line := await reader.readline():
            self.bytes += len(line)
            if line.startswith(b'{"type":"event"') and self.next is not None and not self.next.done():
                self.next.set_result(time.perf_counter())
            elif line.startswith(b'{"type":"view"'):
                self.opened.set()
        raise RuntimeError(f"the stream {path} has ended")


@asynccontextmanager
async def reading(port: int, streams: Sequence[tuple[str, str]]) -> AsyncIterator[list[Reader]]:
    """Open streams, given by their paths and tokens, and give their readers once each has got its view."""
    readers = [Reader() for _ in streams]
    tasks = []
    for reader, (path, token) in zip(readers, streams, strict=True):
        tasks.append(asyncio.create_task(reader.follow(port, path, token)))
        if len(tasks) % 100 == 0:
            await reader.opened.wait()
    await asyncio.gather(*(reader.opened.wait() for reader in readers))
    yield readers
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def play(port: int, table: Table, reader: Reader, goes_on: Callable[[int], bool], pause: float) -> list[Delay]:
    """Make the moves of a table's script one after the other; return what each took."""
    told, writer = await asyncio.open_connection("127.0.0.1", port)
    delays: list[Delay] = []
    while goes_on(len(delays)) and table.script:
        await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
        token, body = table.script.pop(0)
        reader.next = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        writer.write(request(table.path, token, body, f"k{len(table.script)}"))
        status, _ = await answered(told)
        if status != 200:
            raise RuntimeError(f"a scripted move was answered with {status}")
        answer = time.perf_counter() - began
        delays.append((1000 * answer, 1000 * (await reader.next - began)))
    writer.close()
    return delays


def path_of(table: Table) -> str:
    """Return the path of a table's stream."""
    return table.path.removesuffix("moves") + "stream"


def summary(delays: Sequence[Delay]) -> dict[str, float]:
    """Return the delays from a move's answer to its event, and of the answers themselves, as p50 and p99 in ms."""
    answers = quantiles([answer for answer, _ in delays], n=100)
    events = quantiles([event for _, event in delays], n=100)
    after = quantiles([max(0.0, event - answer) for answer, event in delays], n=100)
    return {
        "moves": len(delays),
        "answer p50_ms": answers[49],
        "answer p99_ms": answers[98],
        "event p50_ms": events[49],
        "event p99_ms": events[98],
        "event after answer p50_ms": after[49],
        "event after answer p99_ms": after[98],
    }


async def live(port: int, tables: list[Table]) -> dict[str, float]:
    """Play all tables at once on the first worker, and read their streams on a worker."""
    # Another seat's stream than the mover's could be any; that of the last seat is as good as another.
    streams = [(path_of(table), table.script[-1][0]) for table in tables]
    end = time.perf_counter() + SECONDS
    async with reading(port, streams) as readers:
        played = await asyncio.gather(
            *(
                play(PORTS[0], table, reader, lambda _: time.perf_counter() < end, PAUSE_SECONDS)
                for table, reader in zip(tables, readers, strict=True)
            )
        )
    return summary([delay for delays in played for delay in delays])


async def idle(pid: int, tables: list[Table], tokens: list[str]) -> dict[str, float]:
    """Open streams that say nothing on a worker, and play one table among them."""
    (worker,) = psutil.Process(pid).children()
    first, *others = tables
    streams = [(path_of(others[number % len(others)]), tokens[number % len(tokens)]) for number in range(IDLE)]
    async with reading(PORTS[0], [(path_of(first), tokens[0])]) as (reader,):
        before = worker.memory_info().rss
        async with reading(PORTS[0], streams):
            memory = worker.memory_info().rss - before
            delays = await play(PORTS[0], first, reader, lambda moves: moves < IDLE_MOVES, 0.01)
    return summary(delays) | {"KiB a stream": memory / 1024 / IDLE}


async def tokens_of(postgres_url: str, number: int) -> list[str]:
    """Make players, and return their tokens."""
    await migrate(postgres_url)
    async with PostgresAccounts.open(postgres_url, 1) as store:
        accounts = Accounts(store)
        return [await accounts.issue_token((await accounts.create_player("Reader")).id) for _ in range(number)]


async def measure(postgres_url: str, redis_url: str) -> dict[str, dict[str, Any]]:
    """Return the figures for readers on the same worker, for those on another, and among idle streams."""
    environment = {
        "PARLOUR_POSTGRES_URL": postgres_url,
        "PARLOUR_REDIS_URL": redis_url,
        "PARLOUR_SIGNING_KEY": "A" * 43 + "=",
        "PARLOUR_LOG_LEVEL": "warning",
        "PARLOUR_LIMIT_COMMANDS": "0",
        "PARLOUR_LIMIT_STREAMS": "0",
    }
    options = ("--backpressure", "20000", "--backlog", "4096")
    scripts, operator = made_scripts(random.Random(1)), await operator_token(postgres_url)
    tokens = await tokens_of(postgres_url, READERS)
    figures = {}
    async with (
        served("service.app:application", PORTS[0], environment, *options) as pid,
        served("service.app:application", PORTS[1], environment, *options),
    ):
        for name, port in zip(("same worker", "other worker"), PORTS, strict=True):
            figures[name] = await live(port, await set_up(PORTS[0], operator, GAMES, scripts))
        figures[f"among {IDLE} idle"] = await idle(pid, await set_up(PORTS[0], operator, GAMES, scripts), tokens)
    return figures
