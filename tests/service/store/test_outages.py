"""What becomes of appends when Postgres is killed, stalls or goes away: exactly once, or an honest error."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import asyncpg
import pytest

from service.embedded import Postgres
from service.store import (
    Append,
    Conflict,
    EventLog,
    StoreUnavailable,
    connections,
    lane_of,
    migrate,
    new_game_id,
    writer,
)
from service.store.writer import APPEND, columns
from tests.service.store.commands import command, game_in, somebody_waits_for, until

WRITING = """
select pid from pg_stat_activity where query like 'select append(%' and state = 'active' and pid <> pg_backend_pid()
"""


@pytest.fixture
async def log(own_server: Postgres) -> AsyncIterator[EventLog]:
    async with EventLog.open(own_server.url) as log:
        yield log


@pytest.fixture
async def rival(own_server: Postgres) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    connection = await asyncpg.connect(own_server.url)
    yield connection
    await connection.close()


@pytest.fixture
async def owner(own_server: Postgres) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    connection = await asyncpg.connect(own_server.url)
    yield connection
    await connection.close()


async def kill_the_append(owner: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Terminate the server process that executes the append, and wait until it is gone."""
    pid = await owner.fetchval(WRITING)
    assert await owner.fetchval("select pg_terminate_backend($1, 10000)", pid)


async def test_an_append_whose_statement_is_killed_is_written_once(
    log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", rival: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    append = command(game_in(5), 0, 3)
    async with rival.transaction():
        await rival.execute("select from lane where lane = 5 for update")
        writing = asyncio.create_task(log.append(append))
        await until(lambda: somebody_waits_for("Lock", owner))
        await kill_the_append(owner)
    await writing

    assert [event.hash for event in await log.read(append.game)] == [event.hash for event in append.events]


async def test_an_append_that_was_committed_but_never_answered_is_written_once(
    own_server: Postgres, owner: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    append = command(new_game_id(), 0, 3)
    await migrate(own_server.url)
    await owner.execute("alter role parlour set synchronous_commit = on")
    async with EventLog.open(own_server.url) as log:
        writing = asyncio.create_task(log.append(append))
        await until(lambda: somebody_waits_for("IPC", owner))
        await owner.execute("alter role parlour reset synchronous_commit")
        await kill_the_append(owner)
        committed = await log.read(append.game)
        await writing

        assert [event.hash for event in committed] == [event.hash for event in append.events]
        assert await log.read(append.game) == committed


async def test_an_append_that_was_killed_loses_to_whoever_was_faster(
    log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", rival: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    won = command(game_in(6), 0, 2)
    async with rival.transaction():
        await rival.fetchval(APPEND, *columns([won]))
        writing = asyncio.create_task(log.append(command(won.game, 0, 3)))
        await until(lambda: somebody_waits_for("Lock", owner))
        await kill_the_append(owner)
    with pytest.raises(Conflict):
        await writing

    assert [event.hash for event in await log.read(won.game)] == [event.hash for event in won.events]


async def test_who_holds_a_lane_stalls_that_lane_only(
    own_server: Postgres, owner: "asyncpg.Connection[asyncpg.Record]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connections.SESSION, "lock_timeout", "200ms")
    stalled, others = command(game_in(30), 0), [command(game_in(lane), 0) for lane in (29, 31, 32)]
    async with EventLog.open(own_server.url) as log, owner.transaction():
        await owner.execute("select from lane where lane = 30 for update")

        outcome, *written = await asyncio.gather(*map(log.append, [stalled, *others]), return_exceptions=True)

    assert isinstance(outcome, StoreUnavailable)
    assert written == [None] * 3


async def test_an_idle_transaction_elsewhere_stalls_nobody(
    log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    append = command(new_game_id(), 0)
    async with owner.transaction():
        await owner.execute("create table unrelated ()")
        await log.append(append)
        assert (await log.read_lane(lane_of(append.game), 0, 10_000))[-1].game == append.game


async def test_what_was_acknowledged_survives_the_death_of_the_server(
    own_server: Postgres, log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 60)
    acknowledged: list[Append] = []
    stop = asyncio.Event()

    async def play() -> None:
        game, version = new_game_id(), 0
        while not stop.is_set():
            append = command(game, version, 3)
            await log.append(append)
            acknowledged.append(append)
            version += 3

    players = [asyncio.create_task(play()) for _ in range(20)]
    for _ in range(3):
        await more(acknowledged)
        await kill(own_server)
    await more(acknowledged)
    stop.set()
    await asyncio.gather(*players)

    found = {append.game: [event.hash for event in await log.read(append.game)] for append in acknowledged}
    for append in acknowledged:
        hashes = [event.hash for event in append.events]
        assert found[append.game][append.expected : append.expected + 3] == hashes
    assert sum(map(len, found.values())) == 3 * len(acknowledged)
    for lane in range(64):
        await log.read_lane(lane, 0, 1_000_000)


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


async def test_without_a_server_there_are_honest_errors(own_server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "PATIENCE_SECONDS", 0.1)
    game = new_game_id()
    async with EventLog.open(own_server.url) as log:
        own_server.__exit__()
        for question in (
            log.append(command(game, 0)),
            log.read(game),
            log.heads([game]),
            log.read_lane(1, 0, 1),
            log.lane_positions(),
            log.due(0, 1),
            log.seal_of(game),
            log.record_open(game),
        ):
            with pytest.raises(StoreUnavailable):
                await question
