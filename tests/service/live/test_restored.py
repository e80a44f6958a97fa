"""Old backups are restored while tables play: what each reader knows in the end is what the log has.

Readers of every kind break off all the time and come back with their cursors; some tables are opened after the backup,
and are gone. The same backup is restored twice, so that one epoch is lost altogether.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, suppress
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.game import Refused
from projections.feed import FeedEntry
from service.accounts.port import Account
from service.live.cursors import Cursor, HistoryLost
from service.live.lines import EndLine, EventLine, HeartbeatLine, HistoryLostLine, Lines, StreamLine, ViewLine
from service.live.pace import Pace
from service.live.places import Places
from service.parlour import Parlour
from service.play.engine import UnknownTable
from service.runtime.unavailable import Unavailable
from service.store import Epoch
from service.store.port import FIRST_EPOCH
from tests.service.restorable import Restorable
from tests.service.workers import Players, account, any_move, eventually, worker

TABLES, LATE_TABLES = 8, 2
SPECTATOR = 9
PACE = Pace(heartbeat_seconds=0.05, entries_of_a_look=7)
PATIENCE_SECONDS = 240


class Known:
    """What a reader knows of one table: its view at a version, or nothing at version 0, and the events since."""

    def __init__(self) -> None:
        self.first = 0
        self.view: Any = None
        self.entries: list[FeedEntry] = []

    @property
    def version(self) -> int:
        """The last version that it knows of."""
        return self.first + len(self.entries)

    def lose(self, version: int) -> None:
        """Forget what came after a version."""
        del self.entries[max(0, version - self.first) :]
        if version < self.first:
            self.first, self.view = version, None

    def add(self, entry: FeedEntry) -> None:
        """Take in an event, which must be the next one."""
        assert entry.version == self.version + 1
        self.entries.append(entry)

    def see(self, view: Any) -> None:
        """Begin anew with a view."""
        self.view, self.first, self.entries = view, view["table"]["version"], []


class Reader:
    """Somebody who reads in one way, breaks off, and comes back."""

    def __init__(self, parlour: Parlour, who: Account, dice: random.Random) -> None:
        self.parlour, self.who, self.dice = parlour, who, dice
        self.known: dict[UUID, Known] = {}
        self.losses = 0

    async def read(self, *, to_the_end: bool) -> None:
        """Read until it breaks off, or all there is."""
        raise NotImplementedError

    def is_to_know(self, table: UUID) -> bool:
        """Return whether it was told of a table's present history."""
        return table in self.known


class StreamReader(Reader):
    """Reads a stream."""

    cursor: str

    def lines(self) -> Lines:
        """Open the stream where it broke off."""
        raise NotImplementedError

    async def read(self, *, to_the_end: bool) -> None:
        """Read until it breaks off, or to the end of the stream, or until there is silence."""
        async with aclosing(self.lines()) as lines:
            async for line in lines:
                self.take(line)
                if isinstance(line, HeartbeatLine) and to_the_end and not isinstance(self, TableReader):
                    return
                if not to_the_end and self.dice.random() < 1 / 20:
                    return

    def take(self, line: StreamLine) -> None:
        """Take in a line."""
        self.cursor = line.cursor
        match line:
            case ViewLine():
                self.known.setdefault(line.table, Known()).see(msgspec.json.decode(line.view))
            case EventLine():
                self.known[line.table].add(line.entry)
            case HistoryLostLine():
                self.losses += 1
                for lost in line.tables:
                    self.known[lost.table].lose(lost.version)
            case EndLine(why="lost", table=UUID() as table):
                self.known[table].lose(0)


class TableReader(StreamReader):
    """Reads the stream of a table."""

    def __init__(self, parlour: Parlour, who: Account, dice: random.Random, table: UUID) -> None:
        super().__init__(parlour, who, dice)
        self.table = table
        self.known[table] = Known()
        self.cursor = "0"

    def lines(self) -> Lines:
        """Open the stream where it broke off."""
        return self.parlour.streams.of_table(self.table, self.who, Cursor.parsed(self.cursor))


class PlayerReader(StreamReader):
    """Reads the stream of a player. What it was told of a game that has ended stays: the stream goes on without it."""

    cursor = Places().cursor()

    def __init__(self, parlour: Parlour, who: Account, dice: random.Random) -> None:
        super().__init__(parlour, who, dice)
        self.ended: dict[UUID, Epoch | None] = {}
        """The epochs of the log in which it was told that games have ended."""

    def take(self, line: StreamLine) -> None:
        """Take in a line."""
        super().take(line)
        match line:
            case ViewLine():
                self.ended.pop(line.table, None)
            case EndLine(table=UUID() as table):
                self.ended[table] = Places.parsed(line.cursor).epoch

    def is_to_know(self, table: UUID) -> bool:
        """Return whether it was told of a table's present history: not if its game had ended in a lost one."""
        present = self.parlour.history.epoch
        return self.known[table].version > 0 and self.ended.get(table, present) == present

    def lines(self) -> Lines:
        """Open the stream where it broke off."""
        return self.parlour.streams.of_player(self.who, Places.parsed(self.cursor))


class FeedReader(TableReader):
    """Asks for events, some at a time."""

    async def read(self, *, to_the_end: bool) -> None:
        """Ask until there is nothing more, or break off."""
        known = self.known[self.table]
        while to_the_end or self.dice.random() > 1 / 20:
            wait, limit, after = 0.0 if to_the_end else 0.05, self.dice.randint(1, 9), Cursor.parsed(self.cursor)
            try:
                cursor, entries = await self.parlour.views.feed(self.table, self.who, after, limit, wait)
            except HistoryLost as lost:
                self.losses += 1
                known.lose(lost.version)
                self.cursor = str(lost.cursor)
                continue
            self.cursor = str(cursor)
            for entry in entries:
                known.add(entry)
            if to_the_end and not entries:
                return


async def play(parlours: Sequence[Parlour], table: UUID, dice: random.Random, over: asyncio.Event) -> None:
    """Make moves now here, now there, until all is over and the game is, too."""
    while True:
        players = Players(dice.choice(parlours))
        with suppress(Refused, Unavailable):
            snapshot = await players.snapshot(table)
            if chosen := any_move(snapshot, dice):
                await players.move(table, *chosen)
            elif over.is_set():
                return
        await asyncio.sleep(0.002)


async def follow(reader: Reader, over: asyncio.Event) -> None:
    """Read, and read again, until all is over."""
    while not over.is_set():
        with suppress(UnknownTable, Unavailable, TimeoutError):
            async with asyncio.timeout(reader.dice.uniform(0.05, 0.5)):
                await reader.read(to_the_end=False)
        await asyncio.sleep(0.005)


@pytest.fixture
async def parlours() -> AsyncIterator[tuple[Restorable, list[Parlour]]]:
    """Two processes on one log."""
    log = Restorable()
    async with worker(log, pace=PACE) as one, worker(log, pace=PACE) as other:
        yield log, [one, other]


async def have_read(readers: Sequence[Reader], version: int) -> bool:
    """Return whether the tables that the readers know are at this version, taken together."""
    versions = [known.version for reader in readers for known in reader.known.values()]
    return sum(versions) >= version * len(versions)


async def have_lost(readers: Sequence[Reader], number: int) -> bool:
    """Return whether the readers have been told so often that a history is lost."""
    return sum(reader.losses for reader in readers) >= number


async def test_each_reader_knows_in_the_end_what_the_log_has(parlours: tuple[Restorable, list[Parlour]]) -> None:
    (log, processes), dice, over = parlours, random.Random(1), asyncio.Event()
    players = Players(processes[0])
    tables = [await players.started(players=2, leading="programmed") for _ in range(TABLES)]
    early = log.backup()
    gone = [await players.started(players=2, leading="programmed") for _ in range(LATE_TABLES)]
    readers: list[Reader] = [
        kind(dice.choice(processes), account(seat), random.Random(dice.random()), table)
        for table in (*tables, *gone)
        for kind, seat in ((TableReader, 0), (TableReader, SPECTATOR), (FeedReader, 1))
    ]
    for seat in (0, 1):
        readers += [PlayerReader(each, account(seat), random.Random(dice.random())) for each in processes]

    async with asyncio.timeout(PATIENCE_SECONDS), asyncio.TaskGroup() as tasks:
        for table in tables:
            tasks.create_task(play(processes, table, random.Random(dice.random()), over))
        for reader in readers:
            tasks.create_task(follow(reader, over))
        await eventually(lambda: have_read(readers, 10))
        late = log.backup()
        await eventually(lambda: have_read(readers, 20))
        log.restore(late, "0a0b0c0d")
        await eventually(lambda: have_lost(readers, TABLES))
        log.restore(early, "0e0f0a0b")
        await eventually(lambda: have_lost(readers, 2 * TABLES))
        log.restore(early, "01020304")
        over.set()

    for reader in readers:
        with suppress(UnknownTable):
            await reader.read(to_the_end=True)
        for table, known in reader.known.items():
            if table in tables and reader.is_to_know(table):
                _, truth = await reader.parlour.views.feed(table, reader.who, Cursor(0), 10_000, 0)
                assert known.entries == list(truth[known.first :])
                if known.view is not None:
                    _, view = await reader.parlour.views.view_at(table, reader.who, known.first)
                    assert known.view == msgspec.json.decode(view)
    assert sum(reader.losses for reader in readers) > len(tables)


async def test_what_was_looked_at_in_a_lost_history_ends_no_stream(
    parlours: tuple[Restorable, list[Parlour]], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, (one, other) = parlours
    players, dice = Players(other), random.Random(1)
    table = await Players(one).started(players=2, leading="programmed")
    backup, viewer = log.backup(), one.views.decks.viewer

    async def moves(number: int) -> None:
        for _ in range(number):
            chosen = any_move(await players.snapshot(table), dice)
            assert chosen is not None
            await players.move(table, *chosen)

    async def restored_behind(*given: Any) -> Any:
        found = await viewer(*given)
        log.restore(backup, "0a0b0c0d")
        monkeypatch.undo()
        return found

    async with aclosing(one.streams.of_table(table, account(0), None)) as lines:
        first = await anext(lines)
        await moves(3)
        monkeypatch.setattr(one.views.decks, "viewer", restored_behind)
        while isinstance(line := await anext(lines), HeartbeatLine):
            if log.epoch != FIRST_EPOCH:
                await moves(1)

    assert isinstance(first, ViewLine)
    assert isinstance(line, EventLine)
    (*_, truth) = await log.read(table, line.entry.version - 1, line.entry.version)
    assert (line.entry.version, line.entry.event.at) == (
        msgspec.json.decode(first.view)["table"]["version"] + 1,
        truth.at,
    )
