"""Replays of a table of 20,000 events: what they cost, and how long the moves of fifty other tables take meanwhile.

One worker serves all. First one replay after the other is read, up to a quarter and to the end of the table: the time
of the worker for an event and its memory stay the same. Then fifty games of Literature go on at once, two hundred moves
a second in all: without a replay, and beside four, which begin anew when they have ended.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Any

import psutil

from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.store.postgres.store import PostgresStore
from tests.benchmarks.history import EVENTS, PORT, Reader, filled
from tests.benchmarks.load import Table
from tests.benchmarks.moves import generated, made_scripts, operator_token, served, set_up

GAMES = 50
PAUSE_SECONDS = 0.25
SECONDS = 2.0
ROUNDS = 3
REPLAYS = (0, 4)
MIB = 2**20

Row = dict[str, Any]


async def cost(worker: psutil.Process, reader: Reader, last: int) -> Row:
    """Read a replay up to a version, alone; return what it costs."""
    before = worker.cpu_times()
    began = asyncio.get_running_loop().time()
    await reader.replay(last)
    took, after = asyncio.get_running_loop().time() - began, worker.cpu_times()
    used = after.user + after.system - before.user - before.system
    return {
        "what": f"a replay of {last:,} events, alone",
        "s": took,
        "µs of a core for an event": 1e6 * used / last,
        "MiB of the worker": worker.memory_info().rss / MIB,
    }


@asynccontextmanager
async def replaying(readers: list[Reader]) -> AsyncIterator[None]:
    """Let each reader read replays, one after the other."""

    async def read(reader: Reader) -> None:
        while True:
            await reader.replay(reader.version)

    tasks = [asyncio.create_task(read(reader)) for reader in readers]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def beside(readers: list[Reader], tables: list[Table]) -> dict[str, float]:
    """Return the moves/s of the tables, and their p50 and p99 in ms, while each reader reads replays."""
    async with replaying(readers):
        return await generated(PORT, tables, GAMES, SECONDS, PAUSE_SECONDS)


async def measure(postgres_url: str, redis_url: str) -> list[Row]:
    """Return what replays cost alone, and medians of the times of moves without a replay and beside four."""
    dice, operator = random.Random(5), await operator_token(postgres_url)
    async with PostgresStore.open(f"{postgres_url}&synchronous_commit=off") as store:
        table = await filled(store, EVENTS, dice)
        version = (await store.heads([table]))[table]
    async with PostgresAccounts.open(postgres_url, 1) as accounts_store:
        accounts = Accounts(accounts_store)
        tokens = [await accounts.issue_token((await accounts.create_player("Reader")).id) for _ in range(max(REPLAYS))]
    readers = [Reader(token, f"/v1/tables/{table}", version) for token in tokens]
    scripts = made_scripts(random.Random(1))
    environment = {
        "PARLOUR_POSTGRES_URL": postgres_url,
        "PARLOUR_REDIS_URL": redis_url,
        "PARLOUR_SIGNING_KEY": "A" * 43 + "=",
        "PARLOUR_LOG_LEVEL": "warning",
    }
    rounds: dict[int, list[dict[str, float]]] = {number: [] for number in REPLAYS}
    async with served("service.app:application", PORT, environment) as pid:
        (worker,) = psutil.Process(pid).children()
        await readers[0].get("/view")
        parts = (version // 4, version // 4, version)
        rows = [await cost(worker, readers[0], last) for last in parts][1:]
        for _ in range(ROUNDS):
            for number, measured in rounds.items():
                tables = await set_up(PORT, operator, GAMES, scripts)
                measured.append(await beside(readers[:number], tables))
        memory = worker.memory_info().rss / MIB
    for number, measured in rounds.items():
        medians = {key: median(each[key] for each in measured) for key in measured[0]}
        rows.append({"what": f"moves beside {number or 'no'} replays", **medians})
    return [*rows, {"what": "afterwards", "MiB of the worker": memory}]
