-- Tables that no seek finds by itself: where some block others, the first look may miss one, and who unblocks somebody
-- makes one possible between seeks that wait. What is noted here is searched thoroughly, by any process.

create table missed (
    kind bytea primary key check (octet_length(kind) = 32),
    mark uuid not null default gen_random_uuid()
);

comment on table missed is 'What is to be searched for tables that nobody has seen yet; seldom anything.';

comment on column missed.mark is 'Changes with each reason to search: who has searched for an older one has not seen it.';

grant select, insert, update, delete on missed to parlour_service;

-- Give seats to seeks that wait, with a house player on those that are missing. The lock is held.

create function seat_seeks(
    seeks uuid[], seats_of_table integer, house uuid, new_table uuid, places integer[], at bigint, open_by bigint
) returns void language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    chosen uuid[];
    people uuid[];
    given integer[];
begin
    select array_agg(seek.id order by seek.number), array_agg(seek.player order by seek.number) into chosen, people
    from seek where seek.id = any (seeks);
    given := array(
        select place.seat from unnest(places) with ordinality as place (seat, rank)
        where place.seat < seats_of_table order by place.rank
    );
    insert into pairing (table_id, game, options, settings, creator, seats, due)
    select new_table, seek.game, seek.options, seek.settings, seek.player, array(
        select coalesce(people[array_position(given, seat)], house)
        from generate_series(0, seats_of_table - 1) as seat order by seat
    ), open_by
    from seek where seek.id = chosen[1];
    update seek set state = 'paired', table_id = new_table, seat = given[array_position(chosen, seek.id)]
    where seek.id = any (chosen);
    update seek set state = 'dropped', ended_at = at where seek.player = any (people) and seek.state = 'waiting';
end
$$;

-- As before, but if there is no full table although enough wait, it is noted that somebody is to search thoroughly.

create or replace function pair_with(
    starter uuid, seats_of_table integer, house uuid, new_table uuid, places integer[], at bigint, open_by bigint
) returns uuid language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    own record;
    candidate record;
    chosen uuid[];
    people uuid[];
    shunned uuid[];
    without uuid[] := '{}';
    others_with_own integer := 0;
begin
    select seek.kind, seek.player, coalesce(avoided.others, '{}') as shunned into own
    from seek left join avoided on avoided.player = seek.player
    where seek.id = starter and seek.state = 'waiting' and seek.expires_at > at
        and (house is null or seek.house_at is not null)
    for update of seek;
    if not found then
        return null;
    end if;
    for attempt in 1..8 loop
        chosen := array[starter];
        people := array[own.player];
        shunned := own.shunned;
        for candidate in
            select seek.id, seek.player, coalesce(avoided.others, '{}') as others
            from seek left join avoided on avoided.player = seek.player
            where seek.kind = own.kind and seek.state = 'waiting' and seek.expires_at > at
                and (house is null or seek.house_at is not null) and seek.id <> starter and seek.id <> all (without)
            order by seek.number
            for update of seek
        loop
            exit when cardinality(chosen) = seats_of_table;
            if attempt = 1 and not (candidate.player = any (own.shunned) or own.player = any (candidate.others)) then
                others_with_own := others_with_own + 1;
            end if;
            continue when candidate.player = any (shunned) or candidate.others && people;
            chosen := chosen || candidate.id;
            people := people || candidate.player;
            shunned := shunned || candidate.others;
        end loop;
        exit when cardinality(chosen) = seats_of_table or cardinality(chosen) = 1 or house is not null
            or others_with_own + 1 < seats_of_table;
        without := without || chosen[2];
    end loop;
    if house is null and cardinality(chosen) < seats_of_table then
        if others_with_own + 1 >= seats_of_table and seats_of_table > 2 then
            insert into missed (kind) values (own.kind) on conflict (kind) do update set mark = excluded.mark;
        end if;
        return null;
    end if;
    perform seat_seeks(chosen, seats_of_table, house, new_table, places, at, open_by);
    return new_table;
end
$$;

-- Seat seeks for the same together, if all of them wait and nobody of them blocks another. Returns whether they are.

create function seat_together(
    seeks uuid[], new_table uuid, places integer[], at bigint, open_by bigint
) returns boolean language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    ready uuid[];
    people uuid[];
begin
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    select array_agg(seek.id), array_agg(seek.player) into ready, people from seek
    where seek.id = any (seeks) and seek.state = 'waiting' and seek.expires_at > at;
    if ready is null or cardinality(ready) < cardinality(seeks)
        or exists (select from avoided where player = any (people) and others && people) then
        return false;
    end if;
    perform seat_seeks(ready, cardinality(ready), null, new_table, places, at, open_by);
    return true;
end
$$;

-- Keep whom a player blocks. If they block somebody no more, tables may be possible for what they seek.

create function avoid_others(seeker uuid, blocked uuid[]) returns void language plpgsql
set search_path from current
set enable_seqscan = off
as $$
declare
    before uuid[] := coalesce((select others from avoided where avoided.player = seeker), '{}');
begin
    if before <@ blocked and blocked <@ before then
        return;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    delete from avoided where avoided.player = seeker returning others into before;
    if blocked <> '{}' then
        insert into avoided (player, others) values (seeker, blocked);
    end if;
    if not coalesce(before, '{}') <@ blocked then
        insert into missed (kind) select seek.kind from seek where seek.player = seeker and seek.state = 'waiting'
        on conflict (kind) do update set mark = excluded.mark;
    end if;
end
$$;
