"""What moves with each event is the same wherever one begins to read, and is worked out once for all from one place."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from domain.layout import Layout
from domain.table import Entry, Snapshot
from projections.feed import FeedEntry
from projections.items import UNSEEN, Sight
from projections.motion import Motion, looked
from projections.seat_view import layout_of
from service.live import sights
from service.live.cursors import Cursor
from service.live.pages import PAGE_SIZE
from service.live.views import Views
from tests.service.live.cold import MATCH, CountingStore, played, reading, steps
from tests.service.workers import account, stored

SPECTATOR = 13
"""A seat that no table has."""


@pytest.fixture(scope="module")
async def match() -> tuple[CountingStore, UUID]:
    """A match of several deals on several pages."""
    store = CountingStore()
    _, table_id = await played(store, "honors_2", 2 * PAGE_SIZE + 60, **MATCH)
    return store, table_id


async def truth(store: CountingStore, table_id: UUID, seat: int | None) -> list[tuple[Motion, ...]]:
    """Return what moved with each event for a seat, worked out from the beginning of all."""
    log = await stored(store, table_id)
    sight: Sight = UNSEEN
    found = list[tuple[Motion, ...]]()
    for entry, after in zip(log.entries, log.snapshots, strict=True):
        moves: tuple[Motion, ...] = ()
        if after.state is not None:
            sight, moves = looked(sight, layout_of(after, seat), entry, after)
        found.append(moves)
    return found


async def read(views: Views, table_id: UUID, seat: int, after: int, limit: int) -> Sequence[FeedEntry]:
    """Read some events."""
    return (await views.feed(table_id, account(seat), Cursor(after), limit, 0))[1]


@pytest.mark.parametrize("seat", [0, SPECTATOR])
async def test_what_moved_is_the_same_wherever_one_begins_to_read(match: tuple[CountingStore, UUID], seat: int) -> None:
    store, table_id = match
    right = await truth(store, table_id, None if seat == SPECTATOR else seat)
    for after in (0, 5, 100, PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 90, 2 * PAGE_SIZE, len(right) - 3):
        async with reading(store) as (_, views):
            entries = await read(views, table_id, seat, after, 20)
            assert [each.moves for each in entries] == right[after : after + 20]


async def test_what_moved_is_remembered_when_the_present_has_been_looked_at(match: tuple[CountingStore, UUID]) -> None:
    store, table_id = match
    right = await truth(store, table_id, 0)
    async with reading(store) as (_, views):
        await views.view(table_id, account(0))
        before = steps()
        for after in range(len(right) - 9, len(right)):
            assert [each.moves for each in await read(views, table_id, 0, after, 4)] == right[after : after + 4]
        assert steps() == before


async def test_a_reader_who_reads_on_has_each_event_decoded_and_folded_once(match: tuple[CountingStore, UUID]) -> None:
    store, table_id = match
    head = len(await truth(store, table_id, 0))
    async with reading(store) as (_, views):
        await read(views, table_id, 0, head - 1, 1)
        before = steps()
        for after in range(0, head, PAGE_SIZE):
            assert len(await read(views, table_id, 0, after, PAGE_SIZE)) == min(PAGE_SIZE, head - after)
        assert steps() - before <= 2 * head


async def test_what_moved_is_worked_out_once_for_all_who_look_from_one_place(
    match: tuple[CountingStore, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, table_id = match
    seen: list[int] = []

    def noted(sight: Sight, layout: Layout, entry: Entry, after: Snapshot) -> tuple[Sight, tuple[Motion, ...]]:
        seen.append(entry.version)
        return looked(sight, layout, entry, after)

    monkeypatch.setattr(sights, "looked", noted)
    async with reading(store) as (history, views):
        head = await history.head(table_id)
        await read(views, table_id, SPECTATOR, head - 9, 1)
        seen.clear()
        for after in (head - 8, head - 4):
            for _ in range(50):
                await read(views, table_id, SPECTATOR, after, 4)

    assert sorted(set(seen)) == sorted(seen)
