"""A history gives every version of a table, touches only what is asked for, and never holds the others up."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from uuid import UUID

import pytest

from domain import GAMES
from service.live.history import History
from service.live.memory import Memory
from service.live.pace import Pace
from service.live.pages import PAGE_SIZE, RECENT_SIZE
from service.live.views import Views
from service.live.wakeups import Wakeups
from service.runtime.background import running
from service.runtime.metrics import HISTORY_STEPS
from service.store import Checkpoint, MemoryStore, StoredEvent, StoreUnavailable
from tests.service.tabletop import MEMORY, Process, account, is_finished, stored

PACE = Pace(turn_entries=16, turn_seconds=10, share=1)
"""A pace by numbers alone: a test does not depend on the speed of a machine."""

MATCH = {"players": 2, "target_score": 1000, "challenge_ms": 0}
"""Options of Honors No. II, which make it long."""


class CountingStore(MemoryStore):
    """A log that counts what is read of it, and may be away, or forget."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0
        self.away = False
        self.kept: list[Checkpoint] = []
        self.shown: dict[int, Checkpoint] = {}
        """Checkpoints that are shown instead of those that are kept, by version."""
        self.lost_after: int | None = None

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read, and count."""
        rows = await super().read(table_id, after, up_to)
        rows = [row for row in rows if self.lost_after is None or row.version <= self.lost_after]
        self.rows += len(rows)
        await asyncio.sleep(0)
        return rows

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Read the versions, as far as they are not lost."""
        heads = await super().heads(table_ids)
        return {each: min(head, self.lost_after or head) for each, head in heads.items()}

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, unless the log is away."""
        if self.away:
            raise StoreUnavailable("away")
        self.kept.append(checkpoint)
        await super().keep_checkpoint(checkpoint)

    async def checkpoint(self, table_id: UUID, at_most: int | None = None) -> Checkpoint | None:
        """Return a checkpoint: a false one, if there is one for this version."""
        return self.shown.get(at_most or 0) or await super().checkpoint(table_id, at_most)


@contextlib.asynccontextmanager
async def reading(store: MemoryStore, memory: int = MEMORY, pace: Pace = PACE) -> AsyncIterator[tuple[History, Views]]:
    """Give the history and the views of a process that has just begun."""
    room = Memory(memory)
    history = History(store, room, pace)
    async with running(history.run):
        yield history, Views(history, room, Wakeups(None, store, pace), None)


async def played(store: MemoryStore, game_id: str, versions: int, **options: object) -> tuple[Process, UUID]:
    """Play a table at random for so many versions, or to its end."""
    process = Process(store)
    table_id = await process.started(game_id, **options)
    dice = random.Random(f"history {game_id}")
    await process.play(table_id, dice, lambda snapshot: snapshot.version >= versions or is_finished(snapshot))
    return process, table_id


def steps() -> float:
    """Return how many entries have been decoded or folded for readers so far."""
    return sum(sample.value for metric in HISTORY_STEPS.collect() for sample in metric.samples)


async def most_at_a_stretch(work: Awaitable[object]) -> float:
    """Do some work; return how many entries it has decoded or folded at most before others had their turn."""
    task, most, before = asyncio.ensure_future(work), 0.0, steps()
    while not task.done():
        await asyncio.sleep(0)
        most, before = max(most, steps() - before), steps()
    await task
    return most


@pytest.mark.parametrize("game_id", GAMES)
async def test_every_version_is_what_the_log_folds_to_with_and_without_checkpoints(game_id: str) -> None:
    store = CountingStore()
    _, table_id = await played(store, game_id, 2 * PAGE_SIZE + 90)
    truth = await stored(store, table_id)
    everything = range(1, truth.version + 1)

    for memory, versions in ((0, everything[:: PAGE_SIZE // 8 - 1]), (MEMORY, everything)):
        async with reading(store, memory) as (history, _):
            assert all([await history.at(table_id, each) == truth.at(each) for each in versions])
            assert await history.current(table_id) == truth.snapshot
            walked = [
                each async for slice_ in history.walk(table_id, 0, truth.version, lambda *past: past) for each in slice_
            ]
            hashes = [row.hash for row in await store.read(table_id)]
            assert walked == list(zip(truth.entries, truth.snapshots, hashes, strict=True))
            back = [entry async for entries in history.back(table_id, truth.version) for entry in entries]
            assert back == truth.entries[::-1]


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_view_is_the_same_with_and_without_checkpoints(game_id: str) -> None:
    with_checkpoints, without = CountingStore(), Forgetful()
    process, table_id = await played(with_checkpoints, game_id, 2 * PAGE_SIZE + 20)
    truth = await stored(with_checkpoints, table_id)
    for row in await with_checkpoints.read(table_id):
        without.rows_of.append(row)
    seats = range(-1, len(truth.snapshot.table.seats))
    for version in {*random.Random(1).sample(range(1, truth.version + 1), 3), truth.version}:
        async with reading(with_checkpoints, 0) as (_, some), reading(without, 0) as (_, others):
            for seat in seats:
                view = await some.view_at(table_id, account(seat), version)
                assert view == await others.view_at(table_id, account(seat), version)
    assert process.changes[-1] == (table_id, truth.version)


class Forgetful(MemoryStore):
    """A log of one table that keeps no checkpoints."""

    def __init__(self) -> None:
        super().__init__()
        self.rows_of: list[StoredEvent] = []

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the rows that were copied here."""
        return self.rows_of[after:up_to]

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return how many rows there are."""
        return dict.fromkeys(table_ids, len(self.rows_of))

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep nothing."""


async def test_what_is_asked_for_costs_no_more_than_a_page() -> None:
    store = CountingStore()
    _, table_id = await played(store, "honors_2", 5 * PAGE_SIZE + 7, **MATCH)
    async with reading(store) as (history, _):  # makes the checkpoints that are missing
        head = (await history.current(table_id)).version
        assert len([each async for each in history.walk(table_id, 0, head, lambda *_: True)]) > 0
    for version in (head - 33, head // 2, 1, PAGE_SIZE, PAGE_SIZE + 1):
        async with reading(store) as (_, views):
            before, rows = steps(), store.rows

            (entry,) = await views.feed(table_id, account(0), version, 1, 0)

            assert entry.version == version + 1
            assert store.rows - rows <= 2 * PAGE_SIZE + RECENT_SIZE
            assert steps() - before <= 4 * PAGE_SIZE + RECENT_SIZE


Look = Callable[[History, Views, UUID, int], Awaitable[object]]


async def a_look(views: Views, table_id: UUID, version: int) -> object:
    return await views.view_at(table_id, account(0), version)


LOOKS: dict[str, Look] = {
    "the first view": lambda _, views, table_id, __: views.view(table_id, account(0)),
    "an old view": lambda _, views, table_id, head: views.view_at(table_id, account(0), head // 2),
    "version 1": lambda _, views, table_id, __: views.view_at(table_id, account(0), 1),
    "a page of the feed": lambda _, views, table_id, head: views.feed(table_id, account(0), head // 2, 1000, 0),
    "one event": lambda _, views, table_id, head: views.feed(table_id, account(0), head - 33, 1, 0),
    "an old snapshot": lambda history, _, table_id, head: history.at(table_id, head // 3),
    "the last one": lambda history, _, table_id, __: history.current(table_id),
    "twelve behind": lambda _, views, table_id, head: asyncio.gather(
        *(views.feed(table_id, account(0), n * head // 13, 200, 0) for n in range(12))
    ),
    "sixteen of a stranger": lambda _, views, table_id, head: asyncio.gather(
        *(views.view_at(table_id, account(9), 1 + n * head // 17) for n in range(16))
    ),
}


@pytest.mark.parametrize("checkpoints", [True, False])
@pytest.mark.parametrize("look", LOOKS)
async def test_no_reader_holds_the_others_up(
    long_match: tuple[CountingStore, UUID], look: str, checkpoints: bool
) -> None:
    log, table_id = long_match
    store = log if checkpoints else await without_checkpoints(log, table_id)
    async with reading(store) as (history, views):
        head = await history.head(table_id)

        assert 0 < await most_at_a_stretch(LOOKS[look](history, views, table_id, head)) <= PACE.turn_entries


@pytest.fixture(scope="module")
async def long_match() -> tuple[CountingStore, UUID]:
    """A match of Honors No. II, of some thousand versions, with all its checkpoints."""
    store = CountingStore()
    _, table_id = await played(store, "honors_2", 4 * PAGE_SIZE + 100, **MATCH)
    return store, table_id


async def without_checkpoints(store: MemoryStore, table_id: UUID) -> MemoryStore:
    """Return the same log without checkpoints."""
    copy = Forgetful()
    copy.rows_of = await store.read(table_id)
    return copy
