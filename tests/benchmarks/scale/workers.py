"""The service with 1, 2 and 4 workers on this machine: moves a second, what each move costs, and who had to read first.

64 clients play two tables each. In the rows "at one" all requests of a table come over one connection, so that one
worker has the table, as behind `deploy/haproxy.cfg`; in the rows "at any" each client has six connections, which the
system gives to any worker. All run on one PostgreSQL and one Redis, beside the load itself.
"""

import random
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from statistics import fmean
from typing import Any, NamedTuple

import asyncpg
import psutil
from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector
from redis.asyncio import Redis as Client

from service.embedded import Postgres, Redis
from service.runtime.metrics import MULTIPROCESS_FOLDER
from tests.benchmarks.load import Table
from tests.benchmarks.moves import SEATS, Script, generated, made_scripts, operator_token, served, set_up
from tests.benchmarks.reporting import Row
from tests.benchmarks.scale.costs import Meter
from tests.benchmarks.streams import path_of, reading

PORT = 8305
CLIENTS, TABLES = 64, 256
SECONDS = 4.0
SETUPS = {1: (1,), 2: (1, SEATS), 4: (1, SEATS)}
"""Numbers of workers, each with numbers of connections of a client."""
ON_MANY_HOSTS = (2, 1)
"""The setup whose costs the model takes: each worker tells another of its moves, and hears the other's."""
READERS = 4
"""Streams of each table, where there are readers."""
KIB, MIB = 2**10, 2**20

COUNTED = """
select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
    (select count(*) - 1 from pg_stat_activity where backend_type = 'client backend') as connections
"""


class Site(NamedTuple):
    """What all setups share: the servers, an operator's token, and scripts to play."""

    postgres: Postgres
    redis: Redis
    operator: str
    scripts: Sequence[Script]


class Workers(NamedTuple):
    """A service that runs: its process, its workers, and the folder of its metrics."""

    pid: int
    each: list[psutil.Process]
    metrics: str

    def counts(self) -> dict[str, float]:
        """Return the sums over all workers of what is counted, by name, or name and result."""
        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=self.metrics)  # type: ignore[no-untyped-call]
        counts: dict[str, float] = {}
        for family in registry.collect():
            for sample in family.samples:
                name = " ".join(filter(None, (sample.name, sample.labels.get("result"))))
                counts[name] = counts.get(name, 0.0) + sample.value
        return counts

    def memory(self) -> float:
        """Return the bytes in memory of a worker, on average."""
        return fmean(each.memory_info().rss for each in self.each)


@asynccontextmanager
async def running(site: Site, workers: int) -> AsyncIterator[Workers]:
    """Serve by some workers."""
    with tempfile.TemporaryDirectory() as metrics:
        environment = {
            "PARLOUR_POSTGRES_URL": site.postgres.url,
            "PARLOUR_REDIS_URL": site.redis.url,
            "PARLOUR_SIGNING_KEY": "A" * 43 + "=",
            "PARLOUR_LOG_LEVEL": "warning",
            MULTIPROCESS_FOLDER: metrics,
        }
        options = ("--workers", str(workers), "--backpressure", "20000", "--backlog", "4096")
        async with served("service.app:application", PORT, environment, *options) as pid:
            await set_up(PORT, site.operator, workers, site.scripts)
            yield Workers(pid, psutil.Process(pid).children(), metrics)


async def totals(site: Site) -> dict[str, float]:
    """Return the bytes of the write-ahead log and the connections, commands and bytes that the servers count."""
    connection = await asyncpg.connect(site.postgres.url)
    found = dict(await connection.fetchrow(COUNTED) or {})
    await connection.close()
    async with Client.from_url(site.redis.url) as client:
        info = await client.info()
    return found | {
        "commands": info["total_commands_processed"],
        "redis bytes": info["total_net_input_bytes"] + info["total_net_output_bytes"],
    }


async def played(site: Site, workers: Workers, tables: list[Table], connections: int) -> dict[str, float]:
    """Play tables for some seconds; return the figures of the load, and what a move used."""
    known, before = await totals(site), workers.counts()
    assert site.postgres.pid is not None
    assert site.redis.pid is not None
    meter = Meter({"service_us": [workers.pid], "postgres_us": [site.postgres.pid], "redis_us": [site.redis.pid]})
    figures = await generated(PORT, tables, CLIENTS, SECONDS, connections=connections)
    moves = figures["moves_per_s"] * SECONDS
    figures |= meter.used(moves)
    counts, after = workers.counts(), await totals(site)
    for name, key in (("news", "parlour_commands_behind_total news"), ("all", "parlour_commands_behind_total all")):
        figures[f"behind, {name} %"] = 100 * (counts.get(key, 0.0) - before.get(key, 0.0)) / moves
    conflicts = "parlour_conflicts_total"
    figures["conflicts %"] = 100 * (counts.get(conflicts, 0.0) - before.get(conflicts, 0.0)) / moves
    figures |= {f"{name} a move": (after[name] - known[name]) / moves for name in ("wal", "commands", "redis bytes")}
    return figures | {
        "MiB a worker": workers.memory() / MIB,
        "connections a worker": after["connections"] / len(workers.each),
        "table_bytes": counts.get("parlour_tables_bytes", 0.0),
    }


async def watched(site: Site, workers: Workers, empty: float, alone: dict[str, float]) -> dict[str, float]:
    """Play at one worker with readers at each table; return what one costs, and what tables and streams take.

    `empty` is the memory of the worker before, in bytes, `alone` what moves cost without readers.
    """
    tables = await set_up(PORT, site.operator, TABLES, site.scripts)
    before = workers.memory()
    streams = [(path_of(table), token) for table in tables for token in seats_of(table)[:READERS]]
    async with reading(PORT, streams) as readers:
        opened = sum(each.bytes for each in readers)
        memory = workers.memory() - before
        among = await played(site, workers, tables, 1)
        told = sum(each.bytes for each in readers) - opened
    return {
        "reader_us": max(0.0, among["service_us"] - alone["service_us"]) / READERS,
        "line_bytes": told / among["moves_per_s"] / SECONDS / READERS,
        "stream_bytes": memory / len(streams),
        "table_bytes": alone["table_bytes"] / (TABLES + 1),
        "worker_bytes": empty,
    }


def seats_of(table: Table) -> list[str]:
    """Return the tokens of those who move at a table."""
    return list(dict.fromkeys(token for token, _ in table.script))


async def measure(postgres: Postgres, redis: Redis) -> tuple[list[Row], dict[str, float]]:
    """Return a row for each setup, and the costs that the model takes."""
    scripts = [each for each in made_scripts(random.Random(1)) if len({seat for seat, _ in each.moves}) >= READERS]
    site = Site(postgres, redis, await operator_token(postgres.url), scripts)
    found: dict[tuple[int, int], dict[str, float]] = {}
    costs: dict[str, float] = {}
    for number, routings in SETUPS.items():
        async with running(site, number) as workers:
            empty = workers.memory()
            for connections in routings:
                tables = await set_up(PORT, site.operator, TABLES, scripts)
                found[number, connections] = await played(site, workers, tables, connections)
            if number == 1:
                costs = await watched(site, workers, empty, found[1, 1])
    rows = [row(setup, figures, found[1, 1]) for setup, figures in found.items()]
    return rows, costs | of_a_move(found[ON_MANY_HOSTS])


def of_a_move(figures: dict[str, float]) -> dict[str, float]:
    """Return the costs that the model takes from the figures of a setup."""
    return {
        "worker_us": figures["service_us"],
        "postgres_us": figures["postgres_us"],
        "redis_us": figures["redis_us"],
        "request_bytes": figures["bytes"],
        "wal_bytes": figures["wal a move"],
        "connections": figures["connections a worker"],
    }


def row(setup: tuple[int, int], figures: dict[str, float], one: dict[str, float]) -> Row:
    """Return what is shown of a setup, beside one worker."""
    workers, connections = setup
    name = f"{workers}, a table at {'one' if connections == 1 else 'any'}" if workers > 1 else "1"
    shown: dict[str, Any] = {"workers": name, "moves/s": figures["moves_per_s"]}
    shown["ratio to 1"] = figures["moves_per_s"] / one["moves_per_s"]
    shown["p99 ms"] = figures["p99_ms"]
    for group, key in (("worker", "service_us"), ("PostgreSQL", "postgres_us"), ("Redis", "redis_us")):
        shown[f"µs a move, {group}"] = round(figures[key])
    for key in ("behind, news %", "behind, all %", "conflicts %"):
        shown[key] = figures[key]
    shown["MiB a worker"] = round(figures["MiB a worker"])
    shown["Redis commands a move"] = figures["commands a move"]
    return shown
