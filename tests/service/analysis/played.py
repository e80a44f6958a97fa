"""A history in memory for exports: real games of all kinds, with what each of them has given."""

import csv
import json
import random
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.table import Entry, Snapshot, canonical
from projections.history import HISTORY, EventRow, Opening, Pseudonyms, Rows, rows_of
from service.analysis.exporting import Service
from service.analysis.pieces import DELIMITER, QUOTE
from service.analysis.port import Piece
from service.play.engine import Outcome
from service.runtime.background import running
from service.store import Epoch, MemoryStore
from service.store.port import FIRST_EPOCH
from tests.benchmarks.corpus import Host

GAMES = 110
PIECE = 40
"""Number of games in a piece."""
REFUSALS = [["2026-01-05", "literature", "own_card", 3], ["2026-01-06", "literature", "own_card", 4]]
SERVICE = Service("parlour", "0123456789abcdef", Pseudonyms(bytes(32)))


def told(done: int, of: int) -> None:
    """Hear of what is exported."""
    assert 0 <= done <= of


class Played(Struct, frozen=True):
    """A game whose record is open: its entries as JSON, and its rows."""

    entries: tuple[Any, ...]
    rows: Rows
    events: tuple[EventRow, ...]


class MemoryHistory:
    """An `OpenHistory` of games in memory; more of them can open."""

    epoch: Epoch = FIRST_EPOCH

    def __init__(self, games: tuple[Played, ...], piece: int = PIECE) -> None:
        self.games = games
        self._piece = piece
        self.closed: set[int] = set()

    async def last_number(self) -> int:
        return len(self.games)

    async def piece(self, after: int, last: int, game: str | None) -> Piece:
        end = min(after + self._piece, last)
        wanted = [each.rows.game for each in self.games[after:end] if game in {None, each.rows.game.game}]
        return replace(await self.open_of([each.number for each in wanted]), last=end)

    async def open_of(self, numbers: Collection[int]) -> Piece:
        found = tuple(sorted(set(numbers) - self.closed))
        events = sum(self.games[number - 1].rows.game.events for number in found)
        return Piece(found, tuple(sorted(self.closed.intersection(numbers))), max(numbers, default=0), events)

    async def write(self, table: str, numbers: Collection[int], rows: Path) -> None:
        self.write_rows(rows, self.rows(table, [self.games[number - 1] for number in numbers]))

    async def write_whole(self, table: str, last: int, game: str | None, rows: Path) -> None:
        self.write_rows(rows, REFUSALS if table == "refusals" else [])

    def write_rows(self, path: Path, rows: list[list[Any]]) -> None:
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter=DELIMITER, quotechar=QUOTE, lineterminator="\n").writerows(rows)

    def rows(self, table: str, games: list[Played]) -> list[list[Any]]:
        match table:
            case "games":
                found: list[Any] = [each.rows.game for each in games]
            case "seats":
                found = [seat for each in games for seat in each.rows.seats]
            case "events":
                found = [event for each in games for event in each.events]
            case _:
                found = [decision for each in games for decision in each.rows.decisions]
        return [[getattr(row, column.name) for column in HISTORY[table].columns] for row in found]


def played(table_id: UUID, number: int, history: list[tuple[Entry, Snapshot]], link: bytes) -> Played:
    """Return what a game has given."""
    last = history[-1][1]
    opening = Opening(number, table_id, last.at + 1000)
    events = tuple(event_row(opening, entry, last) for entry, _ in history)
    entries = tuple(json.loads(msgspec.json.encode(entry.event)) | {"seat_acted": entry.seat} for entry, _ in history)
    return Played(entries, rows_of(opening, history, link), events)


def event_row(opening: Opening, entry: Entry, last: Snapshot) -> EventRow:
    """Return the row of an event, as the view of the database has it."""
    return EventRow(
        number=opening.number,
        table_id=opening.table_id,
        game=last.table.game,
        version=entry.version,
        step=entry.step,
        seat=entry.seat,
        player=None if entry.seat is None else last.table.seats[entry.seat],
        type=entry.event.__struct_config__.tag,
        happened_at=entry.event.at,
        command=None if entry.command is None else canonical(entry.command).decode(),
        event=canonical(entry.event).decode(),
    )


class Collecting:
    """Hears of what an engine records; `games` are those tables then, in the order in which they were opened."""

    def __init__(self) -> None:
        self._histories: dict[UUID, list[tuple[Entry, Snapshot]]] = defaultdict(list)
        self._links: dict[UUID, bytes] = {}

    def told(self, outcome: Outcome) -> None:
        self._histories[outcome.table_id] += outcome.entries
        self._links[outcome.table_id] = outcome.recorded[-1].hash

    def games(self) -> tuple[Played, ...]:
        numbered = enumerate(self._histories.items(), 1)
        return tuple(
            played(table_id, number, history, self._links[table_id]) for number, (table_id, history) in numbered
        )


async def played_games(count: int, seed: int) -> tuple[Played, ...]:
    """Play games of all kinds at random."""
    collected = Collecting()
    host = Host(MemoryStore(), 20, random.Random(seed), collected.told)
    async with running(host.engine.checkpoints.run):
        for number in range(count):
            await host.play(number / count)
    return collected.games()
