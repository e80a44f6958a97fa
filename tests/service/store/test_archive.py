"""The archive in Postgres: what may leave the log, readers meanwhile, what is left when a process is killed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest

from service.embedded import Postgres
from service.store import StoreUnavailable
from service.store.postgres.connections import Connection
from service.store.postgres.store import PostgresStore
from tests.service.store.archives import ALWAYS, EVENTS, everything, pages, played
from tests.service.store.commands import finished, owner_of, somebody_waits_for, table_in, until

STEPS = {
    "before anything is written": "lock table archive in share mode",
    "when the archive is written": "select from event where version = 7 for update",
    "when the events are deleted": "lock table checkpoint in share mode",
}
"""Where a game that is being archived waits, if somebody else does this."""


@pytest.fixture
async def own_owner(own_server: Postgres) -> AsyncIterator[Connection]:
    """A connection to a server that a test may kill."""
    async with PostgresStore.open(own_server.url):
        pass
    connection = await owner_of(own_server.url)
    yield connection
    await connection.close()


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("kill", ["the statement", "the server"])
async def test_nothing_is_lost_or_doubled_when_it_is_killed(
    own_server: Postgres, own_owner: Connection, step: str, kill: str
) -> None:
    async with PostgresStore.open(own_server.url) as store:
        (table_id,) = made = await played(store, 31, table_in(31))
        before, lane = await everything(store, made), await pages(store, 31, 500)

        blocker = await owner_of(own_server.url)
        await blocker.execute(f"begin; {STEPS[step]}")
        archiving = asyncio.create_task(store.archive(table_id, ALWAYS))
        await until(lambda: somebody_waits_for("Lock", own_owner))
        pid = await own_owner.fetchval("select pid from pg_stat_activity where wait_event_type = 'Lock'")
        if kill == "the server":
            os.kill(pid, signal.SIGKILL)  # Postgres then ends all others, and recovers
        else:
            await own_owner.fetchval("select pg_terminate_backend($1)", pid)
            await blocker.close()
        with pytest.raises(StoreUnavailable):
            await archiving
        if kill == "the server":
            await until(lambda: has_recovered(own_server, own_owner))

        assert await everything(store, made) == before
        assert await store.archive(table_id, ALWAYS) == EVENTS - 1
        assert await everything(store, made) == before
        assert await pages(store, 31, 500) == lane


async def has_recovered(server: Postgres, old: Connection) -> bool:
    """Return whether a server that has lost a process has ended all others, as `old`, and takes new connections."""
    if not old.is_closed():
        return False
    try:
        new = await owner_of(server.url)
    except (OSError, asyncpg.PostgresError):
        return False
    await new.close()
    return True


async def test_a_reader_who_reads_meanwhile_sees_no_gap(store: PostgresStore) -> None:
    made = await played(store, 32, *(table_in(32) for _ in range(4)))
    expected = {table_id: await store.read(table_id) for table_id in made}
    lane = await pages(store, 32, 1000)
    for archived in made:
        archiving = asyncio.create_task(store.archive(archived, ALWAYS))
        while not archiving.done():
            for table_id in made:
                assert await store.read(table_id) == expected[table_id]
            assert await store.read_lane(32, 0, len(lane)) == lane
        assert await archiving == EVENTS - 1


async def test_two_who_archive_one_game_move_it_once(store: PostgresStore, owner: Connection) -> None:
    (table_id,) = made = await played(store, 33, table_in(33))
    before = await everything(store, made)

    moved = await asyncio.gather(*(store.archive(table_id, ALWAYS) for _ in range(5)))

    assert sorted(moved) == [0, 0, 0, 0, EVENTS - 1]
    assert await everything(store, made) == before
    rows = await owner.fetch("select version from event where table_id = $1", table_id)
    assert [row["version"] for row in rows] == [EVENTS]


FORGERIES = {
    "nothing": "",
    "another hash": "(row(position, at, version, step, seat, type, key, request, sha256('x'), command, event))",
    "another event": """(row(position, at, version, step, seat, type, key, request, hash, command, '{"a": 1}'))""",
    "another place": "(row(position + 1, at, version, step, seat, type, key, request, hash, command, event))",
}
FORGE = """
insert into archive select lane, table_id, 1, int8range(1, 2), array[{}::archived_event] from event
where table_id = $1 and version = 1
"""


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("replication", ["origin", "replica"])
async def test_an_event_leaves_the_log_only_if_the_very_same_is_archived(
    store: PostgresStore, owner: Connection, forgery: str, replication: str
) -> None:
    append = finished(table_in(34), 3)
    await store.append(append)
    before = await store.read(append.table_id)
    changes = owner.transaction()
    await changes.start()
    try:
        if forgery != "nothing":
            await owner.execute(FORGE.format(FORGERIES[forgery]), append.table_id)
        await owner.execute(f"set local session_replication_role = {replication}")
        with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="append-only"):
            await owner.execute("delete from event where table_id = $1 and version = 1", append.table_id)
    finally:
        await changes.rollback()

    assert await store.read(append.table_id) == before


async def test_the_archive_is_compressed_and_has_256_events_in_a_row(store: PostgresStore, owner: Connection) -> None:
    (table_id,) = await played(store, 35, table_in(35))
    await store.archive(table_id, ALWAYS)

    rows = await owner.fetch(
        "select last_version, cardinality(events), pg_column_compression(events) is not null from archive"
        " where table_id = $1 order by 1",
        table_id,
    )
    assert [tuple(row) for row in rows] == [(256, 256, True), (512, 256, True), (599, 87, True)]


async def test_analysts_find_the_same_rows(store: PostgresStore, owner: Connection) -> None:
    (table_id,) = await played(store, 36, table_in(36))
    before = await seen_by_an_analyst(owner, table_id)

    await store.archive(table_id, ALWAYS)

    assert await seen_by_an_analyst(owner, table_id) == before
    assert [len(rows) for rows in before] == [EVENTS, 1]


async def seen_by_an_analyst(owner: Connection, table_id: UUID) -> list[list[asyncpg.Record]]:
    """Return the rows of both views."""
    await owner.execute("set role parlour_analyst")
    try:
        events = await owner.fetch("select * from table_event where table_id = $1 order by version", table_id)
        return [events, await owner.fetch("select * from table_summary where table_id = $1", table_id)]
    finally:
        await owner.execute("reset role")
