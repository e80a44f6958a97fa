"""What questions cost in a log of millions of events, before and after old games are archived: pages and times.

    python -m tests.benchmarks.filling URL 20e6
    python -m tests.benchmarks.growth URL
    parlour archive --older-than 0h --postgres-url URL

Pages of the database (8 KiB) are the same on each machine, times are not.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Sequence
from itertools import count
from statistics import quantiles
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
from rich.console import Console

from domain.table import HOUSE_PLAYERS
from service.cli.archive import archived
from service.live.history import History
from service.live.memory import Memory
from service.store import lane_of
from service.store.lobby_row import MOST_OF_A_PLAYER, TableFilter
from service.store.migrate import LOG_SCHEMA
from service.store.postgres import statements
from service.store.postgres.bounds import BEFORE_ALL, LATER_THAN_ALL
from service.store.postgres.connections import PLANS
from service.store.postgres.lobby import SEATS_OF, page_question
from service.store.postgres.store import PostgresStore
from tests.benchmarks.filling import BUSY, RARE, fill
from tests.benchmarks.store import command
from tests.benchmarks.templates import STARTED_AT

EVENTS = 300_000
TIMES = 60
HOUSE = HOUSE_PLAYERS["random"]
STRANGER = UUID(int=77)
PAGE = 51
MEMORY = 256 * 2**20

Row = dict[str, Any]
Question = tuple[str, tuple[object, ...]]

SIZES = """
select relname, pg_total_relation_size(oid) from pg_class
where relnamespace = current_schema()::regnamespace and relname in ('event', 'archive', 'lobby', 'lobby_player')
order by relname
"""


async def sizes(connection: "asyncpg.Connection[asyncpg.Record]") -> list[Row]:
    """Return how many pages the long tables take, with their indexes."""
    await connection.execute("vacuum (analyze)")
    return [
        {"what": f"all of {name}", "pages": size // 8192, "ms": "-", "p95": "-"}
        for name, size in await connection.fetch(SIZES)
    ]


def asked(tables: Sequence[UUID], positions: dict[int, int], dice: random.Random) -> dict[str, Question]:
    """Return questions with arguments of one time."""
    table_id = dice.choice(tables)
    lane = lane_of(table_id)
    return {
        "read 256 events of a game": (statements.READ, (lane, table_id, 0, 256)),
        "500 events of a lane": (statements.READ_LANE, (lane, dice.randrange(positions[lane]), 500)),
        "an idempotency key": (statements.EXECUTED, (lane, table_id, dice.randbytes(16))),
        "me/tables, busy": (SEATS_OF, (BUSY, *LATER_THAN_ALL, MOST_OF_A_PLAYER)),
        "lobby": page_question(TableFilter(viewer=STRANGER), limit=PAGE),
        "lobby, rare game": page_question(TableFilter(game=RARE, viewer=STRANGER), limit=PAGE),
        "lobby, busy player": page_question(TableFilter(player=BUSY, viewer=STRANGER), limit=PAGE),
        "lobby, house player": page_question(TableFilter(player=HOUSE, viewer=STRANGER), limit=PAGE),
        "overdue sweep": (statements.DUE, (STARTED_AT + dice.randrange(3_600_000), 500, *BEFORE_ALL)),
    }


async def plans(connection: "asyncpg.Connection[asyncpg.Record]", tables: Sequence[UUID]) -> list[Row]:
    """Return for each question the pages that it reads, and its times in ms, warm."""
    positions: dict[int, int] = dict(map(tuple, await connection.fetch(statements.LANE_POSITIONS)))
    times: dict[str, list[float]] = {}
    pages: dict[str, int] = {}
    for seed in range(TIMES):
        for name, (statement, arguments) in asked(tables, positions, random.Random(seed)).items():
            began = time.perf_counter()
            await connection.fetch(statement, *arguments)
            times.setdefault(name, []).append(1000 * (time.perf_counter() - began))
            if seed % 10 == 0:
                text = await connection.fetchval(f"explain (analyze, buffers, format json) {statement}", *arguments)
                plan = msgspec.json.decode(text)[0]["Plan"]
                read = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
                pages[name] = max(pages.get(name, 0), read)
    return [{"what": name, "pages": pages[name], **of(each)} for name, each in times.items()]


def of(times: Sequence[float]) -> Row:
    """Return the median and the 95th percentile of times."""
    parts = quantiles(times, n=20)
    return {"ms": round(parts[9], 2), "p95": round(parts[18], 2)}


async def through_the_store(store: PostgresStore, live: Sequence[UUID], over: Sequence[UUID]) -> list[Row]:
    """Return the times of first views, of which nothing is in memory, and of moves at a new table."""
    table_id, versions = uuid4(), count()

    async def move() -> None:
        await store.append(command(table_id, next(versions), 1))

    async def view(table_id: UUID) -> None:
        await History(store, Memory(MEMORY)).current(table_id)

    return [
        {"what": "first view, game goes on", "pages": "-", **of([await timed(view(each)) for each in live])},
        {"what": "first view, game is over", "pages": "-", **of([await timed(view(each)) for each in over])},
        {"what": "append of a move", "pages": "-", **of([await timed(move()) for _ in range(10 * TIMES)])},
    ]


async def timed(work: Awaitable[object]) -> float:
    """Return how many ms some work takes."""
    began = time.perf_counter()
    await work
    return 1000 * (time.perf_counter() - began)


async def measure(postgres_url: str) -> list[Row]:
    """Fill a log, and return its figures before and after all games that are over are archived."""
    await fill(postgres_url, EVENTS)
    before = await figures(postgres_url)
    await archived(postgres_url, 0, dry_run=False, progress=lambda *_: None)
    after = {row["what"]: row for row in await figures(postgres_url)}
    return [
        row | {f"archived {name}": value for name, value in after[row["what"]].items() if name != "what"}
        for row in before
    ]


async def figures(postgres_url: str) -> list[Row]:
    """Return the figures of a log that `filling` has filled."""
    connection = await asyncpg.connect(postgres_url, server_settings={"search_path": LOG_SCHEMA, **PLANS})
    over = "select table_id from seal where version > 100 order by hash limit 1000"
    tables = [UUID(bytes=row[0].bytes) for row in await connection.fetch(over)]
    going_on = "select table_id from lobby where status = 'playing' order by random() limit $1"
    live = [UUID(bytes=row[0].bytes) for row in await connection.fetch(going_on, TIMES)]
    rows = await sizes(connection)
    async with PostgresStore.open(postgres_url) as store:
        rows += await through_the_store(store, live, tables[:TIMES])
    rows += await plans(connection, tables)
    await connection.close()
    return rows


if __name__ == "__main__":
    Console(width=140).print(*asyncio.run(figures(sys.argv[1])), sep="\n")
