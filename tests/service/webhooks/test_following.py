"""How a follower reads the log: who leads, and how much is asked of the store."""

import logging
from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest

from service.runtime.metrics import WEBHOOKS_FAILING_LANES, WEBHOOKS_OLDEST_SECONDS, WEBHOOKS_WAITING
from service.runtime.time import DAY_MS
from service.store import LogCorrupt, StoredEvent
from service.webhooks import following
from service.webhooks.following import Follower
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import Waiting
from tests.service.http.party import meeting
from tests.service.measured import measured
from tests.service.webhooks.office import Office
from tests.service.workers import Time


class Leaders(MemoryWebhooks):
    """Notes who asked to lead, and whether they do."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[UUID, bool]] = []

    async def lead(self, process: UUID, at: int, until: int) -> tuple[bool, int]:
        leads, ends = await super().lead(process, at, until)
        self.asked.append((process, leads))
        return leads, ends


class Still(Time):
    """A clock that stands still unless a test moves it on."""

    def __call__(self) -> int:
        return self.shift


async def passed(place: Office, looks: int, *followers: Follower) -> None:
    """Let followers look several times, half a second after each other."""
    for _ in range(looks):
        for each in followers:
            await each.look()
        place.now.shift += 500


async def test_the_follower_that_leads_says_so_before_the_lease_ends_and_not_at_every_look(place: Office) -> None:
    store, place.now = Leaders(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)

    await passed(place, 20, first, second)

    leaders = {process for process, leads in store.asked if leads}
    assert len(leaders) == 1
    assert len([process for process, _ in store.asked if process in leaders]) == 4
    assert len(store.asked) == 6, "a follower that does not lead asks when the lease would end"


async def test_another_follower_leads_as_soon_as_the_lease_of_one_that_died_ends(place: Office) -> None:
    store, place.now = Leaders(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)
    await passed(place, 6, first, second)
    before = len(store.asked)

    while not any(leads for _, leads in store.asked[before:]):
        await passed(place, 1, second)

    assert place.now.shift - 500 == 2_500 + following.LEASE_MS, "it had said so last after 2,500 ms"


async def test_followers_agree_anew_who_leads_when_the_clock_was_set_back(place: Office) -> None:
    store, place.now = Leaders(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)
    await passed(place, 6, first, second)
    place.now.shift -= DAY_MS
    before = len(store.asked)

    await passed(place, 1, first, second)

    assert [leads for _, leads in store.asked[before:]] == [True, False]


async def test_a_follower_leads_at_once_when_the_leader_ended_before_the_clock_was_set_back(place: Office) -> None:
    store, place.now = Leaders(), Still()
    await passed(place, 6, place.new_follower(webhooks=store))
    place.now.shift -= DAY_MS
    before = len(store.asked)

    await passed(place, 1, place.new_follower(webhooks=store))

    assert [leads for _, leads in store.asked[before:]] == [True]


async def test_a_follower_asks_again_in_time_if_another_one_asks_for_a_longer_lease(place: Office) -> None:
    store, place.now = Leaders(), Still()
    follower, at = place.new_follower(webhooks=store), place.now()
    await store.lead(uuid4(), at, at + 2 * following.LEASE_MS)

    await passed(place, 21, follower)

    assert len(store.asked) == 1 + 3


class Late(MemoryWebhooks):
    """A store where messages wait."""

    async def waiting(self) -> Waiting:
        return Waiting(3, -60_000)


async def test_a_follower_that_leads_no_longer_measures_nothing_that_waits(place: Office) -> None:
    store, place.now = Late(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)
    await first.look()
    led = [measured(WEBHOOKS_WAITING), measured(WEBHOOKS_OLDEST_SECONDS)]
    place.now.shift += following.LEASE_MS
    await second.look()

    await first.look()

    assert led == [3, 60]
    assert [measured(WEBHOOKS_WAITING), measured(WEBHOOKS_OLDEST_SECONDS)] == [0, 0], "it would say so for ever"


class Wanted(MemoryWebhooks):
    """A store in which somebody is to be told something."""

    async def any(self) -> bool:
        return True


def damage(place: Office, patched: pytest.MonkeyPatch, error: Exception) -> None:
    """Let no lane be read."""

    async def read_lane(*_: int) -> list[StoredEvent]:
        raise error

    patched.setattr(place.app.state.services.parlour.event_log, "read_lane", read_lane)


@pytest.mark.parametrize("error", [LogCorrupt("a hole"), RuntimeError("nobody has thought of it")])
async def test_a_lane_that_cannot_be_read_is_measured_and_logged_each_time_that_it_begins(
    place: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    caplog.set_level(logging.INFO, "service.webhooks.following")
    table = await meeting(place.client)
    await place.webhook(table.players[1])
    failing = []

    for what, who in (("seats", 1), ("abort", 0)):
        await place.client.post(f"{table.path}/{what}", json={}, headers=table.players[who])
        with monkeypatch.context() as patched:
            damage(place, patched, error)
            await passed(place, 2, place.follower)
            failing.append(measured(WEBHOOKS_FAILING_LANES))
        await place.follow()
        failing.append(measured(WEBHOOKS_FAILING_LANES))

    assert failing == [1, 0, 1, 0]
    assert [each.levelname for each in caplog.records if each.name == following.log.name] == ["ERROR", "INFO"] * 2


async def test_a_follower_that_leads_no_longer_measures_no_lanes_that_fail(
    place: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, place.now = Wanted(), Still()
    first, second = place.new_follower(webhooks=store), place.new_follower(webhooks=store)
    await first.look()
    await meeting(place.client)
    with monkeypatch.context() as patched:
        damage(place, patched, LogCorrupt("a hole"))
        await first.look()
    failing = [measured(WEBHOOKS_FAILING_LANES)]
    place.now.shift += following.LEASE_MS
    await second.look()

    await first.look()

    assert [*failing, measured(WEBHOOKS_FAILING_LANES)] == [1, 0], "it would say so for ever"


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
