"""Processes that have just begun, and know nothing of the tables in a log; and how much they read of it."""

import asyncio
import contextlib
import hashlib
import random
from collections.abc import AsyncIterator
from itertools import groupby
from uuid import UUID

from msgspec.structs import replace

from domain.table import OpenTable
from service.accounts.shown_names import nobodys
from service.live.history import History
from service.live.memory import Memory
from service.live.named import Named
from service.live.pace import Pace
from service.live.pages import PAGE_SIZE
from service.live.shared_decks import SharedDecks
from service.live.views import Views
from service.live.wakeups import Wakeups
from service.runtime.background import running
from service.runtime.metrics import HISTORY_STEPS
from service.store import Append, Checkpoint, MemoryStore, NewEvent, StoredEvent
from tests.service.workers import MEMORY, PLAYERS, Process, eventually, is_finished

PACE = Pace(turn_entries=16, turn_seconds=10, share=1)
"""A pace by numbers alone: a test does not depend on the speed of a machine."""

MATCH = {"players": 2, "target_score": 1000, "challenge_ms": 0}
"""Options of Honors No. II, which make it long."""


class CountingStore(MemoryStore):
    """A log that counts what is read of it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read, and count."""
        rows = await super().read(table_id, after, up_to)
        self.rows += len(rows)
        await asyncio.sleep(0)
        return rows


class Copy(CountingStore):
    """A log with the events of another one, and none of its checkpoints."""

    async def take_over(self, other: MemoryStore, table_id: UUID) -> None:
        """Copy a table."""
        for step, rows in groupby(await other.read(table_id), key=lambda row: row.step):
            events = [NewEvent(**{name: getattr(row, name) for name in NewEvent.__struct_fields__}) for row in rows]
            await self.append(Append(table_id=table_id, expected=step - 1, events=tuple(events)))


@contextlib.asynccontextmanager
async def reading(store: MemoryStore, memory: int = MEMORY) -> AsyncIterator[tuple[History, Views]]:
    """Give the history and the views of a process that has just begun."""
    room = Memory(memory)
    history = History(store, room, PACE)
    async with running(history.checkpoints.run):
        wakeups, decks = Wakeups(None, store, PACE), SharedDecks(store, history, PACE)
        yield history, Views(history, room, wakeups, None, decks, named=Named(nobodys), pace=PACE)


async def played(store: MemoryStore, game_id: str, versions: int, **options: object) -> tuple[Process, UUID]:
    """Play a table for a number of versions, or to its end; its checkpoints are kept. The cards are always the same."""
    process = Process(store)
    secret = hashlib.sha256(game_id.encode()).hexdigest()
    table_id = UUID(secret[:32])
    opening = OpenTable(player=PLAYERS[0], game=game_id, options=options, secret=secret)
    await process.engine.execute(table_id, opening)
    await process.fill(table_id)
    dice = random.Random(f"history {game_id}")
    async with running(process.engine.checkpoints.run):
        await process.play(table_id, dice, lambda snapshot: snapshot.version >= versions or is_finished(snapshot))
        full_pages = process.changes[-1][1] // PAGE_SIZE

        async def all_are_kept() -> bool:
            newest = await store.checkpoint(table_id)
            return not full_pages or (newest is not None and newest.version == full_pages * PAGE_SIZE)

        await eventually(all_are_kept)
    return process, table_id


def steps() -> float:
    """Return how many entries have been decoded or folded for readers so far."""
    return sum(sample.value for metric in HISTORY_STEPS.collect() for sample in metric.samples)


# Checkpoints that are not to be trusted


def with_other_rules(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, rules_version="0")


def with_another_hash(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, hash=bytes(32))


def of_no_game(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, game="whist")


def garbled(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, snapshot=b"garbage")


def of_no_text(checkpoint: Checkpoint) -> Checkpoint:
    """Return a checkpoint in which a text is no UTF-8: the id of the game, or the name of a zone."""
    snapshot = checkpoint.snapshot.replace(checkpoint.game.encode(), b"\xff" * len(checkpoint.game))
    return replace(checkpoint, snapshot=snapshot.replace(b"hand", b"\xff" * 4))
