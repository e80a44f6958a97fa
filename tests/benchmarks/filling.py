"""A log of millions of events, made by COPY: real games, each many times under other ids, with chains that hold.

The copies are played side by side, so the events of a table lie scattered in the log. One of a hundred goes on, most
have a house player, and one of twenty has the same, busy player.
"""

import asyncio
import hashlib
import random
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import count
from uuid import UUID

import asyncpg
import msgspec

from domain.table import FIRST_LINK, HOUSE_PLAYERS
from service.store.migrate import LOG_SCHEMA, migrate
from service.store.port import LANES
from tests.benchmarks.templates import STARTED_AT, Template, line, played

GAMES = ("literature", "honors_1", "honors_4", "pursuit_of_happiness")
RARE = "medieval_mastery"
OF_EACH = 4
"""Number of games of a kind that are played, and then copied."""
SIDE_BY_SIDE = 512
"""Number of tables that are played at the same time."""
RARE_EACH, LIVE_EACH, OPEN_EACH, BUSY_EACH, PRIVATE_EACH = 4000, 100, 400, 20, 10
"""One of this many tables is of the rare game, goes on, has not begun, has the busy player, or is private."""
BUSY = UUID(int=0xB << 124)
PLAYERS = 20_000
AGE_MS = 730 * 86_400_000
"""How long ago the oldest table was opened."""

EVENT = ("lane", "position", "table_id", "at", "version", "step", "seat", "type", "key", "request")
COLUMNS = {
    "event": (*EVENT, "hash", "command", "event"),
    "lobby": ("lane", "table_id", "game", "rules_version", "status", "visibility", "creator", "seats", "reserved",
              "invited", "options", "decks", "created_at", "started_at", "finished_at"),
    "due": ("lane", "table_id", "at"),
    "seal": ("lane", "table_id", "version", "hash", "key_id", "signature", "at"),
    "checkpoint": ("lane", "table_id", "part", "version", "game", "rules_version", "hash", "snapshot"),
}  # fmt: skip


class Copy:
    """A game that is played again under another id; `age` is 0 for the oldest table and 1 for the newest."""

    def __init__(self, template: Template, age: float, dice: random.Random) -> None:
        self.template = template
        self.id = UUID(int=dice.getrandbits(128))
        self.lane = self.id.int % LANES
        self.status = "finished"
        if dice.randrange(LIVE_EACH) == 0:
            self.status = "open" if dice.randrange(OPEN_EACH // LIVE_EACH) == 0 else "playing"
        whole = len(template.events)
        self.length = {"finished": whole, "playing": whole // 2, "open": 1}[self.status]
        self.opened_at = STARTED_AT - int((1 - age) * AGE_MS)
        self.private = dice.randrange(PRIVATE_EACH) == 0
        seats = [UUID(int=dice.randrange(1, PLAYERS)) for _ in template.lobby.seats]
        if dice.randrange(BUSY_EACH) == 0:
            seats[0] = BUSY
        elif dice.randrange(5):
            seats[-1] = dice.choice(tuple(HOUSE_PLAYERS.values()))
        self.seats = [None if self.status == "open" and place else each for place, each in enumerate(seats)]
        self.hashes: list[bytes] = []

    def lines(self, positions: list["count[int]"]) -> Iterator[bytes]:
        """Yield the lines of its events, which take the next positions of the lane when they are asked for."""
        number, link = str(self.id).encode(), FIRST_LINK
        for entry, version, before, after in self.template.events[: self.length]:
            link = hashlib.sha256(link + entry + number + version).digest()
            self.hashes.append(link)
            place = b"%d\t%d\t%b" % (self.lane, next(positions[self.lane]), number)
            yield place + before + link.hex().encode() + after

    def others(self) -> Iterator[tuple[str, bytes]]:
        """Yield the lines of the other tables, once those of the events are there."""
        row, place, over = self.template.lobby, (self.lane, self.id), self.status == "finished"
        kind, decks = (row.game, row.rules_version), [*row.decks]
        times = (self.opened_at, self.opened_at + 1, self.opened_at + 3_600_000 if over else None)
        who: tuple[object, ...] = (self.seats[0], self.seats, [None] * len(self.seats), [])
        visibility = "private" if self.private else "public"
        options = msgspec.json.encode(row.options).decode()
        yield "lobby", line(*place, *kind, self.status, visibility, *who, options, decks, *times)
        if not over:
            yield "due", line(*place, STARTED_AT + self.id.int % 259_200_000)
            return
        seal = self.template.seal
        yield "seal", line(*place, len(self.hashes), self.hashes[-1], seal.key_id, seal.signature, seal.at)
        for kept in self.template.checkpoints:
            link = self.hashes[kept.version - 1]
            yield "checkpoint", line(*place, kept.part, kept.version, *kind, link, kept.snapshot)


async def templates(dice: random.Random) -> dict[str, list[Template]]:
    """Play the games that are to be copied."""
    return {game: [await played(game, dice) for _ in range(OF_EACH)] for game in (*GAMES, RARE)}


async def fill(url: str, events: int, *, seed: int = 1) -> int:
    """Fill an empty database with about this number of events; return how many tables there are then."""
    dice, tables = random.Random(seed), 0
    await migrate(url)
    made = await templates(dice)
    connection = await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA, "synchronous_commit": "off"})
    positions = [count(1) for _ in range(LANES)]
    written = 0
    while written < events:
        kinds = [RARE if dice.randrange(RARE_EACH) == 0 else dice.choice(GAMES) for _ in range(SIDE_BY_SIDE)]
        copies = [Copy(dice.choice(made[kind]), written / events, dice) for kind in kinds]
        await copied(connection, "event", side_by_side([each.lines(positions) for each in copies]))
        others = [other for each in copies for other in each.others()]
        for table in ("lobby", "due", "seal", "checkpoint"):
            await copied(connection, table, (text + b"\n" for name, text in others if name == table))
        written += sum(each.length for each in copies)
        tables += len(copies)
    lasts = [next(each) - 1 for each in positions]
    await connection.execute("update lane set position = ($1::bigint[])[lane + 1]", lasts)
    await connection.execute("vacuum (analyze)")
    await connection.close()
    return tables


def side_by_side(streams: Iterable[Iterator[bytes]]) -> Iterator[bytes]:
    """Yield a line of each, and another one of each, until all have ended."""
    left = list(streams)
    while left:
        going_on = []
        for each in left:
            if (text := next(each, None)) is not None:
                yield text
                going_on.append(each)
        left = going_on


async def copied(connection: "asyncpg.Connection[asyncpg.Record]", table: str, lines: Iterator[bytes]) -> None:
    """Copy lines into a table."""

    async def source() -> AsyncIterator[bytes]:
        chunk: list[bytes] = []
        for each in lines:
            chunk.append(each)
            if len(chunk) == SIDE_BY_SIDE:
                yield b"".join(chunk)
                chunk.clear()
        yield b"".join(chunk)

    await connection.copy_to_table(table, source=source(), columns=COLUMNS[table])


if __name__ == "__main__":
    began = time.monotonic()
    tables_made = asyncio.run(fill(sys.argv[1], int(float(sys.argv[2]))))
    sys.stdout.write(f"{tables_made:,} tables in {time.monotonic() - began:.0f} s\n")
