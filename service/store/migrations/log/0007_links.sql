-- As `append` of 0003, which processes of the version before go on to call; but an event follows from the one before
-- it, not only from its version: after the restore of a backup the same version may be another event.
--
-- `links` has, for each command, the hash of the event at the expected version, as whoever decided it has read it
-- (null: whichever it is). The answer is -2 for a command that was decided on another event of that version.

create function append(
    lanes smallint[], counts integer[], slots integer[], tables uuid[], expected integer[], links bytea[],
    owners integer[], places integer[], offsets integer[], seats smallint[], types text[], ats bigint[],
    keys bytea[], requests bytea[], commands jsonb[], events jsonb[], hashes bytea[],
    dues bigint[], lobby_owners integer[], lobbies jsonb[], seal_owners integer[], seals jsonb[]
) returns integer[] language plpgsql
set search_path from current
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    positions bigint[];
    fits boolean[];
begin
    -- In ascending order, or two that append to the same lanes could wait for each other.
    positions := array(select position from lane where lane.lane = any (lanes) order by lane.lane for update);

    -- Whether the last event is the expected one. Without that bound, the index page with all the versions of a table
    -- would be read. With EXISTS it would be whole lanes: planned on an empty table, it is hashed.
    fits := array(
        select coalesce((
            select event.version = command.expected and event.hash = coalesce(command.link, event.hash) from event
            where event.lane = lanes[command.slot] and event.table_id = command.table_id
                and event.version >= command.expected
            order by event.version desc limit 1
        ), command.expected = 0)
        from unnest(slots, tables, expected, links) as command (slot, table_id, expected, link)  -- nothing is joined
    );

    if false = any (fits) then
        return array(
            select case
                when command.fits then command.expected
                when hashes[given.last] = (
                    select event.hash from event
                    where event.lane = lanes[command.slot] and event.table_id = command.table_id
                        and event.version >= command.expected + given.count
                    order by event.version limit 1  -- that version itself, as none is missing
                ) then -1
                else coalesce((
                    select case when event.version = command.expected then -2 else event.version end from event
                    where event.lane = lanes[command.slot] and event.table_id = command.table_id
                    order by event.version desc limit 1
                ), 0)
            end
            from unnest(slots, tables, expected, fits) with ordinality
                as command (slot, table_id, expected, fits, owner)
            left join (
                select owner, count(*) as count, max(number) as last
                from unnest(owners) with ordinality as new (owner, number)
                group by owner
            ) as given using (owner)
            order by owner
        );
    end if;

    insert into event (lane, position, table_id, version, step, seat, type, at, key, request, command, event, hash)
    select
        lanes[slots[new.owner]], positions[slots[new.owner]] + new.place_in_lane, tables[new.owner],
        expected[new.owner] + new.place, expected[new.owner] + 1,
        new.seat, new.type, new.at, new.key, new.request, new.command, new.event, new.hash
    from unnest(owners, places, offsets, seats, types, ats, keys, requests, commands, events, hashes)
        as new (owner, place, place_in_lane, seat, type, at, key, request, command, event, hash);

    update lane set position = lane.position + counts[array_position(lanes, lane.lane)] where lane.lane = any (lanes);

    if cardinality(dues) > 0 then
        insert into due (lane, table_id, at)
        select lanes[change.slot], change.table_id, change.at
        from unnest(slots, tables, dues) as change (slot, table_id, at)
        where change.at >= 0
        on conflict (lane, table_id) do update set at = excluded.at;

        if array_position(dues, null) is not null then
            for place in 1 .. cardinality(dues) loop
                if dues[place] is null then
                    delete from due where due.lane = lanes[slots[place]] and due.table_id = tables[place];
                end if;
            end loop;
        end if;
    end if;

    if cardinality(lobby_owners) > 0 then
        insert into lobby (
            lane, table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks,
            created_at, started_at, finished_at
        )
        select
            lanes[slots[change.owner]], tables[change.owner], entry.game, entry.rules_version, entry.status,
            entry.visibility, entry.creator, entry.seats, entry.reserved, entry.invited, entry.options,
            array(select decode(digest, 'hex') from unnest(entry.decks) as digest),
            entry.created_at, entry.started_at, entry.finished_at
        from unnest(lobby_owners, lobbies) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            game text, rules_version text, status text, visibility text, creator uuid, seats uuid[], reserved uuid[],
            invited uuid[], options jsonb, decks text[], created_at bigint, started_at bigint, finished_at bigint
        )
        on conflict (lane, table_id) do update set
            status = excluded.status, seats = excluded.seats, reserved = excluded.reserved,
            invited = excluded.invited, started_at = excluded.started_at, finished_at = excluded.finished_at;
    end if;

    if cardinality(seal_owners) > 0 then
        insert into seal (lane, table_id, version, hash, key_id, signature, at)
        select
            lanes[slots[change.owner]], tables[change.owner], entry.version, decode(entry.hash, 'base64'), entry.key_id,
            decode(entry.signature, 'base64'), entry.at
        from unnest(seal_owners, seals) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            version integer, hash text, key_id text, signature text, at bigint
        );
    end if;

    return null;
end
$$;

comment on function append (
    smallint[], integer[], integer[], uuid[], integer[], bytea[], integer[], integer[], integer[], smallint[], text[],
    bigint[], bytea[], bytea[], jsonb[], jsonb[], bytea[], bigint[], integer[], jsonb[], integer[], jsonb[]
) is 'Append the events of many commands at once, if each table ends with the event that its command was decided on.';
