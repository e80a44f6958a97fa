"""A whole pass of the events of a history, as pages of `GET /v1/history/events`: lines of JSON, compressed.

    nice python -m tests.benchmarks.reading postgresql://…

Pages are made as for a client that sees pseudonyms, without what HTTP adds. The memory is that of the whole process.
"""

import asyncio
import resource
import sys
import time
from collections.abc import AsyncIterator

from rich.console import Console

from projections.history import Pseudonyms
from service.history.cursors import HistoryCursor
from service.history.pages import Events, Walk, events_page
from service.history.port import GameFilter
from service.history.postgres import PostgresHistory
from service.http.middleware.compression import gzipped
from service.http.resources.history import MOST_ROWS, encoded
from service.http.wire.history import Shape
from service.http.wire.media_types import NDJSON
from service.live.pace import PACE
from service.live.turns import Turns
from service.store.postgres.store import PostgresStore
from tests.benchmarks.reporting import Row, printed

REPORTED = 100_000
"""Number of events after which there is a row."""


async def pages(url: str) -> AsyncIterator[tuple[int, int]]:
    """Read all pages; yield of each the number of events, and of bytes."""
    shape, at_once, turns = Shape("events", (), NDJSON, Pseudonyms(bytes(32))), PACE.history_rows, Turns(PACE)
    async with PostgresStore.open(url, 2) as store, PostgresHistory.open(url, 2) as history:
        cursor, more = HistoryCursor(0, 0, store.epoch), True
        while more:
            events = Events(history, store, None, at_once)
            page = await events_page(Walk(history, store, GameFilter(), cursor, at_once), events, MOST_ROWS)
            body = shape.document(await encoded(shape, page.rows, turns.through), page)
            cursor, more = page.cursor, page.more
            yield len(page.rows), len(await gzipped(body))


async def measured(url: str) -> list[Row]:
    """Return a row for each part of the pass, and one for all of it."""
    rows: list[Row] = []
    events, count, size, began, before = 0, 0, 0, time.monotonic(), time.process_time()
    async for number, length in pages(url):
        is_due = (events + number) // REPORTED > events // REPORTED
        events, count, size = events + number, count + 1, size + length
        if is_due:
            rows.append(row(events, count, size, time.monotonic() - began, time.process_time() - before))
    return [*rows, row(events, count, size, time.monotonic() - began, time.process_time() - before)]


def row(events: int, count: int, size: int, seconds: float, cpu: float) -> Row:
    """Return the figures of the pages so far."""
    return {
        "events": f"{events:,}", "pages": count, "s": seconds, "CPU s": cpu, "events a CPU s": f"{events / cpu:,.0f}",
        "MB": round(size / 1e6, 1), "peak MiB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }  # fmt: skip


if __name__ == "__main__":
    printed(Console(width=None if sys.stdout.isatty() else 140), "history", asyncio.run(measured(sys.argv[1])))
