"""A log of four shards on Citus keeps the contract of one; where no Citus is given, this is skipped."""

import asyncio
import os
from collections.abc import AsyncIterator
from urllib.parse import urlsplit
from uuid import UUID

import asyncpg
import pytest

from service.log_address import LogAddress
from service.store import EventStore
from service.store.migrate import LogShard, Migration, MigrationFailed, migrate, migrations
from service.store.postgres.citus import LOST_WORKER, OF_THE_CLUSTER, admit
from service.store.postgres.connections import Connection, connected
from service.store.postgres.opening import open_log, prepare
from service.store.postgres.store import PostgresStore
from tests.service.store.citus import new_citus_database
from tests.service.store.commands import command, move_the_log, table_in
from tests.service.store.test_shards import ShardsOnPostgres

NUMBER = 4
URL = os.environ.get("PARLOUR_TEST_CITUS_URL", "")

needs_citus = pytest.mark.skipif(not URL, reason="PARLOUR_TEST_CITUS_URL names no Citus")

EVERYTHING = """
select (select array_agg(p.oid::regprocedure || md5(prosrc) || coalesce(proconfig::text, '') order by p.oid)::text
        from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname like 'parlour%'),
    (select array_agg(s::text order by s::text)::text from pg_dist_shard_placement s),
    (select array_agg(s::text order by s::text)::text from pg_dist_schema s),
    (select array_agg(t.oid::text || tgenabled::text order by t.oid)::text from pg_trigger t),
    (select array_agg(e::text order by e::text)::text from parlour.epoch e)
"""
ELSEWHERE = """
select citus_schema_move($1::text::regnamespace, nodename, nodeport) from pg_dist_node
where shouldhaveshards and groupid > 0 and nodeport <> (
    select nodeport from pg_dist_shard_placement join pg_dist_shard using (shardid)
    where logicalrelid = ($1::text || '.event')::regclass
) limit 1
"""


@pytest.fixture(scope="module")
async def citus() -> AsyncIterator[str]:
    """Four shards on a Citus."""
    async with new_citus_database(URL) as url:
        await prepare(LogAddress((url,)), NUMBER, citus=True)
        yield url


@needs_citus
class TestFourShardsOnCitus(ShardsOnPostgres):
    number = NUMBER

    @pytest.fixture(scope="class")
    @classmethod
    def addresses(cls, citus: str) -> str:
        return citus


@needs_citus
async def test_to_prepare_a_log_on_citus_again_changes_nothing(citus: str) -> None:
    connection = await asyncpg.connect(citus)
    before = await connection.fetchrow(EVERYTHING)
    await prepare(LogAddress((citus,)), NUMBER, citus=True)
    await prepare(LogAddress((citus,)))
    assert await connection.fetchrow(EVERYTHING) == before
    await connection.close()


async def append_until(store: EventStore, lane: int, moved: asyncio.Event) -> list[tuple[UUID, int]]:
    """Append to tables of a lane until something is over, and to one more; return what was acknowledged."""
    written: list[tuple[UUID, int]] = []
    last = False
    while not last:
        last = moved.is_set()
        new = command(table_in(lane), 0, 3)
        await store.append(new)
        written.append((new.table_id, 3))
    return written


@needs_citus
async def test_a_shard_that_moves_to_another_worker_loses_nothing(citus: str) -> None:
    moved, shard = asyncio.Event(), LogShard(1, NUMBER)
    connection = await asyncpg.connect(citus)
    async with open_log(citus) as store:
        writers = [asyncio.create_task(append_until(store, lane, moved)) for lane in (1, 5, 9, 2)]
        try:
            await connection.execute(ELSEWHERE, shard.schema)
        finally:
            moved.set()
        written = [each for writer in writers for each in await writer]
        versions = await store.heads([table for table, _ in written])
    assert versions == dict(written)
    await connection.close()


@needs_citus
async def test_a_process_that_writes_to_another_server_than_that_of_the_epoch_is_in_a_new_one(citus: str) -> None:
    table_id, shard = table_in(2), LogShard(2, NUMBER)
    owner = await asyncpg.connect(citus, server_settings={"search_path": shard.schema})
    async with open_log(citus) as store:
        await store.append(command(table_id, 0, 2))
        before = store.epoch
        await move_the_log(owner)
        await store.append(command(table_id, 2, 3))
        after = store.epoch
        assert await store.in_common([table_id], before) == {table_id: 2}
    assert after.number > before.number
    await owner.close()


@needs_citus
async def test_a_process_that_writes_in_an_epoch_that_others_have_begun_learns_of_it(citus: str) -> None:
    table_id, shard = table_in(2), LogShard(2, NUMBER)
    owner = await asyncpg.connect(citus, server_settings={"search_path": shard.schema})
    async with open_log(citus) as store, open_log(citus) as other:
        await store.append(command(table_id, 0, 2))
        before = store.epoch
        await move_the_log(owner)
        await other.append(command(table_in(2), 0))
        await store.append(command(table_id, 2, 3))
        assert before.number < store.epoch.number
        assert store.epoch == other.epoch
    await owner.close()


@pytest.mark.parametrize("statement", ["raise connection_failure", "raise admin_shutdown"])
async def test_a_connection_that_has_lost_a_worker_is_renewed(empty_database: str, statement: str) -> None:
    looks: list[Connection] = []

    async def look(connection: Connection) -> None:
        looks.append(connection)

    async with connected(empty_database, "public", 1, look=look, lost=LOST_WORKER) as pool:
        with pytest.raises(asyncpg.DivisionByZeroError):
            await pool.fetchval("select 1 / 0")
        await pool.fetchval("select 1")
        assert len(looks) == 1
        with pytest.raises(LOST_WORKER):
            await pool.execute(f"do $$ begin {statement}; end $$")
        await pool.fetchval("select 1")
        assert len(looks) == 2


@needs_citus
async def test_a_log_made_without_citus_is_not_distributed() -> None:
    async with new_citus_database(URL) as url:
        await prepare(LogAddress((url,)), 2)
        with pytest.raises(MigrationFailed, match="made without --citus"):
            await prepare(LogAddress((url,)), citus=True)


LATER = """
alter table lobby add column later integer;
alter table lobby add constraint later_is_positive check (later > 0);
create table later (lane smallint primary key, table_id uuid not null);
insert into later (lane, table_id) select lane, gen_random_uuid() from lane;
create index later_table on later (table_id);
grant select on later to parlour_service;
"""
REFUSED = (
    "alter table event alter column event set storage external;",
    "create trigger append_only before update or delete on later execute function refuse_change();",
)
"""The second would be made on the coordinator only, where it does nothing, if it were not refused."""


@needs_citus
async def test_a_later_migration_reaches_the_workers_or_says_why_not() -> None:
    def then(sql: str) -> list[Migration]:
        return [*(each for each in migrations() if each.folder == "log"), Migration("log", "9999_later.sql", sql)]

    async with new_citus_database(URL) as url:
        await prepare(LogAddress((url,)), 2, citus=True)
        shard = LogShard(1, 2)
        for refused in REFUSED:
            with pytest.raises(MigrationFailed, match=r"9999_later\.sql"):
                await migrate(url, then(LATER + refused), shard)
        await migrate(url, then(LATER), shard)
        new = command(table_in(1), 0)
        async with PostgresStore.open(url, shard=shard, wanted=then(LATER)) as store:
            await store.append(new)
            assert await store.heads([new.table_id]) == {new.table_id: 1}
        connection = await asyncpg.connect(url, server_settings={"search_path": shard.schema})
        assert await connection.fetchval("select count(*) from later") == 64
        await connection.close()


@needs_citus
async def test_what_a_superuser_has_to_do_is_said_and_done_once() -> None:
    async with new_citus_database(URL) as url:
        await prepare(LogAddress((url,)), 2, citus=True)
        connection = await asyncpg.connect(url)
        database = await connection.fetchval("select current_database()")
        await connection.execute(f"alter role parlour_service in database {database} reset lock_timeout")
        changes = connection.transaction()
        await changes.start()
        await connection.execute("create role somebody; set local role somebody")
        with pytest.raises(MigrationFailed, match=f"in database {database} set lock_timeout"):
            await admit(connection)
        await changes.rollback()
        await admit(connection)
        assert await connection.fetch(OF_THE_CLUSTER) == []
        await connection.close()


@needs_citus
async def test_a_worker_is_refused(citus: str) -> None:
    connection = await asyncpg.connect(citus)
    port = await connection.fetchval("select nodeport from pg_dist_node where groupid > 0 limit 1")
    await connection.close()
    worker = urlsplit(citus)
    url = worker._replace(netloc=f"{worker.username}@{worker.hostname}:{port}").geturl()
    with pytest.raises(MigrationFailed, match="worker"):
        await prepare(LogAddress((url,)), NUMBER, citus=True)


async def test_where_there_is_no_citus_it_is_said_how_to_get_it(empty_database: str) -> None:
    with pytest.raises(MigrationFailed, match="create extension citus"):
        await prepare(LogAddress((empty_database,)), NUMBER, citus=True)
