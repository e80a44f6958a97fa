"""Clock steps are recorded without any request, at their own deadlines, once, whatever has died in between."""

import asyncio
import contextlib
import itertools
import logging
import random
import weakref
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from prometheus_client import REGISTRY

from domain.games.friendlier_than_thou.moves import SoMoved
from domain.table import AbortByOperator, DecisionLapsed, Moment, TableSettings, Tick
from service.play.backoff import Backoff
from service.play.clock import GRACE_MS, TICKED_AT_ONCE, Clock
from service.play.host_clock import ClockIsWrong
from service.runtime.background import running
from service.store import Append, Epoch, EventStore, Incomplete
from tests.service.workers import (
    PLAYERS,
    FaultyLog,
    Fork,
    Process,
    Time,
    eventually,
    first_move,
    in_phase,
    is_finished,
    must_be_sound,
    silent,
    stored,
)

WINDOW = 100
SILENCE = 120_000
"""How long a window and a silence last, in milliseconds."""


@pytest.fixture
def log() -> FaultyLog:
    return FaultyLog()


class Still(Time):
    """A time that stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Time()()

    def __call__(self) -> int:
        return self.at


def metric(name: str) -> float:
    """Return what a metric says now."""
    return REGISTRY.get_sample_value(name) or 0.0


async def speaking(process: Process, *seats: int) -> tuple[UUID, int]:
    """Return a table where these seats have said “So moved”, and when their window closes."""
    game = await silent(process, so_moved_window_ms=WINDOW)
    return game, await speak(process, game, *seats)


async def speak(process: Process, table_id: UUID, *seats: int) -> int:
    """Let these seats say “So moved”; return when their window closes."""
    for seat in seats:
        hand = (await process.snapshot(table_id)).state.hands[seat]
        await process.move(table_id, seat, SoMoved(hand[0]))
    closes_at = (await process.snapshot(table_id)).due
    assert closes_at is not None
    return closes_at


async def recorded(log: EventStore, table_id: UUID, *kinds: str) -> list[tuple[str, int]]:
    """Wait until the last event is of the last of these kinds; return all events of these kinds, and their times."""

    async def events() -> Sequence[Any]:
        return [(row.type, row.at) for row in await log.read(table_id)]

    async def is_there() -> bool:
        return bool((await events())[-1][0] == kinds[-1])

    await eventually(is_there)
    return [(kind, at) for kind, at in await events() if kind in kinds]


async def test_a_step_is_recorded_at_its_deadline_without_any_request(log: FaultyLog) -> None:
    process = Process(log, sweep_seconds=3600.0)  # a sweep for what others forgot would find it, too late
    async with process.ticking():
        game, closes_at = await speaking(process, 0)

        assert await recorded(log, game, "window_closed", "card_played") == [
            ("window_closed", closes_at),
            ("card_played", closes_at),
        ]
    await must_be_sound(log, game)


async def test_steps_that_are_overdue_are_recorded_each_at_its_own_deadline(log: FaultyLog) -> None:
    process = Process(log)
    game, closes_at = await speaking(process, 0, 1)
    process.now.go_to(closes_at + SILENCE * 10)

    async with process.ticking():
        assert await recorded(log, game, "window_closed", "card_discarded", "silence_broken") == [
            ("window_closed", closes_at),
            ("card_discarded", closes_at),
            ("card_discarded", closes_at),
            ("silence_broken", closes_at + SILENCE),
        ]
    await must_be_sound(log, game)


async def test_workers_that_all_know_the_table_record_a_step_once(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        workers = [Process(log) for _ in range(3)]
        game, closes_at = await speaking(workers[0], 0)
        for worker in workers:
            worker.clock.watch(game, await worker.snapshot(game))
            await stack.enter_async_context(worker.ticking())

        assert await recorded(log, game, "window_closed", "card_played") == [
            ("window_closed", closes_at),
            ("card_played", closes_at),
        ]
    await must_be_sound(log, game)
    assert "failed" not in caplog.text


async def test_what_fell_due_while_nothing_ran_is_recorded_at_the_next_start(log: FaultyLog) -> None:
    game, closes_at = await speaking(Process(log), 1)
    restarted = Process(log, Time(shift=60_000))
    lag_before = metric("parlour_clock_lag_seconds_sum")

    async with restarted.ticking():
        assert (await recorded(log, game, "card_played"))[0] == ("card_played", closes_at)
    await must_be_sound(log, game)
    lag = metric("parlour_clock_lag_seconds_sum") - lag_before
    assert 59 < lag < 1_000, "the minute in which nothing ran, and what this test has taken"


async def test_what_a_dead_worker_owed_is_recorded_by_one_that_knows_an_older_version(log: FaultyLog) -> None:
    survivor, dead = Process(log), Process(log)
    async with survivor.ticking():
        game = await survivor.open(players=2, so_moved_window_ms=WINDOW)
        await dead.fill(game)
        await dead.play(game, random.Random(1), in_phase("silence"))
        closes_at = await speak(dead, game, 0)
        assert (await survivor.engine.head(game)).version == 1

        assert await recorded(log, game, "card_played") == [("card_played", closes_at)]


async def test_a_table_that_memory_had_no_room_for_keeps_its_clock(log: FaultyLog) -> None:
    process = Process(log, memory=0)
    async with process.ticking():
        game, closes_at = await speaking(process, 0)
        await process.open(players=2)
        assert not process.engine.memory.holds(game)

        assert await recorded(log, game, "card_played") == [("card_played", closes_at)]


async def test_a_step_that_fell_due_while_the_log_was_away_is_recorded_when_it_is_back(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    process = Process(log)
    async with process.ticking():
        game, closes_at = await speaking(process, 0)
        log.away = True
        process.now.go_to(closes_at + 5_000)

        async def asked() -> bool:
            return log.asked_in_vain > 1

        await eventually(asked)
        log.away = False

        assert await recorded(log, game, "card_played") == [("card_played", closes_at)]
    await must_be_sound(log, game)
    assert "failed" not in caplog.text


async def test_a_table_whose_step_fails_does_not_stop_the_others(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    process = Process(log)
    broken, _ = await speaking(process, 0)
    log.broken = {broken}
    async with process.ticking():
        games = [await speaking(process, 0) for _ in range(3)]
        for game, closes_at in games:
            assert await recorded(log, game, "card_played") == [("card_played", closes_at)]
    assert "ZeroDivisionError" in caplog.text
    assert "begins again" not in caplog.text


async def test_a_table_that_the_log_has_lost_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    log = Fork()
    process = Process(log)
    lost, _ = await speaking(process, 0)
    log.lose(lost, 0, Epoch(2, "0a0b0c0d"))
    failed_before = metric("parlour_clock_failures_total")

    async def is_told() -> bool:
        return "The log has lost a table that was due" in caplog.messages

    async with process.ticking():
        await eventually(is_told)
    assert metric("parlour_clock_failures_total") == failed_before
    assert metric("parlour_clock_failing_tables") == 0
    assert not [record for record in caplog.records if record.exc_info]


async def overdue(log: FaultyLog, number: int) -> list[UUID]:
    """Return tables whose clock steps nobody has recorded, the one that is due first before the others."""
    dead = Process(log)
    games = [(await speaking(dead, 0))[0] for _ in range(number)]
    dead.now.go_to((await dead.snapshot(games[-1])).due or 0)
    return games


async def are_played(log: EventStore, games: Sequence[UUID]) -> None:
    """Wait until the clock has gone on at all of these tables."""
    for game in games:
        await recorded(log, game, "card_played")


async def test_one_look_finds_all_that_a_dead_worker_owed(log: FaultyLog) -> None:
    games = await overdue(log, 5)
    restarted = Process(log, Time(shift=60_000), sweep_seconds=3600.0, sweep_page=2)

    async with restarted.ticking():
        await are_played(log, games)


async def test_tables_that_fail_do_not_keep_the_clock_from_those_that_are_due_after_them(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    games = await overdue(log, 6)
    log.broken = set(games[:4])
    restarted = Process(log, Time(shift=60_000), sweep_seconds=0.01, sweep_page=2)
    failed_before = metric("parlour_clock_failures_total")

    async with restarted.ticking():
        await are_played(log, games[4:])
        assert metric("parlour_clock_failing_tables") == 4
        log.broken.clear()
        await are_played(log, games)
        assert metric("parlour_clock_failing_tables") == 0
    assert metric("parlour_clock_failures_total") - failed_before >= 4
    named = [str(vars(each)["table"]) for each in caplog.records if each.exc_info]
    assert sorted(named) == sorted(map(str, games[:4])), "each is told of once, by its id"
    going_on = [str(vars(each)["table"]) for each in caplog.records if each.message.endswith("goes on again")]
    assert sorted(going_on) == sorted(named)


async def test_a_table_that_fails_is_tried_later_each_time(log: FaultyLog) -> None:
    (game,) = await overdue(log, 1)
    log.broken = {game}
    tried: list[float] = []
    clock = asyncio.get_running_loop().time

    async def tried_often() -> bool:
        while len(tried) < log.tried.count(game):
            tried.append(clock())
        return len(tried) >= 4

    log.tried.clear()
    backoff = Backoff(first_seconds=0.04)
    async with Process(log, Time(shift=60_000), sweep_seconds=0.002, backoff=backoff).ticking():
        await eventually(tried_often)

    pauses = [later - earlier for earlier, later in itertools.pairwise(tried)]
    assert pauses[-1] >= 0.04, "the fourth try comes after a pause of 0.08 to 0.16 seconds"


async def test_tables_that_owe_nothing_do_not_keep_the_clock_from_the_others(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    games = await overdue(log, 1)
    for number in range(5):
        await log.list_as_due(await Process(log).open(), number)
    backoff = Backoff(first_seconds=0.001)
    restarted = Process(log, Time(shift=60_000), sweep_seconds=0.001, sweep_page=2, backoff=backoff)

    async with restarted.ticking():
        await are_played(log, games)

        async def is_told() -> bool:
            return caplog.messages.count("A table is listed as due, and owes nothing") == 5

        await eventually(is_told)


class Overtaken(FaultyLog):
    """A log that counts the looks which find something, and those that do not. During the third one, a game `ends`."""

    def __init__(self) -> None:
        super().__init__()
        self.finds = self.misses = 0
        self.ends: Callable[[], Awaitable[object]]

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return what was due when the look began."""
        found = await super().due(at, limit, after)
        self.finds += bool(found)
        self.misses += not found
        if self.finds == 3 and found:
            await self.ends()
        return found


async def test_a_game_that_a_slow_house_player_ends_is_not_said_to_owe_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = Overtaken()
    before = Process(log)
    game = await before.open("honors_4", players=2)
    await before.ask_house(game)
    await before.start(game)
    process = Process(log, Time(shift=60_000), sweep_seconds=0.001, backoff=Backoff(first_seconds=0.0))
    log.ends = partial(process.engine.execute, game, AbortByOperator(PLAYERS[0]))

    async def is_over() -> bool:
        return log.misses >= 9

    async with process.ticking():
        await eventually(is_over)

    assert log.finds == 3
    assert caplog.messages == []


class Looked(FaultyLog):
    """A log that counts the looks for due tables, whose appends to some tables take as long as the test wants.

    While `shard_away`, a look finds nothing, and is told that something is missing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self.slow: set[UUID] = set()
        self.may_go_on = asyncio.Event()
        self.shard_away = False

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return due tables."""
        self.looks += 1
        if self.shard_away:
            raise Incomplete([], (0,))
        return await super().due(at, limit, after)

    async def append(self, append: Append) -> None:
        """Append as soon as that may be."""
        if append.table_id in self.slow:
            await self.may_go_on.wait()
        await super().append(append)

    async def is_looked_at(self, times: int) -> None:
        """Wait until somebody has looked so often again."""
        enough = self.looks + times

        async def looked() -> bool:
            return self.looks >= enough

        await eventually(looked)


async def test_a_table_whose_step_hangs_holds_up_no_other_however_often_it_is_found() -> None:
    log = Looked()
    slow, other = await overdue(log, 2)
    log.slow = {slow}
    log.broken = {other}
    backoff = Backoff(first_seconds=0.0)
    async with Process(log, Time(shift=60_000), sweep_seconds=0.0, backoff=backoff).ticking():
        await log.is_looked_at(3 * TICKED_AT_ONCE)
        log.broken.clear()
        await are_played(log, [other])

        log.may_go_on.set()
        await are_played(log, [slow])


async def test_a_clock_that_begins_again_ticks_what_it_was_at() -> None:
    log = Looked()
    (game,) = await overdue(log, 1)
    log.slow = {game}
    process = Process(log, Time(shift=60_000), sweep_seconds=0.0)
    async with process.ticking():
        await log.is_looked_at(3)
    log.may_go_on.set()

    async with process.ticking():
        await are_played(log, [game])


async def test_what_is_just_due_is_left_for_a_moment_to_who_watches_it_but_not_at_the_start() -> None:
    log, time = Looked(), Still()
    games = []
    for _ in range(2):
        games.append((await speaking(Process(log, time), 0))[0])
        time.at += GRACE_MS
    due = [(await Process(log).snapshot(game)).due or 0 for game in games]
    time.at = due[0]
    versions = await log.heads(games)

    async with Process(log, time, sweep_seconds=0.0).ticking():
        await are_played(log, games[:1])
        time.at = due[1] + GRACE_MS - 1
        await log.is_looked_at(10)
        assert (await log.heads(games[1:])) == {games[1]: versions[games[1]]}
        time.at += 1
        await are_played(log, games)


async def test_a_table_that_fails_is_told_of_once_although_a_shard_is_away_meanwhile(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = Looked()
    (game,) = await overdue(log, 1)
    log.broken = {game}
    backoff = Backoff(first_seconds=0.0)
    async with Process(log, Time(shift=60_000), sweep_seconds=0.0, backoff=backoff).ticking():
        for log.shard_away in (False, True, False):
            await log.is_looked_at(10)

    assert len([each for each in caplog.records if each.exc_info]) == 1


async def test_nothing_is_looked_for_while_the_clock_of_the_host_is_wrong() -> None:
    log, wrong = Looked(), asyncio.Event()
    (game,) = await overdue(log, 1)
    process, versions = Process(log), await log.heads([game])

    def host_now() -> int:
        if not wrong.is_set():
            wrong.set()
            raise ClockIsWrong
        return process.now()

    process.now.shift = 60_000
    clock = Clock(process.engine, log, process.now, process.house.notice, sweep_seconds=0.0, host_now=host_now)
    async with running(clock.run):
        async with asyncio.timeout(10):
            await wrong.wait()
        assert (log.looks, await log.heads([game])) == (0, versions)
        await are_played(log, [game])


async def test_a_table_that_is_over_or_waits_for_people_is_not_listed_as_due(log: FaultyLog) -> None:
    process = Process(log)
    over = await process.started(players=2)
    await process.play(over, random.Random(2), is_finished)
    waiting, closes_at = await speaking(process, 0)
    assert await log.due(closes_at, 1_000) == [(waiting, closes_at)]
    process.now.go_to(closes_at)
    await process.tick(waiting)

    assert (await process.snapshot(waiting)).due is None
    assert await log.due(closes_at + 10**12, 1_000) == []


# Turn limits


LIMIT = 60_000


async def thinking(process: Process, limit: int = LIMIT, **settings: Any) -> tuple[UUID, int, int]:
    """Return a table where one seat has to move, that seat, and when its time is over."""
    game = await process.started("honors_4", settings=TableSettings(turn_limit_ms=limit, **settings))
    snapshot = await process.snapshot(game)
    (seat,) = snapshot.rules.to_act(snapshot.state)
    ends_at = snapshot.deadline(seat)
    assert ends_at is not None
    return game, seat, ends_at


async def lapses(log: EventStore, table_id: UUID, number: int) -> list[tuple[int, int]]:
    """Wait until a number of decisions have lapsed; return the seat and the time of each."""

    async def lapsed() -> list[tuple[int, int]]:
        entries = (await stored(log, table_id)).entries
        return [(each.event.seat, each.event.at) for each in entries if isinstance(each.event, DecisionLapsed)]

    async def are_there() -> bool:
        return len(await lapsed()) >= number

    await eventually(are_there)
    return await lapsed()


async def test_a_decision_lapses_without_any_request(log: FaultyLog) -> None:
    process = Process(log, sweep_seconds=3600.0)
    async with process.ticking():
        game, seat, ends_at = await thinking(process, limit=1_000, defaults_until_absent=100)

        assert (await lapses(log, game, 1))[0] == (seat, ends_at)
    first = next(each for each in (await stored(log, game)).entries if isinstance(each.event, DecisionLapsed))
    by_the_clock = [each for each in (await stored(log, game)).entries if each.step == first.step]
    assert {(each.seat, each.mover, each.event.at) for each in by_the_clock} == {(None, None, ends_at)}
    assert by_the_clock[0].command == Tick()
    assert len(by_the_clock) > 1, "the default move is made in the same step"
    await must_be_sound(log, game)


async def test_workers_that_all_know_the_table_let_a_decision_lapse_once(log: FaultyLog) -> None:
    async with contextlib.AsyncExitStack() as stack:
        workers = [Process(log, sweep_seconds=0.1) for _ in range(3)]
        game, seat, ends_at = await thinking(workers[0])
        for worker in workers:
            worker.clock.watch(game, await worker.snapshot(game))
            worker.now.go_to(ends_at)
        for worker in workers:
            await stack.enter_async_context(worker.ticking())

        assert await lapses(log, game, 1) == [(seat, ends_at)]
        await asyncio.sleep(0.2)
        assert await lapses(log, game, 1) == [(seat, ends_at)]
    await must_be_sound(log, game)


async def test_limits_that_ended_while_nothing_ran_are_kept_each_at_its_own_time(log: FaultyLog) -> None:
    game, seat, ends_at = await thinking(Process(log), defaults_until_absent=100)
    restarted = Process(log, Time(shift=5 * LIMIT + 1_000))

    async with restarted.ticking():
        found = await lapses(log, game, 5)

    assert [at for _, at in found[:5]] == [ends_at + number * LIMIT for number in range(5)]
    assert found[0][0] == seat
    await must_be_sound(log, game)


async def test_the_house_goes_on_where_a_player_has_let_their_time_pass(log: FaultyLog) -> None:
    process = Process(log)
    game, seat, ends_at = await thinking(process, defaults_until_absent=1, house_takes_over=True)
    restarted = Process(log, Time(shift=LIMIT + 1_000))
    async with restarted.playing():
        assert await lapses(log, game, 1) == [(seat, ends_at)]

        async def is_played_by_the_house() -> bool:
            return (await process.snapshot(game)).table.places[seat].house == "random"

        await eventually(is_played_by_the_house)
    back = await process.sit(game, seat)

    assert back.snapshot.table.places[seat].house is None
    await must_be_sound(log, game)


async def test_a_seat_that_is_late_by_many_decisions_holds_up_nobody_for_long(log: FaultyLog) -> None:
    game, _, _ = await thinking(Process(log), defaults_until_absent=100)
    restarted = Process(log, Time(shift=40 * LIMIT))
    log.sizes.clear()
    async with restarted.ticking():
        await lapses(log, game, 30)

    assert len(log.sizes) >= 30
    assert max(log.sizes) < 30


async def test_quick_moves_under_a_limit_of_days_write_no_new_due_time(log: FaultyLog) -> None:
    process = Process(log)
    game, seat, ends_at = await thinking(process, limit=259_200_000)
    (listed,) = await log.due(ends_at + 60_000, 1_000)
    log.dues.clear()
    for _ in range(3):
        await process.move(game, seat, first_move(await process.snapshot(game), seat))
        (seat,) = (await process.snapshot(game)).to_act
    assert log.dues == [UNSET] * 3
    assert await log.due(ends_at + 60_000, 1_000) == [listed]

    process.now.go_to(listed[1])
    await process.tick(game)
    ((_, lapsed_at),) = await lapses(log, game, 1)
    assert ends_at <= lapsed_at <= listed[1]


async def test_a_process_that_reads_a_table_lists_it_with_its_next_move(log: FaultyLog) -> None:
    game, seat, ends_at = await thinking(Process(log), limit=259_200_000)
    await log.list_as_due(game, 0)
    other = Process(log)
    await other.move(game, seat, first_move(await other.snapshot(game), seat))

    assert [table for table, _ in await log.due(ends_at + 60_000, 1_000)] == [game]
    assert await log.due(ends_at - 1, 1_000) == []


async def test_a_process_lists_a_table_anew_when_another_one_has_played_there(log: FaultyLog) -> None:
    here, there = Process(log), Process(log)
    game, seat, ends_at = await thinking(here, limit=259_200_000)
    for process in (here, there, here):
        await process.move(game, seat, first_move(await process.snapshot(game), seat))
        (seat,) = (await process.snapshot(game)).to_act
        if process is there:
            await log.list_as_due(game, 0)

    assert await log.due(ends_at - 1, 1_000) == []


async def test_what_was_due_and_is_void_does_not_pile_up(log: FaultyLog, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(log)
    game, seat, _ = await thinking(process)
    snapshot = await process.snapshot(game)
    loop, timers = asyncio.get_running_loop(), list[weakref.ref[asyncio.TimerHandle]]()
    call_later = loop.call_later

    def noted(*args: Any) -> asyncio.TimerHandle:
        timer = call_later(*args)
        if game in args:  # others share the loop
            timers.append(weakref.ref(timer))
        return timer

    monkeypatch.setattr(loop, "call_later", noted)
    for number in range(5_000):
        later = Moment(snapshot.version, snapshot.at + number)
        process.clock.watch(game, replace(snapshot, asked=later))
        if number % 100 == 0:
            await asyncio.sleep(0)

    assert replace(snapshot, asked=later).deadline(seat) == later.at + LIMIT
    assert len(timers) == 4_999  # the first is that which was there
    assert sum(timer() is not None for timer in timers) < 500
