"""House players play whole games beside the requests, see what their seat sees, and never move twice, or for others."""

import asyncio
import random
from collections import Counter, defaultdict
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.game import Move, Refused
from domain.games.friendlier_than_thou.events import WindowClosed
from domain.games.friendlier_than_thou.moves import SoMoved
from domain.games.honors_4.moves import Discard
from domain.table import HOUSE_PLAYERS, MakeHouseMove, Moment, OpenTable, SeatHouse, Snapshot, TableSettings
from projections.seat_view import decision, seat_view
from service.play.house_pace import AT_EASE, HousePace
from service.play.house_players import Observation, is_unattended, observation_of, pause, random_choice
from service.play.rows import HOUSE_PATIENCE_MS
from service.runtime.background import running
from service.runtime.metrics import HOUSE_MOVES
from service.store import Epoch, EventStore
from tests.domain.every_game import every_id
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
    in_phase,
    is_finished,
    must_be_sound,
    stored,
)

SHORT: dict[str, dict[str, Any]] = {
    "friendlier_than_thou": {"so_moved_window_ms": 100},
    "honors_1": {"max_deals": 1},
    "honors_2": {"max_deals": 1},
    "honors_3": {"max_deals": 1},
    "honors_4": {"max_deals": 1},
}
"""Options with which whole games are short, by game."""


@pytest.fixture
def log() -> FaultyLog:
    return FaultyLog()


QUICK = HousePace(thinking_seconds=0.001, courtesy_seconds=(0.001, 0.01))
"""House players who think, and let others go first, for a moment only."""


async def with_house(process: Process, game: str, people: int = 1, **options: Any) -> UUID:
    """Return a table that has just been started, with people on the first seats and the house on the others."""
    table = await process.open(game, **options)
    for seat in range(people):
        await process.sit(table, seat)
    await process.ask_house(table)
    await process.start(table)
    return table


async def finished(process: Process, table_id: UUID, seconds: float = 120) -> Snapshot:
    """Wait until the house has finished a game."""

    async def is_over() -> bool:
        return is_finished(await process.snapshot(table_id))

    await eventually(is_over, seconds)
    return await process.snapshot(table_id)


async def movers(log: EventStore, table_id: UUID) -> Counter[int]:
    """Return how many moves each seat has made."""
    return Counter(entry.mover for entry in (await stored(log, table_id)).entries if entry.mover is not None)


# Whole games


@every_id("game_id")
async def test_the_house_plays_whole_games_by_itself(log: FaultyLog, game_id: str) -> None:
    process, before = Process(log, pace=QUICK), measured(HOUSE_MOVES, game_id)
    async with process.playing():
        game = await with_house(process, game_id, people=0, **SHORT.get(game_id, {}))
        end = await finished(process, game)

    assert set(end.table.seats) == {HOUSE_PLAYERS["random"]}
    assert sum((await movers(log, game)).values()) == measured(HOUSE_MOVES, game_id) - before
    await must_be_sound(log, game)


@every_id("game_id")
async def test_a_person_plays_a_whole_game_with_the_house(log: FaultyLog, game_id: str) -> None:
    process, chance = Process(log, pace=QUICK), random.Random(game_id)
    async with process.playing(), asyncio.timeout(120):
        game = await with_house(process, game_id, **SHORT.get(game_id, {}))
        while not is_finished(snapshot := await process.snapshot(game)):
            decision = snapshot.offered(0)
            if decision is None:
                await asyncio.sleep(0.002)
            else:
                await attempt(process, game, chance.choice(decision.moves))

    assert set(await movers(log, game)) <= set(range(len(snapshot.table.seats)))
    await must_be_sound(log, game)


async def attempt(process: Process, table_id: UUID, move: Any) -> None:
    """Make a move of seat 0, unless the house was faster."""
    try:
        await process.move(table_id, 0, move)
    except Refused:
        await asyncio.sleep(0)
    await asyncio.sleep(0.005)


# What they see, and for whom they move


async def test_a_house_player_sees_what_its_seat_sees(log: FaultyLog) -> None:
    seen = []

    def note(observation: Observation) -> Any:
        seen.append(observation)
        return random_choice(observation)

    process = Process(log, pace=QUICK, players={"random": note})
    async with process.playing():
        game = await with_house(process, "literature", people=0)
        await finished(process, game)

    versions = {each.decision_id(seat): each for each in (await stored(log, game)).snapshots for seat in each.to_act}
    assert len(seen) > 6
    for observation in seen:
        snapshot = versions[observation.decision]
        to_a_person = decision(snapshot, observation.seat, snapshot.view(observation.seat))
        assert to_a_person is not None
        assert (observation.decision, observation.moves, observation.default) == (
            *(to_a_person.id, to_a_person.moves, to_a_person.default),
        )
        assert observation.view == seat_view(game, snapshot, observation.seat, None).state


async def test_several_workers_never_make_a_move_for_another_decision(log: FaultyLog) -> None:
    chosen: defaultdict[tuple[UUID, str], list[Any]] = defaultdict(list)

    def note(observation: Observation) -> Any:
        move = random_choice(observation)
        chosen[observation.table_id, observation.decision].append(move)
        return move

    workers = [Process(log, pace=QUICK, players={"random": note}) for _ in range(2)]
    async with workers[0].playing(), workers[1].playing():
        game = await with_house(workers[0], "honors_4", people=0, max_deals=5)

        async def all_look() -> bool:
            for worker in workers:
                worker.house.notice(game)
            return is_finished(await workers[1].snapshot(game))

        await eventually(all_look)

    live = await stored(log, game)
    moves = [entry for entry in live.entries if isinstance(entry.command, MakeHouseMove)]
    assert moves
    for entry in moves:
        assert isinstance(entry.command, MakeHouseMove)
        assert entry.command.move in chosen[game, live.at(entry.version - 1).decision_id(entry.mover or 0)]
    await must_be_sound(log, game)


async def taken_over(people: Process, game_id: str, **options: Any) -> tuple[UUID, int]:
    """Return a table of people where the house has just taken over from one who was absent, and their seat."""
    settings = TableSettings(turn_limit_ms=60_000, defaults_until_absent=1, house_takes_over=True)
    game = await people.started(game_id, settings=settings, **options)
    people.now.go_to((await people.snapshot(game)).due or 0)
    await people.tick(game)
    (seat,) = [seat for seat, place in enumerate((await people.snapshot(game)).table.places) if place.house]
    return game, seat


async def all_move_until_needed(people: Process, table_id: UUID, seat: int) -> Snapshot:
    """Let the others move until the house is needed on a seat."""
    while seat not in (snapshot := await people.snapshot(table_id)).house_seats_needed:
        chosen = any_move(snapshot, random.Random(1))
        assert chosen is not None
        await people.move(table_id, *chosen)
    return snapshot


async def test_the_house_plays_on_for_an_absent_player_until_they_are_back(log: FaultyLog) -> None:
    people = Process(log)
    game, seat = await taken_over(people, "honors_4", players=2)
    needed = await all_move_until_needed(people, game, seat)
    async with people.playing():
        people.house.notice(game)

        async def has_moved() -> bool:
            return (await movers(log, game))[seat] > 0

        await eventually(has_moved)
        await people.sit(game, seat)
        back = await people.snapshot(game)
        await asyncio.sleep(10 * AT_EASE.thinking_seconds)

        assert (await people.snapshot(game)).version == back.version > needed.version


async def test_what_the_house_has_chosen_is_not_done_when_the_player_is_back(log: FaultyLog) -> None:
    people, chosen = Process(log), []

    def note(observation: Observation) -> Any:
        chosen.append(observation)
        return random_choice(observation)

    house = Process(log, people.now, players={"random": note})
    game, seat = await taken_over(people, "honors_4")
    needed = await all_move_until_needed(people, game, seat)
    await house.engine.head(game)
    await people.sit(game, seat)
    async with running(house.house.run):
        house.house.notice(game)

        async def is_asked() -> bool:
            return bool(chosen)

        await eventually(is_asked)
        await asyncio.sleep(0.1)

    after = await people.snapshot(game)
    assert (after.version, after.table.places[seat].house) == (needed.version + 1, None)


# Where they need not act


async def in_silence(process: Process, people: int, **options: Any) -> UUID:
    """Return a table of Friendlier Than Thou in the silence, which nobody need break."""
    game = await with_house(process, "friendlier_than_thou", people, players=4, **options)
    for seat in range(4):
        move = first_move(await process.snapshot(game), seat)
        await move_on(process, game, seat, move)
    assert in_phase("silence")(await process.snapshot(game))
    return game


async def move_on(process: Process, table_id: UUID, seat: int, move: Any) -> None:
    """Make a move of a seat, whoever plays there."""
    snapshot = await process.snapshot(table_id)
    house = snapshot.table.places[seat].house
    if house is None:
        await process.move(table_id, seat, move)
    else:
        await process.engine.execute(table_id, MakeHouseMove(seat, house, move, snapshot.decision_id(seat)))


async def observed_at(process: Process, table_id: UUID, seat: int) -> Observation:
    """Return what the house player of a seat is shown."""
    observation = observation_of(table_id, await process.snapshot(table_id), seat)
    assert observation is not None
    return observation


async def test_a_random_player_often_does_nothing_where_it_need_not_act(log: FaultyLog) -> None:
    process = Process(log)
    silent = await observed_at(process, await in_silence(process, 1), 2)
    needed = await observed_at(process, await with_house(process, "honors_4", people=0), 1)

    assert {random_choice(silent) for _ in range(2_000)} == {None, *silent.moves}
    assert {random_choice(needed) for _ in range(2_000)} == set(needed.moves)


async def test_a_random_player_draws_from_no_generator_that_suggestions_show(log: FaultyLog) -> None:
    process = Process(log)
    needed = await observed_at(process, await with_house(process, "honors_4", people=0), 1)
    before = random.getstate()

    assert random_choice(needed) in needed.moves
    assert random.getstate() == before


async def test_the_house_lets_people_go_first_where_it_need_not_act(log: FaultyLog) -> None:
    process = Process(log)
    with_people = await process.snapshot(await in_silence(process, 1))
    by_itself = await process.snapshot(await in_silence(process, 0))

    shortest, longest = AT_EASE.courtesy_seconds
    assert {pause(by_itself, AT_EASE) for _ in range(50)} == {AT_EASE.thinking_seconds}
    assert {shortest <= pause(with_people, AT_EASE) <= longest for _ in range(50)} == {True}
    assert with_people.house_seats_needed == ()


async def test_the_house_does_not_speak_while_a_window_is_about_to_close(log: FaultyLog) -> None:
    process = Process(log, pace=replace(QUICK, haste=0))
    game = await in_silence(process, 1, so_moved_window_ms=500)
    hand = (await process.snapshot(game)).state.hands[0]
    await process.move(game, 0, SoMoved(hand[0]))
    async with process.playing():

        async def led() -> bool:
            return any(entry.event == WindowClosed(at=entry.event.at) for entry in (await stored(log, game)).entries)

        await eventually(led)

    kinds = [entry.event.__struct_config__.tag for entry in (await stored(log, game)).entries]
    until_it_closed = kinds[: kinds.index("window_closed")]
    assert until_it_closed.count("so_moved_said") == 1
    assert "card_discarded" not in until_it_closed


# Where people may act as well


async def in_unity(process: Process, time: Time) -> UUID:
    """Return a table of Friendlier Than Thou where all must answer at once, a person among them."""
    game, chance = await with_house(process, "friendlier_than_thou", unity_limit_ms=None), random.Random(1)
    while not in_phase("unity")(snapshot := await process.snapshot(game)):
        time.go_to(snapshot.due or 0)
        await process.tick(game)
        if (chosen := any_move(await process.snapshot(game), chance)) is not None:
            await move_on(process, game, *chosen)
    return game


async def test_where_all_must_act_the_house_lets_people_go_first(log: FaultyLog) -> None:
    time = Time()
    process = Process(log, time, pace=HousePace(courtesy_seconds=(60, 60)))
    game = await in_unity(process, time)
    before = await process.snapshot(game)
    assert before.house_seats_needed

    async with process.playing():
        process.house.notice(game)
        await asyncio.sleep(0.1)
    assert (await process.snapshot(game)).version == before.version
    await process.house.volunteer(game, before.asked)
    assert (await process.snapshot(game)).version > before.version


async def test_a_house_player_that_waited_for_people_waits_again_when_they_are_asked_for_something_else(
    log: FaultyLog,
) -> None:
    process = Process(log, players={"random": lambda observation: observation.moves[0]})
    game = await in_silence(process, 1)
    before = await process.snapshot(game)

    await process.house.volunteer(game, Moment(before.version - 1, before.at))
    assert (await process.snapshot(game)).version == before.version
    await process.house.volunteer(game, before.asked)
    assert (await process.snapshot(game)).version > before.version


# Fair turns


def noted(looked: list[UUID], observation: Observation) -> Move | None:
    """Choose a move at random, and note the table that was looked at."""
    looked.append(observation.table_id)
    return random_choice(observation)


async def test_where_people_sit_nobody_waits_for_tables_of_the_house_alone(log: FaultyLog) -> None:
    looked: list[UUID] = []
    process = Process(log, pace=QUICK, players={"random": partial(noted, looked)})
    alone = [await with_house(process, "medieval_mastery", 0, players=3) for _ in range(30)]
    attended = await with_house(process, "medieval_mastery", players=3)
    await asyncio.sleep(10 * QUICK.thinking_seconds)
    async with process.playing():
        await eventually(lambda: has(looked, attended))

    assert len(alone) == 30
    assert looked.index(attended) <= 1


async def all_away(people: Process) -> Snapshot:
    """Return a table of two people for whom the house plays, as they are away."""
    game, _ = await taken_over(people, "honors_4", players=2)
    assert not is_unattended((await people.snapshot(game)).table), "one of them is there"
    while None in [place.house for place in (await people.snapshot(game)).table.places]:
        people.now.go_to((await people.snapshot(game)).due or 0)
        await people.tick(game)
    return await people.snapshot(game)


async def test_where_all_people_are_away_nobody_waits_for_the_house(log: FaultyLog) -> None:
    away = await all_away(Process(log))

    assert away.table.seats == (PLAYERS[0], PLAYERS[1])
    assert is_unattended(away.table)


async def test_a_person_who_is_back_does_not_wait_for_tables_where_the_house_is_alone(log: FaultyLog) -> None:
    people, looked = Process(log), list[UUID]()
    away, game = await all_away(people), people.changes[-1][0]
    pace = replace(QUICK, rest=100_000.0)
    process = Process(log, people.now, pace=pace, players={"random": partial(noted, looked)})
    alone = await with_house(process, "medieval_mastery", 0, players=3)
    await asyncio.sleep(10 * QUICK.thinking_seconds)
    process.house.notice(game, away.table)
    await asyncio.sleep(10 * QUICK.thinking_seconds)
    async with running(process.house.run):
        await eventually(lambda: has(looked, alone))
        await asyncio.sleep(0.1)
        assert game not in looked, "it rests first"
        (waited_for,) = away.house_seats_needed
        await process.sit(game, 1 - waited_for)
        await eventually(lambda: has(looked, game), 10)


async def has(looked: list[UUID], table_id: UUID) -> bool:
    return table_id in looked


async def test_creators_have_turns_where_the_house_is_alone(log: FaultyLog) -> None:
    looked: list[UUID] = []
    process = Process(log, pace=QUICK, players={"random": partial(noted, looked)})
    for _ in range(30):
        await with_house(process, "medieval_mastery", 0, players=3)
    bens = await opened_by(process, PLAYERS[1])
    await asyncio.sleep(10 * QUICK.thinking_seconds)
    async with process.playing():
        await eventually(lambda: has(looked, bens))

    assert looked.index(bens) <= 2


async def opened_by(process: Process, player: UUID) -> UUID:
    """Let a player open a table, and ask the house to all its seats."""
    opening = OpenTable(
        player=player, game="medieval_mastery", options={"players": 3}, secret=bytes(32).hex(), auto_start=True
    )
    table_id = (await process.engine.execute(uuid4(), opening)).table_id
    for seat in range(3):
        await process.engine.execute(table_id, SeatHouse(player, "random", seat))
    return table_id


async def test_a_table_that_another_process_has_left_has_its_turn_as_one_of_its_creator(log: FaultyLog) -> None:
    looked: list[UUID] = []

    def notes(observation: Observation) -> Move | None:
        looked.append(observation.table_id)
        return random_choice(observation)

    before = Process(log)
    alone = [await with_house(before, "medieval_mastery", 0, players=3) for _ in range(9)]
    attended = await with_house(before, "medieval_mastery", players=3)
    process = Process(log, pace=QUICK, players={"random": notes})
    for table_id in (*alone, attended):
        process.house.notice(table_id)
    async with running(process.house.run):
        await eventually(lambda: has(looked, attended))

    assert looked.index(attended) <= 4


async def test_a_table_that_is_noticed_again_while_it_waits_has_one_turn(log: FaultyLog) -> None:
    looked: list[UUID] = []

    def waits(observation: Observation) -> Move | None:
        looked.append(observation.table_id)
        return None

    process = Process(log, pace=QUICK, players={"random": waits})
    games = [await with_house(process, "medieval_mastery", 0, players=3) for _ in range(2)]
    for _ in range(5):
        process.house.notice(games[0])
        await asyncio.sleep(10 * QUICK.thinking_seconds)
    async with running(process.house.run):
        await eventually(lambda: has(looked, games[1]))
        await asyncio.sleep(0.1)
        assert sorted(looked) == sorted(games)
        process.house.notice(games[0])

        async def has_another_turn() -> bool:
            return len(looked) > len(games)

        await eventually(has_another_turn)
        await asyncio.sleep(0.1)

    assert sorted(looked) == sorted([*games, games[0]]), "when it has had its turn, it may have another one"


# Those who notice


async def test_only_tables_where_the_house_may_act_are_due_for_it(log: FaultyLog) -> None:
    process = Process(log)
    of_people = await process.started("honors_4")
    waiting = await with_house(process, "honors_4", people=0)
    silent = await in_silence(process, 1, silence_limit_ms=3_600_000)

    soon = process.now() + 60_000
    assert {game for game, _ in await log.due(soon, 1_000)} & {of_people, waiting, silent} == {waiting, silent}


async def test_where_the_house_may_act_a_clock_step_that_comes_first_is_due(log: FaultyLog) -> None:
    process = Process(log, house_patience_ms=1_000_000)
    silent = await in_silence(process, 1, silence_limit_ms=100_000)
    snapshot = await process.snapshot(silent)

    assert snapshot.house_seats_to_act
    assert dict(await log.due(snapshot.at + 1_000_000, 1_000))[silent] == snapshot.due


async def test_where_nobody_need_act_another_worker_goes_on_for_a_dead_one(log: FaultyLog) -> None:
    game = await in_silence(Process(log), 1, silence_limit_ms=3_600_000)
    before = (await stored(log, game)).version
    survivor = Process(log, Time(shift=HOUSE_PATIENCE_MS), pace=QUICK)

    async with survivor.playing():

        async def goes_on() -> bool:
            return (await stored(log, game)).version > before

        await eventually(goes_on)


async def test_what_a_dead_worker_had_noticed_is_played_by_another(log: FaultyLog) -> None:
    dead = Process(log)
    game = await with_house(dead, "literature", people=0)
    survivor = Process(log, Time(shift=HOUSE_PATIENCE_MS))

    async with survivor.playing():
        assert is_finished(await finished(survivor, game))
    await must_be_sound(log, game)


async def test_the_house_waits_for_the_log(log: FaultyLog, caplog: pytest.LogCaptureFixture) -> None:
    process = Process(log, house_patience_ms=0)
    async with process.playing():
        game = await with_house(process, "honors_4", people=0, max_deals=1)
        log.away = True

        async def asked() -> bool:
            return log.asked_in_vain > 1

        await eventually(asked)
        log.away = False
        await finished(process, game)
    await must_be_sound(log, game)
    assert "failed" not in caplog.text


async def test_a_table_that_the_log_has_lost_is_told_of_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    log = Fork()
    process = Process(log, pace=QUICK)
    lost = await with_house(process, "literature")
    log.lose(lost, 0, Epoch(2, "0a0b0c0d"))
    process.house.notice(lost)

    async def is_told() -> bool:
        return "The log has lost a table where a house player sat" in caplog.messages

    async with process.playing():
        await eventually(is_told)
    assert not [record for record in caplog.records if record.exc_info]
    assert {vars(record)["table"] for record in caplog.records} == {str(lost)}


async def test_a_house_player_that_fails_does_not_stop_the_others(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    broken: list[UUID] = []

    def choose(observation: Observation) -> Any:
        if observation.table_id in broken:
            raise ZeroDivisionError
        return random_choice(observation)

    process = Process(log, pace=QUICK, players={"random": choose})
    broken += [await with_house(process, "literature", people=0) for _ in range(QUICK.at_once + 1)]
    async with process.playing():
        await finished(process, await with_house(process, "literature", people=0))
    assert caplog.text.count("ZeroDivisionError") >= QUICK.at_once + 1
    assert {vars(record)["table"] for record in caplog.records} == {str(each) for each in broken}


async def test_a_move_that_the_rules_refuse_is_told_without_its_cards(
    log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    observations: list[Observation] = []

    def choose(each: Observation) -> Any:
        observations.append(each)
        return Discard("AS") if len(observations) == 1 else random_choice(each)

    process = Process(log, pace=QUICK, players={"random": choose}, house_patience_ms=0, sweep_seconds=0.1)
    async with process.playing():
        game = await with_house(process, "honors_4", people=0, max_deals=1)
        await finished(process, game)

    (refused,) = [each for each in caplog.records if "refused" in each.message]
    assert (vars(refused)["code"], vars(refused)["table"]) == ("wrong_phase", str(game))
    assert "AS" not in str(vars(refused))
