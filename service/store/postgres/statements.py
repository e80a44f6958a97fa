"""The statements by which a store reads the log, its archive, seals, due times and checkpoints."""

from service.store.postgres.rows import ARCHIVED, COLUMNS

READ = f"""
(select {COLUMNS} from event where lane = $1 and table_id = $2 and version > $3 and version <= $4 order by version)
union all
select {ARCHIVED} from archive cross join unnest(archive.events)
where archive.lane = $1 and archive.table_id = $2 and last_version > $3 and last_version < $4::bigint + 256
    and version > $3 and version <= $4
order by version
"""  # noqa: S608 - only the names of columns are put in
"""The log and the archive in one statement: what is moved between two would be missed, or read twice."""
READ_LANE = f"""
(select {COLUMNS} from event where lane = $1 and position > $2 order by position limit $3)
union all
select {ARCHIVED} from archive cross join unnest(archive.events)
where places && int8range(($1::bigint << 48) + $2 + 1, ($1::bigint << 48) + $2 + $3 + 1)
    and position > $2 and position <= $2 + $3
order by position limit $3
"""  # noqa: S608 - only the names of columns are put in
EXECUTED = """
select request, step from event where lane = $1 and table_id = $2 and key = $3 and version = step
union all
select request, step from archive cross join unnest(archive.events)
where archive.lane = $1 and archive.table_id = $2 and key = $3 and version = step
limit 1
"""
LANE_POSITIONS = "select lane, position from lane"
SEAL = "select version, hash, key_id, signature, at from seal where lane = $1 and table_id = $2"
RECORD_OPEN = """
select exists (select from open_record where (lane, table_id) between ($1::smallint, $2::uuid) and ($1, $2))
"""
"""Compared as a pair, which only the primary key can look up: other indexes have `table_id`, too, but not first."""
DUE = """
select table_id, at from due
where period between $3::bigint >> 20 and $1::bigint >> 20 and at <= $1 and (at, table_id) > ($3, $4)
order by period, at, table_id limit $2
"""
"""By the index of the periods, one after the other; their order is that of the times."""
OVER = """
select table_id, at, case when exists (
    select from archive where archive.lane = seal.lane and archive.table_id = seal.table_id
) then 0 else version - 1 end
from seal where at >= $3 and at < $1 and (at, table_id) > ($3, $4)
order by at, table_id limit $2
"""
"""What is archived is told, too: to pass over it may take longer than a question may."""
TIME = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint"
CHECKPOINT = """
select version, game, rules_version, hash, snapshot, part from checkpoint
where lane = $1 and table_id = $2 and part = $4 and version <= $3 and hash = coalesce((
    select event.hash from event
    where event.lane = $1 and event.table_id = $2
        and event.version >= checkpoint.version and event.version <= checkpoint.version
    order by event.version limit 1
), (
    select archived.hash from archive cross join unnest(archive.events) as archived
    where archive.lane = $1 and archive.table_id = $2
        and archive.last_version >= checkpoint.version and archive.last_version < checkpoint.version::bigint + 256
        and archived.version = checkpoint.version
))
order by version desc limit 1
"""
"""The log is asked about one version, not joined: a join may read all that stands in it of the table."""
ARCHIVE = "select archive_game($1, $2)"
KEEP_CHECKPOINT = """
insert into checkpoint (lane, table_id, version, game, rules_version, hash, snapshot, part)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (lane, table_id, part, version) do update set
    game = excluded.game, rules_version = excluded.rules_version, hash = excluded.hash, snapshot = excluded.snapshot
"""
