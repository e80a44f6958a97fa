"""What a reader of a long table waits, and what a bystander of another table waits meanwhile.

A match of Honors No. II with 20,000 events lies in the log. One worker is asked for something old, or for something
that it does not have in memory; every ten milliseconds somebody else asks it for the view of another, small table.
"""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from domain.table import MakeMove, OpenTable, Snapshot, StartGame, TakeSeat
from service.accounts.accounts import Accounts
from service.accounts.postgres import PostgresAccounts
from service.play.engine import Engine
from service.runtime.background import running
from service.store.postgres.store import PostgresStore
from service.store.signing import Signer
from tests.benchmarks.moves import served

EVENTS = 20_000
EVENTS_OF_A_SMALL_TABLE = 60
SEATS = 6
OPTIONS = {"players": SEATS, "target_score": 1000, "max_deals": 200, "challenge_ms": 0}
PORT = 8305
READERS = 12
CONNECTIONS = 16
SECONDS = 2.0
SETTLING_SECONDS = 0.6
"""Seconds for which a bystander goes on when the reader has their answer: what was begun for them may go on, too."""
LONGEST_ANSWER = 2**26

Act = Callable[[], Awaitable[object]]


async def filled(store: PostgresStore, events: int, dice: random.Random) -> UUID:
    """Play a match at random until it has a number of events, through the engine; return the table."""
    at = [0]
    engine = Engine(store, Signer(bytes(32)), lambda: at[0], lambda _: None)
    players, table_id = [uuid4() for _ in range(SEATS)], uuid4()
    opening = OpenTable(player=players[0], game="honors_2", options=OPTIONS, secret=dice.randbytes(32).hex())
    async with running(engine.checkpoints.run):
        await engine.execute(table_id, opening)
        for player in players:
            await engine.execute(table_id, TakeSeat(player))
        snapshot = (await engine.execute(table_id, StartGame(players[0]))).snapshot
        while snapshot.version < events:
            at[0] += 400
            snapshot = (await engine.execute(table_id, any_move(snapshot, players, dice))).snapshot
    return table_id


def any_move(snapshot: Snapshot, players: list[UUID], dice: random.Random) -> MakeMove[Any]:
    """Return any move of any seat that may act."""
    seat = dice.choice(snapshot.to_act)
    decision = snapshot.offered(seat)
    if decision is None:
        raise RuntimeError("the match is over before it is long enough")
    return MakeMove(players[seat], dice.choice(decision.moves))


@dataclass
class Reader:
    """Somebody with a token, who reads a long table; each question has a connection of its own."""

    token: str
    path: str
    version: int

    @asynccontextmanager
    async def connected(self) -> AsyncIterator["Connection"]:
        """Give a connection, and break it off."""
        reader, writer = await asyncio.open_connection("127.0.0.1", PORT, limit=LONGEST_ANSWER)
        try:
            yield Connection(reader, writer, self.token)
        finally:  # also when what reads is cancelled: else the service would go on for a reader who is there
            writer.transport.abort()

    async def get(self, path: str) -> None:
        """Read one answer."""
        async with self.connected() as connection:
            await connection.get(self.path + path)

    async def break_off(self, method: str) -> None:
        """Ask for all events by a stream, and go away once its head has come."""
        async with self.connected() as connection:
            connection.ask(method, f"{self.path}/stream?after=0")
            await connection.head()

    async def replay(self, last: int) -> None:
        """Read a replay up to a version to its end."""
        async with self.connected() as connection:
            connection.ask("GET", f"{self.path}/replay?to={last}")
            await connection.head()
            while b'"type":"end"' not in await connection.reader.readuntil(b"\n"):
                pass

    async def behind(self) -> None:
        """Read some events at twelve places at once."""
        places = [number * self.version // (READERS + 1) for number in range(1, READERS + 1)]
        await asyncio.gather(*(self.get(f"/events?after={place}&limit=200") for place in places))

    async def everywhere(self) -> None:
        """Read here and there, on sixteen connections, for some seconds."""
        end = time.perf_counter() + SECONDS

        async def read(dice: random.Random) -> None:
            async with self.connected() as connection:
                while time.perf_counter() < end:
                    place = dice.randrange(1, self.version)
                    what = dice.choice((f"/events?after={place}&limit=1", f"/view?version={place}"))
                    await connection.get(self.path + what)

        await asyncio.gather(*(read(random.Random(number)) for number in range(CONNECTIONS)))


@dataclass
class Connection:
    """A connection with a token."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    token: str

    def ask(self, method: str, path: str) -> None:
        """Send a request."""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        self.writer.write(head.encode())

    async def head(self) -> bytes:
        """Read the head of an answer."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        if head[9:12] != b"200":
            raise RuntimeError(f"the answer was {head!r}")
        return head

    async def get(self, path: str) -> None:
        """Read one answer."""
        self.ask("GET", path)
        length = (await self.head()).lower().split(b"content-length:")[1].split(b"\r\n", 1)[0]
        await self.reader.readexactly(int(length))


async def beside(bystander: tuple[str, str], act: Act) -> dict[str, float]:
    """Do something, and return what it took, and the longest wait of a bystander, in ms."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.benchmarks.bystander", str(PORT), *bystander, stdin=-1, stdout=-1
    )
    assert process.stdout is not None
    await process.stdout.readline()
    began = time.perf_counter()
    await act()
    took = 1000 * (time.perf_counter() - began)
    await asyncio.sleep(SETTLING_SECONDS)
    out, _ = await process.communicate(b"\n")
    return {"answer ms": took, "bystander's worst ms": float(out)}


async def measure(postgres_url: str) -> dict[str, dict[str, float]]:
    """Return for each case the time of the answer and the longest wait of a bystander, in ms."""
    dice = random.Random(5)
    async with PostgresStore.open(f"{postgres_url}&synchronous_commit=off") as store:
        table, small = await filled(store, EVENTS, dice), await filled(store, EVENTS_OF_A_SMALL_TABLE, dice)
        version = (await store.heads([table]))[table]
    async with PostgresAccounts.open(postgres_url, 1) as accounts_store:
        accounts = Accounts(accounts_store)
        tokens = [await accounts.issue_token((await accounts.create_player("Reader")).id) for _ in range(2)]
    reader, bystander = Reader(tokens[0], f"/v1/tables/{table}", version), (f"/v1/tables/{small}/view", tokens[1])
    environment = {"PARLOUR_POSTGRES_URL": postgres_url, "PARLOUR_SIGNING_KEY": "A" * 43 + "="}
    environment["PARLOUR_LOG_LEVEL"] = "warning"
    cold: dict[str, Act] = {
        "first view after a restart": lambda: reader.get("/view"),
        f"{READERS} readers behind, cold worker": reader.behind,
    }
    warm: dict[str, Act] = {
        "nobody (idle)": lambda: asyncio.sleep(SECONDS),
        "events?limit=1, 33 versions behind": lambda: reader.get(f"/events?after={version - 33}&limit=1"),
        "view?version=1": lambda: reader.get("/view?version=1"),
        "view of the middle": lambda: reader.get(f"/view?version={version // 2}"),
        "stream after=0, closed at once": lambda: reader.break_off("GET"),
        "stream after=0, HEAD": lambda: reader.break_off("HEAD"),
        "replay of all": lambda: reader.replay(version),
        f"{CONNECTIONS} connections of a stranger, {SECONDS:.0f} s": reader.everywhere,
    }
    figures = {}
    for cases in (warm, *({name: act} for name, act in cold.items())):
        async with served("service.app:application", PORT, environment):
            if cases is warm:
                await reader.get("/view")
            for name, act in cases.items():
                figures[name] = await beside(bystander, act)
    return figures
