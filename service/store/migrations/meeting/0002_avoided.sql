-- Players who block one another are never brought together. Whom a player blocks is known here as long as it may matter.

create table avoided (
    player uuid primary key,
    others uuid[] not null
);

comment on table avoided is 'Whom players who seek others block: they are not seated at one table.';

grant select, insert, update, delete on avoided to parlour_service;

-- Bring a seek together with others for the same, the oldest first, if they fill a table: or, if a house player is given,
-- with that on the seats that are missing, all who take one. Nobody sits with one whom they block, or who blocks them:
-- who is passed over keeps their place. If the first who would sit down leaves no full table, it is tried without them.
-- The lock is held. Returns the table, which is not open yet; null: there is none.

create function pair_with(
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
    given integer[];
begin
    select seek.kind, seek.player into own from seek
    where seek.id = starter and seek.state = 'waiting' and seek.expires_at > at
        and (house is null or seek.house_at is not null)
    for update;
    if not found then
        return null;
    end if;
    for attempt in 1..8 loop
        chosen := array[starter];
        people := array[own.player];
        shunned := coalesce((select others from avoided where player = own.player), '{}');
        for candidate in
            select seek.id, seek.player, coalesce(avoided.others, '{}') as others
            from seek left join avoided on avoided.player = seek.player
            where seek.kind = own.kind and seek.state = 'waiting' and seek.expires_at > at
                and (house is null or seek.house_at is not null) and seek.id <> starter and seek.id <> all (without)
            order by seek.number
            for update of seek
        loop
            exit when cardinality(chosen) = seats_of_table;
            continue when candidate.player = any (shunned) or candidate.others && people;
            chosen := chosen || candidate.id;
            people := people || candidate.player;
            shunned := shunned || candidate.others;
        end loop;
        exit when cardinality(chosen) = seats_of_table or cardinality(chosen) = 1 or house is not null;
        without := without || chosen[2];
    end loop;
    if house is null and cardinality(chosen) < seats_of_table then
        return null;
    end if;

    select array_agg(seek.id order by seek.number), array_agg(seek.player order by seek.number) into chosen, people
    from seek where seek.id = any (chosen);
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
    return new_table;
end
$$;

create or replace function add_seek(
    new_id uuid, seeker uuid, sought bytea, game text, options jsonb, settings jsonb, seats_of_table integer,
    house_at bigint, expires_at bigint, most integer, new_key bytea, new_request bytea,
    new_table uuid, places integer[], at bigint, open_by bigint
) returns uuid language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    found_id uuid;
begin
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    select asked.seek into found_id from asked where asked.key = new_key and asked.request = new_request;
    if found then
        return found_id;
    end if;

    update seek set state = 'expired', ended_at = at
    where seek.player = seeker and seek.state = 'waiting' and seek.expires_at <= at;
    update seek set house_at = add_seek.house_at, expires_at = add_seek.expires_at
    where seek.player = seeker and seek.kind = sought and seek.state = 'waiting' returning seek.id into found_id;
    if not found then
        if (select count(*) from seek where seek.player = seeker and seek.state = 'waiting') >= most then
            return null;
        end if;
        insert into seek (id, player, kind, game, options, settings, players, asked_at, house_at, expires_at, state)
        values (
            new_id, seeker, sought, add_seek.game, add_seek.options, add_seek.settings, seats_of_table, at,
            add_seek.house_at, add_seek.expires_at, 'waiting'
        );
        found_id := new_id;
    end if;
    if new_key is not null then
        insert into asked (key, request, seek) values (new_key, new_request, found_id);
    end if;
    perform pair_with(found_id, seats_of_table, null, new_table, places, at, open_by);
    return found_id;
end
$$;

create or replace function fill_with_house(
    house uuid, new_table uuid, places integer[], at bigint, open_by bigint
) returns uuid language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    longest record;
begin
    if not exists (
        select from seek where state = 'waiting' and house_at is not null and house_at <= at and expires_at > at
    ) then
        return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    select id, players into longest from seek
    where state = 'waiting' and house_at is not null and house_at <= at and expires_at > at
    order by house_at limit 1;
    if not found then
        return null;
    end if;
    return pair_with(longest.id, longest.players, house, new_table, places, at, open_by);
end
$$;

create or replace function forget_seeks(seeker uuid) returns void language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    delete from seek where seek.player = seeker;
    delete from avoided where avoided.player = seeker;
end
$$;
