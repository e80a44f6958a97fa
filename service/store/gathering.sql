-- What the schema has in which a log of several shards comes together, besides the views over them. It is executed again
-- whenever the log is prepared.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end
$$;

create table if not exists epoch (
    number integer primary key check (number >= 1),
    id uuid not null default gen_random_uuid(),
    began_at timestamptz not null default now(),
    parts text[] not null unique
);

alter table epoch add column if not exists late boolean not null default false;

comment on table epoch is 'The epochs of the log: one for each combination of epochs that its shards were in together.';

comment on column epoch.parts is 'The epochs of the shards, by number.';

comment on column epoch.late is 'Whether a shard was known to have left its epoch in this one: who registered it had not heard of that.';

create or replace trigger append_only before update or delete or truncate on epoch execute function refuse_change();

alter table epoch enable always trigger append_only;

comment on table gathered is 'One row: the log has several shards, each in a schema of its own; here they come together.';

comment on column gathered.made is 'Whether all shards were made: none of them is ever made again.';

create or replace function lane_of(table_id uuid) returns smallint
    immutable strict parallel safe
    return (get_byte(uuid_send(table_id), 15) & 63)::smallint;

create or replace function epoch_of(wanted text[]) returns epoch language plpgsql security definer
set search_path from current
as $$
declare
    found epoch;
begin
    select * into found from epoch where epoch.parts = wanted;
    if found.number is null then
        lock table epoch in share row exclusive mode;
        select * into found from epoch where epoch.parts = wanted;
    end if;
    if found.number is null then
        insert into epoch (number, parts, late)
        values (coalesce((select max(number) from epoch), 0) + 1, wanted, exists (
            select from (
                select shard, part, rank() over (partition by shard order by min(each.number) desc) as place
                from epoch as each cross join unnest(each.parts) with ordinality as of_shard (part, shard)
                group by shard, part
            ) as seen
            where seen.place > 1 and seen.part = wanted[seen.shard]
        ))
        returning * into found;
    end if;
    return found;
end
$$;

comment on function epoch_of is 'The epoch of the log in which its shards are in these; it begins one if there was none.';

create or replace function current_epoch() returns epoch language sql stable
set search_path from current
as $$ select * from epoch where not late order by number desc limit 1 $$;

comment on function current_epoch is 'The present epoch. A new one begins when a connection to a shard finds one.';

do $$
begin
    if to_regtype('archived_event') is null then
        create type archived_event as (
            position bigint, at bigint, version integer, step integer, seat smallint, type text,
            key bytea, request bytea, hash bytea, command jsonb, event jsonb
        );
    end if;
    execute format('grant usage on schema %I to parlour_service, parlour_analyst', current_schema());
end
$$;

revoke execute on function epoch_of from public;

grant execute on function epoch_of to parlour_service;

grant select on epoch, gathered to parlour_service;
