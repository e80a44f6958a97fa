-- What a shard of the log needs besides its migrations before Citus distributes its schema. It is executed once, in the
-- shard's schema; service/store/postgres/citus.py says what follows.

-- Citus knows what to send to a worker once it has the parameters; a plan without them it cannot make.

alter function append_batch reset plan_cache_mode;

alter function archive_game reset plan_cache_mode;

-- A text that is cast to an array in the call itself cannot be sent on to a worker. So the casts are made there.
-- It refuses a writer that does not know the shard's epoch, and all while that is of another server than this one. The
-- coordinator's connections go on silently with a worker's successor, so that a new connection is not all that may find
-- another history. After the error the writer has a new one, which asks for the epoch.

create function append_texts(
    lanes text, counts text, slots text, tables uuid[], expected text, links bytea,
    owners text, places text, offsets text, seats text, types text, ats text,
    keys bytea, requests bytea, commands jsonb, events jsonb, hashes bytea,
    dues text, lobby_owners integer[], lobbies jsonb[], seal_owners integer[], seals jsonb[],
    known_epoch integer
) returns integer[] language plpgsql
set search_path from current
as $$
declare
    here text := system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) from pg_control_system();
begin
    if (known_epoch, here) is distinct from (select (number, server) from epoch order by number desc limit 1) then
        raise connection_failure using message = 'the shard is in another epoch, or on another server than in that';
    end if;
    return append_batch(
        lanes::smallint[], counts::integer[], slots::integer[], tables, expected::integer[], links,
        owners::integer[], places::integer[], offsets::integer[], seats::smallint[],
        string_to_array(types, chr(30)), ats::bigint[], keys, requests, commands, events, hashes,
        dues::bigint[], lobby_owners, lobbies, seal_owners, seals
    );
end
$$;

comment on function append_texts is 'As append_batch, with its arrays as texts. That it is there says that the shard is on Citus.';

-- On a worker the lobby has another row type, and no function has a table's row as its argument.

create or replace function keep_players() returns trigger language plpgsql security definer
set search_path from current
set enable_seqscan = off
as $$
begin
    if tg_op = 'UPDATE' then
        if (old.status, old.seats, old.invited) is not distinct from (new.status, new.seats, new.invited) then
            return null;
        end if;
        delete from lobby_player
        where lane = new.lane and table_id = new.table_id
            and not player = any (array_remove(new.seats, null) || new.invited || new.creator);
    end if;
    insert into lobby_player (lane, table_id, player, game, status, public, seated, invited, created_at)
    select
        new.lane, new.table_id, concerned.player, new.game, new.status, new.visibility = 'public',
        concerned.player = any (array_remove(new.seats, null)), concerned.player = any (new.invited), new.created_at
    from (select distinct unnest(new.seats || new.invited || new.creator) as player) as concerned
    where concerned.player is not null
    on conflict (lane, table_id, player) do update set
        status = excluded.status, seated = excluded.seated, invited = excluded.invited;
    return null;
end
$$;

-- Citus cannot plan a question about the rows that a statement has deleted together ("unrecognized RTE kind").

drop trigger archived_only on event;

create or replace function must_be_archived() returns trigger language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    if not exists (
        select from archive cross join unnest(archive.events) as kept
        where archive.lane = old.lane and archive.table_id = old.table_id
            and archive.last_version >= old.version and archive.last_version < old.version::bigint + 256
            and (
                kept.position, kept.at, kept.version, kept.step, kept.seat, kept.type,
                kept.key, kept.request, kept.hash, kept.command, kept.event
            ) is not distinct from (
                old.position, old.at, old.version, old.step, old.seat, old.type,
                old.key, old.request, old.hash, old.command, old.event
            )
    ) then
        raise exception 'event is append-only: DELETE is refused' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
end
$$;

create trigger archived_only before delete on event for each row execute function must_be_archived();

alter table event enable always trigger archived_only;

-- The history is that of the server that has the data. This function stays on the coordinator, which knows where that
-- is: on the workers, each on which a statement happened to run would say that the history is its own.

drop function current_epoch();

create function current_epoch(out number integer, out id uuid) language plpgsql security definer
set search_path from current
as $$
declare
    found record;
    here text;
    at_begin bigint[];
begin
    if pg_is_in_recovery() then
        raise read_only_sql_transaction using message = 'this server is a standby';
    end if;
    here := (
        select result from run_command_on_placements('epoch', $ask$
            select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
            from pg_control_system()
        $ask$) where success
    );
    if here is null then
        raise connection_failure using message = 'the worker that has the shard is away';
    end if;
    select * into found from epoch order by epoch.number desc limit 1;
    if found.server is distinct from here then
        lock table epoch in share row exclusive mode;
        select * into found from epoch order by epoch.number desc limit 1;
        if found.server is distinct from here then
            at_begin := array(select position from lane order by lane);
            insert into epoch (number, id, server, positions)
            values (coalesce(found.number, 0) + 1, gen_random_uuid(), here, at_begin);
            select * into found from epoch order by epoch.number desc limit 1;
        end if;
    end if;
    number := found.number;
    id := found.id;
end
$$;

comment on function current_epoch is 'The present epoch; it begins a new one if the shard is on another server than before.';

revoke execute on function current_epoch from public;

grant execute on function current_epoch to parlour_service;
