"""Cards are followed for two pages at most, however long a deal is; and the ids are the same wherever that began."""

import random
from collections.abc import Callable
from itertools import count
from typing import NamedTuple
from uuid import UUID

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from domain.events import DealStarted
from domain.table import OpenTable
from projections.items import UNSEEN, Sight, follow
from service.live.pages import PAGE_SIZE
from service.live.sights import FORM, KeptSight, part_of
from service.store import Checkpoint, MemoryStore
from tests.service.live.cold import (
    MATCH,
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
from tests.service.workers import PLAYERS, Process, Stored, account, any_move, eventually, stored

SPECTATOR = 13
"""A seat that no table has."""

MOST_ROWS = 4 * PAGE_SIZE
"""Maximum number of events that a cold view reads: those of two pages, and two with the last entries of the log."""

MOST_STEPS = MOST_ROWS + 5 * PAGE_SIZE
"""Maximum number of times that it decodes an event, or folds one: for the log's end, the version and the cards."""


@pytest.fixture(scope="module")
async def long_deal() -> tuple[CountingStore, UUID]:
    """A table whose first deal takes more than three pages, and at which nobody has looked."""
    store = CountingStore()
    process, table_id, dice = Process(store), UUID(int=7), random.Random(1)
    secret = bytes([1] * 32).hex()
    opening = OpenTable(player=PLAYERS[0], game="medieval_mastery", options={"players": 4}, secret=secret)
    await process.engine.execute(table_id, opening)
    await process.fill(table_id)
    while (snapshot := await process.snapshot(table_id)).version < 3 * PAGE_SIZE + 100:
        chosen = any_move(snapshot, dice)
        assert chosen is not None
        await process.move(table_id, *chosen)
    events = [entry.event for entry in (await stored(store, table_id)).entries]
    assert [isinstance(event, DealStarted) for event in events].count(True) == 1
    return store, table_id


@pytest.fixture(scope="module")
async def seen(long_deal: tuple[CountingStore, UUID]) -> tuple[Copy, bytes]:
    """A copy of its log with what seat 0 has seen, and what they see in the end by the log alone."""
    log, table_id = long_deal
    copy = await copied(log, table_id)
    await looked_at(copy, table_id, 0)
    head = (await log.heads([table_id]))[table_id]
    return copy, (await cold_view(log, table_id, 0, head))[0]


async def copied(store: MemoryStore, table_id: UUID) -> Copy:
    """Return a copy of a log, with a table's own checkpoints and none of what is seen of it."""
    copy = Copy()
    await copy.take_over(store, table_id)
    for version in range(PAGE_SIZE, len(await store.read(table_id)) + 1, PAGE_SIZE):
        checkpoint = await store.checkpoint(table_id, version)
        if checkpoint is not None:
            await copy.keep_checkpoint(checkpoint)
    return copy


async def looked_at(store: MemoryStore, table_id: UUID, *seats: int) -> None:
    """Let somebody look at the last version of a table from some seats; what they saw is kept."""
    async with reading(store) as (_, views):
        for seat in seats:
            await views.view(table_id, account(seat))
            await is_kept(store, table_id, part_of(None if seat == SPECTATOR else seat))


async def is_kept(store: MemoryStore, table_id: UUID, part: str) -> None:
    """Wait until a part of a table is kept."""
    await eventually(lambda: store.checkpoint(table_id, part=part))


def sight_of(truth: Stored, version: int, seat: int | None) -> Sight:
    """Return what a seat sees, followed from the beginning of all."""
    sight = UNSEEN
    for snapshot in truth.snapshots[:version]:
        if snapshot.state is not None:
            layout = snapshot.rules.layout(snapshot.view(seat), seat)
            sight = follow(sight, layout, snapshot.version)
    return sight


def said(checkpoint: Checkpoint | None) -> KeptSight | None:
    """Return what a checkpoint says that was seen."""
    return None if checkpoint is None else msgpack.decode(checkpoint.snapshot, type=KeptSight)


class Cost(NamedTuple):
    """How many events are read for a view, and how often one is decoded or folded."""

    rows: int
    steps: float


async def cold_view(store: CountingStore, table_id: UUID, seat: int, version: int) -> tuple[bytes, Cost]:
    """Return a view in a process that knows nothing of the table, and what it costs."""
    async with reading(store) as (_, views):
        before = Cost(store.rows, steps())
        _, view = await views.view_at(table_id, account(seat), version)
        return view, Cost(store.rows - before.rows, steps() - before.steps)


async def test_a_cold_view_of_a_long_table_follows_cards_for_two_pages_at_most() -> None:
    store = CountingStore()
    options = {"players": 6, "target_score": 1000, "max_deals": 200, "challenge_ms": 0}
    process, table_id = await played(store, "honors_2", 4_000, **options)
    head = await process.history.head(table_id)
    assert head >= 4_000

    for version in (head, 2_000, 5 * PAGE_SIZE, 5 * PAGE_SIZE + 1):
        _, cost = await cold_view(store, table_id, 0, version)
        assert cost.rows <= MOST_ROWS
        assert cost.steps <= MOST_STEPS


async def test_a_cold_view_of_a_long_deal_does_not_follow_cards_from_its_beginning(
    long_deal: tuple[CountingStore, UUID],
) -> None:
    log, table_id = long_deal
    store = await copied(log, table_id)
    head = (await store.heads([table_id]))[table_id]
    await looked_at(store, table_id, 0, SPECTATOR)

    for seat in (0, SPECTATOR):
        for version in (head, head - 40, 2 * PAGE_SIZE + 1, 2 * PAGE_SIZE, PAGE_SIZE + 30, 40):
            view, cost = await cold_view(store, table_id, seat, version)
            same, from_the_beginning = await cold_view(await copied(log, table_id), table_id, seat, version)

            assert view == same
            assert cost.rows <= MOST_ROWS - PAGE_SIZE
            assert cost.steps <= MOST_STEPS - PAGE_SIZE
            assert cost < from_the_beginning or version < 2 * PAGE_SIZE


async def test_also_a_few_versions_are_followed_in_turns_for_who_sees_the_cards_of_all(
    long_deal: tuple[CountingStore, UUID],
) -> None:
    store, table_id = long_deal
    async with reading(store) as (history, views):
        head = await history.head(table_id)
        await views.view_at(table_id, account(0), head - 3, "all")
        before = steps()
        await views.view_at(table_id, account(0), head, "all")

    assert steps() - before == 3


async def test_what_is_kept_is_what_was_seen_since_the_deal(long_deal: tuple[CountingStore, UUID]) -> None:
    log, table_id = long_deal
    store, truth = await copied(log, table_id), await stored(log, table_id)
    await looked_at(store, table_id, 2, SPECTATOR)

    for seat in (2, None):
        for version in range(2 * PAGE_SIZE, truth.version, PAGE_SIZE):
            kept = said(await store.checkpoint(table_id, version, part_of(seat)))
            assert kept is not None
            assert kept.sight == sight_of(truth, version, seat)
            begun = next(entry.version for entry in truth.entries if isinstance(entry.event, DealStarted)) - 1
            assert (kept.form, kept.version, kept.begun) == (FORM, version, begun)
        assert await store.checkpoint(table_id, PAGE_SIZE, part_of(seat)) is None
    assert await store.checkpoint(table_id, part=part_of(0)) is None


async def test_of_short_deals_nothing_is_kept() -> None:
    store = CountingStore()
    _, table_id = await played(store, "honors_2", 2 * PAGE_SIZE + 30, **MATCH)
    async with reading(store, 0) as (history, views):
        head = await history.head(table_id)
        for version in (PAGE_SIZE - 5, PAGE_SIZE + 5, 2 * PAGE_SIZE + 5, head):
            await views.view_at(table_id, account(0), version)

    assert head > 2 * PAGE_SIZE
    assert await store.checkpoint(table_id, part=part_of(0)) is None


def of_another_form(checkpoint: Checkpoint) -> Checkpoint:
    return with_ids_of_its_own(checkpoint, form=FORM + 1)


def of_another_version(checkpoint: Checkpoint) -> Checkpoint:
    return with_ids_of_its_own(checkpoint, version=checkpoint.version - 1)


def with_ids_of_its_own(checkpoint: Checkpoint, **changed: int) -> Checkpoint:
    """Return a sight with ids that nobody has given."""
    kept, numbers = msgpack.decode(checkpoint.snapshot, type=KeptSight), count()
    sight = {
        zone: replace(lying, ids=tuple(f"x.{next(numbers)}" for _ in lying.ids)) for zone, lying in kept.sight.items()
    }
    return replace(checkpoint, snapshot=msgpack.encode(replace(kept, sight=sight, **changed)))


@pytest.mark.parametrize(
    "spoilt",
    [with_other_rules, with_another_hash, of_no_game, garbled, of_no_text, of_another_form, of_another_version],
    ids=lambda each: each.__name__,
)
async def test_what_does_not_fit_is_ignored_and_made_anew(
    long_deal: tuple[CountingStore, UUID], seen: tuple[Copy, bytes], spoilt: Callable[[Checkpoint], Checkpoint]
) -> None:
    log, table_id = long_deal
    store, (before, view_at_head) = await copied(log, table_id), seen
    head, part = (await store.heads([table_id]))[table_id], part_of(0)
    good = await before.checkpoint(table_id, part=part)
    assert good is not None
    for version in range(2 * PAGE_SIZE, good.version + 1, PAGE_SIZE):
        kept = await before.checkpoint(table_id, version, part)
        assert kept is not None
        await store.keep_checkpoint(spoilt(kept))

    view, _ = await cold_view(store, table_id, 0, head)

    assert view == view_at_head
    async with reading(store) as (_, views):
        await views.view(table_id, account(0))

        async def is_made_anew() -> bool:
            return await store.checkpoint(table_id, part=part) == good

        await eventually(is_made_anew)
