"""A server that takes writes although another one has taken its place: nobody who knows both uses it."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from service.store import StoreUnavailable, new_table_id
from service.store.migrate import LOG_SCHEMA
from service.store.postgres import reaching
from service.store.postgres.away import unless_away
from service.store.postgres.connections import connected
from service.store.postgres.opening import open_log
from service.store.postgres.primary import Primaries
from service.store.postgres.reaching import reached
from tests.faults.replicas import Replicas, replicas
from tests.service.store.commands import command

TIMELINE = "select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"


@pytest.fixture
def servers(fresh: Callable[[], Path]) -> Iterator[Replicas]:
    with replicas(1, fresh()) as servers:
        yield servers


async def test_all_connections_leave_a_server_that_acknowledges_what_will_be_lost(
    servers: Replicas, caplog: pytest.LogCaptureFixture
) -> None:
    """It waits for no standby, so nobody would notice anything."""
    caplog.set_level(logging.WARNING)
    is_left = asyncio.Event()
    await servers.be_followed(synchronous=False)
    async with open_log(servers.url) as log, connected(servers.url, LOG_SCHEMA, 2) as beside:
        await log.append(command(new_table_id(), 0))
        async with beside.acquire() as busy:
            old = await busy.fetchval(TIMELINE)
            busy.add_termination_listener(lambda _: is_left.set())
            await servers.leave_primary()
            await is_left.wait()
            with pytest.raises(StoreUnavailable), unless_away():
                await busy.fetchval("select 1")
        append = command(new_table_id(), 0)
        await log.append(append)

        assert await beside.fetchval(TIMELINE) > old
        assert len(await log.read(append.table_id)) == 1
        assert log.epoch.number == 2
    connection = await asyncpg.connect(servers.primary.url)
    assert await connection.fetchval("select count(*) from parlour.event where table_id = $1", append.table_id) == 1
    await connection.close()
    told = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert sum(each.message.startswith("Another server of PostgreSQL takes writes now") for each in told) == 1


async def test_whoever_starts_beside_both_finds_the_new_one(servers: Replicas, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old one stands before it in the URL, and answers first."""
    await servers.be_followed(synchronous=False)
    connection = await asyncpg.connect(servers.url)
    old = await connection.fetchval(TIMELINE)
    await connection.close()
    await servers.leave_primary()
    for name, nothing in (("PRIMARIES", Primaries()), ("_asked", set())):
        monkeypatch.setattr(reaching, name, nothing)

    connection = await reached(servers.url)
    assert await connection.fetchval(TIMELINE) > old
    await connection.close()
