-- The epochs of the log. A backup that is restored, and a standby that is promoted, begin a new one: what had been written
-- after the backup, or had not reached the standby, is lost, and others may hold it for the present still.

create table epoch (
    number integer primary key check (number >= 1),
    id uuid not null default gen_random_uuid(),
    began_at timestamptz not null default now(),
    server text not null,
    positions bigint[] not null check (cardinality(positions) = 64)
);

comment on table epoch is 'One row for each history of the log that this server has lived through; the last one is the present.';

comment on column epoch.id is 'Tells two epochs of one number apart: of a backup that is restored twice, say.';

comment on column epoch.server is 'The server''s cluster and the timeline of its write-ahead log, which tell that it is another.';

comment on column epoch.positions is 'By lane, the last position that this epoch has in common with the one before it.';

-- Whoever connects asks for the epoch first; so a new one has begun before anybody writes in it.

create function current_epoch() returns epoch language plpgsql security definer
set search_path from current
as $$
declare
    found epoch;
    here text;
begin
    if pg_is_in_recovery() then
        raise read_only_sql_transaction using message = 'this server is a standby';
    end if;
    here := (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
    select * into found from epoch order by number desc limit 1;
    if found.server = here then
        return found;
    end if;
    lock table epoch in share row exclusive mode;
    select * into found from epoch order by number desc limit 1;
    if found.server is distinct from here then
        insert into epoch (number, server, positions)
        values (coalesce(found.number, 0) + 1, here, array(select position from lane order by lane))
        returning * into found;
    end if;
    return found;
end
$$;

comment on function current_epoch is 'The present epoch; it begins a new one if the server is not the one that it was.';

create trigger append_only before update or delete or truncate on epoch execute function refuse_change();

alter table epoch enable always trigger append_only;

revoke execute on function current_epoch from public;

grant select on epoch to parlour_service;

grant execute on function current_epoch to parlour_service;
