"""The log in K = 1, 4 and 16 shards in one database, and in 2, 4 and 16 on two servers: appends a second, their costs.

256 callers have a table each and write one event at a time; the setups take turns. Then one caller alone: how long an
append keeps its lanes, and what it costs when no other shares its statement.
"""

import os
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlsplit

import asyncpg

from service.embedded import Postgres
from service.log_address import LogAddress
from service.store import EventStore
from service.store.postgres.opening import open_log, prepare
from tests.benchmarks.reporting import Row
from tests.benchmarks.scale.costs import Meter
from tests.benchmarks.store import appended

SETUPS = ((1, 1), (4, 1), (16, 1), (2, 2), (4, 2), (16, 2))
"""Numbers of shards, and of servers."""
CALLERS = 256
ROUNDS = 6
EVENTS = 1
LOOKS = 500

SIZE = """
select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
where c.relkind = 'r' and c.relnamespace::regnamespace::text like 'parlour%'
"""
WAL = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"


class Log(NamedTuple):
    """A log that is measured: in how many shards, on which servers, and where."""

    shards: int
    servers: Sequence[Postgres]
    urls: Sequence[str]
    store: EventStore

    @property
    def name(self) -> str:
        """What the row is called."""
        return f"K = {self.shards}" + (f" on {len(self.servers)} servers" if len(self.servers) > 1 else "")

    def meter(self) -> Meter:
        """Begin to measure what its servers use, and this process, which is the caller."""
        pids = [each.pid for each in self.servers if each.pid is not None]
        return Meter({"postgres_us": pids, "caller_us": [os.getpid()]})

    async def total(self, question: str) -> int:
        """Return the sum of what its databases answer."""
        found = 0
        for url in self.urls:
            connection = await asyncpg.connect(url)
            found += await connection.fetchval(question)
            await connection.close()
        return found


@asynccontextmanager
async def opened(shards: int, servers: Sequence[Postgres]) -> AsyncIterator[Log]:
    """Make a log in new databases, and open it."""
    name = f"scale_{uuid.uuid4().hex}"
    urls = [urlsplit(each.url)._replace(path=f"/{name}").geturl() for each in servers]
    for each in servers:
        connection = await asyncpg.connect(each.url)
        await connection.execute(f"create database {name}")
        await connection.close()
    addresses = " ".join(urls)
    await prepare(LogAddress.parsed(addresses), shards)
    async with open_log(addresses) as store:
        yield Log(shards, servers, urls, store)


async def of_a_round(log: Log, callers: int) -> dict[str, float]:
    """Let callers append for a while; return how many a second, how long each waited, and what it used."""
    meter, before = log.meter(), await log.total(WAL)
    a_second, latencies = await appended(log.store.append, EVENTS, callers)
    figures = meter.used(len(latencies))
    wal = await log.total(WAL) - before
    cuts = quantiles(latencies, n=100)
    figures |= {"appends/s": a_second, "p50 ms": cuts[49], "p99 ms": cuts[98], "wal_bytes": wal / len(latencies)}
    return figures | {"appends": len(latencies)}


async def look_us(log: Log) -> float:
    """Return how many microseconds of its servers a look takes at what is due, and at the lanes; for each shard."""
    meter = log.meter()
    for _ in range(LOOKS):
        await log.store.due(int(time.time() * 1000), 500)
        await log.store.lane_positions()
    return meter.used(2 * LOOKS * log.shards)["postgres_us"]


async def measure(servers: Sequence[Postgres]) -> tuple[list[Row], dict[str, float]]:
    """Return a row for each setup, and the costs that the model takes."""
    async with AsyncExitStack() as stack:
        logs = [await stack.enter_async_context(opened(shards, servers[:number])) for shards, number in SETUPS]
        empty = [await log.total(SIZE) for log in logs]
        rounds: list[list[dict[str, float]]] = [[] for _ in logs]
        for _ in range(ROUNDS):
            for log, figures in zip(logs, rounds, strict=True):
                figures.append(await of_a_round(log, CALLERS))
        sizes = [await log.total(SIZE) - before for log, before in zip(logs, empty, strict=True)]
        alone = [await of_a_round(logs[0], 1) for _ in range(ROUNDS)]
        look = await look_us(logs[0])
    rows = []
    for log, figures, size in zip(logs, rounds, sizes, strict=True):
        events = EVENTS * sum(each["appends"] for each in figures)
        rows.append({"log": log.name, **shown(figures, rounds[0]), "bytes an event": size / events})
    rows.append({"log": f"{logs[0].name}, one caller", **shown(alone, rounds[0])})
    return rows, {
        "commit_ms": median(each["p50 ms"] for each in alone),
        "look_us": look,
        "event_bytes": rows[0]["bytes an event"],
    }


def shown(rounds: Sequence[dict[str, float]], beside: Sequence[dict[str, float]]) -> Row:
    """Return the medians of rounds, and the median of the rounds' quotients to those of another log."""
    ratio = median(mine["appends/s"] / other["appends/s"] for mine, other in zip(rounds, beside, strict=True))
    middle = {key: median(each[key] for each in rounds) for key in rounds[0]}
    return {
        "appends/s": middle["appends/s"],
        "ratio to K = 1": ratio,
        "p50 ms": middle["p50 ms"],
        "p99 ms": middle["p99 ms"],
        "µs an append, PostgreSQL": round(middle["postgres_us"]),
        "µs an append, caller": round(middle["caller_us"]),
        "WAL bytes an append": round(middle["wal_bytes"]),
    }
