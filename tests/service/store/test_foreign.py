"""What `postgres_fdw` is told of the server of another shard."""

import pytest

from service.store.postgres.foreign import options_of


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
