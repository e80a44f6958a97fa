"""Where a log of several shards comes together: the schema `parlour` in the database of shard 0.

It has the epochs of the log, the seals of the log with their tiles, and a view over each table of the shards. Those
who ask about the whole log in SQL (the history, an audit, an analyst) find there the names that a log in one piece has.
Shards in other databases are reached through `postgres_fdw`. Nobody writes through these views, and no move reads them.

The views of the shards themselves are shut to analysts: a shard does not know of the games that others play with the
same deck.
"""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import resources
from uuid import UUID

import asyncpg

from service.log_address import LogAddress
from service.store.migrate import GATHERED, LOG_SCHEMA, ONE_AT_A_TIME, LogShard, MigrationFailed
from service.store.port import Epoch
from service.store.postgres.asking import Asking
from service.store.postgres.connections import Connection, Pool
from service.store.postgres.epochs import PRESENT_EPOCH, epoch_of
from service.store.postgres.foreign import foreign_name, reach

TABLES = ("lane", "event", "archive", "due", "lobby", "lobby_player", "seal", "checkpoint", "tournament")
"""The tables of which each shard has a part."""
OF_THE_WHOLE = ("tile", "log_seal")
"""The tables that are here only."""
VIEWS = ("open_record", "table_summary", "table_event", "tournament_summary", "tournament_event")
"""The views of a shard that have to be over all shards; each may use those before it."""
FOR_ANALYSTS = VIEWS[1:]

BEGINNING = f"""
create schema if not exists {LOG_SCHEMA};
create table if not exists {GATHERED} (
    log uuid not null, shards smallint not null, made boolean not null default false,
    here boolean primary key default true check (here)
);
alter table {GATHERED} add column if not exists form bytea;
"""
BEGUN = f"select log, shards, made from {GATHERED}"  # noqa: S608 - our name
NOTE = f"insert into {GATHERED} (log, shards) values ($1, $2) on conflict do nothing"  # noqa: S608 - our name
OWN_TABLE = """
create table if not exists {table} (like {schema}.{table} including all);
grant select, insert on {table} to parlour_service;
"""
DROPPED = "grant delete on tile to parlour_service"
"""Tiles of what a shard has lost are deleted, and made again of what it has."""
OWN = (resources.files("service.store") / "gathering.sql").read_text(encoding="utf-8")
"""What there is besides the views."""
PERMANENT = """
create or replace trigger append_only before update or delete or truncate on log_seal
execute function refuse_change();
alter table log_seal enable always trigger append_only;
"""
COLUMNS = """
select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
where attrelid = $1::text::regclass and attnum > 0 and not attisdropped order by attnum
"""
DEFINITION = """
select pg_get_viewdef(oid) as text, reloptions is not null as barrier from pg_class where oid = $1::text::regclass
"""
COMMENTS = """
select format(
    'comment on %s %s is %L',
    case objsubid when 0 then 'view' else 'column' end,
    $2::text || coalesce('.' || quote_ident(attname), ''),
    description
)
from pg_description left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
where objoid = $1::text::regclass and classoid = 'pg_class'::regclass
"""
OWN_TYPE = "array(select row(each.*)::archived_event from unnest(events) as each) as events"
"""Each schema has a type of archived events of its own, and foreign tables have that of this one."""

EPOCH_OF = "select number, id from epoch_of($1)"
PARTS_OF = "select parts from epoch where number = $1 and left(id::text, 8) = $2"
LEFT = """
with seen as (select parts[$1 + 1] as part, min(number) as since from epoch group by 1)
select coalesce((select since from seen where part = $2) < (select max(since) from seen), false)
"""
PRESENT = f"""
select number, id, parts from epoch where number = (select present.number from ({PRESENT_EPOCH}) as present)
"""  # noqa: S608 - only a statement of ours is put in


class EpochRegister:
    """A `Register` here, on connections that find their tables here."""

    def __init__(self, pool: Pool) -> None:
        self._ask = Asking(pool)

    async def epoch_of(self, parts: Sequence[Epoch]) -> Epoch:
        """Return the epoch of the log in which its shards are in these; see `Register.epoch_of`."""
        return epoch_of(await self._ask.row(EPOCH_OF, [str(part) for part in parts]))

    async def parts_of(self, epoch: Epoch) -> Sequence[Epoch] | None:
        """Return the epochs of the shards in an epoch of the log; see `Register.parts_of`."""
        parts = await self._ask.value(PARTS_OF, epoch.number, epoch.id)
        return None if parts is None else tuple(map(Epoch.parsed, parts))

    async def has_left(self, shard: int, epoch: Epoch) -> bool:
        """Return whether a shard has been in this epoch, and in another one since."""
        return bool(await self._ask.value(LEFT, shard, str(epoch)))

    async def newest(self) -> tuple[Epoch, Sequence[Epoch]]:
        """Return the present epoch, and those of its shards."""
        row = await self._ask.row(PRESENT)
        return epoch_of(row), tuple(map(Epoch.parsed, row["parts"] if row else ()))


async def begun(connection: Connection) -> asyncpg.Record | None:
    """Return the log, the number of its shards, and whether all were made; None: none come together here."""
    if await connection.fetchval("select to_regclass($1)", GATHERED) is None:
        return None
    return await connection.fetchrow(BEGUN)


async def is_in_one_piece(connection: Connection) -> bool:
    """Return whether a log in one piece is in a database."""
    kind = "select relkind = 'r' from pg_class where oid = to_regclass($1)"
    return bool(await connection.fetchval(kind, f"{LOG_SCHEMA}.event"))


async def begin(connection: Connection, log: UUID, shards: int) -> None:
    """Note that shards are to come together here. Raises `MigrationFailed`."""
    if await is_in_one_piece(connection):
        raise MigrationFailed(f"The log here has one shard, not {shards}: the number is fixed when a log is made.")
    async with connection.transaction():
        await connection.execute(ONE_AT_A_TIME)
        await connection.execute(BEGINNING)
        await connection.execute(NOTE, log, shards)


async def gather(connection: Connection, address: LogAddress, shards: int) -> None:
    """Make or renew the views over all shards, in one transaction. Raises `MigrationFailed`.

    Where nothing is new the views are left alone: to make one anew waits for all who read it, an audit, say, and
    later readers wait for that.
    """
    every = [LogShard(number, shards) for number in range(shards)]
    async with connection.transaction():
        await connection.execute(ONE_AT_A_TIME)
        await connection.execute("select set_config('search_path', $1, true)", LOG_SCHEMA)
        columns = {table: await columns_of(connection, f"{every[0].schema}.{table}") for table in TABLES}
        here = [shard for shard in every if address.of(shard.number) == address.first]
        statements = [
            OWN,
            *(OWN_TABLE.format(table=table, schema=every[0].schema) for table in OF_THE_WHOLE),
            PERMANENT,
            DROPPED,
        ]
        for table in TABLES:
            branches = [branch(table, shard, columns[table], local=shard in here) for shard in every]
            statements.append(f"create or replace view {table} as {' union all '.join(branches)}")
        for view in VIEWS:
            statements += await derived(connection, view, every[0])
        statements += granted(here)
        form = hashlib.sha256("\0".join([OWN, *statements]).encode()).digest()
        is_new = await connection.fetchval(f"select form is distinct from $1 from {GATHERED}", form)  # noqa: S608 - our name
        if is_new:
            await connection.execute(OWN)  # foreign tables have a type of it
        for shard in every:
            if shard not in here:
                await reach(connection, address.of(shard.number), shard, columns)
        if is_new:
            for statement in statements:
                await connection.execute(statement)
            await connection.execute(f"update {GATHERED} set form = $1", form)  # noqa: S608 - our name


async def columns_of(connection: Connection, table: str) -> dict[str, str]:
    """Return the columns of a table in their order, with their types as they are called here."""
    schema = table.partition(".")[0]
    return {row["name"]: row["type"].replace(f"{schema}.", "") for row in await connection.fetch(COLUMNS, table)}


def branch(table: str, shard: LogShard, columns: Mapping[str, str], *, local: bool) -> str:
    """Return the part of a view over all shards that is one of them, in this database or elsewhere.

    Each shard has a counter for every lane, and uses those of its own.
    """
    names = ", ".join(OWN_TYPE if local and name == "events" else name for name in columns)
    where = f"{shard.schema}.{table}" if local else foreign_name(table, shard)
    own = f" where lane % {shard.shards} = {shard.number}" if table == "lane" else ""
    return f"select {names} from {where}{own}"  # noqa: S608 - names of ours


async def derived(connection: Connection, view: str, first: LogShard) -> list[str]:
    """Return what makes a view that a shard has over its tables over those of all shards, with the same comments."""
    there = f"{first.schema}.{view}"
    definition = await connection.fetchrow(DEFINITION, there)
    if definition is None:
        raise MigrationFailed(f"Shard {first.number} has no view {view}.")
    text = definition["text"].replace(f"{first.schema}.", "")
    barrier = "with (security_barrier)" if definition["barrier"] else ""
    comments = await connection.fetch(COMMENTS, there, view)
    return [f"create or replace view {view} {barrier} as {text}", *(comment for (comment,) in comments)]


def granted(here: Sequence[LogShard]) -> list[str]:
    """Return what lets the service and analysts ask the views over all shards, and analysts none of a single shard."""
    shut = [f"{shard.schema}.{view}" for shard in here for view in FOR_ANALYSTS]
    return [
        f"grant select on {', '.join((*TABLES, *VIEWS))} to parlour_service",
        f"grant select on {', '.join(FOR_ANALYSTS)} to parlour_analyst",
        f"revoke select on {', '.join(shut)} from parlour_analyst",  # noqa: S608 - names of ours
    ]


async def settle(connection: Connection, epochs: Sequence[Epoch | None]) -> None:
    """Register the epoch of the shards; a shard that is away (None) counts with its last known epoch.

    Raises `MigrationFailed` if one of them is a copy that was left behind.
    """
    await connection.execute("select set_config('search_path', $1, false)", LOG_SCHEMA)
    for shard, epoch in enumerate(epochs):
        if epoch is not None and await connection.fetchval(LEFT, shard, str(epoch)):
            raise MigrationFailed(
                f"The PostgreSQL URL of shard {shard} leads to a history that the shard has left: what was played since"
                " is elsewhere. Is it the server on which the shard was before? To go on from there all the same,"
                " let it begin a new history, as after the restore of a backup: with recovery.signal."
            )
    row = await connection.fetchrow(PRESENT)
    known = row["parts"] if row else [None] * len(epochs)
    parts = [before if now is None else str(now) for now, before in zip(epochs, known, strict=True)]
    await connection.fetchrow(EPOCH_OF, parts)
    await connection.execute("update gathered set made = true where not made")
