"""How Postgres executes the log's statements: the work must not grow with the length of a lane."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest

from service.store import PostgresStore
from service.store.postgres.connections import Connection
from service.store.postgres.heads import HEADS
from service.store.postgres.lobby import OF_PLAYER
from service.store.postgres.rows import columns
from service.store.postgres.store import CHECKPOINT, EXECUTED, READ, READ_LANE
from service.store.postgres.writer import APPEND
from tests.service.store.commands import AT, command, finished, lobby, owner_of, table_in

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


@pytest.fixture
async def connection(postgres_url: str) -> AsyncIterator[Connection]:
    async with PostgresStore.open(postgres_url):
        connection = await owner_of(postgres_url)
        yield connection
        await connection.close()


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

    found = [node for plan in plans for node in nodes(plan["Plan"]) if node.get("Relation Name") in ("event", "due")]
    reading = [node for node in found if node["Node Type"] != "ModifyTable"]
    assert {node["Relation Name"] for node in reading} == {"event", "due"}
    for node in reading:
        assert node["Node Type"] in ("Index Scan", "Index Only Scan"), node
        assert node["Index Name"] in ("event_pkey", "due_pkey"), node
        assert "(lane =" in node["Index Cond"], node
        assert "(table_id =" in node["Index Cond"], node


@pytest.mark.parametrize("before", ["select", LONG, f"{LONG}; analyze"], ids=["empty", "long", "long and analysed"])
async def test_an_append_goes_by_table(connection: Connection, before: str) -> None:
    await connection.execute(before)
    await must_go_by_table(connection)


@pytest.mark.parametrize(
    ("query", "arguments", "index", "condition"),
    [
        (HEADS, ([3], [table_in(3)]), "event_pkey", "(table_id ="),
        (READ, (3, table_in(3), 0, 9), "event_pkey", "(table_id ="),
        (EXECUTED, (3, table_in(3), bytes(16)), "event_key", "(key ="),
        (CHECKPOINT, (3, table_in(3), 9), "event_pkey", "(table_id ="),
        (READ_LANE, (3, 0, 9), "event_lane_position_key", '("position" >'),
    ],
)
async def test_reading_goes_by_an_index(
    connection: Connection, query: str, arguments: tuple[Any, ...], index: str, condition: str
) -> None:
    plan = await connection.fetchval(f"explain (format json) {query}", *arguments)

    (scan,) = [node for node in nodes(msgspec.json.decode(plan)[0]["Plan"]) if node.get("Relation Name") == "event"]

    assert scan["Index Name"] == index
    assert condition in scan["Index Cond"]


MANY_TABLES = """
insert into lobby (
    lane, table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks,
    created_at
)
select 3, overlay(md5(number::text) placing '03' from 31)::uuid, 'literature', '1', 'open', 'public', $1,
    array[md5((number % 2000)::text)::uuid], '{}', '{}', '{}', '{}', number
from generate_series(1, 20000) as number
"""


async def test_the_tables_of_a_player_are_found_by_her_seats(
    connection: Connection,
) -> None:
    changes = connection.transaction()
    await changes.start()
    try:
        await connection.execute(MANY_TABLES, table_in(3))
        await connection.execute("analyze lobby")
        player = await connection.fetchval("select seats[1] from lobby where created_at = 7")
        asked = (None, None, player, player, None, None, 50)
        plan = await connection.fetchval(f"explain (format json) {OF_PLAYER}", *asked)
        found = await connection.fetch(OF_PLAYER, *asked)
    finally:
        await changes.rollback()

    read = [node.get("Index Name") or node.get("Relation Name") for node in nodes(msgspec.json.decode(plan)[0]["Plan"])]
    assert [name for name in read if name] == ["lobby", "lobby_seats"]
    assert [row["created_at"] for row in found] == [18007, 16007, 14007, 12007, 10007, 8007, 6007, 4007, 2007, 7]


async def test_what_every_move_changes_has_few_indexes(connection: Connection) -> None:
    indexes = await connection.fetch(
        "select indexname from pg_indexes where tablename in ('event', 'due', 'lane') order by indexname"
    )

    assert [row["indexname"] for row in indexes] == [
        "due_pkey",
        "event_key",
        "event_lane_position_key",
        "event_pkey",
        "lane_pkey",
    ]
