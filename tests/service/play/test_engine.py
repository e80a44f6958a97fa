"""The path of a command to the log, in several processes at once: each `Process` is the memory of one worker."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.games.friendlier_than_thou.moves import Lead, SoMoved
from domain.table import FIRST_LINK, Overtaken, Tick, canonical
from service.play.engine import KeyReused, UnknownTable
from service.play.reading import checkpoint_of
from service.play.stream import MOST_KEYS
from service.runtime.background import running
from service.runtime.metrics import COMMANDS_BEHIND, CONFLICTS
from service.store import Append, Epoch, EventStore, LogCorrupt, StoreUnavailable, lane_of
from service.store.lobby_row import TableFilter
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.store import PostgresStore
from tests.domain.every_game import every_id
from tests.service.http.party import QUICK
from tests.service.measured import measured
from tests.service.workers import (
    PLAYERS,
    FaultyLog,
    Fork,
    Process,
    Time,
    any_move,
    eventually,
    first_move,
    is_finished,
    must_be_sound,
    silent,
    stored,
)


@pytest.fixture
def log() -> FaultyLog:
    return FaultyLog()


@pytest.fixture
def here(log: FaultyLog) -> Process:
    """A process whose log can have faults."""
    return Process(log)


@pytest.fixture
def there(log: FaultyLog) -> Process:
    """Another process on the same log."""
    return Process(log)


@pytest.fixture
async def on_disk(postgres_url: str) -> AsyncIterator[EventStore]:
    """A log that other connections can hold up, or change."""
    async with PostgresStore.open(postgres_url) as store:
        yield store


@pytest.fixture
async def on_disk_too(postgres_url: str) -> AsyncIterator[EventStore]:
    """The same log, by other connections."""
    async with PostgresStore.open(postgres_url) as store:
        yield store


class Passing(Time):
    """A time that goes on by a millisecond whenever somebody looks."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def __call__(self) -> int:
        self.at += 1
        return self.at - 1


# Commands


@every_id("game_id")
async def test_processes_that_play_a_game_together_never_disagree(log: FaultyLog, game_id: str) -> None:
    chance = random.Random(f"together {game_id}")
    time = Time()
    processes = [Process(log, time), Process(log, time), Process(log, time, memory=0)]
    game = await processes[0].started(game_id, **QUICK.get(game_id, {}))

    while not is_finished(snapshot := await processes[0].snapshot(game)):
        chosen = any_move(snapshot, chance)
        if chosen is None or chance.random() < 0.02:
            time.go_to(snapshot.due or 0)
        if chosen is None or chance.random() < 0.1:
            await chance.choice(processes).tick(game)
            continue
        try:
            await chance.choice(processes).move(game, *chosen)
        except Refused:
            assert (await stored(log, game)).version > snapshot.version, "refused only because the clock was faster"

    truth = await stored(log, game)
    for process in processes:
        assert canonical(await process.snapshot(game)) == canonical(truth.snapshot)
    await must_be_sound(log, game)


async def test_a_refused_command_changes_nothing(here: Process, log: FaultyLog) -> None:
    game = await here.started("literature")
    before, changes = await stored(log, game), len(here.changes)
    wrong_seat = 1 if before.snapshot.state.turn != 1 else 2

    with pytest.raises(Refused, match="not_your_turn"):
        await here.move(game, wrong_seat, first_move(before.snapshot, before.snapshot.state.turn))

    assert canonical((await stored(log, game)).entries) == canonical(before.entries)
    assert canonical(await here.engine.head(game)) == canonical(before.snapshot)
    assert len(here.changes) == changes


async def test_there_is_no_table_that_was_never_opened(here: Process) -> None:
    nowhere = uuid4()

    for asked in (here.sit(nowhere, 0), here.history.current(nowhere), here.engine.head(nowhere)):
        with pytest.raises(UnknownTable):
            await asked
    assert not here.engine.memory.holds(nowhere)


async def test_two_processes_that_decide_on_one_version_both_get_their_way(here: Process, there: Process) -> None:
    game = await here.started(players=4)
    before, conflicts = await there.snapshot(game), measured(CONFLICTS)

    outcomes = await asyncio.gather(
        *(process.move(game, seat, first_move(before, seat)) for seat, process in enumerate([here, there] * 2))
    )

    assert sorted(outcome.snapshot.version for outcome in outcomes) == [before.version + n for n in (1, 2, 3, 4)]
    assert await here.snapshot(game) == await there.snapshot(game)
    assert measured(CONFLICTS) > conflicts


async def test_commands_that_had_to_read_what_others_wrote_are_counted(here: Process, there: Process) -> None:
    before = [measured(COMMANDS_BEHIND, "all"), measured(COMMANDS_BEHIND, "news")]

    def counted() -> list[float]:
        return [measured(COMMANDS_BEHIND, "all") - before[0], measured(COMMANDS_BEHIND, "news") - before[1]]

    table = await here.open(players=4)
    await here.sit(table, 0)
    assert counted() == [0, 0], "a process that is alone reads nothing"
    await there.sit(table, 1)
    assert counted() == [1, 0], "the table was not in memory"
    await there.tick(table)
    await there.sit(table, 2)
    assert counted() == [1, 0]
    await here.tick(table)
    await there.leave(table, 2)
    await here.sit(table, 3)
    assert counted() == [1, 1], "the news, and the clock does not count"


async def test_what_the_own_clock_has_written_is_no_news(here: Process) -> None:
    game = await silent(here)
    snapshot, before = await here.snapshot(game), measured(COMMANDS_BEHIND, "news")
    assert snapshot.due is not None
    await here.wait_until(snapshot.due)

    with pytest.raises(Refused, match="already_started"):
        await here.start(game)

    assert (await here.snapshot(game)).version > snapshot.version
    assert measured(COMMANDS_BEHIND, "news") == before


async def test_many_commands_at_once_take_place_one_after_the_other(here: Process, there: Process) -> None:
    table = await here.open(players=4)

    outcomes = await asyncio.gather(
        *(
            process.sit(table, seat, key=f"{name}{seat}")
            for seat in range(4)
            for name, process in {"h": here, "t": there}.items()
        ),
        return_exceptions=True,
    )

    seated = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    refusals = [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]
    assert (len(seated), refusals) == (4, ["already_seated"] * 4)
    assert (await there.snapshot(table)).table.seats == PLAYERS[:4]


async def test_what_a_stale_process_would_refuse_is_done_if_it_is_right_by_now(here: Process, there: Process) -> None:
    game = await here.open(players=2)
    assert (await there.snapshot(game)).version == 1
    await here.sit(game, 0)
    await here.sit(game, 1)

    outcome = await there.start(game)

    assert outcome.snapshot.table.status == "playing"


async def test_what_a_stale_process_would_do_is_refused_if_it_is_wrong_by_now(here: Process, there: Process) -> None:
    game = await here.open(players=2)
    await here.sit(game, 0)
    await there.snapshot(game)
    await here.sit(game, 1)

    with pytest.raises(Refused, match="already_seated"):
        await there.sit(game, 1, key="another command")

    assert (await there.snapshot(game)).version == 3


async def test_the_clock_is_looked_at_once_for_each_command(log: FaultyLog) -> None:
    """If it were looked at again to date the command, a step that fell due in between would be passed over."""
    time = Time()
    game = await silent(Process(log, time))
    due = ((await stored(log, game)).snapshot).due
    assert due is not None
    process = Process(log, Passing(due - 1))

    await process.move(game, 0, first_move(await process.snapshot(game), 0))

    await must_be_sound(log, game)


async def test_a_command_comes_after_all_clock_steps_that_were_due_before_it(here: Process, log: FaultyLog) -> None:
    game = await silent(here)
    for seat in (0, 1):
        await here.move(game, seat, SoMoved((await here.snapshot(game)).state.hands[seat][0]))
    before = await here.snapshot(game)
    here.now.go_to((before.due or 0) + 1_000_000)

    with pytest.raises(Refused, match="not_your_turn"):
        await here.move(game, 1, Lead(before.state.hands[1][1]))

    assert [row.type for row in await log.read(game)][-6:] == [
        *("so_moved_said", "so_moved_said"),
        *("window_closed", "card_discarded", "card_discarded", "silence_broken"),
    ]
    await must_be_sound(log, game)


async def test_a_clock_step_that_a_move_has_overtaken_is_not_recorded(
    on_disk: EventStore, on_disk_too: EventStore, postgres_url: str
) -> None:
    here, there = Process(on_disk), Process(on_disk_too)
    game = await silent(there)
    before = await here.snapshot(game)
    here.now.go_to(before.due or 0)

    async with lane_held(postgres_url, game) as tried:
        moving = asyncio.create_task(there.move(game, 1, Lead(before.state.hands[1][0])))
        await tried(1)
        ticking = asyncio.create_task(here.tick(game))
        await tried(2)

    assert (await moving).snapshot.version == before.version + 1
    await ticking
    assert ("silence_broken", before.due) not in [(row.type, row.at) for row in await on_disk.read(game)]
    await must_be_sound(on_disk, game)


async def test_a_process_whose_clock_is_slow_does_not_turn_back_the_time(log: FaultyLog) -> None:
    fast, slow = Process(log, Time(shift=10_000)), Process(log, Time(shift=-10_000))
    game = await silent(fast)

    await slow.move(game, 1, first_move(await slow.snapshot(game), 1))

    times = [entry.event.at for entry in (await stored(log, game)).entries]
    assert times == sorted(times)
    await must_be_sound(log, game)


# Retries


async def test_a_command_that_is_sent_again_is_answered_again(here: Process, there: Process, log: FaultyLog) -> None:
    game = await here.started(players=2)
    move = first_move(await here.snapshot(game), 0)
    first = await here.move(game, 0, move, key="once")
    await here.move(game, 1, first_move(await here.snapshot(game), 1), key="other")

    restarted = Process(log)
    again = [await process.move(game, 0, move, key="once") for process in (here, there, restarted)]

    assert again == [first] * 3
    assert (await stored(log, game)).version == first.snapshot.version + 1


async def test_twins_are_executed_once(here: Process, there: Process, log: FaultyLog) -> None:
    game = await here.started(players=2)
    before = await there.snapshot(game)
    move = first_move(before, 0)

    outcomes = await asyncio.gather(*(process.move(game, 0, move, key="twin") for process in [here, there] * 5))

    assert outcomes == [outcomes[0]] * 10
    assert (await stored(log, game)).version == before.version + 1


async def test_a_refused_command_may_be_sent_again_when_it_is_right(here: Process) -> None:
    game = await here.open(players=2)
    with pytest.raises(Refused, match="seats_not_filled"):
        await here.start(game, key="start")
    await here.sit(game, 0)
    await here.sit(game, 1)

    outcome = await here.start(game, key="start")

    assert outcome.snapshot.table.status == "playing"


async def test_a_key_is_good_for_one_request_only(here: Process, there: Process) -> None:
    game = await here.open(players=2, key="open")
    await here.sit(game, 0, key="sit")
    before = await here.snapshot(game)

    for process in (here, there):
        for key in ("open", "sit"):
            with pytest.raises(KeyReused):
                await process.sit(game, 1, key=key)
    with pytest.raises(KeyReused):
        await there.open(players=3, key="open")

    assert await there.snapshot(game) == before


async def test_a_table_is_opened_once(
    here: Process, there: Process, log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    opened = await asyncio.gather(*(process.open(players=2, key="open it") for process in [here, there] * 3))
    await here.sit(opened[0], 0)

    assert {*opened, await Process(log).open(players=2, key="open it")} == {opened[0]}
    assert (await stored(log, opened[0])).version == 2
    assert "another history" not in caplog.text, "the other process had read nothing before"


# Versions


async def test_a_table_is_listed_as_what_it_is(here: Process, log: FaultyLog) -> None:
    game = await here.open(players=2)
    for seat in (0, 1):
        await here.sit(game, seat)
    (before,) = await log.lobby.page(TableFilter(status="open"))
    await here.start(game)
    (after,) = await log.lobby.page(TableFilter(status="playing"))

    assert before.table_id == after.table_id == game
    assert await log.lobby.page(TableFilter(status="open")) == []


async def test_a_command_for_an_older_version_is_refused_with_the_present_one(here: Process, there: Process) -> None:
    game = await here.started("literature")
    before = await there.snapshot(game)
    seat, move = before.state.turn, first_move(before, before.state.turn)
    await here.move(game, seat, move)

    with pytest.raises(Overtaken) as stale:
        await there.move(game, seat, move, key="another command", expected=before.version)

    assert stale.value.code == "stale_version"
    assert canonical(await there.engine.head(game)) == canonical(await here.snapshot(game))


async def test_a_command_for_a_version_that_a_process_has_not_seen_yet_is_executed(
    here: Process, there: Process
) -> None:
    game = await here.started("literature")
    await there.snapshot(game)
    snapshot = (await here.move(game, 0, first_move(await here.snapshot(game), 0))).snapshot

    move = first_move(snapshot, snapshot.state.turn)
    outcome = await there.move(game, snapshot.state.turn, move, expected=snapshot.version)

    assert outcome.recorded[0].entry.version == snapshot.version + 1


async def test_where_several_may_act_a_command_is_judged_on_its_merits(here: Process, there: Process) -> None:
    game = await here.started(players=3)
    before = await there.snapshot(game)

    for seat, process in enumerate((here, there, here)):
        await process.move(game, seat, first_move(before, seat), expected=before.version)

    assert (await there.snapshot(game)).state.phase == "silence"


# Memory


@every_id("game_id")
async def test_a_table_is_the_same_from_any_checkpoint(log: FaultyLog, game_id: str) -> None:
    process = Process(log)
    game = await process.started(game_id)
    await process.play(game, random.Random(3), lambda snapshot: is_finished(snapshot) or snapshot.version > 120)
    truth = await stored(log, game)
    links = [FIRST_LINK, *(row.hash for row in await log.read(game))]
    for version in range(1, truth.version, 9):
        snapshot = truth.at(version)
        await log.keep_checkpoint(checkpoint_of(game, snapshot, links[version], msgspec.msgpack.encode(snapshot)))
        again = Process(log, slice_size=5)

        assert canonical(await again.engine.head(game)) == canonical(truth.snapshot)


async def test_a_checkpoint_is_kept_now_and_then_and_read_by_the_next_process(log: FaultyLog) -> None:
    process = Process(log)
    async with running(process.engine.checkpoints.run):
        game = await process.started("honors_4", target_score=50, max_deals=100)
        await process.play(game, random.Random(1), lambda snapshot: snapshot.version > 600)

        async def is_kept() -> bool:
            return await log.checkpoint(game) is not None

        await eventually(is_kept)
    checkpoint = await log.checkpoint(game)
    assert checkpoint is not None
    assert 512 <= checkpoint.version < 600
    log.reads.clear()

    head = await Process(log).engine.head(game)

    assert canonical(head) == canonical((await stored(log, game)).snapshot)
    assert min(after for _, after in log.reads[:-1]) >= checkpoint.version


@pytest.mark.parametrize("wrong", ["rules_version", "snapshot", "game"])
async def test_a_checkpoint_that_does_not_fit_is_not_trusted(log: FaultyLog, wrong: str) -> None:
    game = await Process(log).started("honors_4")
    truth = await stored(log, game)
    link = (await log.read(game))[2].hash
    good = checkpoint_of(game, truth.at(3), link, msgspec.msgpack.encode(truth.at(3)))
    await log.keep_checkpoint(replace(good, **{wrong: b"\xc0" if wrong == "snapshot" else "x"}))
    log.reads.clear()

    assert canonical(await Process(log).engine.head(game)) == canonical(truth.snapshot)
    assert log.reads[0] == (game, 0)


async def test_a_key_from_before_a_checkpoint_is_known_to_the_store(log: FaultyLog) -> None:
    process = Process(log)
    game = await process.open(players=2)
    first = await process.sit(game, 0, key="seat")
    await process.sit(game, 1)
    truth, rows = await stored(log, game), await log.read(game)
    encoded = msgspec.msgpack.encode(truth.at(3))
    await log.keep_checkpoint(checkpoint_of(game, truth.at(3), rows[2].hash, encoded))
    again = Process(log)

    assert (await again.sit(game, 0, key="seat")).recorded == first.recorded
    with pytest.raises(KeyReused):
        await again.sit(game, 1, key="seat")
    assert (await again.start(game, key="start")).snapshot.table.status == "playing"


async def test_a_key_that_memory_has_no_room_for_is_known_to_the_store(here: Process, log: FaultyLog) -> None:
    game = await here.open(players=2)
    first = await here.sit(game, 0, key="0")
    for number in range(1, MOST_KEYS + 1):
        await here.leave(game, 0)
        await here.sit(game, 0, key=str(number))
    version = (await here.leave(game, 0)).snapshot.version

    for process in (here, Process(log)):
        assert await process.sit(game, 0, key="0") == first
        with pytest.raises(KeyReused):
            await process.sit(game, 1, key="0")
    assert (await stored(log, game)).version == version


async def test_an_altered_log_is_refused_each_time(log: FaultyLog, caplog: pytest.LogCaptureFixture) -> None:
    game = await Process(log).started("honors_4")
    process = Process(log)
    log.alter(game, 3)

    for _ in range(2):
        with pytest.raises(LogCorrupt):
            await process.engine.head(game)
        with pytest.raises(LogCorrupt):
            await process.engine.execute(game, Tick())
    assert "another history" not in caplog.text, "it is the same one, and damaged"


async def test_an_event_that_was_altered_to_one_that_cannot_be_folded_shows_that_the_log_is_damaged(
    log: FaultyLog,
) -> None:
    game = await Process(log).open(players=2)
    await Process(log).sit(game, 0)
    (row,) = await log.read(game, 1, 2)
    log.database.rewrite(replace(row, event=row.event.replace(b'"seat":0', b'"seat":7')))

    with pytest.raises(LogCorrupt, match="event 2 "):
        await Process(log).engine.head(game)


async def test_where_a_sound_log_cannot_be_folded_the_mistake_is_not_called_damage(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> Any:
        raise IndexError

    game = await Process(log).open(players=2)
    monkeypatch.setattr("service.play.stream.taken", mistaken)

    with pytest.raises(IndexError):
        await Process(log).engine.head(game)


async def test_a_table_that_was_read_before_its_log_was_altered_has_no_other_history(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = Process(log), Process(log)
    game = await here.open(players=2)
    await there.sit(game, 0)
    log.alter(game, 2)

    with pytest.raises(LogCorrupt):
        await here.sit(game, 1)
    assert "another history" not in caplog.text


async def test_it_is_told_that_the_log_has_another_history(caplog: pytest.LogCaptureFixture) -> None:
    log = Fork()
    here = Process(log)
    game = await here.open(players=2)
    await here.sit(game, 0)
    log.lose(game, 1, None)

    await here.sit(game, 1)

    assert "the log has another history" in caplog.text


async def test_tables_that_were_longest_not_asked_for_are_forgotten(log: FaultyLog) -> None:
    process = Process(log, memory=20_000)
    first, second, third = [await process.open(players=2) for _ in range(3)]
    assert [process.engine.memory.holds(game) for game in (first, second, third)] == [False, True, True]

    await process.engine.head(second)
    assert (await process.sit(first, 0)).snapshot.version == 2

    assert [process.engine.memory.holds(game) for game in (first, second, third)] == [True, True, False]
    assert process.engine.memory.size <= 20_000


async def test_a_table_that_somebody_reads_is_not_forgotten_for_who_gives_up_to_wait(here: Process) -> None:
    memory, game = here.engine.memory, uuid4()
    stream = memory.stream(game)
    async with stream.lock:
        memory.settle(stream)

        assert memory.stream(game) is stream


async def test_what_another_has_taken_the_place_of_takes_no_room(here: Process) -> None:
    memory, game = here.engine.memory, uuid4()
    snapshot = await here.snapshot(await here.open())
    before, late = memory.size, memory.stream(game)
    memory.settle(late)
    present = memory.stream(game)
    late.head = present.head = snapshot
    for each in (late, present):
        memory.settle(each)

    assert memory.size == before + present.size


async def test_a_table_with_a_command_under_way_is_not_forgotten(on_disk: EventStore, postgres_url: str) -> None:
    process = Process(on_disk, memory=0)
    other = await Process(on_disk).open(players=2)
    game = await process.open(players=2)

    async with lane_held(postgres_url, game) as tried:
        sitting = asyncio.create_task(process.sit(game, 0))
        await tried(1)
        await process.engine.head(other)
        assert process.engine.memory.holds(game)
    await sitting


async def test_a_log_that_has_lost_events_is_believed(on_disk: EventStore, postgres_url: str) -> None:
    here = Process(on_disk)
    game = await here.open(players=3)
    for seat in (0, 1):
        await here.sit(game, seat)
    await restore_to_version(postgres_url, game, 2)

    assert (await here.sit(game, 2)).snapshot.table.seats == (PLAYERS[0], None, PLAYERS[2])


@pytest.mark.parametrize(("grown", "epoch"), [*((grown, Epoch(2, "0a0b0c0d")) for grown in range(4)), (3, None)])
async def test_nothing_is_decided_on_a_history_that_is_lost(grown: int, epoch: Epoch | None) -> None:
    log = Fork()
    here, there = Process(log), Process(log)
    game = await here.open("literature", players=6)
    for seat in (0, 1):
        await here.sit(game, seat)
    log.lose(game, 1, epoch)
    others = (4, 3, 2)[:grown]
    for seat in others:
        await there.sit(game, seat)

    seats = (await here.sit(game, 0)).snapshot.table.seats

    assert seats == (PLAYERS[0], None, *(PLAYERS[seat] if seat in others else None for seat in range(2, 6)))
    await must_be_sound(log, game)


class ForkOnTheWay(Fork):
    """A log whose history becomes another one while an append is on its way to it, if that is wanted."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def append(self, append: Append) -> None:
        """Append, after what happens meanwhile."""
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        await super().append(append)


@pytest.mark.parametrize("epoch", [Epoch(2, "0a0b0c0d"), None])
async def test_what_was_decided_on_a_history_that_is_lost_is_decided_again_on_one_that_is_as_long(
    epoch: Epoch | None,
) -> None:
    log = ForkOnTheWay()
    here, there = Process(log), Process(log)
    game = await here.open("literature", players=6)
    for seat in (0, 1):
        await here.sit(game, seat)

    async def restored() -> None:
        log.lose(game, 1, epoch)
        for seat in (3, 4):
            await there.sit(game, seat)

    log.meanwhile = restored

    seats = (await here.sit(game, 2)).snapshot.table.seats

    assert seats == (None, None, *PLAYERS[2:5], None)
    await must_be_sound(log, game)


async def test_a_command_that_is_lost_takes_place_when_it_is_sent_again() -> None:
    log = Fork()
    here, there = Process(log), Process(log)
    game = await here.open("literature", players=6)
    await here.sit(game, 0, key="seat")
    log.lose(game, 1, Epoch(2, "0a0b0c0d"))
    await there.sit(game, 1)

    assert (await here.sit(game, 0, key="seat")).snapshot.table.seats[:2] == PLAYERS[:2]
    await must_be_sound(log, game)


async def test_the_head_of_a_table_is_not_of_a_history_that_is_lost() -> None:
    log = Fork()
    here = Process(log)
    game = await here.open("literature", players=6)
    await here.sit(game, 0)
    log.lose(game, 1, Epoch(2, "0a0b0c0d"))

    assert (await here.engine.head(game)).version == 1


class LostAfterwards(Fork):
    """A log that loses all of a table but its first event right after an append, if that is wanted."""

    wanted = False

    async def append(self, append: Append) -> None:
        """Append, in vain if that is wanted."""
        await super().append(append)
        if self.wanted:
            self.lose(append.table_id, 1, Epoch(2, "0a0b0c0d"))


async def test_nothing_is_refused_for_what_is_lost_by_then() -> None:
    log = LostAfterwards()
    here = Process(log)
    game = await silent(here)
    here.now.go_to((await here.snapshot(game)).due or 0)
    log.wanted = True

    assert (await here.sit(game, 0)).snapshot.table.seats == (PLAYERS[0], None)


async def test_a_table_that_is_lost_is_unknown() -> None:
    log = Fork()
    here = Process(log)
    game = await here.open("literature", players=6)
    log.lose(game, 0, Epoch(2, "0a0b0c0d"))

    with pytest.raises(UnknownTable):
        await here.sit(game, 0)


async def test_a_table_that_is_lost_while_a_command_is_on_its_way_is_unknown() -> None:
    log = ForkOnTheWay()
    here = Process(log)
    game = await here.open("literature", players=6)

    async def lost() -> None:
        log.lose(game, 0, None)

    log.meanwhile = lost

    with pytest.raises(UnknownTable):
        await here.sit(game, 0)


# Faults


async def test_a_command_whose_client_left_while_it_was_written_takes_place(
    on_disk: EventStore, postgres_url: str
) -> None:
    here = Process(on_disk)
    game = await here.open(players=2)

    async with lane_held(postgres_url, game) as tried:
        sitting = asyncio.create_task(here.sit(game, 0, key="seat"))
        await tried(1)
        sitting.cancel()
        await asyncio.wait([sitting])

    outcome = await here.sit(game, 0, key="seat")
    assert outcome.snapshot.version == 2
    assert (await here.sit(game, 1)).snapshot.version == 3
    await must_be_sound(on_disk, game)


async def test_a_command_whose_client_left_before_it_was_written_does_not(
    on_disk: EventStore, postgres_url: str
) -> None:
    here = Process(on_disk)
    game, other = await here.open(players=2), await here.open(players=2)

    async with lane_held(postgres_url, other) as tried:
        first = asyncio.create_task(here.sit(other, 0))
        await tried(1)
        sitting = asyncio.create_task(here.sit(game, 0))
        await asyncio.sleep(0)
        sitting.cancel()
        await asyncio.wait([sitting])
    await first

    assert (await here.snapshot(game)).version == 1
    assert (await here.sit(game, 1)).snapshot.table.seats == (None, PLAYERS[1])


@pytest.mark.parametrize("written", [True, False])
async def test_a_command_with_an_unknown_outcome_is_executed_once_when_it_is_sent_again(
    here: Process, there: Process, log: FaultyLog, *, written: bool
) -> None:
    game = await here.open(players=2)
    log.answer_lost, log.away = written, not written
    with pytest.raises(StoreUnavailable):
        await here.sit(game, 0, key="seat")
    log.away = False
    assert (await stored(log, game)).version == 1 + written

    outcomes = [await process.sit(game, 0, key="seat") for process in (here, there)]

    assert outcomes[0] == outcomes[1]
    assert (await stored(log, game)).version == 2


async def test_after_an_unknown_outcome_the_next_command_sees_what_took_place(here: Process, log: FaultyLog) -> None:
    game = await here.open(players=2)
    log.answer_lost = True
    with pytest.raises(StoreUnavailable):
        await here.sit(game, 0)
    here.now.go_to(here.now() + 1_000)

    with pytest.raises(Refused, match="already_seated"):
        await here.sit(game, 0)
    assert (await here.sit(game, 1)).snapshot.table.seats == PLAYERS[:2]


async def test_a_table_whose_opening_had_an_unknown_outcome_is_there_when_it_is_opened_again(
    here: Process, log: FaultyLog
) -> None:
    log.answer_lost = True
    with pytest.raises(StoreUnavailable):
        await here.open(players=2, key="open unknown")

    game = await here.open(players=2, key="open unknown")

    assert (await stored(log, game)).version == 1


async def test_nothing_is_answered_from_memory_alone_while_the_log_is_away(here: Process, log: FaultyLog) -> None:
    game = await here.open(players=2)
    log.away = True

    for asked in (here.history.current(game), here.history.head(game), here.sit(game, 0)):
        with pytest.raises(StoreUnavailable):
            await asked


@contextlib.asynccontextmanager
async def lane_held(url: str, table_id: UUID) -> AsyncIterator[Callable[[int], Awaitable[None]]]:
    """Let nobody write to the game's lane; give what waits until a number of processes try to."""
    async with asyncpg.create_pool(url, min_size=2, max_size=2, server_settings={"search_path": LOG_SCHEMA}) as owner:

        async def tried(number: int) -> None:
            waiting = """
                select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                having count(*) = $1
            """
            await eventually(lambda: owner.fetch(waiting, number))

        async with owner.acquire() as connection, connection.transaction():
            await connection.execute("select from lane where lane = $1 for update", lane_of(table_id))
            yield tried


async def restore_to_version(url: str, table_id: UUID, version: int) -> None:
    """Bring a game back to an earlier version, as an older backup of the database would."""
    owner = await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA})
    await owner.execute("alter table event disable trigger archived_only")
    await owner.execute("delete from event where table_id = $1 and version > $2", table_id, version)
    await owner.execute("alter table event enable always trigger archived_only")
    await owner.close()
