"""A log of several shards is made once, and refused where it is opened wrongly."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

import asyncpg
import pytest

from service.log_address import BadAddress, LogAddress
from service.store import LANES, Epoch, EventStore, LogSeal, StoreUnavailable
from service.store.migrate import LOG_SCHEMA, MigrationFailed, migrate
from service.store.postgres.connections import connect, connected
from service.store.postgres.gathering import EpochRegister
from service.store.postgres.log_seals import PostgresLogSeals
from service.store.postgres.opening import open_log, prepare
from tests.databases import new_database
from tests.service.store.commands import command, move_the_log, owner_of, table_in


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


Databases = Callable[..., Awaitable[str]]
Pair = tuple[str, str]


@pytest.fixture(scope="module")
async def pair(postgres_server: str) -> AsyncIterator[Pair]:
    """Give the databases of a log of two shards: for tests that leave it as it is."""
    async with new_database(postgres_server) as one, new_database(postgres_server) as other:
        await prepare(LogAddress((one, other)), 2)
        yield one, other


async def test_the_number_of_shards_is_fixed_when_the_log_is_made(databases: Databases, migrated: str) -> None:
    several, single = await databases(), await databases(migrated)
    assert await prepare(LogAddress((several,)), 2) == 2

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


async def test_addresses_in_another_order_are_refused(pair: Pair, databases: Databases) -> None:
    one, other = pair

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


async def test_no_shard_is_made_beside_a_log_in_one_piece(databases: Databases, migrated: str) -> None:
    one, other = await databases(), await databases(migrated)

    with pytest.raises(MigrationFailed, match="Where shard 1 is to be made, there is another log"):
        await prepare(LogAddress((one, other)), 2)


async def test_a_log_is_prepared_again_while_somebody_reads_all_of_it(pair: Pair) -> None:
    """An audit may read for hours: one that starts beside it does not wait for it, and nobody waits for that one."""
    one, other = pair
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


async def test_a_shard_of_another_log_is_refused(pair: Pair, databases: Databases) -> None:
    (_, other), third = pair, await databases()
    await prepare(LogAddress((third, await databases())), 2)

    with pytest.raises(MigrationFailed, match="another log"):
        await prepare(LogAddress((third, other)), 2)
    with pytest.raises(MigrationFailed, match="another log"):
        await prepare(LogAddress((await databases(), other)), 2)


async def test_nobody_plays_on_a_copy_of_a_shard_that_was_left_behind(databases: Databases) -> None:
    """Neither who still has its address, nor who has not heard of a failover: what they wrote there would be lost.

    So it would as long as old connections last: only new ones are asked.
    """
    one, old = await databases(), await databases()
    await prepare(LogAddress((one, old)), 2)
    new = await databases(urlsplit(old).path[1:])
    async with open_log(f"{one} {old}") as unaware:
        await unaware.append(command(table_in(1), 0))
        owner = await connect(new, "parlour_1")
        await owner.execute("reset role")
        await move_the_log(owner)
        await owner.close()
        async with open_log(f"{one} {new}") as store:
            await store.append(command(table_in(1), 0))
            moved = store.epoch

        owner = await owner_of(old)
        await owner.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        await owner.close()
        await must_refuse_shard_1(unaware)

    with pytest.raises(MigrationFailed, match="shard 1 leads to a history that the shard has left"):
        await prepare(LogAddress((one, old)))
    async with open_log(f"{one} {old}") as store:
        await must_refuse_shard_1(store)
        assert store.epoch == moved
    assert await prepare(LogAddress((one, new))) == 2


async def must_refuse_shard_1(store: EventStore) -> None:
    """Assert that a log takes what is for shard 0 alone."""
    with pytest.raises(StoreUnavailable):
        await store.append(command(table_in(1), 0))
    await store.append(command(table_in(0), 0))


async def test_an_epoch_that_a_late_process_registers_is_not_the_present_one(databases: Databases) -> None:
    """Two shards on one server begin an epoch together, and each process finds out in its own order."""
    url = await databases()
    await prepare(LogAddress((url,)), 2)
    async with connected(url, LOG_SCHEMA, 1) as pool:
        register, seals = EpochRegister(pool), PostgresLogSeals(pool)
        first, (a, b) = await register.newest()
        later_a, later_b = Epoch(a.number + 1, "0a0b0c0d"), Epoch(b.number + 1, "0b0c0d0e")
        between = await register.epoch_of([a, later_b])
        assert await register.newest() == (between, (a, later_b))
        present = await register.epoch_of([later_a, later_b])
        late = await register.epoch_of([later_a, b])

        assert first.number < present.number < late.number
        assert await register.epoch_of([later_a, later_b]) == present
        assert await register.newest() == (present, (later_a, later_b))
        assert await pool.fetchval("select number from current_epoch()") == present.number
        assert [await seals.publish(empty_seal(each)) for each in (late, between, present)] == [False, False, True]


def empty_seal(epoch: Epoch) -> LogSeal:
    """Return the first seal of a log without events."""
    nothing = bytes(32)
    return LogSeal(1, 1, str(epoch), False, nothing, nothing, (0,) * LANES, (nothing,) * LANES, "key", bytes(64))


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
