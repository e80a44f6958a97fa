"""Many tables of one worker, played by the real code in simulated time, to compare with what the model predicts.

Engine, rules, clock and a store in memory are those of the service. All tables are opened at the beginning; then each
is played by random movers, at the same pace, except one of ten, where nobody moves and the clock has to.
"""

import asyncio
import gc
import random
import time
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID, uuid4

import psutil
from msgspec import Struct

from domain import GAMES
from domain.game import Refused
from domain.table import MakeMove, OpenTable, Tick
from service.play.clock import Clock
from service.play.engine import Engine, Outcome
from service.play.stream import SIZE_OF_STREAM
from service.runtime.background import running
from service.store import MemoryStore
from service.store.signing import Signer
from tests.benchmarks.playouts import playout
from tests.benchmarks.reporting import Row
from tests.benchmarks.scale.simulated_time import now, run

GAME = "honors_3"
"""Its clock watches every table: where nobody moves, it opens the play, and ends it when nobody has traded."""
OPENING_SECONDS, TRADING_SECONDS = 30, 120
PLAYERS = tuple(UUID(int=number) for number in range(1, 5))
SILENT_EACH = 10
"""Nobody moves at one of this many tables."""
AMPLE = 2**40
PLAYOUTS = 3
FAR = 2**52
"""A time by which every clock step is due."""
NAMES = (
    "tables in memory",
    "clock entries",
    "moves a simulated second",
    "clock steps a simulated second",
    "events a simulated second",
    "bytes a table, as the service counts them",
)


class Setting(Struct, frozen=True, kw_only=True):
    """What is simulated."""

    tables: int
    seconds: int = 60
    moves_a_minute: float = 4.0
    seed: int = 1

    @property
    def silent(self) -> int:
        """How many tables nobody moves at."""
        return len(range(0, self.tables, SILENT_EACH))


class Counts(NamedTuple):
    """What can be predicted, and seen."""

    tables: float
    """In the memory of the worker."""
    clock_entries: float
    """Tables that the store lists with the time of their next clock step."""
    moves: float
    """Made by movers, a simulated second."""
    due_steps: float
    """Of the clock, a simulated second."""
    events: float
    """Appended, a simulated second."""
    bytes_a_table: float
    """In the memory of the worker, as the service counts it."""


class Seen(NamedTuple):
    """What came of a simulation."""

    counts: Counts
    late_ms: list[int]
    """Of the due steps, in the order in which they were made: how long after their deadlines."""
    due_at: list[int]
    """Their deadlines, in the same order."""
    refused: int
    core_us: float
    """Of a core for a command."""
    process_bytes: float
    """By which the process has grown, for each table: with the log, which a service has in PostgreSQL."""
    engine: Engine
    store: MemoryStore
    table_ids: list[UUID]


def clock_steps(seconds: int) -> int:
    """Return how many steps the clock makes within some seconds at a table where nobody moves."""
    cycles, rest = divmod(seconds, OPENING_SECONDS + TRADING_SECONDS)
    return 2 * cycles + (rest >= OPENING_SECONDS)


def predicted(setting: Setting) -> Counts:
    """Return what the model says of a setting: rates are products, and each event is made by a move or a clock step.

    How many events a move makes is taken from games that are played by the rules alone. In its first minutes a table
    counts as a stream alone: it is weighed when it has more events.
    """
    dice = random.Random(setting.seed)
    games = [playout(GAMES[GAME], dice) for _ in range(PLAYOUTS)]
    events_a_move = sum(len(events) for events, _ in games) / sum(moves for _, moves in games)
    moves = (setting.tables - setting.silent) * setting.moves_a_minute / 60
    due_steps = setting.silent * clock_steps(setting.seconds) / setting.seconds
    return Counts(
        tables=setting.tables,
        clock_entries=setting.tables,
        moves=moves,
        due_steps=due_steps,
        events=(moves + due_steps) * events_a_move,
        bytes_a_table=SIZE_OF_STREAM,
    )


class Simulation:
    """One worker, its tables, and what is seen of them."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._dice = random.Random(setting.seed)
        self._store = MemoryStore()
        self._engine = Engine(self._store, Signer(bytes(32)), now, self._told, memory=AMPLE)
        self._clock = Clock(self._engine, self._store, now, lambda _: None)
        self._table_ids: list[UUID] = []
        self._late: list[int] = []
        self._due_at: list[int] = []
        self._moves = self._refused = self._events = 0

    def _told(self, outcome: Outcome) -> None:
        self._clock.watch(outcome.table_id, outcome.snapshot)
        self._events += len(outcome.recorded)
        first, _ = outcome.entries[0]
        if isinstance(first.command, Tick):
            self._due_at.append(first.event.at)
            self._late.append(now() - first.event.at)

    async def run(self) -> Seen:
        """Open all tables in the time between two moves at one, then play for as long as the setting says."""
        gc.collect()
        gc.freeze()
        process = psutil.Process()
        memory, used = process.memory_info().rss, time.process_time()
        async with running(self._clock.run):
            for at in self._turns(0):
                await until(at)
                await self._open()
            self._events = 0
            for number in range(self._rounds):
                turns = zip(self._turns(number + 1), self._table_ids, strict=True)
                for place, (at, table_id) in enumerate(turns):
                    await until(at)
                    if place % SILENT_EACH:
                        await self._move(table_id)
            await until((self._rounds + 1) * self._period)
        used = time.process_time() - used
        memory = process.memory_info().rss - memory
        gc.unfreeze()
        return Seen(
            counts=await self._counts(),
            late_ms=self._late,
            due_at=self._due_at,
            refused=self._refused,
            core_us=1e6 * used / (self._setting.tables + self._moves + len(self._due_at)),
            process_bytes=memory / self._setting.tables,
            engine=self._engine,
            store=self._store,
            table_ids=self._table_ids,
        )

    @property
    def _period(self) -> float:
        return 60 / self._setting.moves_a_minute

    @property
    def _rounds(self) -> int:
        return round(self._setting.seconds / self._period)

    def _turns(self, number: int) -> Iterator[float]:
        """Yield the seconds at which each table has its turn of a round, one after the other."""
        tables = self._setting.tables
        return ((number + place / tables) * self._period for place in range(tables))

    async def _open(self) -> None:
        secret = self._dice.randbytes(32).hex()
        opening = OpenTable(player=PLAYERS[0], game=GAME, secret=secret, seated=PLAYERS)
        self._table_ids.append((await self._engine.execute(uuid4(), opening)).table_id)

    async def _move(self, table_id: UUID) -> None:
        """Let any seat that may act make any of its moves."""
        snapshot = await self._engine.head(table_id)
        chosen = self._dice.choice(snapshot.to_act) if snapshot.to_act else None
        offered = None if chosen is None else snapshot.offered(chosen)
        if chosen is None or offered is None:
            return
        try:
            await self._engine.execute(table_id, MakeMove(PLAYERS[chosen], self._dice.choice(offered.moves)))
            self._moves += 1
        except Refused:
            self._refused += 1

    async def _counts(self) -> Counts:
        """Return what is seen, in the words of the model."""
        seconds, memory = self._rounds * self._period, self._engine.memory
        held = sum(memory.holds(table_id) for table_id in self._table_ids)
        return Counts(
            tables=held,
            clock_entries=len(await self._store.due(FAR, 2 * self._setting.tables)),
            moves=self._moves / seconds,
            due_steps=len(self._due_at) / seconds,
            events=self._events / seconds,
            bytes_a_table=memory.size / max(1, held),
        )


async def until(at: float) -> None:
    """Wait until a simulated second has come."""
    await asyncio.sleep(max(0.0, at - asyncio.get_running_loop().time()))


def simulated(setting: Setting) -> Seen:
    """Simulate a setting."""
    return run(lambda: Simulation(setting).run())


def measure(setting: Setting) -> list[Row]:
    """Return what the model predicts beside what is seen, and what cannot be predicted."""
    seen = simulated(setting)
    said = predicted(setting)
    rows: list[Row] = [
        {"what": name, "predicted": before, "seen": after, "predicted/seen": before / after if after else float("nan")}
        for name, before, after in zip(NAMES, said, seen.counts, strict=True)
    ]
    in_order = seen.due_at == sorted(seen.due_at)
    others = {
        "clock steps in the order of their deadlines": "yes" if in_order else "no",
        "latest clock step, ms after its deadline": max(seen.late_ms, default=0),
        "moves refused": seen.refused,
        "µs of a core a command, store in memory": round(seen.core_us),
        "KiB of the process a table, log included": seen.process_bytes / 1024,
    }
    return rows + [{"what": name, "predicted": "-", "seen": value} for name, value in others.items()]
