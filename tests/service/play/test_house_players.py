"""House players play whole games beside the requests, see what their seat sees, and never move twice, or for others."""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain import GAMES
from domain import table as rules
from domain.game import Refused
from domain.games.friendlier_than_thou.events import WindowClosed
from domain.games.friendlier_than_thou.moves import SoMoved
from domain.table import HOUSE_PLAYERS, Moment, Snapshot, TableSettings
from projections.seat_view import SeatDecision, SeatView, decision, decision_id, seat_view
from service.live.views import encoded
from service.play import clock, house_players, tables
from service.play.house_players import AT_ONCE, COURTESY_SECONDS, THINKING_SECONDS, pause, random_choice
from service.play.tables import HOUSE_PATIENCE_MS, LiveTable, Step
from service.runtime.background import running
from service.runtime.metrics import HOUSE_MOVES
from service.store import PostgresStore
from tests.service.tabletop import (
    FaultyLog,
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
async def log(postgres_url: str) -> AsyncIterator[FaultyLog]:
    async with FaultyLog.open(postgres_url) as log:
        yield log


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parlour players think, and let others go first, for a moment only."""
    monkeypatch.setattr(house_players, "THINKING_SECONDS", 0.001)
    monkeypatch.setattr(house_players, "COURTESY_SECONDS", (0.001, 0.01))


async def with_house(process: Process, game: str, people: int = 1, **options: Any) -> UUID:
    """Return a table that has just been started, with people on the first seats and the house on the others."""
    table = await process.open(game, **options)
    for seat in range(people):
        await process.sit(table, seat)
    await process.ask_house(table)
    await process.start(table)
    return table


async def finished(process: Process, game: UUID, seconds: float = 120) -> Snapshot:
    """Wait until the house has finished a game."""

    async def is_over() -> bool:
        return is_finished(await process.snapshot(game))

    await eventually(is_over, seconds)
    return await process.snapshot(game)


async def movers(log: PostgresStore, game: UUID) -> Counter[int]:
    """Return how many moves each seat has made."""
    return Counter(entry.mover for entry in (await stored(log, game)).history if entry.mover is not None)


# Whole games


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game_id", GAMES)
async def test_the_house_plays_whole_games_by_itself(log: FaultyLog, game_id: str) -> None:
    process, before = Process(log), HOUSE_MOVES.labels(game_id)._value.get()
    async with process.playing():
        game = await with_house(process, game_id, people=0, **SHORT.get(game_id, {}))
        end = await finished(process, game)

    assert set(end.table.seats) == {HOUSE_PLAYERS["random"]}
    assert sum((await movers(log, game)).values()) == HOUSE_MOVES.labels(game_id)._value.get() - before
    await must_be_sound(log, game)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_person_plays_a_whole_game_with_the_house(log: FaultyLog, game_id: str) -> None:
    process, chance = Process(log), random.Random(game_id)
    async with process.playing(), asyncio.timeout(120):
        game = await with_house(process, game_id, **SHORT.get(game_id, {}))
        while not is_finished(snapshot := await process.snapshot(game)):
            decision = snapshot.table.rules.choices(snapshot.state, 0)
            if decision is None or not decision.moves:
                await asyncio.sleep(0.002)
            else:
                await attempt(process, game, chance.choice(decision.moves))

    assert set(await movers(log, game)) <= set(range(len(snapshot.table.seats)))
    await must_be_sound(log, game)


async def attempt(process: Process, game: UUID, move: Any) -> None:
    """Make a move of seat 0, unless the house was faster."""
    try:
        await process.move(game, 0, move)
    except Refused:
        await asyncio.sleep(0)
    await asyncio.sleep(0.005)


# What they see, and for whom they move


def without_ids(part: Any) -> Any:
    """Return a document where no card has an id."""
    match part:
        case {"card": card, "id": _, **rest}:
            return {"card": card, "id": "", **rest}
        case dict():
            return {name: without_ids(value) for name, value in part.items()}
        case list():
            return [without_ids(each) for each in part]
    return part


@pytest.mark.usefixtures("quick")
async def test_a_house_player_sees_what_its_seat_sees(log: FaultyLog, monkeypatch: pytest.MonkeyPatch) -> None:
    process, seen = Process(log), []

    def note(view: SeatView, asked: SeatDecision) -> Any:
        live = process.tables.held(view.table.id)
        assert live is not None
        seen.append(
            (
                msgspec.json.decode(msgspec.json.encode(view)),
                without_ids(msgspec.json.decode(encoded(live, live.version, view.seat))),
            )
        )
        assert asked == decision(live.snapshot, asked.seat, view.state)
        return random_choice(view, asked)

    monkeypatch.setattr(house_players, "PLAYERS", {"random": note})
    async with process.playing():
        await finished(process, await with_house(process, "literature", people=0))

    assert len(seen) > 6
    assert all(shown == to_a_person for shown, to_a_person in seen)


@pytest.mark.usefixtures("quick")
async def test_several_workers_never_make_a_move_for_another_decision(
    log: FaultyLog, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: defaultdict[tuple[UUID, str], list[Any]] = defaultdict(list)

    def note(view: SeatView, asked: SeatDecision) -> Any:
        move = random_choice(view, asked)
        chosen[view.table.id, asked.id].append(move)
        return move

    monkeypatch.setattr(house_players, "PLAYERS", {"random": note})
    async with PostgresStore.open(postgres_url) as log_of_another:
        workers = [Process(log), Process(log_of_another)]
        async with workers[0].playing(), workers[1].playing():
            game = await with_house(workers[0], "honors_4", people=0, max_deals=5)

            async def all_look() -> bool:
                for worker in workers:
                    worker.house.notice(game)
                return is_finished(await workers[1].snapshot(game))

            await eventually(all_look, 120)

    live = await stored(log, game)
    moves = [entry for entry in live.history if entry.mover is not None]
    assert moves
    for entry in moves:
        assert entry.move in chosen[game, decision_id(live.at(entry.version - 1), entry.mover or 0)]
    await must_be_sound(log, game)


async def taken_over(people: Process, game_id: str, **options: Any) -> tuple[UUID, int]:
    """Return a table of people where the house has just taken over from one who was absent, and her seat."""
    settings = TableSettings(turn_limit_ms=60_000, defaults_until_absent=1, house_takes_over=True)
    game = await people.started(game_id, settings=settings, **options)
    people.now.go_to(rules.due(await people.snapshot(game)) or 0)
    await people.tables.tick(game)
    (seat,) = [seat for seat, place in enumerate((await people.snapshot(game)).table.places) if place.house]
    return game, seat


async def all_move_until_needed(people: Process, game: UUID, seat: int) -> Snapshot:
    """Let the others move until the house is needed on a seat."""
    while seat not in rules.house_seats_needed(snapshot := await people.snapshot(game)):
        chosen = any_move(snapshot, random.Random(1))
        assert chosen is not None
        await people.move(game, *chosen)
    return snapshot


async def test_the_house_plays_on_for_an_absent_player_until_she_is_back(log: FaultyLog) -> None:
    people = Process(log)
    game, seat = await taken_over(people, "honors_4", players=2)
    needed = await all_move_until_needed(people, game, seat)
    async with people.playing():
        people.house.notice(game)

        async def has_moved() -> bool:
            return (await movers(log, game))[seat] > 0

        await eventually(has_moved)
        await people.sit(game, seat)
        hers = await people.snapshot(game)
        await asyncio.sleep(10 * THINKING_SECONDS)

        assert (await people.snapshot(game)).version == hers.version > needed.version


async def test_what_the_house_has_chosen_is_not_done_when_the_player_is_back(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Process(log)
    house = Process(log, people.now)
    game, seat = await taken_over(people, "honors_4")
    needed = await all_move_until_needed(people, game, seat)
    execute, tried = house.tables.execute, asyncio.Event()

    async def late(*arguments: Any) -> Any:
        """Execute what the house has chosen, when the player has sat down again."""
        await people.sit(game, seat)
        try:
            return await execute(*arguments)
        finally:
            tried.set()

    monkeypatch.setattr(house.tables, "execute", late)
    async with running(house.house.run):
        house.house.notice(game)
        await tried.wait()

    after = await people.snapshot(game)
    assert (after.version, after.table.places[seat].house) == (needed.version + 1, None)


# Where they need not act


async def in_silence(process: Process, people: int, **options: Any) -> UUID:
    """Return a table of Friendlier Than Thou in the silence, which nobody need break."""
    game = await with_house(process, "friendlier_than_thou", people, players=4, **options)
    for seat in range(4):
        move = first_move(await process.snapshot(game), seat)

        def decide(snapshot: Snapshot, at: int, seat: int = seat, move: Any = move) -> Step:
            return Step(seat, *rules.move_of_seat(snapshot, seat, msgspec.to_builtins(move), at))

        await process.tables.execute(game, decide)
    assert in_phase("silence")(await process.snapshot(game))
    return game


def decision_at(live: LiveTable, seat: int) -> tuple[SeatView, SeatDecision]:
    """Return what a seat sees and may do."""
    view = seat_view(live.game, live.snapshot, seat, None)
    asked = decision(live.snapshot, seat, view.state)
    assert asked is not None
    return view, asked


async def test_a_random_player_often_does_nothing_where_it_need_not_act(log: FaultyLog) -> None:
    process = Process(log)
    silent = decision_at(await process.tables.present(await in_silence(process, 1)), 2)
    needed = decision_at(await process.tables.present(await with_house(process, "honors_4", people=0)), 1)

    assert {random_choice(*silent) for _ in range(2_000)} == {None, *silent[1].moves}
    assert {random_choice(*needed) for _ in range(2_000)} == set(needed[1].moves)


async def test_the_house_lets_people_go_first_where_it_need_not_act(log: FaultyLog) -> None:
    process = Process(log)
    with_people = await process.snapshot(await in_silence(process, 1))
    by_itself = await process.snapshot(await in_silence(process, 0))

    shortest, longest = COURTESY_SECONDS
    assert {pause(by_itself) for _ in range(50)} == {THINKING_SECONDS}
    assert {shortest <= pause(with_people) <= longest for _ in range(50)} == {True}
    assert rules.house_seats_needed(with_people) == ()


@pytest.mark.usefixtures("quick")
async def test_the_house_does_not_speak_while_a_window_is_about_to_close(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_players, "HASTE", 0)
    process = Process(log)
    game = await in_silence(process, 1, so_moved_window_ms=500)
    hand = (await process.snapshot(game)).state.hands[0]
    await process.move(game, 0, SoMoved(hand[0]))
    async with process.playing():

        async def led() -> bool:
            return any(entry.event == WindowClosed(at=entry.event.at) for entry in (await stored(log, game)).history)

        await eventually(led)

    kinds = [entry.event.__struct_config__.tag for entry in (await stored(log, game)).history]
    assert kinds.count("so_moved_said") == 1
    assert "card_discarded" not in kinds[: kinds.index("window_closed")]


# Where people may act as well


async def in_unity(process: Process, time: Time) -> UUID:
    """Return a table of Friendlier Than Thou where all must answer at once, a person among them."""
    game, chance = await with_house(process, "friendlier_than_thou", unity_limit_ms=None), random.Random(1)
    while not in_phase("unity")(snapshot := await process.snapshot(game)):
        time.go_to(rules.due(snapshot) or 0)
        await process.tables.tick(game)
        if (chosen := any_move(await process.snapshot(game), chance)) is not None:
            seat, move = chosen

            def decide(present: Snapshot, at: int, seat: int = seat, move: Any = move) -> Step:
                return Step(seat, *rules.move_of_seat(present, seat, msgspec.to_builtins(move), at))

            await process.tables.execute(game, decide)
    return game


async def test_where_all_must_act_the_house_lets_people_go_first(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    process = Process(log, time)
    game = await in_unity(process, time)
    before = await process.snapshot(game)
    monkeypatch.setattr(house_players, "COURTESY_SECONDS", (60, 60))
    assert rules.house_seats_needed(before)

    async with process.playing():
        process.house.notice(game)
        await asyncio.sleep(0.1)
    assert (await process.snapshot(game)).version == before.version
    await process.house._volunteer(game, before.asked)
    assert (await process.snapshot(game)).version > before.version


async def test_who_waited_for_people_waits_again_when_they_are_asked_for_something_else(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(house_players.PLAYERS, "random", lambda _, decision: decision.moves[0])
    process = Process(log)
    game = await in_silence(process, 1)
    before = await process.snapshot(game)

    await process.house._volunteer(game, Moment(before.version - 1, before.at))
    assert (await process.snapshot(game)).version == before.version
    await process.house._volunteer(game, before.asked)
    assert (await process.snapshot(game)).version > before.version


# Who notices


async def test_only_tables_where_the_house_may_act_are_due_for_it(log: FaultyLog) -> None:
    process = Process(log)
    of_people = await process.started("honors_4")
    waiting = await with_house(process, "honors_4", people=0)
    silent = await in_silence(process, 1, silence_limit_ms=3_600_000)

    soon = process.now() + 60_000
    assert {game for game, _ in await log.due(soon, 1_000)} & {of_people, waiting, silent} == {waiting, silent}


@pytest.mark.usefixtures("quick")
async def test_where_nobody_need_act_another_worker_goes_on_for_a_dead_one(log: FaultyLog) -> None:
    game = await in_silence(Process(log), 1, silence_limit_ms=3_600_000)
    before = (await stored(log, game)).version
    survivor = Process(log, Time(shift=HOUSE_PATIENCE_MS))

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


async def test_the_house_waits_for_the_log(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tables, "HOUSE_PATIENCE_MS", 0)
    process = Process(log)
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


@pytest.mark.usefixtures("quick")
async def test_a_house_player_that_fails_does_not_stop_the_others(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    process = Process(log)
    broken = [await with_house(process, "literature", people=0) for _ in range(AT_ONCE + 1)]

    def choose(view: SeatView, decision: SeatDecision) -> Any:
        if view.table.id in broken:
            raise ZeroDivisionError
        return random_choice(view, decision)

    monkeypatch.setattr(house_players, "PLAYERS", {"random": choose})
    async with process.playing():
        await finished(process, await with_house(process, "literature", people=0))
    assert caplog.text.count("ZeroDivisionError") >= AT_ONCE + 1


@pytest.mark.usefixtures("quick")
async def test_a_move_that_the_rules_refuse_is_told_without_its_cards(
    log: FaultyLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[SeatDecision] = []

    def choose(view: SeatView, decision: SeatDecision) -> Any:
        asked.append(decision)
        return {"type": "draw_stock", "card": "AS"} if len(asked) == 1 else random_choice(view, decision)

    monkeypatch.setattr(house_players, "PLAYERS", {"random": choose})
    monkeypatch.setattr(tables, "HOUSE_PATIENCE_MS", 0)
    monkeypatch.setattr(clock, "SWEEP_SECONDS", 0.1)
    process = Process(log)
    async with process.playing():
        await finished(process, await with_house(process, "honors_4", people=0, max_deals=1))

    (refused,) = [each for each in caplog.records if "refused" in each.message]
    assert vars(refused)["code"] == "malformed_move"
    assert "AS" not in str(vars(refused))
