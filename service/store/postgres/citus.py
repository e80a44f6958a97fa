"""A log on Citus: each shard a distributed schema, which lies whole on one worker.

Whether a shard is on Citus is said by the function `append_texts`, which is there only then. It is asked once, when a
shard is opened; a log without Citus pays nothing for this room afterwards.
"""

from importlib import resources

import asyncpg

from service.store.migrate import ONE_AT_A_TIME, LogShard, Migration, MigrationFailed
from service.store.postgres.connections import Connection
from service.store.postgres.reaching import reached

APPEND_TEXTS = f"select append_texts({', '.join(f'${number}' for number in range(1, 24))})"

ON_CITUS = "select to_regproc('append_texts') is not null"

LOST_WORKER: tuple[type[Exception], ...] = (asyncpg.ConnectionFailureError, asyncpg.AdminShutdownError)
"""What the coordinator says when a worker is lost. Its own connections outlive that, and must not: the server that
takes the worker's place may have another history, and only a new connection asks."""

HAS_CITUS = "select exists (select from pg_extension where extname = 'citus')"
IS_COORDINATOR = "select groupid = 0 from pg_dist_local_group"
WORKERS = "select count(*) from pg_dist_node where isactive and shouldhaveshards and groupid > 0"
IS_DISTRIBUTED = "select exists (select from pg_dist_schema where schemaid = to_regnamespace($1))"

SETTINGS = (
    "set local citus.enable_unsafe_triggers = on",  # what ours do stays in their schema, so on one server
    "set local citus.multi_shard_modify_mode = 'sequential'",  # what is made here is seen by the next statement
    "set local citus.enable_schema_based_sharding = off",
)
ON_WORKERS = ("append_batch", "append_texts", "archive_game")
"""The functions that run where the data is: one round trip, and one transaction of one server."""
DISTRIBUTE_FUNCTIONS = """
select create_distributed_function(pg_proc.oid::regprocedure, colocate_with := $1::text || '.event')
from pg_proc where pronamespace = $1::text::regnamespace and proname = any ($2::text[])
"""
OF_THE_CLUSTER = """
select format('alter role %I login', rolname) from pg_roles
where rolname in ('parlour_service', 'parlour_analyst') and not rolcanlogin
union all
select format('alter role parlour_service in database %I set lock_timeout = %L', current_database(), '2s')
where not exists (
    select from pg_db_role_setting where setrole = 'parlour_service'::regrole and setconfig::text like '%lock_timeout=%'
        and setdatabase = (select oid from pg_database where datname = current_database())
)
union all
select format('alter database %I set citus.override_table_visibility = off', current_database())
where current_setting('citus.override_table_visibility') <> 'off'
"""
"""The statements that the coordinator still needs, and passes on to all workers.

It asks them under the name of the role that asks it, which therefore logs in there. A session's own `lock_timeout` is
not sent to workers: a held lane would look as if they were away. A migration, or the move of a shard, has another
role, and may wait for longer. And if Citus hid the shards' tables, a new connection would wait for seconds for what it
asks about types.
"""


async def is_distributed(connection: Connection, shard: LogShard) -> bool:
    """Return whether Citus has placed a shard."""
    return bool(await connection.fetchval(HAS_CITUS) and await connection.fetchval(IS_DISTRIBUTED, shard.schema))


async def must_be_coordinator(connection: Connection) -> None:
    """Raise `MigrationFailed` unless this is the coordinator of a Citus."""
    if not await connection.fetchval(HAS_CITUS):
        raise MigrationFailed(
            "There is no Citus in this database. Install it on each server, then `create extension citus`;"
            " deploy/citus/README.md says how."
        )
    if not await connection.fetchval(IS_COORDINATOR):
        raise MigrationFailed("This is a worker of Citus; give the URL of the coordinator.")


async def must_be_citus(connection: Connection, shards: int, *, made: bool, are_several: bool) -> None:
    """Raise `MigrationFailed` unless a log of several shards can be made on this Citus, or is there already.

    `made`: a log is there; `are_several`: there are several URLs.
    """
    if are_several:
        raise MigrationFailed("On Citus all shards are reached through the coordinator: give its URL alone.")
    if shards == 1:
        raise MigrationFailed("On Citus a log has several shards: give --shards 16, say.")
    if not await connection.fetchval(WORKERS):
        raise MigrationFailed("The coordinator has no workers yet: add them with `citus_add_node`.")
    if made and not await is_distributed(connection, LogShard(0, shards)):
        raise MigrationFailed(
            "The log here was made without --citus, so its shards lie on the coordinator. Make a new log in a new"
            " database with --citus; that of this one cannot be distributed."
        )


async def distribute(url: str, shard: LogShard) -> None:
    """Let Citus place the schema of a shard on a worker. If it has done so before, nothing changes.

    Raises what asyncpg raises.
    """
    connection = await reached(url)
    own = Migration("", "citus.sql", (resources.files("service.store") / "citus.sql").read_text(encoding="utf-8"))
    try:
        async with connection.transaction():
            await connection.execute(ONE_AT_A_TIME)
            if await connection.fetchval(IS_DISTRIBUTED, shard.schema):
                return
            for setting in SETTINGS:
                await connection.execute(setting)
            await connection.execute("select set_config('search_path', $1, true)", shard.schema)
            for statement in own.statements():
                await connection.execute(statement)
            await connection.execute("select set_config('search_path', 'public', true)")
            await connection.execute("select citus_schema_distribute($1::text::regnamespace)", shard.schema)
            await connection.execute(DISTRIBUTE_FUNCTIONS, shard.schema, list(ON_WORKERS))
    finally:
        await connection.close()


async def admit(connection: Connection) -> None:
    """Set up on the workers what belongs to no shard: settings, and roles that may log in. Raises `MigrationFailed`."""
    wanted = [statement for (statement,) in await connection.fetch(OF_THE_CLUSTER)]
    try:
        for statement in wanted:
            await connection.execute(statement)
    except asyncpg.InsufficientPrivilegeError:
        raise MigrationFailed(
            f"A superuser has to execute this on the coordinator: {'; '.join(wanted)}. Then prepare the log again."
        ) from None


async def on_citus(connection: Connection) -> bool:
    """Return whether the shard that a connection finds its tables in is on Citus."""
    return bool(await connection.fetchval(ON_CITUS))
