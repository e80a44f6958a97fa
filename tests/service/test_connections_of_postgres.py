"""The embedded PostgreSQL takes as many connections as the workers may want to have."""

import asyncio
import inspect
from pathlib import Path

import asyncpg
import pytest

from service.accounts.postgres import PostgresAccounts
from service.chat.postgres import PostgresChat
from service.cli.serve import BESIDE_THE_LOG, completed, connections_of, prepared
from service.history.postgres import PostgresHistory
from service.meeting.postgres import PostgresSeeks
from service.settings import Settings
from service.store.postgres.opening import connections_to_log
from service.store.postgres.store import PostgresStore
from service.webhooks.postgres import PostgresWebhooks

BESIDE = (PostgresAccounts, PostgresHistory, PostgresSeeks, PostgresChat, PostgresWebhooks)
"""What a worker opens beside the log, each with connections of its own."""

FOR_TOKENS = 1
"""The connection that accounts have besides, for the question whose a token is."""


def most_connections(opened: type) -> int:
    """Return how many connections something has at most if nobody says otherwise."""
    default: int = inspect.signature(opened.open).parameters["connections"].default  # type: ignore[attr-defined]
    return default


async def taken_by(settings: Settings) -> int:
    """Return how many connections the server takes."""
    connection = await asyncpg.connect(settings.postgres_url)
    try:
        return int(await connection.fetchval("show max_connections"))
    finally:
        await connection.close()


def test_all_that_a_worker_opens_is_counted() -> None:
    assert sum(map(most_connections, BESIDE)) + FOR_TOKENS == BESIDE_THE_LOG
    assert most_connections(PostgresStore) + 1 == connections_to_log(1)


@pytest.mark.parametrize(("shards", "connections"), [(2, 2 + 2 * 4), (16, 2 + 16 * 3)])
def test_each_shard_has_connections_of_its_own(shards: int, connections: int) -> None:
    assert connections_to_log(shards) == connections


def test_the_embedded_server_takes_those_of_many_workers(data: Path) -> None:
    settings = Settings(workers=16)
    with completed(settings, data) as complete:
        taken = asyncio.run(taken_by(complete))

    assert taken == connections_of(settings) > 16 * (connections_to_log(1) + BESIDE_THE_LOG)


def test_the_embedded_server_takes_those_to_the_shards_of_a_log_that_is_there(tmp_path: Path) -> None:
    several, divided = Settings(workers=3), Settings(workers=3, shards=2)
    with prepared(divided, tmp_path):
        pass

    with prepared(several, tmp_path) as complete:
        taken = asyncio.run(taken_by(complete))

    assert taken == connections_of(divided) > connections_of(several)


def test_a_small_service_has_what_it_has_always_had() -> None:
    assert connections_of(Settings()) == 100
