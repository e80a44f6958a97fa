"""A process that is killed between any two steps of a round leaves all of its tables or none, and another one goes on.

The store is where a process and the world meet: it is killed at each question and each append, before or after that
takes effect.
"""

import asyncio
import contextlib
from uuid import UUID

import pytest

from domain.tournament import commands
from domain.tournament.events import ResultNoted
from service.store import MemoryStore
from service.store.lobby_row import TableFilter
from tests.service.deadly import Deadly, Killed, through
from tests.service.tournaments.field import DIRECTOR, Office
from tests.service.workers import Time, eventually

PLAYERS = 6
MOST_STEPS = 400


async def published(store: MemoryStore) -> tuple[UUID, tuple[UUID, ...]]:
    office = Office(store)
    tournament_id = await office.started(PLAYERS)
    return tournament_id, await office.publish(tournament_id)


async def seen_of(store: MemoryStore, tables: tuple[UUID, ...], players: tuple[UUID, ...]) -> set[UUID]:
    """Return the tables of which any player, or everybody, can see something."""
    rows = await store.lobby.page(TableFilter(), limit=100)
    for player in players:
        rows += await store.lobby.concerning(player)
        rows += await store.lobby.page(TableFilter(player=player, viewer=player))
    return {row.table_id for row in rows} & set(tables)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_round_is_published_whole_or_not_at_all_wherever_a_process_dies(after: bool) -> None:
    steps = 0
    for step in range(MOST_STEPS):
        store, deadly = MemoryStore(), Deadly(step, after=after)
        tournament_id, tables = await published(store)
        first = Office(through(deadly, store))
        with contextlib.suppress(Killed):
            await first.rounds.work(tournament_id)
        tournament = await Office(store).engine.current(tournament_id)
        players = tuple(tournament.plays_for)
        seen = await seen_of(store, tables, players)
        rows = await store.lobby.rows(tables)
        assert not seen or len(rows) == len(tables), f"after step {step}, some are seen and some are not there"
        assert all(row.visibility == "private" for row in rows.values())
        assert await store.tournaments.due(0, 9) == [(tournament_id, 0)], "somebody will look"

        await Office(store).rounds.work(tournament_id)

        rows = await store.lobby.rows(tables)
        assert {row.status for row in rows.values()} == {"playing"}, f"after step {step}"
        assert (await Office(store).engine.current(tournament_id)).rounds[0].state == "playing"
        assert await seen_of(store, tables, players) == set(tables)
        if not deadly.struck:
            steps = step
            break
    assert steps > 3 * len(tables), "each table takes several steps"


async def test_results_are_noted_once_wherever_a_process_dies() -> None:
    for step in range(MOST_STEPS):
        store, deadly = MemoryStore(), Deadly(step, after=bool(step % 2))
        tournament_id, tables = await published(store)
        async with Office(store).open() as office:
            await office.rounds.work(tournament_id)
            office.rounds.notice = forgotten  # type: ignore[method-assign, assignment]
            await eventually_over(store, tables)
        with contextlib.suppress(Killed):
            await Office(through(deadly, store)).rounds.work(tournament_id)

        await Office(store).rounds.work(tournament_id)

        office = Office(store)
        tournament = await office.engine.current(tournament_id)
        _, events = await office.engine.current_with_events(tournament_id)
        noted = [event for event in events.all if isinstance(event, ResultNoted)]
        assert tournament.rounds[0].state == "finished"
        assert {event.table for event in noted} == set(tables)
        assert len(noted) == len(tables)
        if not deadly.struck:
            return
    raise AssertionError("it takes too many steps")


def forgotten(_: UUID) -> None:
    """Hear nothing of what is to be done."""


async def eventually_over(store: MemoryStore, tables: tuple[UUID, ...]) -> None:
    async def are_over() -> bool:
        rows = await store.lobby.rows(tables)
        return all(row.status == "finished" for row in rows.values())

    await eventually(are_over)


async def test_two_processes_that_work_at_once_do_everything_once() -> None:
    store, now = MemoryStore(), Time()
    tournament_id, tables = await published(store)
    offices = [Office(store, now) for _ in range(3)]

    await asyncio.gather(*(office.rounds.work(tournament_id) for office in offices))

    _, recorded = await offices[0].engine.current_with_events(tournament_id)
    events = [type(event).__name__ for event in recorded.all]
    tournament = await offices[0].engine.current(tournament_id)
    assert tournament.rounds[0].state == "playing"
    assert events.count("RoundStarted") <= 1
    for table in tables:
        rows = await store.read(table)
        assert [row.type for row in rows[:4]] == ["table_opened", "seat_taken", "seat_taken", "game_started"]


async def test_what_is_ended_for_a_tournament_is_ended_by_the_next_process() -> None:
    for step in range(MOST_STEPS):
        store, deadly = MemoryStore(), Deadly(step, after=True)
        tournament_id, tables = await published(store)
        office = Office(store)
        await office.rounds.work(tournament_id)
        await office.do(tournament_id, commands.Cancel(by=DIRECTOR, reason="other"))
        with contextlib.suppress(Killed):
            await Office(through(deadly, store)).rounds.work(tournament_id)

        await Office(store).rounds.work(tournament_id)

        rows = await store.lobby.rows(tables)
        assert {row.status for row in rows.values()} == {"aborted"}
        assert await store.tournaments.due(2**60, 9) == []
        if not deadly.struck:
            assert step > len(tables)
            return
    raise AssertionError("it takes too many steps")
