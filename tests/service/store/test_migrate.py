"""Migrations: once, by one, unchanged."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import msgspec
import pytest

from service.embedded import Postgres, socket_folder
from service.store import Append, new_table_id
from service.store.lobby_row import TableFilter
from service.store.migrate import LOG_SCHEMA, SCHEMAS, Migration, MigrationFailed, migrate, migrations
from service.store.postgres.connections import Connection, connected
from service.store.postgres.rows import SEPARATOR, columns
from service.store.postgres.store import PostgresStore
from service.store.postgres.writer import APPEND, IN_THE_LOG
from tests.service.store.commands import AT, CREATOR, command, finished, lobby, owner_of

NUMBERS = count(1)

FOLDER = Path(migrate.__code__.co_filename).parent / "migrations"

APPLIED = """
select * from (
select 'log' as folder, name, checksum, applied_at from parlour.migration
union all select 'accounts', name, checksum, applied_at from parlour_accounts.migration
union all select 'history', name, checksum, applied_at from parlour_history.migration
union all select 'meeting', name, checksum, applied_at from parlour_meeting.migration
union all select 'chat', name, checksum, applied_at from parlour_chat.migration
union all select 'webhooks', name, checksum, applied_at from parlour_webhooks.migration
) as applied order by array_position(array['log', 'accounts', 'history', 'meeting', 'chat', 'webhooks'], folder), name
"""


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A server on which nothing has been migrated: it does not even know the roles."""
    folder = tmp_path_factory.mktemp("new")
    with socket_folder(folder) as run, Postgres(folder / "postgres", run) as postgres:
        yield postgres


@pytest.fixture
async def database(own_server: Postgres) -> str:
    """Give the URL of an empty database."""
    connection = await asyncpg.connect(own_server.url)
    name = f"empty_{next(NUMBERS)}"
    await connection.execute(f"create database {name}")
    await connection.close()
    return own_server.url.replace("/parlour?", f"/{name}?")


@pytest.fixture
async def owner(database: str) -> AsyncIterator[Connection]:
    connection = await owner_of(database)
    yield connection
    await connection.close()


async def test_migrations_are_applied_in_order_and_once(database: str, owner: Connection) -> None:
    await migrate(database)
    first = await owner.fetch(APPLIED)
    await migrate(database)

    assert await owner.fetch(APPLIED) == first
    assert [tuple(row)[:3] for row in first] == [(each.folder, each.name, each.checksum) for each in migrations()]


async def test_several_may_migrate_at_once(database: str, owner: Connection) -> None:
    await asyncio.gather(*(migrate(database) for _ in range(5)))

    assert len(await owner.fetch(APPLIED)) == len(migrations())


async def test_several_databases_of_one_cluster_may_be_migrated_at_once(
    own_server: Postgres, owner: Connection, database: str
) -> None:
    others = [f"other_{next(NUMBERS)}" for _ in range(3)]
    for name in others:
        await owner.execute(f"create database {name}")
    urls = [own_server.url.replace("/parlour?", f"/{name}?") for name in others]
    await forget_the_roles(owner)

    await asyncio.gather(*map(migrate, [database, *urls]))

    for url in urls:
        async with PostgresStore.open(url) as store:
            await store.append(command(new_table_id(), 0))


async def test_a_migration_that_has_changed_is_refused(database: str, owner: Connection) -> None:
    await migrate(database)
    await owner.execute("update migration set checksum = sha256('') where name like '0002%'")

    with pytest.raises(MigrationFailed, match=r"0002_log\.sql has changed"):
        await migrate(database)


async def test_a_database_that_a_newer_version_has_migrated_is_refused_by_name(
    database: str, owner: Connection
) -> None:
    newer = [Migration(folder, "9999_newer.sql", "create table newer ();\n") for folder in SCHEMAS]
    await migrate(database, [*migrations(), *newer])

    for folder, schema in SCHEMAS.items():
        with pytest.raises(MigrationFailed, match=rf"newer version .* {folder}/9999_newer\.sql is unknown here"):
            await migrate(database)

        assert await owner.fetchval("select to_regclass($1)", f"{schema}.newer") is not None
        await owner.execute(f"delete from {schema}.migration where name = '9999_newer.sql'")  # noqa: S608

    await migrate(database)


async def test_a_migration_that_fails_leaves_nothing_behind(database: str, owner: Connection) -> None:
    await owner.execute("create schema parlour_accounts create table token ()")

    with pytest.raises(asyncpg.DuplicateTableError):
        await migrate(database)

    tables = await owner.fetch("select tablename from pg_tables where schemaname like 'parlour%'")
    assert [row["tablename"] for row in tables] == ["token"]


async def test_an_owner_who_is_no_superuser_migrates_and_is_served(database: str, owner: Connection) -> None:
    await forget_the_roles(owner)
    await owner.execute(f"create role landlord createrole; grant create on database {name_of(database)} to landlord")

    async with PostgresStore.open(f"{database}&role=landlord") as store:
        await store.append(command(new_table_id(), 0))
    async with connected(f"{database}&role=landlord", LOG_SCHEMA, 1) as pool:
        assert await pool.fetchval("select current_user") == "parlour_service"


async def test_an_owner_who_may_not_make_roles_is_told_what_to_do(database: str, owner: Connection) -> None:
    await forget_the_roles(owner)
    await owner.execute(f"create role tenant; grant create on database {name_of(database)} to tenant")

    with pytest.raises(
        MigrationFailed, match="role parlour_service is missing, and tenant may not create roles"
    ) as told:
        await migrate(f"{database}&role=tenant")
    assert "grant parlour_service to tenant" in str(told.value)


def test_every_migration_file_is_found() -> None:
    found = {f"{each.folder}/{each.name}" for each in migrations()}

    assert found == {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.sql")}
    assert found


def pinned() -> dict[str, str]:
    """Return the checksums of the shipped migrations, by folder and name."""
    lines = Path(__file__).with_name("SHA256SUMS").read_text().splitlines()
    return {name: checksum for checksum, name in (line.split("  ") for line in lines)}


def test_no_shipped_migration_changes() -> None:
    found = {f"{each.folder}/{each.name}": each.checksum.hex() for each in migrations()}

    changed = {name for name, checksum in pinned().items() if found.get(name) != checksum}
    assert changed == set(), "databases have it, so it may never change: put the change into a new file"
    assert found.keys() - pinned().keys() == set(), (
        "add it to the list: cd service/store/migrations && sha256sum */*.sql > ../../../tests/service/store/SHA256SUMS"
    )


def test_every_statement_of_a_migration_is_found() -> None:
    text = "-- one; more\ncreate a;  -- b;\n\ndo $$\nbegin\n    c;\nend\n$$;\n\ncreate d as $$ e;\n$$ f"

    found = Migration("log", "0001_test.sql", text).statements()

    assert found == ["-- one; more\ncreate a", "do $$\nbegin\n    c;\nend\n$$", "create d as $$ e;\n$$ f"]


async def test_two_statements_are_not_taken_for_one(database: str) -> None:
    twofold = Migration("log", "0001_twofold.sql", "create table one (); create table two ()")

    with pytest.raises(asyncpg.PostgresSyntaxError, match="multiple commands"):
        await migrate(database, [twofold])


async def test_a_database_of_the_frozen_set_is_upgraded(database: str, owner: Connection) -> None:
    frozen = [each for each in migrations() if f"{each.folder}/{each.name}" in pinned()]
    await migrate(database, frozen)
    append = command(new_table_id(), 0, 2, due=1)
    await owner.fetchval(APPEND, *columns([append]))
    newer = Migration("log", "9999_newer.sql", "alter table event add column newer integer;\n")

    async with PostgresStore.open(database, wanted=[*migrations(), newer]) as store:
        assert [event.hash for event in await store.read(append.table_id)] == [event.hash for event in append.events]
        await store.append(command(append.table_id, 2))
        assert await store.due(1, 9) == [(append.table_id, 1)]
    assert await owner.fetchval("select count(newer) from event") == 0
    applied = [(row["folder"], row["name"]) for row in await owner.fetch(APPLIED)]
    assert sorted(applied) == sorted([*((each.folder, each.name) for each in migrations()), ("log", newer.name)])


APPEND_OF_0_3 = """
select append(
    $1::text::smallint[], $2::text::integer[], $3::text::integer[], $4::text::uuid[], $5::text::integer[],
    $6::text::bytea[], $7::text::integer[], $8::text::integer[], $9::text::integer[], $10::text::smallint[],
    string_to_array($11, chr(30)), $12::text::bigint[], $13::text::bytea[], $14::text::bytea[],
    string_to_array($15, chr(30), '')::jsonb[], string_to_array($16, chr(30))::jsonb[], $17::text::bytea[],
    $18::text::bigint[], $19, $20, $21, $22
)
"""
"""The statement of the version before, which its processes go on to use until they are replaced."""
BYTES = r"\\x"
"""What stands before the hexadecimal digits of bytes in an array that is sent as one text."""


def columns_of_0_3(appends: list[Append]) -> list[object]:
    """Return the arguments of that statement."""
    events = [event for append in appends for event in append.events]
    arguments: list[object] = [*columns(appends)]
    arguments[3] = f"{{{','.join(str(append.table_id) for append in appends)}}}"
    arguments[5] = literal_of_bytes([append.link for append in appends])
    arguments[12] = literal_of_bytes([event.key for event in events])
    arguments[13] = literal_of_bytes([event.request for event in events])
    arguments[14] = SEPARATOR.join((event.command or b"").decode() for event in events)
    arguments[15] = SEPARATOR.join(event.event.decode() for event in events)
    arguments[16] = literal_of_bytes([event.hash for event in events])
    return arguments


def literal_of_bytes(strings: list[bytes | None]) -> str:
    """Return an array of bytes as Postgres writes it."""
    return f"{{{','.join('null' if each is None else BYTES + each.hex() for each in strings)}}}"


async def test_what_0_3_and_this_version_append_follows_from_each_other(database: str, owner: Connection) -> None:
    await migrate(database)
    table_id = new_table_id()
    first, second = command(table_id, 0, 2), command(table_id, 2)
    second = msgspec.structs.replace(second, link=first.events[-1].hash)
    third = msgspec.structs.replace(command(table_id, 3), link=second.events[-1].hash)

    assert await owner.fetchval(APPEND, *columns([first])) is None
    assert await owner.fetchval(APPEND_OF_0_3, *columns_of_0_3([second])) is None
    assert await owner.fetchval(APPEND_OF_0_3, *columns_of_0_3([first])) == [IN_THE_LOG]
    assert await owner.fetchval(APPEND, *columns([second])) == [IN_THE_LOG]
    assert await owner.fetchval(APPEND, *columns([third])) is None

    async with PostgresStore.open(database) as store:
        read = await store.read(table_id)
    given = [event for append in (first, second, third) for event in append.events]
    assert [(each.key, each.request, each.hash) for each in read] == [(e.key, e.request, e.hash) for e in given]


async def test_a_database_of_0_3_is_upgraded(database: str, owner: Connection) -> None:
    await migrate(database, [each for each in migrations() if each.name < "0008" and each.folder != "history"])
    table_id, over = new_table_id(), new_table_id()
    appends = [command(table_id, 0, 2, due=AT, lobby=lobby(table_id)), finished(over)]
    await owner.fetchval(APPEND_OF_0_3, *columns_of_0_3(appends))

    async with PostgresStore.open(database) as store:
        assert await store.lobby.seats_of(CREATOR) == [lobby(table_id)]
        assert {row.table_id for row in await store.lobby.page(TableFilter(player=CREATOR))} == {table_id, over}
        assert await store.due(AT, 9) == [(table_id, AT)]


def name_of(url: str) -> str:
    """Return the name of the database that a URL leads to."""
    return urlsplit(url).path.removeprefix("/")


async def forget_the_roles(owner: Connection) -> None:
    """Drop the databases of earlier tests, and then the roles that they need."""
    others = await owner.fetch("select datname from pg_database where datname like 'empty%' or datname like 'other%'")
    for row in others:
        if await used(owner, row["datname"]):
            await owner.execute(f"drop database {row['datname']} with (force)")
    await owner.execute("drop role if exists parlour_service, parlour_analyst")


async def used(owner: Connection, name: str) -> bool:
    return bool(
        await owner.fetchval(
            "select exists (select from pg_shdepend join pg_database on oid = dbid where datname = $1)", name
        )
    )


BEFORE_CITUS = "0018_documents.sql"
"""The last migration of the log that is never executed in a schema that Citus has distributed."""
NOT_ON_CITUS = re.compile(
    r"set storage|n_distinct|set statistics|\b(?:create|drop|enable|enable always|disable) trigger\b"
    r"|add column[^,;]*\b(?:check|unique|primary key|references)\b"
    r"|\bmerge into\b"
    r"|\bfunction (?:append|append_batch|append_texts|archive_game|keep_players|must_be_archived|current_epoch)\b"
)
"""What Citus refuses there, and functions that have another form there: see `service/store/citus.sql`."""


@pytest.mark.parametrize(
    "statement",
    [
        "alter table event alter column event set storage external",
        "alter table lobby add column age integer check (age > 0)",
        "create trigger append_only before update on seal execute function refuse_change()",
        "create or replace function append_batch(lanes smallint[])",
    ],
)
def test_what_citus_refuses_is_known(statement: str) -> None:
    assert NOT_ON_CITUS.search(statement)


def test_new_migrations_of_the_log_are_possible_on_citus() -> None:
    new = [each for each in migrations() if each.folder == "log" and each.name > BEFORE_CITUS]
    refused = [(each.name, one) for each in new for one in each.statements() if NOT_ON_CITUS.search(one.lower())]
    assert refused == [], "service/store/README.md says what to do instead"
