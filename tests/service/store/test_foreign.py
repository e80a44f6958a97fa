"""What `postgres_fdw` is told of the server of another shard."""

from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from service.store.migrate import LogShard
from service.store.postgres.foreign import USER_OPTIONS, options_of, reach


@pytest.mark.parametrize(
    ("netloc", "hosts", "ports"),
    [
        ("db1", "db1", "5432"),
        ("db1:5433", "db1", "5433"),
        ("db1:5433,db2", "db1,db2", "5433,5432"),
        ("[::1]", "::1", "5432"),
        ("[::1]:5433,[fe80::2]:5434", "::1,fe80::2", "5433,5434"),
    ],
)
def test_hosts_of_all_kinds_have_their_ports(netloc: str, hosts: str, ports: str) -> None:
    server, user = options_of(f"postgresql://ada:secret@{netloc}/games")

    assert server == {"host": hosts, "port": ports, "dbname": "games"}
    assert user == {"user": "ada", "password": "secret"}


@pytest.mark.parametrize(
    ("query", "hosts", "ports"),
    [
        ("host=db1:5433", "db1", "5433"),
        ("host=db1,[::1]", "db1,::1", "5432,5432"),
        ("host=db1,db2&port=5433", "db1,db2", "5433"),
        ("host=/run/postgresql&port=5433", "/run/postgresql", "5433"),
        ("host=/run/a:b", "/run/a:b", "5432"),
    ],
)
def test_hosts_may_stand_behind_the_question_mark(query: str, hosts: str, ports: str) -> None:
    server, user = options_of(f"postgresql://ada@/games?{query}")

    assert server == {"host": hosts, "port": ports, "dbname": "games"}
    assert user == {"user": "ada"}


async def test_a_shard_is_reached_by_a_url_without_a_user(databases: Callable[[], Awaitable[str]]) -> None:
    connection = await asyncpg.connect(await databases())
    try:
        shard = LogShard(1, 2)
        for user in ("", "ada@", "", ""):
            await reach(connection, f"postgresql://{user}/games?host=/run/postgresql", shard, {})
            known = await connection.fetchval(USER_OPTIONS, shard.schema)
            assert known == (["user=ada"] if user else None)
    finally:
        await connection.close()
