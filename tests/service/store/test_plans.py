"""How Postgres executes the log's statements: the work must not grow with the length of a lane."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec
import pytest

from service.store.migrate import LOG_SCHEMA
from service.store.postgres.connections import PLANS, Connection
from service.store.postgres.epochs import IN_COMMON
from service.store.postgres.heads import HEADS
from service.store.postgres.lobby import OPENED_BY
from service.store.postgres.rows import columns
from service.store.postgres.statements import CHECKPOINT, DUE, EXECUTED, READ, READ_LANE, RECORD_OPEN, SEAL
from service.store.postgres.store import PostgresStore
from service.store.postgres.writer import APPEND
from tests.databases import new_database
from tests.service.store.commands import AT, command, finished, lobby, table_in

EXPLAINED = """
load 'auto_explain';
set auto_explain.log_min_duration = 0;
set auto_explain.log_nested_statements = on;
set auto_explain.log_format = json;
set auto_explain.log_level = notice;
select set_config(name, '0', false) from pg_settings where name = 'auto_explain.log_parameter_max_length';  -- since 16
"""
LONG = """
insert into event (lane, position, table_id, version, step, type, at, event, hash)
select 3, -number, overlay(md5(number::text) placing '03' from 31)::uuid, 1, 1, 'x', 1, '{}', sha256('')
from generate_series(1, 20000) as number on conflict do nothing
"""


@asynccontextmanager
async def empty_log(server: str, migrated: str) -> AsyncIterator[Connection]:
    """Give a connection to an empty log; it plans as those of the service do."""
    async with new_database(server, migrated) as url:
        async with PostgresStore.open(url):
            pass
        connection = await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA, **PLANS})
        yield connection
        await connection.close()


@pytest.fixture
async def connection(postgres_server: str, migrated: str) -> AsyncIterator[Connection]:
    """Give a connection to a log that only this test writes to."""
    async with empty_log(postgres_server, migrated) as connection:
        yield connection


@pytest.fixture(scope="module", params=["analyze", f"{LONG}; analyze"], ids=["known to be empty", "long and analysed"])
async def reader(postgres_server: str, migrated: str, request: pytest.FixtureRequest) -> AsyncIterator[Connection]:
    """Give a connection to a log that nobody writes to any more."""
    async with empty_log(postgres_server, migrated) as connection:
        await connection.execute(request.param)
        yield connection


KEYS = {
    "event": ("event_pkey", "(lane =", "(table_id ="),
    "due": ("due_pkey", "(lane =", "(table_id ="),
    "lane": ("lane_pkey", "(lane ="),
}
"""The tables that an append reads, each with the index that it has to go by, and what it asks that for."""


def nodes(plan: Any) -> Iterator[Any]:
    """Yield the nodes of a plan."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


async def must_go_by_table(connection: Connection) -> None:
    """Append until Postgres has settled on plans, and assert that each finds its rows by lane and table."""
    plans: list[Any] = []
    connection.add_log_listener(
        lambda _, message: plans.append(msgspec.json.decode(message.message.partition("plan:")[2]))
    )
    await connection.execute(EXPLAINED)
    for _ in range(8):
        tables = [table_in(3) for _ in range(50)]
        opening = [command(each, 0, due=AT, lobby=lobby(each)) for each in tables]
        lost = [command(tables[0], 5, due=AT), finished(tables[1]), *opening[2:]]
        going_on = [command(each, 1, due=None if place % 2 else AT + 1) for place, each in enumerate(tables)]
        for batch in (lost, opening, going_on):
            await connection.fetchval(APPEND, *columns(batch))

    reading = [node for plan in plans for node in nodes(plan["Plan"]) if node.get("Relation Name") in KEYS]
    reading = [node for node in reading if node["Node Type"] != "ModifyTable"]
    assert {node["Relation Name"] for node in reading} == set(KEYS)
    for node in reading:
        assert node["Node Type"] in ("Index Scan", "Index Only Scan"), node
        index, *conditions = KEYS[node["Relation Name"]]
        assert node["Index Name"] == index, node
        assert all(condition in node["Index Cond"] for condition in conditions), node


BEFORE = {"empty": "select", "known to be empty": "analyze", "long": LONG, "long and analysed": f"{LONG}; analyze"}
"""What Postgres knows of the tables when it plans, which it does once for a connection."""


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
async def test_an_append_goes_by_table(connection: Connection, before: str) -> None:
    await connection.execute(before)
    await must_go_by_table(connection)


READING = {
    "heads": (HEADS, ([3], [table_in(3)]), {"event_pkey": "(table_id ="}),
    "in common": (
        IN_COMMON,
        ([3], [table_in(3)], 1, "00000000"),
        {"event_pkey": "(table_id =", "epoch_pkey": "(number =", "archive_pkey": "(table_id ="},
    ),
    "read": (READ, (3, table_in(3), 0, 9), {"event_pkey": "(version <=", "archive_pkey": "(last_version >"}),
    "executed": (EXECUTED, (3, table_in(3), bytes(16)), {"event_key": "(key =", "archive_pkey": "(table_id ="}),
    "lane": (READ_LANE, (3, 0, 9), {"event_lane_position_key": '("position" >', "archive_places": "(places &&"}),
    "checkpoint": (
        CHECKPOINT,
        (3, table_in(3), 9, "table"),
        {
            "checkpoint_pkey": "(version <=",
            "event_pkey": "(version >= checkpoint.version)",
            "archive_pkey": "(last_version >= checkpoint.version)",
        },
    ),
    "seal": (SEAL, (3, table_in(3)), {"seal_pkey": "(table_id ="}),
    "record": (RECORD_OPEN, (3, table_in(3)), {"lobby_pkey": "table_id", "lobby_decks_in_play": "(decks &&"}),
    "opened by": (OPENED_BY, (table_in(3), []), {"lobby_creator": "(creator ="}),
    "due": (DUE, (9, 50, 5, table_in(3)), {"due_period": "(period >="}),
}
"""Questions with their arguments: the indexes that answer them, and what each is asked for."""


@pytest.mark.parametrize("question", READING)
async def test_reading_goes_by_an_index(reader: Connection, question: str) -> None:
    query, arguments, indexes = READING[question]

    plan = msgspec.json.decode(await reader.fetchval(f"explain (format json) {query}", *arguments))[0]["Plan"]

    assert "Seq Scan" not in {node["Node Type"] for node in nodes(plan)}
    found = {node["Index Name"]: node["Index Cond"] for node in nodes(plan) if "Index Name" in node}
    assert found.keys() == indexes.keys()
    assert all(condition in found[name] for name, condition in indexes.items()), found


async def test_what_every_move_changes_has_few_indexes(connection: Connection) -> None:
    indexes = await connection.fetch(
        "select indexname from pg_indexes where tablename in ('event', 'due', 'lane') order by indexname"
    )

    assert [row["indexname"] for row in indexes] == [
        "due_period",
        "due_pkey",
        "event_key",
        "event_lane_position_key",
        "event_pkey",
        "lane_pkey",
    ]


async def test_a_due_time_is_changed_in_its_own_page(connection: Connection) -> None:
    changes = connection.transaction()
    await changes.start()
    try:
        table_id = table_in(3)
        for version in range(9):
            change = command(table_id, version, due=AT + 1000 * version)
            await connection.fetchval(APPEND, *columns([change]))
        changed = await connection.fetchval("select pg_stat_get_xact_tuples_updated('due'::regclass)")
        in_page = await connection.fetchval("select pg_stat_get_xact_tuples_hot_updated('due'::regclass)")
    finally:
        await changes.rollback()

    assert (changed, in_page) == (8, 8)
