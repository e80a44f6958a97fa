-- The archive: the events of games that have long been over, up to 256 of a table in one row, which Postgres compresses.
-- What is moved there leaves the log in the same transaction. The event that ended the game, and what came after it, stay:
-- versions and links are compared with them, whether or not the rest is archived.

create type archived_event as (
    position bigint, at bigint, version integer, step integer, seat smallint, type text,
    key bytea, request bytea, hash bytea, command jsonb, event jsonb
);

create table archive (
    lane smallint not null check (lane = lane_of(table_id)),
    table_id uuid not null,
    last_version integer not null,
    places int8range not null,
    events archived_event[] not null,
    primary key (lane, table_id, last_version)
);

create index archive_places on archive using gist (places);

comment on table archive is 'Events that were moved out of the log, as they were. Together with it they are the streams.';

comment on column archive.last_version is 'Version of the last event of the row; the versions from 256 n + 1 to 256 n + 256 share one.';

comment on column archive.places is 'From the first to the last of their places: lane times 2^48, plus the position in the lane.';

create index seal_age on seal (at);

create trigger append_only before update or delete or truncate on archive execute function refuse_change();

alter table archive enable always trigger append_only;

-- An event may leave the log if the archive holds the very same.

create function must_be_archived() returns trigger language plpgsql
set search_path from current
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    if exists (
        select lane, table_id, position, at, version, step, seat, type, key, request, hash, command, event from gone
        except
        select archive.lane, archive.table_id, (unnest(archive.events)).*
        from (select distinct lane, table_id from gone) as moved join archive using (lane, table_id)
    ) then
        raise exception 'event is append-only: DELETE is refused' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
end
$$;

drop trigger append_only on event;

create trigger append_only before update or truncate on event execute function refuse_change();

create trigger archived_only after delete on event
referencing old table as gone execute function must_be_archived();

alter table event enable always trigger append_only;

alter table event enable always trigger archived_only;

create function archive_game(game uuid, over_before bigint) returns integer language plpgsql security definer
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    finish seal;
    moved integer;
begin
    -- Who comes second waits here, and then finds nothing left to be moved.
    select * into finish from seal
    where seal.lane = lane_of(game) and seal.table_id = game and seal.at < over_before for update;
    insert into archive (lane, table_id, last_version, places, events)
    select
        event.lane, event.table_id, max(event.version),
        int8range((event.lane::bigint << 48) + min(event.position), (event.lane::bigint << 48) + max(event.position), '[]'),
        array_agg(row(
            event.position, event.at, event.version, event.step, event.seat, event.type,
            event.key, event.request, event.hash, event.command, event.event
        )::archived_event order by event.version)
    from event
    where event.lane = finish.lane and event.table_id = finish.table_id and event.version < finish.version
    group by event.lane, event.table_id, (event.version - 1) / 256;
    delete from event
    where event.lane = finish.lane and event.table_id = finish.table_id and event.version < finish.version;
    get diagnostics moved = row_count;
    delete from checkpoint where checkpoint.lane = finish.lane and checkpoint.table_id = finish.table_id;
    return moved;
end
$$;

comment on function archive_game is 'Move the events of a game that was over before a time to the archive; return how many.';

revoke execute on function archive_game, must_be_archived from public;

grant select on archive to parlour_service;

grant execute on function archive_game to parlour_service;

create or replace view table_event with (security_barrier) as
select
    table_id,
    lobby.game,
    event.version,
    event.step,
    event.type,
    event.seat,
    lobby.seats[event.seat + 1] as player,
    to_timestamp(event.at / 1000.0) as at,
    event.command,
    event.event,
    encode(event.key, 'hex') as key,
    event.hash
from open_record
join lobby using (lane, table_id)
join (
    select lane, table_id, version, step, type, seat, at, command, event, key, hash from event
    union all
    select archive.lane, archive.table_id, version, step, type, seat, at, command, event, key, hash
    from archive cross join unnest(archive.events)
) as event using (lane, table_id);
