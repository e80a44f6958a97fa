"""Several shards are one log: questions to all of them, one that is away, and a log that is opened wrongly."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from urllib.parse import unquote
from uuid import UUID

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as some

from service.embedded import Postgres
from service.store import (
    LANES,
    BadAddress,
    EventStore,
    Incomplete,
    LogAddress,
    MemoryStore,
    MigrationFailed,
    PostgresStore,
    StoreUnavailable,
    as_far_as_known,
    migrate,
    open_log,
    prepare,
)
from service.store.lobby_row import LobbyRow
from service.store.memory_log_seals import MemoryLogSeals
from service.store.port import FIRST_EPOCH
from service.store.postgres.opening import shape_of
from service.store.sharded.epochs import EpochsInMemory
from service.store.sharded.shards import Shards
from service.store.sharded.store import ShardedStore
from tests.databases import new_database
from tests.service.store.commands import AT, command, finished, lobby, table_in, until

PLAYERS = tuple(UUID(int=number) for number in range(1, 5))


def over(shards: Sequence[MemoryStore | None]) -> ShardedStore:
    """Return the store over shards in memory; None: one that is away."""
    epochs = EpochsInMemory(lambda: [FIRST_EPOCH if each is None else each.epoch for each in shards])
    return ShardedStore(Shards(shards), epochs, MemoryLogSeals((), lambda: epochs.current))


# What all shards answer together is what one log answers

Table = tuple[LobbyRow, int | None]

tables = some.lists(
    some.builds(
        lambda table_id, seats, guest, status, created, due, decks, public: (
            lobby(
                table_id,
                status,
                creator=PLAYERS[0],
                seats=(*seats, None),
                invited=() if guest is None or guest in seats else (guest,),
                created_at=AT + created,
                decks=decks,
                visibility="public" if public else "private",
            ),
            due,
        ),
        some.uuids(version=4),
        some.lists(some.sampled_from(PLAYERS), max_size=3, unique=True),
        some.none() | some.sampled_from(PLAYERS),
        some.sampled_from(["open", "playing", "finished", "aborted"]),
        some.integers(0, 3),
        some.none() | some.integers(1, 4),
        some.lists(some.sampled_from(["0a" * 32, "0b" * 32, "0c" * 32]), max_size=2, unique=True).map(tuple),
        some.booleans(),
    ),
    max_size=24,
    unique_by=lambda table: table[0].table_id,
)


async def answers(store: EventStore, made: Sequence[Table]) -> list[object]:
    """Return what a log answers to all questions about several tables, page by page."""
    found: list[object] = []
    for viewer in (None, *PLAYERS[:2]):
        for player in (None, PLAYERS[1]):
            before = None
            while page := await store.lobby_page(viewer=viewer, player=player, before=before, limit=3):
                before = page[-1].created_at, page[-1].table_id
                found.append(page)
    after = None
    while due := await store.due(3, 2, after):
        after = due[-1][1], due[-1][0]
        found.append(due)
    last = None
    while ended := await store.over(AT + 1, 2, last):
        last = ended[-1].at, ended[-1].table_id
        found.append(ended)
    for player in PLAYERS:
        found.append(await store.lobby_concerning(player))
        found.append(await store.lobby_seats_of(player))
        found.append(await store.lobby_opened_by(player, PLAYERS[2:]))
        found += [await store.lobby_has_played(player, [deck * 32], PLAYERS[0]) for deck in ("0a", "0b")]
    found += [await store.record_open(row.table_id) for row, _ in made]
    found += [await store.lobby_decks_going_on_since(), await store.lane_positions()]
    found.append({table.table_id: table for table in await store.lobby_decks_going_on()})
    found.append(await store.heads([row.table_id for row, _ in made]))
    return found


@given(made=tables, shards=some.sampled_from([2, 4, 64]))
def test_shards_answer_as_one_log_does(made: list[Table], shards: int) -> None:
    async def compared() -> None:
        one, many = MemoryStore(), over([MemoryStore() for _ in range(shards)])
        for row, due in made:
            append = command(row.table_id, 0, 2, lobby=row, due=due)
            for store in (one, many):
                await store.append(append)
        assert await answers(many, made) == await answers(one, made)

    asyncio.run(compared())


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

    page, away = await as_far_as_known(store.lobby_page())
    assert ([row.table_id for row in page], away) == ([kept], (2,))
    due, away = await as_far_as_known(store.due(1, 9))
    assert (due, away) == ([(kept, 1)], (2,))
    positions, away = await as_far_as_known(store.lane_positions())
    assert sorted(positions) == [lane for lane in range(LANES) if lane % 4 != 2]
    with pytest.raises(Incomplete):
        await store.lobby_opened_by(PLAYERS[0], ())


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

    assert await store.lobby_has_played(PLAYERS[1], [deck], PLAYERS[0])
    with pytest.raises(Incomplete):
        await store.lobby_has_played(PLAYERS[1], [other], PLAYERS[0])


async def test_without_any_shard_there_is_no_answer(shards: list[MemoryStore | None]) -> None:
    store = over(shards)
    shards[:] = [None] * 4

    with pytest.raises(StoreUnavailable) as away:
        await store.lobby_page()
    assert not isinstance(away.value, Incomplete)


# A log that is opened wrongly


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no PostgreSQL URL"),
        ("postgresql://a mysql://b", "URL 2 of 2 does not begin"),
        ("postgresql://a postgresql://a", "there twice"),
        ("postgresql://a postgresql://b-{shard}", "or several without"),
    ],
)
def test_addresses_that_make_no_sense_are_refused(text: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why):
        LogAddress.parsed(text)


def test_shards_take_turns_on_the_servers() -> None:
    two = LogAddress.parsed("postgresql://a postgresql://b")
    assert [two.of(shard)[-1] for shard in range(4)] == ["a", "b", "a", "b"]
    assert LogAddress.parsed("postgresql://db-{shard}/x").of(3) == "postgresql://db-3/x"


@pytest.fixture
async def databases(postgres_server: str) -> AsyncIterator[Callable[[], Awaitable[str]]]:
    """Give what makes another new database."""
    async with contextlib.AsyncExitStack() as stack:

        async def another() -> str:
            return await stack.enter_async_context(new_database(postgres_server))

        yield another


Databases = Callable[[], Awaitable[str]]


async def test_the_number_of_shards_is_fixed_when_the_log_is_made(databases: Databases) -> None:
    several, single = await databases(), await databases()
    assert await prepare(LogAddress((several,)), 2) == 2
    await migrate(single)

    assert await prepare(LogAddress((several,))) == 2
    with pytest.raises(MigrationFailed, match="has 2 shards, not 4"):
        await prepare(LogAddress((several,)), 4)
    with pytest.raises(MigrationFailed, match="one shard, not 4"):
        await prepare(LogAddress((single,)), 4)
    with pytest.raises(MigrationFailed, match="several shards"):
        await migrate(several)
    with pytest.raises(MigrationFailed, match="database prepare --shards"):
        await prepare(LogAddress((single, "postgresql://b")))
    with pytest.raises(MigrationFailed, match="one PostgreSQL URL"):
        await prepare(LogAddress((single, "postgresql://b")), 1)
    with pytest.raises(MigrationFailed, match="cannot be divided over 3"):
        await prepare(LogAddress((single, "postgresql://b", "postgresql://c")), 4)


async def test_addresses_in_another_order_are_refused(databases: Databases) -> None:
    one, other = await databases(), await databases()
    await prepare(LogAddress((one, other)), 2)

    for wanted in (None, 2):
        with pytest.raises(MigrationFailed, match="no shard 0 of a log, but to the schemas parlour_1"):
            await prepare(LogAddress((other, one)), wanted)
    with pytest.raises(MigrationFailed, match="another order"):
        async with open_log(f"{one} {await databases()}"):
            pass


async def test_a_server_of_other_shards_alone_is_taken_for_no_new_log(databases: Databases) -> None:
    one, other = await databases(), await databases()
    await prepare(LogAddress((one, other)), 4)

    with pytest.raises(MigrationFailed, match="schemas parlour_1, parlour_3"):
        await prepare(LogAddress((other,)))
    with pytest.raises(MigrationFailed, match="schemas parlour_1, parlour_3"):
        async with open_log(other):
            pass


async def test_no_shard_is_made_beside_a_log_in_one_piece(databases: Databases) -> None:
    one, other = await databases(), await databases()
    await migrate(other)

    with pytest.raises(MigrationFailed, match="Where shard 1 is to be made, there is another log"):
        await prepare(LogAddress((one, other)), 2)


async def test_a_log_is_prepared_again_while_somebody_reads_all_of_it(databases: Databases) -> None:
    """An audit may read for hours: whoever starts beside it does not wait for it, and nobody waits for them."""
    one, other = await databases(), await databases()
    await prepare(LogAddress((one, other)), 2)
    reader = await asyncpg.connect(one)
    try:
        async with reader.transaction():
            await reader.fetch("select from parlour.event cross join parlour.lobby cross join parlour.epoch")
            assert await asyncio.wait_for(prepare(LogAddress((one, other))), 60) == 2
    finally:
        await reader.close()


async def test_the_views_get_what_a_later_migration_adds_to_the_shards(databases: Databases) -> None:
    one, other = await databases(), await databases()
    await prepare(LogAddress((one, other)), 2)
    for url, shard in ((one, 0), (other, 1)):
        owner = await asyncpg.connect(url)
        await owner.execute(f"alter table parlour_{shard}.due add column reason text default 'later'")
        await owner.close()
    async with open_log(f"{one} {other}") as store:
        for lane in (0, 1):
            await store.append(command(table_in(lane), 0, due=7))

    await prepare(LogAddress((one, other)))

    connection = await asyncpg.connect(one)
    assert await connection.fetchval("select array_agg(reason) from parlour.due") == ["later", "later"]
    await connection.close()


async def test_a_shard_of_another_log_is_refused(databases: Databases) -> None:
    one, other, third = await databases(), await databases(), await databases()
    await prepare(LogAddress((one, other)), 2)
    await prepare(LogAddress((third, await databases())), 2)

    with pytest.raises(MigrationFailed, match="another log"):
        await prepare(LogAddress((third, other)), 2)
    with pytest.raises(MigrationFailed, match="another log"):
        await prepare(LogAddress((await databases(), other)), 2)


async def test_a_log_that_was_not_made_to_the_end_is_gone_on_with(databases: Databases) -> None:
    one, other = await databases(), await databases()
    owner = await asyncpg.connect(other)
    await owner.execute("create schema parlour_1; create table parlour_1.event ()")
    with pytest.raises(asyncpg.DuplicateTableError):
        await prepare(LogAddress((one, other)), 2)
    await owner.execute("drop schema parlour_1 cascade")
    await owner.close()
    with pytest.raises(MigrationFailed, match="not all made"):
        async with open_log(f"{one} {other}"):
            pass

    assert await prepare(LogAddress((one, other)), 2) == 2
    async with open_log(f"{one} {other}") as store:
        await store.append(command(table_in(1), 0))


async def test_several_processes_may_make_a_log_at_once(databases: Databases) -> None:
    one, other = await databases(), await databases()

    made = await asyncio.gather(*(prepare(LogAddress((one, other)), 2) for _ in range(3)))

    assert made == [2, 2, 2]
    async with open_log(f"{one} {other}") as store:
        await store.append(command(table_in(1), 0))


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
            assert (await as_far_as_known(store.lobby_page()))[1] == (1,)
            hidden.rename(socket)

            async def answers_again() -> bool:
                return not (await as_far_as_known(store.lobby_page()))[1]

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
