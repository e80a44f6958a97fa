"""How fast a log is audited: beside plain reading of the same events, by one process and by all cores."""

import asyncio
import os
import resource
import time
from collections.abc import Callable
from typing import Any

from service.audit.lanes import TABLES, AuditScope
from service.audit.processes import lane_reports
from service.store import LANES
from service.store.postgres.audit import AuditedLog
from tests.benchmarks import real_games

GAMES = 3_000
MIB = 1024

Row = dict[str, Any]


def scope() -> AuditScope:
    """Return that everything is to be audited."""
    return AuditScope({real_games.SIGNER.key_id: real_games.SIGNER.public_key})


def read(url: str) -> int:
    """Read all events, as an audit reads them, and do nothing with them; return how many there are."""

    async def reading() -> int:
        found = 0
        async with AuditedLog.open(url) as log:
            for lane in range(LANES):
                tables = sorted(await log.known(lane))
                for place in range(0, len(tables), TABLES):
                    async with log.snapshot():
                        async for page in log.streams(lane, tables[place : place + TABLES]):
                            found += len(page)
        return found

    return asyncio.run(reading())


def audit(url: str, jobs: int) -> int:
    """Audit everything; return how many events were found to be in order. Raises ValueError if any is not."""
    reports = [*lane_reports(url, scope(), jobs, lambda _: None)]
    if any(report.faults or report.unjudged for report in reports):
        raise ValueError("the log is not in order")
    return sum(report.events for report in reports)


def timed(work: Callable[[], int]) -> tuple[float, float]:
    """Return how many events a second some work takes, and how many µs of all cores an event costs in this program."""
    began, used = time.perf_counter(), cpu_seconds()
    events = work()
    return events / (time.perf_counter() - began), 1e6 * (cpu_seconds() - used) / events


def cpu_seconds() -> float:
    """Return the time of cores that this process has used, and its children that have ended."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


def measure(url: str, games: int = GAMES) -> list[Row]:
    """Fill a log with finished games, and return how fast it is read and audited."""
    real_games.fill(url, games)
    return figures(url)


def figures(url: str) -> list[Row]:
    """Return how fast a log that `real_games` has filled is read and audited."""
    cores = len(os.sched_getaffinity(0))
    plain, cost = timed(lambda: read(url))
    rows = [{"what": "plain reading", "events/s": round(plain), "ratio": 1.0, "µs of a core": round(cost, 1)}]
    for jobs in sorted({1, cores}):
        rate, cost = timed(lambda jobs=jobs: audit(url, jobs))  # type: ignore[misc] # mypy: a default of a lambda
        name = f"audit, {jobs} process{'es' if jobs > 1 else ''}"
        rows.append({"what": name, "events/s": round(rate), "ratio": rate / plain, "µs of a core": round(cost, 1)})
    rows[-1]["MiB of a process"] = round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MIB)
    return rows
