"""A history gives every version of a table, touches only what is asked for, and never holds the others up."""

import asyncio
import json
import random
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import get_args
from uuid import UUID, uuid4

import pytest
from msgspec import MsgspecError, msgpack
from msgspec.structs import replace

from domain.table import OpenTable, Snapshot, TakeSeat
from service.http.resources.streaming import as_line
from service.live import pages
from service.live.cursors import Cursor
from service.live.history import History
from service.live.named import encoder
from service.live.pages import PAGE_SIZE, RECENT_SIZE
from service.live.steps import ReplayRange, With
from service.live.views import Views
from service.play.engine import Engine, Outcome, UnknownTable
from service.runtime.metrics import HISTORY_BYTES
from service.store import Checkpoint, LogCorrupt, MemoryStore, StoredEvent, StoreUnavailable
from tests.domain.every_game import every_id
from tests.service.live.cold import (
    MATCH,
    PACE,
    Copy,
    CountingStore,
    garbled,
    of_no_game,
    of_no_text,
    played,
    reading,
    steps,
    with_another_hash,
    with_other_rules,
)
from tests.service.restorable import Restorable
from tests.service.workers import MEMORY, PLAYERS, SIGNER, account, eventually, stored


async def most_at_a_stretch(work: Awaitable[object]) -> float:
    """Do some work; return how many entries it has decoded or folded at most before others had their turn."""
    task, most, before = asyncio.ensure_future(work), 0.0, steps()
    while not task.done():
        await asyncio.sleep(0)
        most, before = max(most, steps() - before), steps()
    await task
    return most


GAMES_PLAYED: dict[str, tuple[CountingStore, UUID]] = {}


async def a_game(game_id: str) -> tuple[CountingStore, UUID]:
    """Return a game that has more than a page, if it takes so long, with its checkpoints; it is played once."""
    if game_id not in GAMES_PLAYED:
        store = CountingStore()
        GAMES_PLAYED[game_id] = store, (await played(store, game_id, PAGE_SIZE + 60))[1]
    return GAMES_PLAYED[game_id]


@every_id("game_id")
async def test_every_version_is_what_the_log_folds_to_with_and_without_checkpoints(game_id: str) -> None:
    store, table_id = await a_game(game_id)
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


@every_id("game_id")
async def test_a_view_is_the_same_with_and_without_checkpoints(game_id: str) -> None:
    with_checkpoints, table_id = await a_game(game_id)
    without = Forgetful()
    truth = await stored(with_checkpoints, table_id)
    for row in await with_checkpoints.read(table_id):
        without.rows_of.append(row)
    seats = (-1, 0, len(truth.snapshot.table.seats) - 1)
    for version in (truth.version // 3, truth.version):
        async with reading(with_checkpoints, 0) as (_, some), reading(without, 0) as (_, others):
            for seat in seats:
                view = await some.view_at(table_id, account(seat), version)
                assert view == await others.view_at(table_id, account(seat), version)


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


async def test_what_is_asked_for_costs_no_more_than_a_page_and_the_one_before_for_the_cards(
    long_match: tuple[CountingStore, UUID],
) -> None:
    """Cards are followed from the deal, which may have begun on the page before."""
    store, table_id = long_match
    async with reading(store) as (history, _):  # makes the checkpoints that are missing
        head = (await history.current(table_id)).version
        assert len([each async for each in history.walk(table_id, 0, head, lambda *_: True)]) > 0
    for version in (head - 33, head // 2, 1, PAGE_SIZE, PAGE_SIZE + 1):
        async with reading(store) as (_, views):
            before, rows = steps(), store.rows

            _, (entry,) = await views.feed(table_id, account(0), Cursor(version), 1, 0)

            assert entry.version == version + 1
            assert store.rows - rows <= 3 * PAGE_SIZE + RECENT_SIZE
            assert steps() - before <= 6 * PAGE_SIZE + RECENT_SIZE


Again = Callable[[Views, UUID, int], Awaitable[object]]


async def replay_of_the_end(views: Views, table_id: UUID, head: int) -> None:
    """Look at the last versions, from the fortieth on, again."""
    stretch = ReplayRange(head - 40)
    assert len([line async for line in views.replay(table_id, account(0), stretch)]) == len(("view", "end")) + 40


AGAIN: dict[str, tuple[Again, Again]] = {
    "a replay": (replay_of_the_end, replay_of_the_end),
    "cards that are followed": (
        lambda views, table_id, head: views.view_at(table_id, account(0), head - 40),
        lambda views, table_id, head: views.view_at(table_id, account(0), head - 1),
    ),
}
"""What is looked at first, and what is then in memory altogether, but takes long."""


@pytest.mark.parametrize("case", AGAIN)
async def test_what_takes_long_is_done_in_turns_also_with_what_is_in_memory(case: str) -> None:
    store = CountingStore()
    _, table_id = await played(store, "honors_2", PAGE_SIZE, **MATCH)
    first, then = AGAIN[case]
    async with reading(store) as (history, views):
        head = (await history.current(table_id)).version
        await first(views, table_id, head)
        before, rows = steps(), store.rows

        most = await most_at_a_stretch(then(views, table_id, head))

        assert store.rows == rows
        assert steps() - before > PACE.turn_entries
        assert most <= PACE.turn_entries


class CountingEncoder:
    """Encodes, and counts how often."""

    def __init__(self) -> None:
        self.number = 0

    def encode(self, value: object) -> bytes:
        """Encode, and count."""
        self.number += 1
        return encoder.encode(value)


@pytest.mark.parametrize("kind", get_args(With))
async def test_the_views_of_a_replay_are_encoded_in_turns(
    long_match: tuple[CountingStore, UUID], monkeypatch: pytest.MonkeyPatch, kind: With
) -> None:
    (store, table_id), counting = long_match, CountingEncoder()
    monkeypatch.setattr("service.live.steps.encoder", counting)
    sent: list[bytes] = []

    async def send(views: Views) -> None:
        stretch = ReplayRange(1, PAGE_SIZE, kind=kind)
        sent.extend([as_line(line) async for line in views.replay(table_id, account(0), stretch)])

    async with reading(store) as (_, views):
        task, most, before = asyncio.ensure_future(send(views)), 0, 0
        while not task.done():
            await asyncio.sleep(0)
            most, before = max(most, counting.number - before), counting.number
        await task

    view_line, *steps_of, end = map(json.loads, sent)
    assert (view_line["type"], end["type"]) == ("view", "end")
    assert [line["cursor"] for line in steps_of] == [str(version) for version in range(2, PAGE_SIZE + 1)]
    assert counting.number == PAGE_SIZE - 1
    assert most <= PACE.turn_entries


Look = Callable[[History, Views, UUID, int], Awaitable[object]]


LOOKS: dict[str, Look] = {
    "the first view": lambda _, views, table_id, __: views.view(table_id, account(0)),
    "an old view": lambda _, views, table_id, head: views.view_at(table_id, account(0), head // 2),
    "version 1": lambda _, views, table_id, __: views.view_at(table_id, account(0), 1),
    "a page of the feed": lambda _, views, table_id, head: views.feed(table_id, account(0), Cursor(head // 2), 1000, 0),
    "one event": lambda _, views, table_id, head: views.feed(table_id, account(0), Cursor(head - 33), 1, 0),
    "an old snapshot": lambda history, _, table_id, head: history.at(table_id, head // 3),
    "the last one": lambda history, _, table_id, __: history.current(table_id),
    "twelve behind": lambda _, views, table_id, head: asyncio.gather(
        *(views.feed(table_id, account(0), Cursor(n * head // 13), 200, 0) for n in range(12))
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


# What is stored, and what is not to be trusted


def of_another_version(checkpoint: Checkpoint) -> Checkpoint:
    return replace(checkpoint, version=checkpoint.version - 1)


@pytest.mark.parametrize(
    "spoilt",
    [with_other_rules, with_another_hash, of_no_game, garbled, of_no_text, of_another_version],
    ids=lambda each: each.__name__,
)
async def test_a_checkpoint_that_does_not_fit_is_ignored_and_made_anew(
    long_match: tuple[CountingStore, UUID],
    spoilt: Callable[[Checkpoint], Checkpoint],
    caplog: pytest.LogCaptureFixture,
) -> None:
    log, table_id = long_match
    good = await log.checkpoint(table_id, 2 * PAGE_SIZE)
    assert good is not None
    store = Copy()
    await store.take_over(log, table_id)
    await store.keep_checkpoint(spoilt(good))
    truth = await stored(log, table_id)

    async with reading(store, 0) as (history, _):
        assert await history.at(table_id, 2 * PAGE_SIZE + 1) == truth.at(2 * PAGE_SIZE + 1)
        await eventually(lambda: is_kept(store, good))
    assert caplog.messages == [], "so it is after each update"


async def is_kept(store: MemoryStore, checkpoint: Checkpoint) -> bool:
    """Return whether the store has a checkpoint that says the same; sets have no order."""
    found = await store.checkpoint(checkpoint.table_id, checkpoint.version)
    return found is not None and said(found) == said(checkpoint)


def said(checkpoint: Checkpoint) -> tuple[Checkpoint, object]:
    """Return what a checkpoint says; None for a snapshot that cannot be read."""
    try:
        snapshot = msgpack.decode(checkpoint.snapshot)
    except MsgspecError:
        snapshot = None
    return replace(checkpoint, snapshot=b""), snapshot


async def test_a_log_that_is_away_keeps_no_checkpoints_and_gives_what_is_asked_for(
    long_match: tuple[CountingStore, UUID],
) -> None:
    log, table_id = long_match
    store = Away()
    await store.take_over(log, table_id)
    truth = await stored(log, table_id)

    async with reading(store, 0) as (history, _):
        assert await history.at(table_id, 2 * PAGE_SIZE + 1) == truth.at(2 * PAGE_SIZE + 1)
        assert await store.checkpoint(table_id) is None


class Away(Copy):
    """A log that takes no checkpoints."""

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Take none."""
        raise StoreUnavailable("away")


async def test_there_is_no_table_that_was_never_opened() -> None:
    async with reading(MemoryStore()) as (history, views):
        for asked in (history.current(uuid4()), history.head(uuid4()), views.view(uuid4(), account(0))):
            with pytest.raises(UnknownTable):
                await asked


async def test_a_log_that_has_lost_events_is_told_from_one_that_has_them() -> None:
    store = Shortened()
    process, table_id = await played(store, "honors_2", PAGE_SIZE + 20, **MATCH)
    truth = await stored(store, table_id)
    async with reading(store) as (history, _):
        assert await history.current(table_id) == truth.snapshot
        store.last = PAGE_SIZE - 3
        assert await history.current(table_id) == truth.at(store.last)
        with pytest.raises(LogCorrupt):
            await history.at(table_id, PAGE_SIZE + 10)
    assert process.changes[-1] == (table_id, truth.version)


@pytest.mark.parametrize("version", [100, PAGE_SIZE + 10])
async def test_where_an_altered_event_cannot_be_folded_the_log_is_damaged(version: int) -> None:
    store = MemoryStore()
    _, table_id = await played(store, "honors_2", PAGE_SIZE + 20, **MATCH)
    row = (await store.read(table_id))[version - 1]
    altered = re.sub(rb'"seat":\d', b'"seat":7', row.event)
    assert altered != row.event
    store.database.rewrite(replace(row, event=altered))

    async with reading(store) as (history, _):
        for read in (history.current, lambda table: history.at(table, version + 5)):
            with pytest.raises(LogCorrupt, match=f"event {version} "):
                await read(table_id)


async def test_where_a_sound_log_cannot_be_folded_the_mistake_is_not_called_damage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mistaken(*_: object) -> Snapshot:
        raise IndexError

    store = MemoryStore()
    _, table_id = await played(store, "honors_2", PAGE_SIZE + 20, **MATCH)
    monkeypatch.setattr(pages, "evolve", mistaken)

    async with reading(store) as (history, _):
        for version in (1, PAGE_SIZE + 1):
            with pytest.raises(IndexError):
                await history.at(table_id, version)


class Shortened(MemoryStore):
    """A log from which the last events can be lost, as when an old backup is restored."""

    last = 2**31

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read what is left."""
        return [row for row in await super().read(table_id, after, up_to) if row.version <= self.last]

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that are left."""
        return {each: min(head, self.last) for each, head in (await super().heads(table_ids)).items()}


# What is cached


def cached_bytes() -> float:
    """Return what the metric says of the bytes that are cached."""
    return sum(sample.value for metric in HISTORY_BYTES.collect() for sample in metric.samples)


async def test_the_memory_of_readers_is_bounded(long_match: tuple[CountingStore, UUID]) -> None:
    store, table_id = long_match
    limit = 2**20
    async with reading(store, limit) as (history, views):
        head = await history.head(table_id)
        largest = 0.0
        for version in range(1, head, PAGE_SIZE // 3):
            await views.view_at(table_id, account(0), version)
            largest = max(largest, cached_bytes())
        await views.view(table_id, account(0))

    assert 0 < largest <= limit


async def test_what_the_engine_has_told_costs_the_log_nothing() -> None:
    store = CountingStore()
    process, table_id = await played(store, "honors_2", 100, **MATCH)
    rows = store.rows
    head = await process.history.current(table_id)
    walked = [
        each
        async for slice_ in process.history.walk(table_id, head.version - 20, head.version, lambda entry, _, __: entry)
        for each in slice_
    ]

    assert [entry.version for entry in walked] == list(range(head.version - 19, head.version + 1))
    assert store.rows == rows


async def test_readers_of_one_stretch_share_one_load(long_match: tuple[CountingStore, UUID]) -> None:
    store, table_id = long_match
    async with reading(store) as (history, _):
        rows = store.rows
        versions = range(PAGE_SIZE + 1, PAGE_SIZE + 11)

        snapshots = await asyncio.gather(*(history.at(table_id, version) for version in versions))

        assert [each.version for each in snapshots] == list(versions)
        assert store.rows - rows == PAGE_SIZE


async def something_is_done() -> None:
    """Wait until a reader has had a turn."""
    before = steps()

    async def is_done() -> bool:
        return steps() > before

    await eventually(is_done)


async def test_a_reader_who_has_gone_costs_nothing_more(long_match: tuple[CountingStore, UUID]) -> None:
    log, table_id = long_match
    store = await without_checkpoints(log, table_id)
    async with reading(store) as (history, _):
        gone = asyncio.create_task(history.at(table_id, 3 * PAGE_SIZE))
        stays = asyncio.create_task(history.at(table_id, 3 * PAGE_SIZE))
        await something_is_done()
        gone.cancel()
        assert (await stays).version == 3 * PAGE_SIZE

        alone = asyncio.create_task(history.at(table_id, 2 * PAGE_SIZE))
        await something_is_done()
        alone.cancel()
        await asyncio.wait([alone])
        await asyncio.sleep(0.01)
        before = steps()
        await asyncio.sleep(0.05)

        assert steps() == before


async def test_a_log_that_another_process_has_gone_on_with_is_read_on() -> None:
    store = CountingStore()
    process, table_id = await played(store, "honors_2", 60, **MATCH)
    async with reading(store) as (history, _):
        await history.current(table_id)
        await process.play(table_id, random.Random(3), lambda snapshot: snapshot.version > 150)
        truth = await stored(store, table_id)

        assert await history.current(table_id) == truth.snapshot
        assert await history.beyond(table_id, truth.version - 1) == truth.snapshot


async def test_a_reader_who_is_told_what_they_are_about_to_read_need_not_read_it() -> None:
    store, told, table_id, at = MemoryStore(), list[Outcome](), uuid4(), 0
    engine = Engine(store, SIGNER, lambda: at, told.append)
    opening = OpenTable(player=PLAYERS[0], game="honors_2", options=MATCH, secret=bytes(32).hex())
    await engine.execute(table_id, opening)
    async with reading(store) as (history, _):
        await history.current(table_id)
        await engine.execute(table_id, TakeSeat(PLAYERS[0]))

        reader = asyncio.create_task(history.current(table_id))
        await asyncio.sleep(0)  # they know that there is something new, and have not begun to read
        history.tell(told[1])

        assert await reader == told[1].snapshot


async def test_what_does_not_follow_from_what_is_cached_is_believed_and_the_rest_forgotten() -> None:
    one, other, told = MemoryStore(), MemoryStore(), list[Outcome]()
    table_id, at = uuid4(), 0
    for store in (one, other):
        engine = Engine(store, SIGNER, lambda: at, told.append)
        opening = OpenTable(player=PLAYERS[0], game="honors_2", options=MATCH, secret=bytes([len(told)] * 32).hex())
        await engine.execute(table_id, opening)
    async with reading(other) as (history, _):
        for outcome in told:
            history.tell(outcome)

        assert await history.current(table_id) == told[1].snapshot
        assert history.cached(table_id) == told[1].snapshot


async def test_what_is_told_of_a_history_that_is_lost_by_now_is_not_taken_in() -> None:
    log, told, table_id, at = Restorable(), list[Outcome](), uuid4(), 0
    engine = Engine(log, SIGNER, lambda: at, told.append)
    opening = OpenTable(player=PLAYERS[0], game="honors_2", options=MATCH, secret=bytes(32).hex())
    await engine.execute(table_id, opening)
    backup = log.backup()
    await engine.execute(table_id, TakeSeat(PLAYERS[0]))
    async with reading(log) as (history, _):
        log.restore(backup, "0a0b0c0d")
        opened = await history.current(table_id)
        history.tell(told[1])

        assert history.cached(table_id) == opened == told[0].snapshot
