"""How a follower reads the log: who leads, and how much is asked of the store."""

from collections.abc import AsyncIterator, Mapping
from uuid import UUID

import pytest

from service.webhooks import following
from service.webhooks.memory import MemoryWebhooks
from tests.service.webhooks.office import Office, office
from tests.service.workers import Time


@pytest.fixture
async def place() -> AsyncIterator[Office]:
    async with office() as place:
        yield place


class Leaders(MemoryWebhooks):
    """Notes who asked to lead, and whether they do."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[UUID, bool]] = []

    async def lead(self, process: UUID, at: int, until: int) -> bool:
        leads = await super().lead(process, at, until)
        self.asked.append((process, leads))
        return leads


class Still(Time):
    """A clock that stands still unless a test moves it on."""

    def __call__(self) -> int:
        return self.shift


async def test_the_follower_that_leads_says_so_before_the_lease_ends_and_not_at_every_look(place: Office) -> None:
    store, place.now = Leaders(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)

    for _ in range(20):
        await first.look()
        await second.look()
        place.now.shift += 500

    leaders = {process for process, leads in store.asked if leads}
    assert len(leaders) == 1
    assert len([process for process, _ in store.asked if process in leaders]) == 4
    assert len(store.asked) == 24, "a follower that does not lead asks at every look"


class Asked(MemoryWebhooks):
    """Counts how often it is asked to clean, and for the places of the lanes."""

    def __init__(self) -> None:
        super().__init__()
        self.cleaned = self.placed = 0

    async def clean(self, at: int, limit: int) -> None:
        self.cleaned += 1
        await super().clean(at, limit)

    async def places(self, positions: Mapping[int, int]) -> dict[int, int]:
        self.placed += 1
        return await super().places(positions)


async def test_a_follower_reads_the_places_once_and_cleans_at_its_first_look_and_now_and_then(place: Office) -> None:
    store = Asked()
    follower = place.new_follower(webhooks=store)

    for _ in range(2 * following.CLEAN_LOOKS + 1):
        await follower.look()

    assert (store.placed, store.cleaned) == (1, 3)
