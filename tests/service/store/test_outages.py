"""What becomes of appends when Postgres is killed, stalls or goes away: exactly once, or an honest error."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import asyncpg
import psutil
import pytest

from service.embedded import Postgres
from service.store import Append, Checkpoint, Conflict, StoreUnavailable, lane_of, new_table_id
from service.store.lobby_row import TableFilter
from service.store.migrate import LOG_SCHEMA, migrate
from service.store.postgres.away import unless_away
from service.store.postgres.connections import TIMEOUTS, Connection, connected
from service.store.postgres.rows import columns
from service.store.postgres.store import PostgresStore
from service.store.postgres.writer import APPEND
from tests.service.store.commands import command, owner_of, somebody_waits_for, table_in, until

WRITING = """
select pid from pg_stat_activity
where query like '%select append_batch(%' and state = 'active' and pid <> pg_backend_pid()
"""


@pytest.fixture
async def store(own_server: Postgres) -> AsyncIterator[PostgresStore]:
    async with PostgresStore.open(own_server.url) as store:
        yield store


@pytest.fixture
async def rival(own_server: Postgres) -> AsyncIterator[Connection]:
    connection = await owner_of(own_server.url)
    yield connection
    await connection.close()


@pytest.fixture
async def owner(own_server: Postgres) -> AsyncIterator[Connection]:
    connection = await owner_of(own_server.url)
    yield connection
    await connection.close()


async def kill_the_append(owner: Connection) -> None:
    """Terminate the server process that executes the append, and wait until it is gone."""
    pid = await owner.fetchval(WRITING)
    assert await owner.fetchval("select pg_terminate_backend($1, 10000)", pid)


async def test_an_append_whose_statement_is_killed_is_written_once(
    store: PostgresStore, owner: Connection, rival: Connection
) -> None:
    append = command(table_in(5), 0, 3)
    async with rival.transaction():
        await rival.execute("select from lane where lane = 5 for update")
        writing = asyncio.create_task(store.append(append))
        await until(lambda: somebody_waits_for("Lock", owner))
        await kill_the_append(owner)
    await writing

    assert [event.hash for event in await store.read(append.table_id)] == [event.hash for event in append.events]


async def test_an_append_that_was_committed_but_never_answered_is_written_once(
    own_server: Postgres, owner: Connection
) -> None:
    append = command(new_table_id(), 0, 3)
    await migrate(own_server.url)
    await owner.execute("alter role parlour set synchronous_commit = on")
    async with PostgresStore.open(own_server.url) as store:
        writing = asyncio.create_task(store.append(append))
        await until(lambda: somebody_waits_for("IPC", owner))
        await owner.execute("alter role parlour reset synchronous_commit")
        await kill_the_append(owner)
        committed = await store.read(append.table_id)
        await writing

        assert [event.hash for event in committed] == [event.hash for event in append.events]
        assert await store.read(append.table_id) == committed


async def test_an_append_that_waits_for_a_standby_is_never_cancelled(own_server: Postgres, owner: Connection) -> None:
    append = command(new_table_id(), 0, 3)
    await migrate(own_server.url)
    await owner.execute("alter role parlour set synchronous_commit = on")
    async with PostgresStore.open(own_server.url, patience_seconds=0.3, answer_seconds=0.3) as store:
        await owner.execute("alter role parlour reset synchronous_commit")
        with pytest.raises(StoreUnavailable):
            await store.append(append)

        # What no standby has yet is seen by nobody, although it is in the log of this server.
        assert await store.read(append.table_id) == []
        await kill_the_append(owner)
        await store.append(append)

        assert [event.hash for event in await store.read(append.table_id)] == [event.hash for event in append.events]


async def test_an_append_that_was_killed_loses_to_one_that_was_faster(
    store: PostgresStore, owner: Connection, rival: Connection
) -> None:
    won = command(table_in(6), 0, 2)
    async with rival.transaction():
        await rival.fetchval(APPEND, *columns([won]))
        writing = asyncio.create_task(store.append(command(won.table_id, 0, 3)))
        await until(lambda: somebody_waits_for("Lock", owner))
        await kill_the_append(owner)
    with pytest.raises(Conflict):
        await writing

    assert [event.hash for event in await store.read(won.table_id)] == [event.hash for event in won.events]


async def test_a_session_that_holds_a_lane_stalls_that_lane_only(own_server: Postgres, owner: Connection) -> None:
    timeouts = {**TIMEOUTS, "lock_timeout": "200ms"}
    stalled, others = command(table_in(30), 0), [command(table_in(lane), 0) for lane in (29, 31, 32)]
    async with PostgresStore.open(own_server.url, timeouts=timeouts) as store, owner.transaction():
        await owner.execute("select from lane where lane = 30 for update")

        outcome, *written = await asyncio.gather(*map(store.append, [stalled, *others]), return_exceptions=True)

    assert isinstance(outcome, StoreUnavailable)
    assert written == [None] * 3


async def test_a_server_that_does_not_take_leave_is_cut_off(own_server: Postgres) -> None:
    await migrate(own_server.url)
    async with connected(own_server.url, LOG_SCHEMA, 1, answer_seconds=0.3) as pool:
        server = await pool.fetchval("select pg_backend_pid()")
        os.kill(server, signal.SIGSTOP)
    os.kill(server, signal.SIGCONT)

    with pytest.raises(asyncpg.InterfaceError, match="pool is closed"):
        await pool.fetchval("select 1")


async def test_nobody_waits_for_ever_for_a_connection(postgres_url: str) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1, answer_seconds=0.3) as pool, pool.acquire():
        async with asyncio.timeout(30):
            with pytest.raises(StoreUnavailable), unless_away():
                await pool.fetchval("select 1")


async def test_who_gives_up_a_statement_does_not_wait_for_a_silent_server_to_cancel_it(own_server: Postgres) -> None:
    await migrate(own_server.url)
    async with connected(own_server.url, LOG_SCHEMA, 1, answer_seconds=600) as pool:
        backend = psutil.Process(await pool.fetchval("select pg_backend_pid()"))
        postmaster = psutil.Process(backend.ppid())
        postmaster.suspend()
        backend.suspend()
        try:
            async with asyncio.timeout(60):
                with pytest.raises(TimeoutError):
                    await pool.fetchval("select 1", timeout=0.1)
        finally:
            backend.resume()
            postmaster.resume()

        assert await pool.fetchval("select 1") == 1, "another connection has taken its place"


async def test_an_idle_transaction_elsewhere_stalls_nobody(store: PostgresStore, owner: Connection) -> None:
    append = command(new_table_id(), 0)
    async with owner.transaction():
        await owner.execute("create table unrelated ()")
        await store.append(append)
        assert (await store.read_lane(lane_of(append.table_id), 0, 10_000))[-1].table_id == append.table_id


async def test_what_was_acknowledged_survives_the_death_of_the_server(
    own_server: Postgres,
) -> None:
    async with PostgresStore.open(own_server.url, patience_seconds=60) as store:
        await must_survive(own_server, store)


async def must_survive(own_server: Postgres, store: PostgresStore) -> None:
    """Kill the server again and again under play, and assert that nothing acknowledged is lost."""
    acknowledged: list[Append] = []
    stop = asyncio.Event()

    async def play() -> None:
        game, version = new_table_id(), 0
        while not stop.is_set():
            append = command(game, version, 3)
            await store.append(append)
            acknowledged.append(append)
            version += 3

    players = [asyncio.create_task(play()) for _ in range(20)]
    for _ in range(3):
        await more(acknowledged)
        await kill(own_server)
    await more(acknowledged)
    stop.set()
    await asyncio.gather(*players)

    found = {append.table_id: [event.hash for event in await store.read(append.table_id)] for append in acknowledged}
    for append in acknowledged:
        hashes = [event.hash for event in append.events]
        assert found[append.table_id][append.expected : append.expected + 3] == hashes
    assert sum(map(len, found.values())) == 3 * len(acknowledged)
    for lane in range(64):
        await store.read_lane(lane, 0, 1_000_000)


async def kill(server: Postgres) -> None:
    """Kill the server, and wait for the next one; until then processes of the killed one may still answer."""
    killed = server.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    async def has_returned() -> bool:
        return server.pid not in (None, killed)

    await until(has_returned)


async def more(acknowledged: list[Append]) -> None:
    """Wait until 200 more commands are acknowledged."""
    enough = len(acknowledged) + 200

    async def are_there() -> bool:
        return len(acknowledged) >= enough

    await until(are_there)


async def test_without_a_server_there_are_honest_errors(own_server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever needs a connection tells that there is none; asyncpg tells nothing."""
    table_id = new_table_id()
    async with PostgresStore.open(own_server.url, patience_seconds=0.1) as store:
        own_server.__exit__()
        for question in (
            store.append(command(table_id, 0)),
            store.read(table_id),
            store.heads([table_id]),
            store.executed(table_id, bytes(16)),
            store.read_lane(1, 0, 1),
            store.lane_positions(),
            store.due(0, 1),
            store.seal_of(table_id),
            store.record_open(table_id),
            store.lobby.page(TableFilter()),
            store.lobby.concerning(table_id),
            store.lobby.seats_of(table_id),
            store.lobby.opened_by(table_id, []),
            store.checkpoint(table_id),
            store.keep_checkpoint(Checkpoint(table_id, 1, "literature", "1", bytes(32), b"")),
            store.answers(),
        ):
            with pytest.raises(StoreUnavailable):
                await question
    assert [each for each in caplog.records if each.name.startswith("asyncpg")] == []
