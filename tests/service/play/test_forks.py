"""Forks in a log: what one process opens, others read, play and prove, in memory and on PostgreSQL."""

import random
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import msgspec
import pytest

from domain import GAMES
from domain.table import HOUSE_PLAYERS, AbortByOperator, ForkTable, OpenTable, Sitter, TakeSeat, fork
from service.records.records import Record, check, check_fork, read, record_of
from service.store import EventStore
from service.store.lobby_row import TableFilter
from service.store.postgres.store import PostgresStore
from tests.service.workers import PLAYERS, SIGNER, FaultyLog, Process, eventually, is_finished, must_be_sound, stored


@pytest.fixture(params=["memory", "postgres"])
async def log(request: pytest.FixtureRequest, postgres_url: str) -> AsyncIterator[EventStore]:
    """A log of either kind."""
    if request.param == "memory":
        yield FaultyLog()
        return
    async with PostgresStore.open(postgres_url) as store:
        yield store


async def forked(log: EventStore, table: UUID, *sitters: Sitter | None, at: float = 0.5) -> ForkTable:
    """Return the command that forks a game somewhere in its course."""
    told, rows = await stored(log, table), await log.read(table)
    first = {entry.step for entry in told.entries}
    versions = [each.version for each in told.snapshots if each.going_on and each.version + 1 in first]
    version = versions[int(at * len(versions))]
    return fork(table, told.at(version), rows[version - 1].hash, PLAYERS[0], sitters)


async def record(log: EventStore, table: UUID) -> Record:
    """Return the record of a table that has ended, as a file has it."""
    told, seal = await stored(log, table), await log.seal_of(table)
    assert seal is not None
    hashes = [row.hash for row in await log.read(table)][: seal.version]
    entries = told.entries[: seal.version]
    last = told.at(seal.version)
    return read(msgspec.json.encode(record_of(table, last, entries, hashes, seal=seal, signer=SIGNER)))


async def with_a_deck(process: Process) -> UUID:
    """Return a table where a game has started with a deck that was given."""
    table, deck = uuid4(), tuple(GAMES["honors_4"].deck)
    opening = OpenTable(
        player=PLAYERS[0], game="honors_4", options={"players": 2}, secret=random.randbytes(32).hex(), decks=(deck,)
    )
    await process.engine.execute(table, opening)
    await process.fill(table)
    return table


@pytest.mark.parametrize("game", ["honors_2", "friendlier_than_thou"])
async def test_a_fork_that_one_process_opens_is_played_and_proved_by_others(log: EventStore, game: str) -> None:
    options = {"players": 3, "max_deals": 2} if game == "honors_2" else {"players": 3}
    one, other = Process(log), Process(log, memory=0)
    table = await one.started(game, **options)
    await one.play(table, random.Random(3), is_finished)
    other.now.go_to(one.now())
    new = uuid4()

    await one.engine.execute(new, await forked(log, table, "me", None))
    for seat in (1, 2):
        await other.engine.execute(new, TakeSeat(PLAYERS[seat], seat))
    last = await other.play(new, random.Random(4), is_finished)

    assert last.table.fork_of is not None
    assert (await Process(log).snapshot(new)).state == last.state
    await must_be_sound(log, new)
    check(await record(log, new))
    check_fork(await record(log, new), await record(log, table))


async def test_the_lobby_has_a_fork_and_its_deck_closes_no_record(log: EventStore) -> None:
    process = Process(log)
    table = await process.started("honors_4", players=2)
    await process.engine.execute(table, AbortByOperator(PLAYERS[0]))
    new = uuid4()
    command = await forked(log, table, "me")
    decks = ((await process.snapshot(table)).rules.deck,)

    await process.engine.execute(new, msgspec.structs.replace(command, decks=decks))

    assert [row.table_id for row in await log.lobby.page(TableFilter(status="open"))] == [new]
    assert await log.record_open(table)
    assert not await log.record_open(new)
    assert await log.lobby.decks_going_on() == []


async def test_the_record_of_a_fork_closes_when_its_deck_is_given_again(log: EventStore) -> None:
    process = Process(log)
    table = await with_a_deck(process)
    await process.engine.execute(table, AbortByOperator(PLAYERS[0]))
    new = uuid4()
    await process.engine.execute(new, await forked(log, table, "me", None))
    await process.engine.execute(new, TakeSeat(PLAYERS[2], 1))
    await process.engine.execute(new, AbortByOperator(PLAYERS[0]))
    assert await log.record_open(new)

    again = await with_a_deck(process)

    assert not await log.record_open(table)
    assert not await log.record_open(new)
    digests = (await process.snapshot(again)).table.deck_digests
    assert await log.lobby.has_played(PLAYERS[2], digests, but=again)
    await process.engine.execute(again, AbortByOperator(PLAYERS[0]))
    assert await log.record_open(new)


async def test_a_house_player_goes_on_where_it_has_to_act(log: EventStore) -> None:
    process = Process(log)
    table = await process.started("honors_4", players=2)
    await process.engine.execute(table, AbortByOperator(PLAYERS[0]))
    new = uuid4()

    async with process.playing():
        await process.engine.execute(new, await forked(log, table, "random", "random"))

        async def some_moves_are_made() -> bool:
            snapshot = await process.snapshot(new)
            return snapshot.moves > 3 or is_finished(snapshot)

        await eventually(some_moves_are_made)
    assert set((await process.snapshot(new)).table.seats) == {HOUSE_PLAYERS["random"]}
