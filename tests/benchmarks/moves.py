"""Durable moves through HTTP: `POST …/moves` of Parlour beside the bare endpoint, at 1, 16 and 64 clients.

Both are served by one granian worker on one Postgres, in turns in one run; the load generator is a process of its own
with a client of a few lines, so that it costs little of the two cores. The games are Literature on given decks, played
beforehand in memory: so a client knows the next legal move without asking.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec
from litestar.status_codes import HTTP_400_BAD_REQUEST

from domain import fold
from domain.fairness import FairChance
from domain.games.literature import LITERATURE
from domain.games.literature.moves import Ask
from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.store.migrate import migrate
from tests.benchmarks.load import Table, answered, request
from tests.unlimited import VARIABLES

TABLES = {1: 40, 16: 160, 64: 256}
"""The numbers of clients, each with the number of tables that it needs so that no client runs out of moves."""

ROUNDS = 3
SECONDS = 2.0
SEATS = 6
MOVES_PER_TABLE = 150
SCRIPTS = 32
OPENERS = 8
"""Number of connections over which tables are opened: one alone waits for the disk most of the time."""
LONGEST_ANSWER = 2**20


class Script(NamedTuple):
    """A deck, and the legal asks that follow from it, each with its seat, as request bodies."""

    deck: list[str]
    moves: list[tuple[int, bytes]]


def made_scripts(dice: random.Random) -> Sequence[Script]:
    """Return some scripts: any number of tables may play the same one."""
    return [script(dice) for _ in range(SCRIPTS)]


def script(dice: random.Random) -> Script:
    """Play asks in memory, as many as there may be; return their script."""
    chance = FairChance(dice.randbytes(32), [None])
    deck = chance.deal(1, LITERATURE.deck)
    state = fold(LITERATURE, LITERATURE.start(LITERATURE.options({}), chance, 0))
    moves: list[tuple[int, bytes]] = []
    while len(moves) < MOVES_PER_TABLE and (seat := state.turn) is not None:
        decision = LITERATURE.choices(state, seat)
        asks = [move for move in decision.moves if isinstance(move, Ask)] if decision else []
        if not asks:
            break
        move = dice.choice(asks)
        moves.append((seat, msgspec.json.encode({"move": move})))
        state = fold(LITERATURE, LITERATURE.decide(state, seat, move, 0, chance), state)
    return Script(list(deck), moves)


Post = Callable[[str, str, dict[str, Any]], Awaitable[Any]]
"""Posts a body to a path with a token, and gives the answer."""


@asynccontextmanager
async def posting(port: int) -> AsyncIterator[Post]:
    """Give what posts over one connection. It raises RuntimeError for an answer that refuses."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_ANSWER)

    async def post(path: str, token: str, body: dict[str, Any]) -> Any:
        writer.write(request(path, token, msgspec.json.encode(body)))
        status, document = await answered(reader)
        if status >= HTTP_400_BAD_REQUEST:
            raise RuntimeError(f"POST {path} was answered with {status}: {document!r}")
        return msgspec.json.decode(document)

    yield post
    writer.close()


async def set_up(port: int, operator: str, count: int, scripts: Sequence[Script]) -> list[Table]:
    """Open, fill and start `count` tables, each on the deck of its script, several at the same time."""

    async def some(share: list[Script]) -> list[Table]:
        async with posting(port) as post:
            return [await started(post, operator, script) for script in share]

    wanted = list(islice(cycle(scripts), count))
    shares = await asyncio.gather(*(some(wanted[place::OPENERS]) for place in range(OPENERS)))
    return [table for share in shares for table in share]


async def started(post: Post, operator: str, script: Script) -> Table:
    """Open a table, and fill it with new players, which starts it: nobody plays two games of one deck."""
    made = [await post("/v1/players", "", {"name": f"Player {seat}"}) for seat in range(SEATS)]
    tokens = [player["token"] for player in made]
    body = {"game": LITERATURE.id, "auto_start": True, "decks": [script.deck]}
    path = f"/v1/tables/{(await post('/v1/tables', operator, body))['id']}"
    for token in tokens:
        await post(f"{path}/seats", token, {})
    return Table(f"{path}/moves", [(tokens[seat], move) for seat, move in script.moves])


AMPLE = dict.fromkeys(VARIABLES, "1000000000")
"""Limits that nobody reaches: requests are counted, as in a service."""


@asynccontextmanager
async def served(target: str, port: int, environment: dict[str, str], *options: str) -> AsyncIterator[int]:
    """Serve an application by one granian worker, as `parlour serve` does; give the server's process id."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--loop", "uvloop"]
    command += ["--no-ws", "--log-level", "error", "--port", str(port), *options, target]
    process = await asyncio.create_subprocess_exec(
        *command, env=os.environ | AMPLE | environment, cwd=Path(__file__).parents[2]
    )
    try:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


async def generated(
    port: int, tables: list[Table], clients: int, seconds: float = SECONDS, pause: float = 0, *, connections: int = 1
) -> dict[str, float]:
    """Run the load in a process of its own, each client with a number of connections; the tables here stay as given."""
    given = map(str, (port, clients, seconds, pause, connections))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.benchmarks.load", *given, stdin=-1, stdout=-1
    )
    out, _ = await process.communicate(msgspec.json.encode(tables))
    figures: dict[str, float] = json.loads(out)
    return figures


async def operator_token(postgres_url: str) -> str:
    """Make an operator and return their token."""
    await migrate(postgres_url)
    async with PostgresAccounts.open(postgres_url, 1) as store:
        accounts = Accounts(store)
        player = await accounts.create_player("Ada")
        return await accounts.issue_token(player.id, "operator")


async def measure(postgres_url: str, redis_url: str) -> dict[int, dict[str, Any]]:
    """Return medians by number of clients: both sides' moves/s, p50 and p99, and the ratios of moves/s and of p99."""
    environment = {
        "PARLOUR_POSTGRES_URL": postgres_url,
        "PARLOUR_REDIS_URL": redis_url,
        "PARLOUR_SIGNING_KEY": "A" * 43 + "=",
        "PARLOUR_LOG_LEVEL": "warning",
    }
    scripts = made_scripts(random.Random(1))
    operator = await operator_token(postgres_url)
    rounds: dict[int, list[tuple[dict[str, float], dict[str, float]]]] = {clients: [] for clients in TABLES}
    async with (
        served("service.app:application", 8301, environment),
        served("tests.benchmarks.bare:application", 8302, environment),
    ):
        for _ in range(ROUNDS):
            for clients, count in TABLES.items():
                tables = await set_up(8301, operator, count, scripts)
                ours = await generated(8301, tables, clients)
                rounds[clients].append((ours, await generated(8302, tables, clients)))
    return {clients: summary(pairs) for clients, pairs in rounds.items()}


def summary(pairs: list[tuple[dict[str, float], dict[str, float]]]) -> dict[str, Any]:
    """Return the medians of the rounds."""
    ours, bare = ({key: median(side[key] for side in sides) for key in sides[0]} for sides in zip(*pairs, strict=True))
    ratio = median(mine["moves_per_s"] / other["moves_per_s"] for mine, other in pairs)
    waits = median(mine["p99_ms"] / other["p99_ms"] for mine, other in pairs)
    return {"parlour": ours, "bare": bare, "ratio": ratio, "ratio of p99": waits}
