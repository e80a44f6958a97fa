"""Tables of shards in other databases, as foreign tables by `postgres_fdw`, which comes with PostgreSQL."""

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from service.store.migrate import LogShard, MigrationFailed
from service.store.postgres.connections import Connection

EXTENSION = "create extension if not exists postgres_fdw with schema public"
SERVER = """
do $$
begin
    if not exists (select from pg_foreign_server where srvname = '{server}') then
        create server {server} foreign data wrapper postgres_fdw;
    end if;
    if not exists (select from pg_user_mappings where srvname = '{server}' and usename = current_user) then
        create user mapping for current_user server {server};
    end if;
end
$$
"""
NOT_ALLOWED = (
    "Shards in several databases need postgres_fdw in that of shard 0. Let an administrator run there: create extension"
    " postgres_fdw; grant usage on foreign data wrapper postgres_fdw to the service's user."
)
SERVER_OPTIONS = "select srvoptions from pg_foreign_server where srvname = $1"
USER_OPTIONS = "select umoptions from pg_user_mappings where srvname = $1 and usename = current_user"
CHANGES = """
select string_agg(change, ', ') from (
    select format('%s %I %L', case when name = any ($3::text[]) then 'set' else 'add' end, name, value) as change
    from unnest($1::text[], $2::text[]) as wanted (name, value)
    union all select format('drop %I', name) from unnest($3::text[]) as name where not name = any ($1::text[])
) as every
"""
TABLE = """
create foreign table if not exists {name} ({columns}) server {server}
options (schema_name '{server}', table_name '{table}')
"""
KNOWN_COLUMNS = """
select attname from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
"""
CONNECTING = frozenset({"sslmode", "sslrootcert", "target_session_attrs"})
READING = {"updatable": "false", "fetch_size": "1000", "connect_timeout": "5"}
"""A server that is off the network must not hold up who asks for longer than their own limit of time."""


def foreign_name(table: str, shard: LogShard) -> str:
    """Return the name of the foreign table that stands for a table of a shard elsewhere."""
    return f"{table}_of_{shard.number}"


async def reach(connection: Connection, url: str, shard: LogShard, tables: Mapping[str, Mapping[str, str]]) -> None:
    """Make the tables of a shard in another database known here; each has its columns with their types.

    Raises `MigrationFailed`.
    """
    server = shard.schema
    try:
        await connection.execute(EXTENSION)
        await connection.execute(SERVER.format(server=server))
    except (asyncpg.InsufficientPrivilegeError, asyncpg.FeatureNotSupportedError, asyncpg.UndefinedFileError) as error:
        raise MigrationFailed(f"{NOT_ALLOWED} ({error})") from error
    at, who = options_of(url)
    await set_options(connection, f"server {server}", SERVER_OPTIONS, server, at | READING)
    await set_options(connection, f"user mapping for current_user server {server}", USER_OPTIONS, server, who)
    for table, types in tables.items():
        columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
        name = foreign_name(table, shard)
        await connection.execute(TABLE.format(name=name, columns=columns, server=server, table=table))
        known = {row["attname"] for row in await connection.fetch(KNOWN_COLUMNS, name)}
        for column in [each for each in types if each not in known]:  # a later migration has added it
            await connection.execute(f"alter foreign table {name} add column {column} {types[column]}")


async def set_options(connection: Connection, what: str, question: str, server: str, wanted: Mapping[str, str]) -> None:
    """Give a foreign server, or a user mapping, options in place of those that it had."""
    known = [text.partition("=")[0] for text in await connection.fetchval(question, server) or ()]
    changes = await connection.fetchval(CHANGES, list(wanted), list(wanted.values()), known)
    if changes is not None:  # a URL may name no user, and a mapping has no options then
        await connection.execute(f"alter {what} options ({changes})")


def options_of(url: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the options of a server and of a login, for `postgres_fdw`. A URL may name several hosts."""
    parts = urlsplit(url)
    given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    hosts = [unquote(host) for host in parts.netloc.rpartition("@")[2].split(",") if host]
    if not hosts:  # they may stand behind the question mark, written as before it
        hosts = [host for host in given.get("host", "").split(",") if host]
    user = given.get("user") or unquote(parts.username or "")
    at = {
        "host": ",".join(map(name_of, hosts)),
        "port": given.get("port") or ",".join(map(port_of, hosts)),
        "dbname": unquote(parts.path.removeprefix("/")) or given.get("dbname") or user,
    }
    at |= {name: value for name, value in given.items() if name in CONNECTING}
    return stated(at.items()), stated(
        [("user", user), ("password", given.get("password") or unquote(parts.password or ""))]
    )


def name_of(host: str) -> str:
    """Return the name of a host, without its port; a folder with a socket has none."""
    if host.startswith("/"):
        return host
    return host[1 : host.index("]")] if host.startswith("[") else host.partition(":")[0]


def port_of(host: str) -> str:
    """Return the port that stands behind the name of a host, the usual one if none does."""
    behind = "" if host.startswith("/") else host.rpartition("]")[2].partition(":")[2]
    return behind or "5432"


def stated(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the options that have a value."""
    return {name: value for name, value in options if value}
