"""Several shards are one log: questions to all of them, one that is away, and a log that is opened wrongly."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import unquote
from uuid import UUID

import asyncpg
import pytest

from service.embedded import Postgres
from service.log_address import LogAddress
from service.runtime.background import running
from service.store import LANES, Checkpoint, Incomplete, MemoryStore, StoreUnavailable, as_far_as_known
from service.store.checkpoint_writer import CheckpointWriter
from service.store.lobby_row import TableFilter
from service.store.migrate import MigrationFailed
from service.store.postgres.opening import open_log, prepare, shape_of
from service.store.postgres.store import PostgresStore
from tests.databases import new_database
from tests.service.store.commands import AT, command, finished, lobby, table_in, until
from tests.service.store.sharded import over

PLAYERS = tuple(UUID(int=number) for number in range(1, 5))


# A shard is away


@pytest.fixture
def shards() -> list[MemoryStore | None]:
    return [MemoryStore() for _ in range(4)]


async def test_tables_of_other_shards_go_on_while_one_is_away(shards: list[MemoryStore | None]) -> None:
    store, lost, kept = over(shards), table_in(6), table_in(7)
    for each in (lost, kept):
        await store.append(command(each, 0, lobby=lobby(each), due=1))
    shards[2] = None

    await store.append(command(kept, 1))
    with pytest.raises(StoreUnavailable):
        await store.append(command(lost, 1))
    with pytest.raises(StoreUnavailable):
        await store.read(lost)

    assert len(await store.read(kept)) == 2
    assert (store.shard_of(lost), store.shard_of(kept)) == (2, 3)


async def test_questions_to_all_name_the_shard_that_is_away(shards: list[MemoryStore | None]) -> None:
    store, lost, kept = over(shards), table_in(6), table_in(7)
    for each in (lost, kept):
        await store.append(command(each, 0, lobby=lobby(each, seats=(PLAYERS[1],)), due=1))
    shards[2] = None

    page, away = await as_far_as_known(store.lobby.page(TableFilter()))
    assert ([row.table_id for row in page], away) == ([kept], (2,))
    due, away = await as_far_as_known(store.due(1, 9))
    assert (due, away) == ([(kept, 1)], (2,))
    positions, away = await as_far_as_known(store.lane_positions())
    assert sorted(positions) == [lane for lane in range(LANES) if lane % 4 != 2]
    with pytest.raises(Incomplete):
        await store.lobby.opened_by(PLAYERS[0], ())


async def test_no_record_opens_while_a_table_with_its_deck_may_be_in_a_shard_that_is_away(
    shards: list[MemoryStore | None],
) -> None:
    store, plain, shared, known = over(shards), table_in(7), table_in(11), "0a" * 32
    await store.append(finished(plain))
    await store.append(finished(shared, decks=(known,)))
    assert await store.record_open(shared)
    shards[2] = None

    assert await store.record_open(plain)
    with pytest.raises(StoreUnavailable):
        await store.record_open(shared)


async def test_nobody_is_taken_to_know_no_deck_while_a_shard_is_away(shards: list[MemoryStore | None]) -> None:
    store, deck, other = over(shards), "0a" * 32, "0b" * 32
    table_id = table_in(7)
    await store.append(command(table_id, 0, lobby=lobby(table_id, "playing", seats=(PLAYERS[1],), decks=(deck,))))
    shards[2] = None

    assert await store.lobby.has_played(PLAYERS[1], [deck], PLAYERS[0])
    with pytest.raises(Incomplete):
        await store.lobby.has_played(PLAYERS[1], [other], PLAYERS[0])


async def test_checkpoints_of_other_shards_are_written_while_one_is_away(shards: list[MemoryStore | None]) -> None:
    store, tables = over(shards), [table_in(1), table_in(1), table_in(0)]
    for table_id in tables:
        await store.append(command(table_id, 0))
    links = {table_id: (await store.read(table_id))[-1].hash for table_id in tables}
    shards[1] = None
    writer = CheckpointWriter(store)
    for table_id in tables:
        writer.keep(Checkpoint(table_id, 1, "whist", "1", links[table_id], b"a snapshot"))

    async with running(writer.run):
        for _ in range(100):  # nothing here waits for anything but the loop
            await asyncio.sleep(0)
    assert await store.checkpoint(tables[-1]) is not None


async def test_without_any_shard_there_is_no_answer(shards: list[MemoryStore | None]) -> None:
    store = over(shards)
    shards[:] = [None] * 4

    with pytest.raises(StoreUnavailable) as away:
        await store.lobby.page(TableFilter())
    assert not isinstance(away.value, Incomplete)


Databases = Callable[[], Awaitable[str]]


# Several processes, several servers


async def test_a_shard_that_comes_back_is_opened(databases: Databases, own_server: Postgres) -> None:
    one, run = await databases(), Path(unquote(own_server.url.partition("host=")[2]))
    async with new_database(own_server.url) as other:
        await prepare(LogAddress((one, other)), 2)
        socket, hidden = run / ".s.PGSQL.5432", run / "nobody-finds-it"
        socket.rename(hidden)
        async with open_log(f"{one} {other}") as store:
            await store.append(command(table_in(2), 0))
            with pytest.raises(StoreUnavailable):
                await store.append(command(table_in(3), 0))
            assert (await as_far_as_known(store.lobby.page(TableFilter())))[1] == (1,)
            hidden.rename(socket)

            async def answers_again() -> bool:
                return not (await as_far_as_known(store.lobby.page(TableFilter())))[1]

            await until(answers_again)
            await store.append(command(table_in(3), 0))
            assert store.epoch.number == 1


async def test_analysts_ask_all_shards_and_no_single_one(databases: Databases) -> None:
    one, other = await databases(), await databases()
    await prepare(LogAddress((one, other)), 4)
    ended = [finished(table_in(lane)) for lane in range(4)]
    deck = "0a" * 32
    closed, playing = finished(table_in(0), decks=(deck,)), table_in(1)
    async with open_log(f"{one} {other}") as store:
        for append in (*ended, closed, command(playing, 0, lobby=lobby(playing, "playing", decks=(deck,)))):
            await store.append(append)
        await store.archive(ended[1].table_id, AT + 10)

    connection = await asyncpg.connect(one)
    try:
        await connection.execute("set role parlour_analyst")
        rows = await connection.fetch("select table_id, events from parlour.table_summary")
        assert {(row["table_id"], row["events"]) for row in rows} == {(each.table_id, 2) for each in ended}
        events = await connection.fetch("select table_id, version from parlour.table_event")
        assert len(events) == 8
        for question in ("parlour_0.table_summary", "parlour_0.event", "parlour.event", "parlour.lobby"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.fetch(f"table {question}")
    finally:
        await connection.close()


async def test_a_shard_is_no_log_by_itself(databases: Databases) -> None:
    one = await databases()
    await prepare(LogAddress((one,)), 2)

    with pytest.raises(MigrationFailed):
        async with PostgresStore.open(one):
            pass
    shape = await shape_of(one)
    assert shape is not None
    assert (shape.shards, shape.made) == (2, True)
