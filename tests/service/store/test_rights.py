"""Who may do what in the database: the service, its owner, analysts."""

from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from service.store import LANES, Checkpoint, lane_of, new_table_id
from service.store.migrate import ACCOUNTS_SCHEMA, LOG_SCHEMA
from service.store.postgres.connections import Connection, connected
from service.store.postgres.primary import SERVER
from service.store.postgres.store import PostgresStore
from tests.service.store.commands import AT, command, finished, lobby, table_in

APPEND_ONLY = [
    f"{statement} {table}{change}"
    for table in ("event", "seal", "archive")
    for statement, change in (("update", " set lane = 1"), ("delete from", ""), ("truncate", ""))
] + ["update log_seal set at = 1", "delete from log_seal", "truncate log_seal"]

GOOD_EVENT = {
    "lane": "1",
    "position": "1",
    "at": "0",
    "table_id": "'00000000-0000-0000-0000-000000000041'",
    "version": "2",
    "step": "1",
    "type": "'card_played'",
    "key": "decode(repeat('00', 16), 'hex')",
    "request": "decode(repeat('00', 16), 'hex')",
    "hash": "decode(repeat('00', 32), 'hex')",
    "event": "'{}'",
}
"""An event that may be written, in SQL."""


@pytest.fixture
async def analyst(owner: Connection) -> AsyncIterator[Connection]:
    await owner.execute("set role parlour_analyst")
    yield owner
    await owner.execute("reset role")


# Rights


@pytest.mark.parametrize(
    "statement",
    [
        *APPEND_ONLY,
        "delete from lobby",
        "truncate due",
        "delete from lobby_player",
        "insert into lane values (1)",
        "create table x ()",
    ],
)
async def test_the_service_works_with_few_rights(store: PostgresStore, postgres_url: str, statement: str) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1) as pool:
        assert await pool.fetchval("select current_user") == "parlour_service"
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(statement)


@pytest.mark.parametrize(
    "wrong",
    [
        {"lane": "0"},
        {"lane": "65"},
        {"version": "0", "step": "0"},
        {"step": "0"},
        {"step": "3"},
        {"key": "'short'"},
        {"request": "'short'"},
        {"key": "'short'", "request": "'short'"},
        {"key": "null"},
        {"request": "null"},
        {"hash": "'short'"},
    ],
)
async def test_an_event_that_is_malformed_is_refused(
    store: PostgresStore, postgres_url: str, wrong: dict[str, str]
) -> None:
    async with connected(postgres_url, LOG_SCHEMA, 1) as pool:
        with pytest.raises(asyncpg.CheckViolationError):
            await pool.execute(insertion(GOOD_EVENT | wrong))


async def test_an_event_that_is_well_formed_is_taken_with_a_key_and_without(empty_database: str) -> None:
    without_key = {"position": "2", "version": "3", "step": "3", "key": "null", "request": "null"}
    async with PostgresStore.open(empty_database) as store, connected(empty_database, LOG_SCHEMA, 1) as pool:
        await pool.execute(insertion(GOOD_EVENT))
        await pool.execute(insertion(GOOD_EVENT | without_key))
        assert [event.version for event in await store.read(UUID(int=65))] == [2, 3]


def insertion(event: dict[str, str]) -> str:
    """Return the statement that writes an event of these columns."""
    return f"insert into event ({', '.join(event)}) values ({', '.join(event.values())})"  # noqa: S608 - a test's own


async def test_checkpoints_may_be_deleted_at_any_time(store: PostgresStore, postgres_url: str) -> None:
    append = command(new_table_id(), 0)
    await store.append(append)
    await store.keep_checkpoint(Checkpoint(append.table_id, 1, "literature", "1", append.events[0].hash, b""))

    async with connected(postgres_url, LOG_SCHEMA, 1) as pool:
        await pool.execute("delete from checkpoint")

    assert await store.checkpoint(append.table_id) is None


@pytest.mark.parametrize("statement", APPEND_ONLY)
async def test_not_even_the_owner_changes_what_was_written(
    store: PostgresStore, owner: Connection, statement: str
) -> None:
    append = finished(new_table_id())
    await store.append(append)

    for replication in ("origin", "replica"):
        await owner.execute(f"set session_replication_role = {replication}")
        with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="append-only"):
            await owner.execute(statement)

    assert len(await store.read(append.table_id)) == 2


@pytest.mark.parametrize("statement", ["update look set seat = 'all'", "delete from look", "truncate look"])
async def test_a_look_is_for_ever(owner: Connection, postgres_url: str, statement: str) -> None:
    async with connected(postgres_url, ACCOUNTS_SCHEMA, 1) as pool:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(statement)
    for replication in ("origin", "replica"):
        await owner.execute(f"set session_replication_role = {replication}; set search_path = {ACCOUNTS_SCHEMA}")
        with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="append-only"):
            await owner.execute(statement)


async def test_python_and_sql_agree_on_lanes(owner: Connection) -> None:
    tables = [new_table_id() for _ in range(200)]

    lanes = await owner.fetchval("select array(select lane_of(each) from unnest($1::uuid[]) as each)", tables)

    assert lanes == [lane_of(table_id) for table_id in tables]
    assert await owner.fetchval("select array(select lane from lane order by lane)") == list(range(LANES))
    assert lane_of(table_in(LANES - 1)) == LANES - 1


async def test_an_event_in_a_foreign_lane_is_refused(owner: Connection) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await owner.execute(
            "insert into event (lane, position, table_id, version, step, type, at, event, hash)"
            " values ($1, 1000000, $2, 1, 1, 'x', 1, '{}', sha256(''))",
            6,
            table_in(5),
        )


# Analysts


async def test_analysts_see_open_records_only(store: PostgresStore, analyst: Connection) -> None:
    deck = "09" * 32
    opened, private, shut, sharing = (new_table_id() for _ in range(4))
    await store.append(finished(opened, 3))
    await store.append(finished(private, visibility="private"))
    await store.append(finished(shut, decks=(deck,)))
    await store.append(command(sharing, 0, 4, lobby=lobby(sharing, "playing", decks=(deck,))))

    tables = [opened, private, shut, sharing]
    events = await analyst.fetch(
        "select table_id, count(*) from table_event where table_id = any ($1) group by table_id", tables
    )
    summaries = await analyst.fetch(
        "select table_id, events, players from table_summary where table_id = any ($1)", tables
    )

    assert {row["table_id"]: row["count"] for row in events} == {opened: 3, private: 2}
    assert {row["table_id"]: row["events"] for row in summaries} == {opened: 3, private: 2}


@pytest.mark.parametrize("archived", [False, True])
async def test_an_analyst_reads_how_many_decks_were_given_not_how_many_are_like_them(
    store: PostgresStore, analyst: Connection, archived: bool
) -> None:
    tables = []
    for decks in ((), (uuid4().hex * 2, uuid4().hex * 2)):
        append = finished(new_table_id(), decks=decks)
        opening = msgspec.structs.replace(append.events[0], event=b'{"decks_given": %d}' % bool(decks))
        append = msgspec.structs.replace(append, events=(opening, *append.events[1:]))
        await store.append(append)
        assert not archived or await store.archive(append.table_id, 2 * AT) == 1
        tables.append(append.table_id)

    given = [
        await analyst.fetchval("select decks_given from table_summary where table_id = $1", each) for each in tables
    ]

    assert given == [0, 1]


async def test_an_analyst_reads_events_by_named_columns(store: PostgresStore, analyst: Connection) -> None:
    append = finished(new_table_id())
    await store.append(append)

    first, last = await analyst.fetch("select * from table_event where table_id = $1 order by version", append.table_id)
    finish = await analyst.fetchval("select finish->>'mark' from table_summary where table_id = $1", append.table_id)

    assert (first["game"], first["type"], first["seat"], first["step"]) == ("literature", "card_played", 1, 1)
    assert int(first["at"].timestamp() * 1000) == AT
    assert msgspec.json.decode(first["command"]) == {"type": "make_move"}
    assert first["key"] == (append.events[0].key or b"").hex()
    assert finish == msgspec.json.decode(last["event"])["mark"]


@pytest.mark.parametrize(
    "table",
    [
        *("event", "lobby", "lobby_player", "archive", "due", "lane", "seal", "checkpoint", "open_record"),
        *("log_seal", "tile"),
        *(f"{ACCOUNTS_SCHEMA}.{table}" for table in ("player", "token", "note", "look", "forgotten")),
    ],
)
async def test_analysts_read_nothing_but_their_views(analyst: Connection, table: str) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await analyst.execute(f"select from {table}")


async def test_an_analyst_cannot_peek_with_a_condition_that_tells(store: PostgresStore, analyst: Connection) -> None:
    opened, live = new_table_id(), new_table_id()
    await store.append(finished(opened))
    await store.append(command(live, 0, lobby=lobby(live, "playing")))
    told: list[str] = []
    analyst.add_log_listener(lambda _, message: told.append(message.message))
    await analyst.execute("""
        set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off;
        create function pg_temp.peek(table_id uuid) returns boolean cost 0.0001 language plpgsql
        as $$ begin raise notice '%', table_id; return true; end $$
    """)

    await analyst.fetch("select from table_event where pg_temp.peek(table_id)")

    assert str(opened) in told
    assert str(live) not in told


async def test_every_column_for_analysts_is_described(owner: Connection) -> None:
    undescribed = await owner.fetch("""
        select attrelid::regclass, attname from pg_attribute
        where attrelid in ('table_event'::regclass, 'table_summary'::regclass) and attnum > 0
            and col_description(attrelid, attnum) is null
    """)

    assert undescribed == []


async def test_everybody_may_ask_for_the_cluster_of_a_server_and_its_timeline(analyst: Connection) -> None:
    ((cluster, timeline),) = await analyst.fetch(SERVER)

    assert (type(cluster), timeline) == (int, "00000001")
