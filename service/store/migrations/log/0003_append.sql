-- Append a batch of commands, each to another table, in one transaction.
--
-- `lanes`, `tables` and `expected` have a place for each command. The other arrays have a place for each event, each due
-- time, each row of the lobby and each seal; `owners` and the like say which command that belongs to: 1, 2, … The events
-- of a command stand together, and `places` numbers them: 1, 2, …
--
-- A command whose table is not at the expected version writes nothing, and does not concern the others. Returns for each
-- command the version that its table was at: it was written if that is the expected one. A command whose very events are
-- in the log already is not written again and counts as written, so whoever does not know whether an append has come
-- through may repeat it.
--
-- These are several statements because each sees what was committed before it began: versions are read, and positions
-- given, when the lanes are locked.

create function append(
    lanes smallint[], tables uuid[], expected integer[],
    owners integer[], places integer[], seats smallint[], types text[], ats bigint[],
    keys bytea[], requests bytea[], commands jsonb[], events jsonb[], hashes bytea[],
    due_owners integer[], dues bigint[], lobby_owners integer[], lobbies jsonb[], seal_owners integer[], seals jsonb[]
) returns integer[] language plpgsql set search_path from current as $$
declare
    positions bigint[];
    actual integer[];
    changed integer;
begin
    -- In ascending order, or two that append to the same lanes could wait for each other.
    perform from lane where lane.lane = any (lanes) order by lane.lane for update;
    positions := array(select position from lane order by lane);

    -- The last version, if it is not below the expected one, else 0. Without that bound, the index page with all the
    -- versions of a table would be read. With EXISTS it would be whole lanes: planned on an empty table, it is hashed.
    actual := array(
        select coalesce((
            select event.version from event
            where event.lane = command.lane and event.table_id = command.table_id
                and event.version >= command.expected
            order by event.version desc limit 1
        ), 0)
        from unnest(lanes, tables, expected) with ordinality as command (lane, table_id, expected, number)
        order by command.number
    );

    insert into event (lane, position, table_id, version, step, seat, type, at, key, request, command, event, hash)
    select
        lanes[new.owner],
        positions[1 + lanes[new.owner]] + row_number() over (partition by lanes[new.owner] order by new.number),
        tables[new.owner], expected[new.owner] + new.place, expected[new.owner] + 1,
        new.seat, new.type, new.at, new.key, new.request, new.command, new.event, new.hash
    from unnest(owners, places, seats, types, ats, keys, requests, commands, events, hashes) with ordinality
        as new (owner, place, seat, type, at, key, request, command, event, hash, number)
    where actual[new.owner] = expected[new.owner];

    update lane set position = lane.position + written.count
    from (
        select lanes[owner] as lane, count(*) as count
        from unnest(owners) as owner
        where actual[owner] = expected[owner]
        group by lanes[owner]
    ) as written
    where lane.lane = written.lane;

    if cardinality(due_owners) > 0 then
        update due set at = change.at
        from unnest(due_owners, dues) as change (owner, at)
        where due.lane = lanes[change.owner] and due.table_id = tables[change.owner]
            and actual[change.owner] = expected[change.owner] and change.at is not null;
        get diagnostics changed = row_count;

        if changed < cardinality(due_owners) then
            insert into due (lane, table_id, at)
            select lanes[change.owner], tables[change.owner], change.at
            from unnest(due_owners, dues) as change (owner, at)
            where actual[change.owner] = expected[change.owner] and change.at is not null
            on conflict (lane, table_id) do nothing;

            delete from due
            using unnest(due_owners, dues) as change (owner, at)
            where due.lane = lanes[change.owner] and due.table_id = tables[change.owner]
                and actual[change.owner] = expected[change.owner] and change.at is null;
        end if;
    end if;

    if cardinality(lobby_owners) > 0 then
        insert into lobby (
            lane, table_id, game, rules_version, status, visibility, creator, seats, reserved, invited, options, decks,
            created_at, started_at, finished_at
        )
        select
            lanes[change.owner], tables[change.owner], entry.game, entry.rules_version, entry.status, entry.visibility,
            entry.creator, entry.seats, entry.reserved, entry.invited, entry.options,
            array(select decode(digest, 'hex') from unnest(entry.decks) as digest),
            entry.created_at, entry.started_at, entry.finished_at
        from unnest(lobby_owners, lobbies) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            game text, rules_version text, status text, visibility text, creator uuid, seats uuid[], reserved uuid[],
            invited uuid[], options jsonb, decks text[], created_at bigint, started_at bigint, finished_at bigint
        )
        where actual[change.owner] = expected[change.owner]
        on conflict (lane, table_id) do update set
            status = excluded.status, seats = excluded.seats, reserved = excluded.reserved,
            invited = excluded.invited, started_at = excluded.started_at, finished_at = excluded.finished_at;
    end if;

    if cardinality(seal_owners) > 0 then
        insert into seal (lane, table_id, version, hash, key_id, signature, at)
        select
            lanes[change.owner], tables[change.owner], entry.version, decode(entry.hash, 'base64'), entry.key_id,
            decode(entry.signature, 'base64'), entry.at
        from unnest(seal_owners, seals) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            version integer, hash text, key_id text, signature text, at bigint
        )
        where actual[change.owner] = expected[change.owner];
    end if;

    if actual = expected then
        return actual;
    end if;
    return array(
        select case
            when command.actual = command.expected or hashes[given.last] = (
                select event.hash from event
                where event.lane = command.lane and event.table_id = command.table_id
                    and event.version = command.expected + given.count
            ) then command.expected
            else coalesce((
                select event.version from event
                where event.lane = command.lane and event.table_id = command.table_id
                order by event.version desc limit 1
            ), 0)
        end
        from unnest(lanes, tables, expected, actual) with ordinality
            as command (lane, table_id, expected, actual, owner)
        left join (
            select owner, count(*) as count, max(number) as last
            from unnest(owners) with ordinality as new (owner, number)
            group by owner
        ) as given using (owner)
        order by owner
    );
end
$$;

comment on function append is 'Append the events of many commands at once, each if its table is at the expected version.';
