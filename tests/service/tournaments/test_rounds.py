"""What was published is done at the tables, and what comes of it there is noted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec import UNSET

from domain.table import AbortByOperator, Command, TakeSeat
from domain.tournament import NewEntrant, commands, events
from domain.tournament.types import AdjustedPoints, Draft, Seating
from service.live.few import AT_A_TIME
from service.store import LogCorrupt, MemoryStore, StoreUnavailable
from service.store.memory_tournaments import MemoryTournaments
from service.tournaments.tables import RoundTables
from tests.service.restorable import Restorable
from tests.service.tournaments.field import DIRECTOR, Office, draft_of, round_is
from tests.service.workers import Time, eventually, must_be_sound


async def test_a_round_is_opened_seated_played_and_noted() -> None:
    store = MemoryStore()
    async with Office(store).open() as office:
        tournament_id = await office.started()
        tables = await office.publish(tournament_id)

        tournament = await office.until(tournament_id, round_is(1, "finished"))

    (first,) = tournament.rounds
    rows = await store.lobby.rows(tables)
    assert [table.id for table in first.tables] == list(tables)
    for table in first.tables:
        seal = await store.seal_of(table.id)
        assert seal is not None
        assert (table.version, table.hash) == (seal.version, seal.hash.hex())
        assert table.result is not None
        assert rows[table.id].seats == table.seats
        assert (rows[table.id].status, rows[table.id].visibility) == ("finished", "private")
        await must_be_sound(store, table.id)
    secrets = {(await office.history.current(each)).table.secret for each in tables}
    assert len(secrets) == 1, "the deals are duplicate"
    assert await store.tournaments.due(2**60, 10) == [], "nobody has to look any more"


async def test_nobody_sees_a_table_before_all_are_open() -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started(8)
    tables = await office.publish(tournament_id)
    seen: list[int] = []
    append = store.append

    async def watched(given: object) -> None:
        await append(given)  # type: ignore[arg-type]
        rows = await store.lobby.rows(tables)
        if any(any(row.seats) for row in rows.values()):
            seen.append(len(rows))

    store.append = watched  # type: ignore[method-assign, assignment]
    await office.rounds.work(tournament_id)

    assert seen
    assert set(seen) == {len(tables)}


async def test_tables_that_are_closed_are_ended() -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    await office.do(tournament_id, commands.FinishRound(by=DIRECTOR, reason="time_over"))

    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows(tables)
    assert {row.status for row in rows.values()} == {"aborted"}
    snapshot = await office.history.current(tables[0])
    assert snapshot.table.aborted is not None
    assert snapshot.table.aborted.why == "tournament"
    assert await store.tournaments.due(0, 10) == []


async def test_tables_are_ended_again_after_a_backup_was_restored_in_which_they_go_on() -> None:
    store = Restorable()
    office = Office(store)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    backup = store.backup()
    end = commands.FinishRound(by=DIRECTOR, reason="time_over")
    await office.do(tournament_id, end)
    await office.rounds.work(tournament_id)
    store.restore(backup, "0a0b0c0d")
    await office.do(tournament_id, end)

    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows(tables)
    assert {row.status for row in rows.values()} == {"aborted"}
    assert await store.tournaments.due(0, 10) == []


@pytest.mark.parametrize("ends", [commands.Cancel(by=DIRECTOR, reason="other"), None])
async def test_tables_of_an_earlier_round_are_ended_though_the_next_one_came_first(ends: Command | None) -> None:
    store = MemoryStore()
    before = Office(store)
    tournament_id = await before.started()
    tables = await before.publish(tournament_id)
    await before.rounds.work(tournament_id)
    await before.do(tournament_id, commands.FinishRound(by=DIRECTOR, reason="time_over"))
    tables += await before.publish(tournament_id)
    if ends is not None:
        await before.do(tournament_id, ends)

    async with Office(store).open() as office:

        async def ended() -> bool:
            rows = await store.lobby.rows(tables[:2])
            return {row.status for row in rows.values()} == {"aborted"}

        await eventually(ended)
        if ends is not None:
            await eventually(nobody_looks(store))
        assert (await office.engine.current(tournament_id)).left_behind == (1,)


def nobody_looks(store: MemoryStore) -> Callable[[], Awaitable[bool]]:
    """Return whether nobody has to look at any tournament, ever."""

    async def is_so() -> bool:
        return await store.tournaments.due(2**60, 10) == []

    return is_so


async def test_a_player_who_has_few_tables_does_not_wait_for_those_who_have_many() -> None:
    office = Office(MemoryStore())
    many = [await office.of_people(60) for _ in range(6)]
    few = await office.of_people(2)
    for each in (*many, few):
        await office.publish(each)

    async with office.open():
        await office.until(few, round_is(1, "playing"))
        others = [(await office.engine.current(each)).rounds[0].state for each in many]

    assert others == ["publishing"] * len(many)


@pytest.mark.parametrize("worked", [False, True])
async def test_a_cancelled_tournament_leaves_no_table_behind(worked: bool) -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    if worked:
        await office.rounds.work(tournament_id)
    else:
        tournament = await office.engine.current(tournament_id)
        await office.round_tables.open(tournament_id, tournament, 1, tournament.rounds[0].tables)
    await office.do(tournament_id, commands.Cancel(by=DIRECTOR, reason="other"))

    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows(tables)
    assert {row.status for row in rows.values()} == {"aborted"}
    assert (await store.lobby.opened_by(tournament_id, ()))[0] == 0
    assert await store.tournaments.due(0, 10) == []


@pytest.mark.parametrize("ended", ["cancelled", "finished"])
async def test_tables_that_a_process_opens_before_it_hears_of_the_end_are_ended_though_it_dies(ended: str) -> None:
    store, now = MemoryStore(), Time()
    office = Office(store, now, late_seconds=60.0)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    end: Command = commands.Cancel(by=DIRECTOR, reason="other")
    if ended == "finished":
        await office.rounds.work(tournament_id)
        tables = (uuid4(), *tables[1:])
        again = commands.ReplayTable(by=DIRECTOR, number=1, tables=tables[:1], reason="fault_of_service")
        await office.do(tournament_id, again)
        end = commands.FinishRound(by=DIRECTOR, reason="time_over")
    before = await office.engine.current(tournament_id)
    await office.do(tournament_id, end)
    await office.rounds.work(tournament_id)
    others = RoundTables(Office(store, now).tables)
    await others.open(tournament_id, before, 1, before.rounds[0].tables)
    await others.seat(tournament_id, before, before.rounds[0].tables)
    looked_at_once = await store.tournaments.due(now(), 10)
    now.shift = 61_000
    assert [found for found, _ in await store.tournaments.due(now(), 10)] == [tournament_id]

    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows(tables)
    assert looked_at_once == []
    assert [rows[each].status for each in tables] == ["aborted"] * len(tables)
    assert (await store.lobby.opened_by(tournament_id, ()))[0] == 0
    assert await store.tournaments.due(2**60, 10) == []


async def test_a_process_opens_no_more_tables_once_a_tournament_is_cancelled() -> None:
    store = MemoryStore()
    office, director = Office(store), Office(store)
    tournament_id = await office.started(60)
    tables = await office.publish(tournament_id)
    append = store.append

    async def cancelled_meanwhile(given: Any) -> None:
        store.append = append  # type: ignore[method-assign]
        await append(given)
        await director.do(tournament_id, commands.Cancel(by=DIRECTOR, reason="other"))

    store.append = cancelled_meanwhile  # type: ignore[method-assign, assignment]
    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows(tables)
    assert {row.status for row in rows.values()} == {"aborted"}
    assert len(rows) < len(tables) // 2, "the others were never opened"
    assert not any(any(row.seats) for row in rows.values())


@pytest.mark.parametrize("there", [(), (0,), (1,), (0, 1)])
async def test_all_who_have_not_come_to_their_table_are_noted_at_once(there: tuple[int, ...]) -> None:
    store, now = MemoryStore(), Time()
    office = Office(store, now)
    tournament_id, people = await of_people_who_have_to_come(office, 2)
    (table,) = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    for number in there:
        await office.tables.execute(table, TakeSeat(people[number]))
    before = (await office.engine.current(tournament_id)).rounds[0].no_shows
    now.shift = 60_000

    await office.rounds.work(tournament_id)

    tournament = await office.engine.current(tournament_id)
    assert before is None
    assert tournament.rounds[0].no_shows == tuple(each for number, each in enumerate(people) if number not in there)


@pytest.mark.parametrize("what", ["service", "log"])
async def test_nobody_is_absent_for_the_time_in_which_the_service_was_away(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = MemoryStore(), Time()
    office = Office(store, now)
    tournament_id, people = await of_people_who_have_to_come(office, 2)
    await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    now.shift = 61_000
    if what == "service":
        office = Office(store, now)
    else:
        await looking_in_vain(office, monkeypatch)

    await office.rounds.work(tournament_id)
    before = (await office.engine.current(tournament_id)).rounds[0].no_shows
    now.shift = 122_000
    await office.rounds.work(tournament_id)

    tournament = await office.engine.current(tournament_id)
    assert before is None
    assert tournament.rounds[0].no_shows == people


async def looking_in_vain(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process look for tournaments while the log is away."""
    looked = asyncio.Event()

    async def away(*_: Any) -> list[tuple[UUID, int]]:
        looked.set()
        raise StoreUnavailable("away")

    with monkeypatch.context() as patched:
        patched.setattr(MemoryTournaments, "due", away)
        async with office.open(), asyncio.timeout(60):
            await looked.wait()


async def of_people_who_have_to_come(office: Office, players: int) -> tuple[UUID, tuple[UUID, ...]]:
    """Start a tournament of people who have a minute to come to their tables; return its id, and theirs."""
    tournament_id = await office.announced(no_show_ms=60_000)
    people = tuple(UUID(int=0xE0 + number) for number in range(players))
    entrants = tuple([NewEntrant(id=each, members=(each,)) for each in people])
    await office.do(tournament_id, commands.AddEntrants(DIRECTOR, entrants))
    await office.do(tournament_id, commands.OpenRegistration(DIRECTOR))
    await office.do(tournament_id, commands.OpenCheckIn(DIRECTOR))
    for each in people:
        await office.do(tournament_id, commands.CheckIn(each, each))
    await office.do(tournament_id, commands.StartRounds(DIRECTOR))
    return tournament_id, people


@pytest.mark.parametrize("seen", [True, False], ids=["noted", "just_now"])
@pytest.mark.parametrize("what", ["played_again", "stopped"])
async def test_nobody_is_absent_from_a_table_to_which_they_could_not_come_the_whole_time(what: str, seen: bool) -> None:
    store, now = MemoryStore(), Time()
    office = Office(store, now)
    tournament_id, people = await of_people_who_have_to_come(office, 4)
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    now.shift = 59_000
    if what == "played_again":
        for each in people[:2]:
            await office.tables.execute(tables[0], TakeSeat(each))
        again = commands.ReplayTable(by=DIRECTOR, number=1, tables=(uuid4(),), reason="fault_of_service")
        await office.do(tournament_id, again)
    else:
        await office.tables.execute(tables[0], AbortByOperator(UUID(int=9)))
    if seen:
        await office.rounds.work(tournament_id)
    now.shift = 61_000

    await office.rounds.work(tournament_id)

    tournament = await office.engine.current(tournament_id)
    assert tournament.rounds[0].no_shows == people[2:], "only those who never came to a table that went on"
    assert [tournament.entrants[each].state for each in people[:2]] == ["entered", "entered"]


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    store, now = MemoryStore(), Time()
    office = Office(store, now)
    tournament_id, people = await of_people_who_have_to_come(office, 6)
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    for table in tables[:2]:
        await office.tables.execute(table, AbortByOperator(UUID(int=9)))
    for owner, name in ((store, "seal_of"), (office.history, "current")):
        monkeypatch.setattr(owner, name, damaged_at(tables[0], getattr(owner, name)))
    now.shift = 61_000

    await office.rounds.work(tournament_id)

    tournament = await office.engine.current(tournament_id)
    assert [table.stopped for table in tournament.rounds[0].tables] == [False, True, False]
    assert tournament.rounds[0].no_shows == people[4:]


async def test_a_table_that_cannot_be_read_keeps_no_other_from_beginning_and_from_being_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started(2 * AT_A_TIME + 4)
    tables = await office.publish(tournament_id)
    monkeypatch.setattr(office.tables, "head", damaged_at(tables[0], office.tables.head))

    await office.rounds.work(tournament_id)
    begun = await store.lobby.rows(tables[1:])
    monkeypatch.setattr(office.tables, "execute", damaged_at(tables[0], office.tables.execute))
    await office.do(tournament_id, commands.Cancel(by=DIRECTOR, reason="other"))
    await office.rounds.work(tournament_id)

    ended = await store.lobby.rows(tables[1:])
    for rows, status in ((begun, "playing"), (ended, "aborted")):
        assert [row.status for row in rows.values()] == [status] * (AT_A_TIME + 1)


def damaged_at(table: UUID, ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return what asks something of tables, of which one is damaged."""

    async def asked(which: UUID, *given: Any) -> Any:
        if which == table:
            raise LogCorrupt("damaged")
        return await ask(which, *given)

    return asked


async def test_a_table_that_an_operator_ends_has_stopped() -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    await office.tables.execute(tables[0], AbortByOperator(UUID(int=9)))

    await office.rounds.work(tournament_id)

    tournament = await office.engine.current(tournament_id)
    assert [table.stopped for table in tournament.rounds[0].tables] == [True, False]


async def test_a_table_is_played_again_with_other_cards() -> None:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.started()
    tables = await office.publish(tournament_id)
    await office.rounds.work(tournament_id)
    again = UUID(int=0xA6A19)
    command = commands.ReplayTable(by=DIRECTOR, number=1, tables=(again,), reason="fault_of_service")
    await office.do(tournament_id, command)

    await office.rounds.work(tournament_id)

    rows = await store.lobby.rows([*tables, again])
    assert [rows[each].status for each in (*tables, again)] == ["aborted", "playing", "playing"]
    new, old = [(await office.history.current(each)).table for each in (again, tables[0])]
    assert new.seats == old.seats
    assert new.secret != old.secret
    assert set(new.deck_digests) > set(old.deck_digests)  # so it opens with the other tables of the round


BY_ITSELF: dict[str, Any] = {"drafting": "at_once", "seating": Seating(format="swiss", rounds=3, places=2)}


async def test_a_tournament_goes_through_its_rounds_without_anybody() -> None:
    async with Office(MemoryStore()).open() as office:
        tournament_id = await office.started(5, correction_ms=0, **BY_ITSELF)

        tournament = await office.until(tournament_id, round_is(3, "finished"))
        entries = [entry async for entry, _ in office.engine.entries(tournament_id, tournament.version)]

    asked = [entry.command for entry in entries if isinstance(entry.event, events.RoundDrafted)]
    meetings = [frozenset(table.entrants) for each in tournament.rounds for table in each.tables]
    assert [type(command) for command in asked] == [commands.NextRound] * 3
    assert {entry.event.by for entry in entries if isinstance(entry.event, events.RoundPublished)} == {UNSET}
    assert len(set(meetings)) == len(meetings) == 6
    assert len({each.byes for each in tournament.rounds}) == 3


async def test_somebody_who_comes_back_while_the_round_is_drafted_is_in_it(caplog: pytest.LogCaptureFixture) -> None:
    office = Office(MemoryStore())
    groups = Seating(format="groups", rounds=4, groups=2, places=2)
    tournament_id = await office.started(8, drafting="at_once", seating=groups)
    who = next(iter((await office.engine.current(tournament_id)).entrants))
    await office.do(tournament_id, commands.Withdraw(DIRECTOR, who))
    draft = office.calculator.draft

    async def slow(*given: Any) -> Draft:
        office.calculator.draft = draft  # type: ignore[method-assign]
        found = await draft(*given)
        await office.do(tournament_id, commands.Return(DIRECTOR, who))
        return found

    office.calculator.draft = slow  # type: ignore[method-assign, assignment]
    try:
        await office.rounds.work(tournament_id)
        before = (await office.engine.current(tournament_id)).rounds
        await office.rounds.work(tournament_id)
    finally:
        await office.calculator.close()

    (drafted,) = (await office.engine.current(tournament_id)).rounds
    assert before == ()
    assert who in drafted.draft.named
    assert caplog.messages == [], "nothing is wrong: the round is drafted again"


async def test_a_schedule_goes_on_after_a_round_in_which_nobody_meets() -> None:
    """Of six who have begun, three go on. In the third round, each of them would meet one of the others."""
    league = {**BY_ITSELF, "seating": Seating(format="round_robin", rounds=5, places=2)}
    office = Office(MemoryStore())
    tournament_id = await office.started(6, correction_ms=0, **league)
    await office.rounds.work(tournament_id)
    first, second, third, fourth, *last = (await office.engine.current(tournament_id)).entrants
    for each in (third, *last):
        await office.do(tournament_id, commands.Withdraw(DIRECTOR, each))

    async with office.open():
        tournament = await office.until(tournament_id, lambda now: now.is_over)

    meetings = [[set(table.entrants) for table in each.tables] for each in tournament.rounds[1:]]
    assert meetings == [[{first, second}], [], [{first, fourth}], [{second, fourth}]]
    assert set(tournament.rounds[2].byes) == {first, second, fourth}
    assert await office.log.tournaments.due(2**60, 10) == []


async def test_the_final_of_a_knockout_is_played_after_a_round_in_which_all_opponents_are_out() -> None:
    """Of eight, four go on. One of each semi-final withdraws, so the two others have byes, and meet in the final."""
    cup = {**BY_ITSELF, "scoring": "rank_points", "seating": Seating(format="knockout", rounds=3, places=2)}
    office = Office(MemoryStore())
    tournament_id = await office.started(8, correction_ms=0, **cup)
    await office.rounds.work(tournament_id)
    first, second, *others = (await office.engine.current(tournament_id)).entrants
    won = tuple([AdjustedPoints(each, 10_000) for each in (first, second, *others[:2])])
    lost = tuple([AdjustedPoints(each, 0) for each in others[2:]])
    ruled = commands.Rule(by=DIRECTOR, round=1, measures=won + lost, closes=(1, 2, 3, 4), reason="agreed")
    await office.rounds.work(tournament_id)
    await office.do(tournament_id, ruled)
    for each in others[:2]:
        await office.do(tournament_id, commands.Withdraw(DIRECTOR, each))

    async with office.open():
        tournament = await office.until(tournament_id, lambda now: now.is_over)

    semi_finals, final = tournament.rounds[1:]
    assert (semi_finals.tables, set(semi_finals.byes)) == ((), {first, second})
    assert [set(table.entrants) for table in final.tables] == [{first, second}]
    assert await office.log.tournaments.due(2**60, 10) == []


async def test_a_process_that_begins_drafts_what_another_one_has_left() -> None:
    store = MemoryStore()
    before = Office(store)
    tournament_id = await before.started(4, **BY_ITSELF)
    assert [found for found, _ in await store.tournaments.due(0, 10)] == [tournament_id]

    async with Office(store).open() as office:
        tournament = await office.until(tournament_id, round_is(1, "finished"))

    assert tournament.rounds[0].published


async def test_a_draft_of_the_staff_is_left_to_them() -> None:
    office = Office(MemoryStore())
    tournament_id = await office.started(4, **BY_ITSELF)
    now = await office.engine.current(tournament_id)
    tournament = await office.do(
        tournament_id, commands.DraftRound(DIRECTOR, draft_of(1, [each.id for each in now.entrants.values()]))
    )

    await office.rounds.work(tournament_id)

    assert await office.engine.current(tournament_id) == tournament


async def test_a_round_that_cannot_be_drafted_is_not_tried_again_and_again(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    knockout = {**BY_ITSELF, "seating": Seating(format="knockout", rounds=3, places=2)}
    async with Office(store).open() as office:
        tournament_id = await office.started(2, **knockout)
        tournament = await office.until(tournament_id, round_is(1, "finished"))
        await eventually(nobody_looks(store))
        assert await office.engine.current(tournament_id) == tournament
        assert (await office.do(tournament_id, commands.Finish(DIRECTOR))).is_over
    assert set(caplog.messages) == {"The next round of a tournament cannot be drafted"}
