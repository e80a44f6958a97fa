-- Seeks: who looks for others to play with, and the tables that they are brought together at.
--
-- What is changed so that somebody may be brought together with others is changed under one lock, in one statement of
-- the service: so nobody has two seats for one seek, whoever has waited longest goes first, and there are never as many
-- waiting for the same as would make a table.

do $$
begin
    execute format('grant usage on schema %I to parlour_service', current_schema());
end
$$;

create table seek (
    id uuid primary key,
    number bigint not null generated always as identity unique,
    player uuid not null,
    kind bytea not null check (octet_length(kind) = 32),
    game text not null,
    options jsonb not null,
    settings jsonb not null,
    players integer not null check (players > 0),
    asked_at bigint not null,
    house_at bigint,
    expires_at bigint not null,
    state text not null check (state in ('waiting', 'paired', 'seated', 'withdrawn', 'expired', 'dropped')),
    table_id uuid,
    seat integer,
    ended_at bigint,
    check ((table_id is null) = (seat is null)),
    check ((table_id is not null) = (state in ('paired', 'seated'))),
    check ((ended_at is null) = (state in ('waiting', 'paired')))
);

create unique index seek_same on seek (player, kind) where state = 'waiting';

create index seek_player on seek (player);

create index seek_going_on on seek (player, number) where state in ('waiting', 'paired');

create index seek_waiting on seek (kind, number) where state = 'waiting';

create index seek_game on seek (game, number) where state = 'waiting';

create index seek_house on seek (house_at) where state = 'waiting' and house_at is not null;

create index seek_expiring on seek (expires_at) where state = 'waiting';

create index seek_table on seek (table_id) where table_id is not null;

create index seek_ended on seek (ended_at) where ended_at is not null;

comment on table seek is 'Who looks for others to play with; what has ended is deleted after a day.';

comment on column seek.number is 'The order in which seeks were made: the oldest is seated first.';

comment on column seek.kind is 'The SHA-256 of what is sought: who seeks the same has the same.';

comment on column seek.house_at is 'When house players may take the seats that are missing, in ms; null: never.';

comment on column seek.state is 'paired: the table is chosen, and is about to be opened. dropped: another seek of the player found a table first.';

create table pairing (
    table_id uuid primary key,
    game text not null,
    options jsonb not null,
    settings jsonb not null,
    creator uuid not null,
    seats uuid[] not null,
    due bigint not null
);

create index pairing_due on pairing (due);

comment on table pairing is 'Tables that are chosen for seeks, until they are open in the log.';

comment on column pairing.due is 'When anybody may open it, in ms: whoever has chosen it does so before, if they live.';

create table asked (
    key bytea primary key check (octet_length(key) = 16),
    request bytea not null check (octet_length(request) = 16),
    seek uuid not null references seek on delete cascade
);

create index asked_seek on asked (seek);

comment on table asked is 'The idempotency keys that seeks were made with.';

grant select, insert, update, delete on seek, pairing, asked to parlour_service;

grant select on migration to parlour_service;

-- Bring together those who seek the same, the oldest first, if they fill a table: or, if a house player is given, with
-- that on the seats that are missing, all who take one. The lock is held. `places` is an order of seat numbers, in which
-- they are given out. Returns the table, which is not open yet; null: there is none.

create function pair(
    sought bytea, seats_of_table integer, house uuid, new_table uuid, places integer[], at bigint, open_by bigint
) returns uuid language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    chosen uuid[];
    people uuid[];
    given integer[];
begin
    chosen := array(
        select id from seek
        where kind = sought and state = 'waiting' and expires_at > at and (house is null or house_at is not null)
        order by number limit seats_of_table for update
    );
    if cardinality(chosen) = 0 or (house is null and cardinality(chosen) < seats_of_table) then
        return null;
    end if;

    people := array(
        select seek.player from unnest(chosen) with ordinality as one (id, rank)
        join seek on seek.id = one.id order by one.rank
    );
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

-- Seek, and be brought together with others at once if that fills a table. Returns the seek: the same one if the key was
-- sent before, or if the player seeks the same already; null: they have as many as they may.

create function add_seek(
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
    perform pair(sought, seats_of_table, null, new_table, places, at, open_by);
    return found_id;
end
$$;

-- Seat the one who has waited longest for house players, with all who seek the same and take them. Returns the table;
-- null: nobody has waited for long enough.

create function fill_with_house(
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
    select kind, players into longest from seek
    where state = 'waiting' and house_at is not null and house_at <= at and expires_at > at
    order by house_at limit 1;
    if not found then
        return null;
    end if;
    return pair(longest.kind, longest.players, house, new_table, places, at, open_by);
end
$$;

-- Delete all seeks of a player, under the lock: two who change several of them would wait for each other.

create function forget_seeks(seeker uuid) returns void language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('parlour seeks', 0));
    delete from seek where seek.player = seeker;
end
$$;
