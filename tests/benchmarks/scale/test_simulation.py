"""Many tables in simulated time: what holds of each, and that the model has counted right."""

import asyncio

import pytest

from service.store.port import LANES
from tests.benchmarks.scale.simulated_time import STARTED_AT, now, run
from tests.benchmarks.scale.simulation import OPENING_SECONDS, Seen, Setting, clock_steps, predicted, simulated
from tests.service.workers import must_be_sound

SETTING = Setting(tables=300)
SOUND = 12
"""Number of tables whose chains and rules are checked; by their number, every tenth is one where nobody moves."""


@pytest.fixture(scope="module")
def seen() -> Seen:
    return simulated(SETTING)


def test_hours_pass_as_soon_as_all_wait() -> None:
    async def hours() -> list[tuple[str, int]]:
        passed = []

        async def after(name: str, seconds: float) -> None:
            await asyncio.sleep(seconds)
            passed.append((name, now() - STARTED_AT))

        await asyncio.gather(after("late", 7200), after("early", 3600), after("at once", 0))
        return passed

    assert run(hours) == [("at once", 0), ("early", 3_600_000), ("late", 7_200_000)]


def test_a_caller_who_waits_for_what_never_comes_is_told() -> None:
    async def for_ever() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        run(for_ever)


def test_the_model_counts_what_is_seen(seen: Seen) -> None:
    said = predicted(SETTING)
    assert seen.refused == 0
    assert seen.counts._replace(events=0) == said._replace(events=0)
    # The rules alone tell how many events a move makes in whole games; these have just begun.
    assert seen.counts.events == pytest.approx(said.events, rel=0.2)


def test_clock_steps_are_made_at_their_deadlines_and_in_order(seen: Seen) -> None:
    assert len(seen.due_at) == SETTING.silent
    assert seen.due_at == sorted(seen.due_at)
    assert set(seen.late_ms) == {0}
    opened = [at - 1000 * OPENING_SECONDS - STARTED_AT for at in seen.due_at]
    assert opened[:3] == [0, 500, 1000], "every tenth of 300 tables that are opened within 15 seconds"


@pytest.mark.parametrize(("seconds", "steps"), [(29, 0), (30, 1), (149, 1), (150, 2), (180, 3)])
def test_the_clock_opens_the_play_and_ends_it(seconds: int, steps: int) -> None:
    assert clock_steps(seconds) == steps


async def test_the_log_is_whole_and_each_table_sound(seen: Seen) -> None:
    versions = await seen.store.heads(seen.table_ids)
    positions = await seen.store.lane_positions()
    assert sum(positions.values()) == sum(versions.values())
    for lane in range(LANES):
        rows = await seen.store.read_lane(lane, 0, 10**6)
        assert [row.position for row in rows] == list(range(1, positions.get(lane, 0) + 1))
    for table_id in seen.table_ids[:SOUND]:
        await must_be_sound(seen.store, table_id)
        assert (await seen.engine.head(table_id)).version == versions[table_id]


async def test_no_clock_step_is_left_undone(seen: Seen) -> None:
    end = STARTED_AT + 1000 * SETTING.seconds
    assert await seen.store.due(end, 1000) == []
    listed = dict(await seen.store.due(2**52, 1000))
    heads = {table_id: await seen.engine.head(table_id) for table_id in seen.table_ids}
    assert {table_id: head.alarm_after(listed[table_id]) for table_id, head in heads.items()} == listed
