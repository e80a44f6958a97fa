"""Whether a version ends its step is told right wherever one begins to read, and whatever of the table is in memory."""

from uuid import UUID

import msgspec
import pytest

from domain.table import Entry, Snapshot
from service.live import step_ends
from service.live.history import History
from service.live.lines import EndLine
from service.live.pages import PAGE_SIZE
from service.live.steps import ReplayRange
from service.store import MemoryStore
from tests.service.live.cold import played, reading
from tests.service.workers import MEMORY, Stored, account, stored

GAME = "honors_3"


async def long_game() -> tuple[MemoryStore, UUID, Stored]:
    """Return a game with a step that goes on over the end of a page."""
    store = MemoryStore()
    _, table_id = await played(store, GAME, PAGE_SIZE + 80)
    return store, table_id, await stored(store, table_id)


def ends(truth: Stored) -> list[bool]:
    """Return of each version whether it ends its step."""
    return [after.version == after.step for after in truth.entries[1:]] + [True]


async def walked(history: History, table_id: UUID, after: int, up_to: int, head: int) -> list[tuple[int, int, bool]]:
    """Return what is seen between two versions: of each the entry, the snapshot, and whether it ends its step."""

    def see(entry: Entry, then: Snapshot, ends_step: bool) -> tuple[int, int, bool]:
        return entry.version, then.version, ends_step

    walk = step_ends.walk(history, table_id, after, up_to, see, head=head)
    return [each async for slice_ in walk for each in slice_]


@pytest.mark.parametrize("memory", [0, MEMORY])
async def test_every_version_ends_its_step_or_does_not_as_in_the_log(memory: int) -> None:
    store, table_id, truth = await long_game()
    last, told = truth.version, ends(truth)
    assert not told[PAGE_SIZE - 1], "a step goes on over the end of the page"
    everything = [(version, version, told[version - 1]) for version in range(1, last + 1)]
    parts = [(0, last), (3, 4), (PAGE_SIZE - 2, PAGE_SIZE), (last - 30, last - 20), (last - 1, last)]

    async with reading(store, memory) as (history, _):
        for after, up_to in [*parts, (last, last)]:
            assert await walked(history, table_id, after, up_to, last) == everything[after:up_to]
        for version in (1, PAGE_SIZE, PAGE_SIZE + 1, last - 1, last):
            assert await step_ends.at(history, table_id, version, last) == (truth.at(version), told[version - 1])


async def test_within_a_step_a_view_asks_nothing_of_anybody() -> None:
    store, table_id, truth = await long_game()
    told = ends(truth)
    async with reading(store) as (_, views):
        for seat in (0, 1, 13):
            who = account(seat)
            lines = [line async for line in views.replay(table_id, who, ReplayRange(1, kind="view"))]
            shown = [
                msgspec.json.decode(msgspec.json.encode(line.view)) for line in lines if not isinstance(line, EndLine)
            ]
            for view, ends_step in zip(shown, told, strict=True):
                if view["state"] is not None:
                    acting = [each["seat"] for each in view["layout"]["seats"] if each["to_act"]]
                    assert acting == view["state"]["to_act"]
                    assert bool(acting) is ends_step
                    assert (view["decision"] is not None) is (seat in acting)
            for version in (PAGE_SIZE, PAGE_SIZE + 1, truth.version - 1):
                _, again = await views.view_at(table_id, who, version)
                assert msgspec.json.decode(again) == shown[version - 1]
