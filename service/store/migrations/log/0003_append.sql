-- Append a batch of commands, each to another table, in one transaction: all of them, if all fit.
--
-- `lanes` has each lane once, in ascending order, and `counts` how many events go there. `slots` (its lane's place in
-- `lanes`), `tables`, `expected` and `dues` (null: the table is not due any more, negative: as before; or nothing at all,
-- if no due time changes) have a place for each command. The other arrays have a place for each event, each row of the
-- lobby and each seal; `owners` and the like say which command that belongs to: 1, 2, … The events
-- of a command stand together, and `places` numbers them: 1, 2, …; `offsets` numbers the events of each lane.
--
-- Returns null if all was written. If a table is not at the expected version, nothing at all is written, and the answer
-- has for each command the version that its table is at: who is expected there may try again without the others. It is -1
-- for a command whose very events are in the log already, so whoever does not know whether an append has come through
-- may repeat it.
--
-- These are several statements because each sees what was committed before it began: versions are read when the lanes are
-- locked. They are planned once for a connection, without regard to what stands in the arrays: to plan them anew for each
-- move costs more than to execute them. A plan that is made while a table is empty, and known to be so, must be good when
-- it is long, too. So no statement joins a table: each is driven from the arrays, and finds its rows one by one through an
-- index, of which the order that it asks for leaves but one to choose from.

create function append(
    lanes smallint[], counts integer[], slots integer[], tables uuid[], expected integer[],
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
    actual integer[];
begin
    -- In ascending order, or two that append to the same lanes could wait for each other.
    positions := array(select position from lane where lane.lane = any (lanes) order by lane.lane for update);

    -- The last version, if it is not below the expected one, else 0. Without that bound, the index page with all the
    -- versions of a table would be read. With EXISTS it would be whole lanes: planned on an empty table, it is hashed.
    actual := array(
        select coalesce((
            select event.version from event
            where event.lane = lanes[command.slot] and event.table_id = command.table_id
                and event.version >= command.expected
            order by event.version desc limit 1
        ), 0)
        from unnest(slots, tables, expected) as command (slot, table_id, expected)  -- in its order: nothing is joined
    );

    if actual <> expected then
        return array(
            select case
                when command.actual = command.expected then command.actual
                when hashes[given.last] = (
                    select event.hash from event
                    where event.lane = lanes[command.slot] and event.table_id = command.table_id
                        and event.version >= command.expected + given.count
                    order by event.version limit 1  -- that version itself, as none is missing
                ) then -1
                else coalesce((
                    select event.version from event
                    where event.lane = lanes[command.slot] and event.table_id = command.table_id
                    order by event.version desc limit 1
                ), 0)
            end
            from unnest(slots, tables, expected, actual) with ordinality
                as command (slot, table_id, expected, actual, owner)
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

comment on function append is 'Append the events of many commands at once, if each table is at the expected version.';
