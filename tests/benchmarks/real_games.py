"""A log of many finished games, each really played: moves at random, decided by the rules, chained and signed.

    python -m tests.benchmarks.real_games URL 100000 [SEED]

Each process plays in lanes of its own, some tables side by side, and writes them by COPY.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from typing import Any
from uuid import UUID

import asyncpg

from domain.table import (
    FIRST_LINK,
    Command,
    MakeMove,
    OpenTable,
    Recorded,
    Snapshot,
    StartGame,
    TakeSeat,
    Tick,
    canonical,
    take_step,
)
from service.store import lane_of
from service.store.lobby_row import lobby_row
from service.store.migrate import LOG_SCHEMA, migrate
from service.store.port import LANES
from service.store.signing import Signer
from tests.benchmarks.filling import copied, side_by_side
from tests.benchmarks.templates import STARTED_AT, STEP_MS, line

SIGNER = Signer(bytes(32))
SHORT = {"players": 2, "max_deals": 1, "max_rounds": 5}
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *[("honors_4", SHORT)] * 6,
    ("literature", {}),
    ("honors_4", {"players": 4, "max_deals": 1}),
)
"""The games and their options; each is as frequent as it stands here."""
TOGETHER = 64
"""Number of tables that are played side by side."""


class Played:
    """A game that is played to its end."""

    def __init__(self, lane: int, dice: random.Random) -> None:
        self.id = UUID(int=dice.getrandbits(128) & ~(LANES - 1) | lane)
        self.snapshot: Snapshot | None = None
        self.link = FIRST_LINK
        self.recorded: list[tuple[Recorded[Any], bytes]] = []
        self._dice = dice
        game, options = dice.choice(GAMES)
        seats = [UUID(int=dice.getrandbits(128)) for _ in range(options.get("players", 6))]
        self.do(OpenTable(player=seats[0], game=game, options=options, secret=dice.randbytes(32).hex()), 0)
        for player in seats:
            self.do(TakeSeat(player), 0)
        self.do(StartGame(seats[0]), 0)
        while (now := self.head).table.finished_at is None:
            self.do(*self.next(now))

    @property
    def head(self) -> Snapshot:
        """The table as it stands."""
        if self.snapshot is None:
            raise ValueError("no table is open")
        return self.snapshot

    def next(self, now: Snapshot) -> tuple[Command, int]:
        """Return what somebody does, and after how many ms."""
        due = now.due
        if due is not None and (not now.to_act or due <= now.at + STEP_MS):
            return Tick(), due - now.at
        seat = self._dice.choice(now.to_act)
        decision, player = now.offered(seat), now.table.seats[seat]
        if decision is None or player is None:
            raise ValueError("a seat that is to act has a player, and moves")
        return MakeMove(player, self._dice.choice(decision.moves)), STEP_MS

    def do(self, command: Command, after_ms: int) -> None:
        """Take a step."""
        key = b"" if isinstance(command, Tick) else self._dice.randbytes(16)
        at = STARTED_AT if self.snapshot is None else self.snapshot.at + after_ms
        steps = take_step(self.id, self.snapshot, self.link, command, at, key=key.hex() or None)
        self.recorded += [(each, key) for each in steps]
        self.snapshot, self.link = steps[-1].snapshot, steps[-1].hash

    def steps(self, positions: "count[int]") -> Iterator[bytes]:
        """Yield the lines of its events, a step at a time: they take the next positions when they are asked for."""
        lines: list[bytes] = []
        for each, key in self.recorded:
            entry = each.entry
            if lines and entry.version == entry.step:
                yield b"".join(lines)
                lines.clear()
            given = (key, key) if key else (None, None)
            wanted = None if entry.command is None else each.command.decode()
            lines.append(
                line(
                    lane_of(self.id), next(positions), self.id, entry.event.at, entry.version, entry.step, entry.seat,
                    entry.event.__struct_config__.tag, *given, each.hash, wanted, each.encoded.decode(),
                ) + b"\n"
            )  # fmt: skip
        yield b"".join(lines)

    def others(self) -> Iterator[tuple[str, bytes]]:
        """Yield the lines of the other tables."""
        row, lane, now = lobby_row(self.id, self.head), lane_of(self.id), self.head
        options = canonical_text(row.options)
        times = (row.created_at, row.started_at, row.finished_at)
        kind = (row.game, row.rules_version, row.status, row.visibility, row.creator)
        who = (row.seats, row.reserved, row.invited)
        yield "lobby", line(lane, self.id, *kind, *who, options, row.decks, *times) + b"\n"
        signature = SIGNER.sign(self.id, now.version, self.link)
        yield "seal", line(lane, self.id, now.version, self.link, SIGNER.key_id, signature, now.at) + b"\n"


def canonical_text(options: dict[str, Any]) -> str:
    """Return options as JSON."""
    return canonical(options).decode()


def fill_lanes(url: str, lanes: list[int], games: int, seed: int) -> int:
    """Play a number of games in some lanes; return how many events they have."""
    return asyncio.run(filled(url, lanes, games, random.Random(seed)))


async def filled(url: str, lanes: list[int], games: int, dice: random.Random) -> int:
    """Play games, and write them."""
    connection = await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA, "synchronous_commit": "off"})
    last = {row["lane"]: row["position"] for row in await connection.fetch("select lane, position from lane")}
    positions = {lane: count(last[lane] + 1) for lane in lanes}
    events = 0
    for place in range(0, games, TOGETHER):
        tables = [Played(dice.choice(lanes), dice) for _ in range(min(TOGETHER, games - place))]
        await copied(connection, "event", side_by_side([each.steps(positions[lane_of(each.id)]) for each in tables]))
        others = [other for each in tables for other in each.others()]
        for table in ("lobby", "seal"):
            await copied(connection, table, (text for name, text in others if name == table))
        events += sum(each.head.version for each in tables)
    for lane, each in positions.items():
        await connection.execute("update lane set position = $2 where lane = $1", lane, next(each) - 1)
    await connection.close()
    return events


def fill(url: str, games: int, *, seed: int = 1) -> int:
    """Fill a database with finished games, on all cores; return how many events they have."""
    asyncio.run(migrate(url))
    jobs = len(os.sched_getaffinity(0))
    shares = [games // jobs + (number < games % jobs) for number in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        lanes = [[*range(number, LANES, jobs)] for number in range(jobs)]
        return sum(pool.map(fill_lanes, [url] * jobs, lanes, shares, range(seed, seed + jobs)))


if __name__ == "__main__":
    began = time.monotonic()
    url_given, wanted, *seeds = sys.argv[1:]
    made = fill(url_given, int(float(wanted)), seed=int(*seeds or ["1"]))
    sys.stdout.write(f"{made:,} events in {time.monotonic() - began:.0f} s\n")
