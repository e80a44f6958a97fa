-- The lobby says for whom the seats of a table are kept.

alter table lobby add column reserved uuid[] not null default '{}';
comment on column lobby.reserved is 'For whom each seat is kept, seat 0 first; null: for nobody; empty: so are all.';

-- As in 0003_append.sql, where it is explained; the rows of the lobby have one column more than in 0006_invitations.sql.

create or replace function append(
    lanes smallint[], games uuid[], expected integer[],
    owners integer[], places integer[], seats smallint[], types text[], ats bigint[],
    commands bytea[], requests bytea[], moves jsonb[], events jsonb[], hashes bytea[],
    due_owners integer[], dues bigint[], lobby_owners integer[], lobbies jsonb[], seal_owners integer[], seals jsonb[]
) returns integer[] language plpgsql as $$
declare
    positions bigint[];
    actual integer[];
begin
    -- In ascending order, or two that append to the same lanes could wait for each other.
    perform from lane where lane.lane = any (lanes) order by lane.lane for update;
    positions := array(select position from lane order by lane);

    -- The last version, if it is not below the expected one, else 0. Without that bound, the index page with all the
    -- versions of a game would be read. With EXISTS it would be whole lanes: planned on an empty table, it is hashed.
    actual := array(
        select coalesce((
            select event.version from event
            where event.lane = command.lane and event.game = command.game and event.version >= command.expected
            order by event.version desc limit 1
        ), 0)
        from unnest(lanes, games, expected) with ordinality as command (lane, game, expected, number)
        order by command.number
    );

    insert into event (lane, position, game, version, step, seat, type, at, command, request, move, event, hash)
    select
        lanes[new.owner],
        positions[1 + lanes[new.owner]] + row_number() over (partition by lanes[new.owner] order by new.number),
        games[new.owner], expected[new.owner] + new.place, expected[new.owner] + 1,
        new.seat, new.type, new.at, new.command, new.request, new.move, new.event, new.hash
    from unnest(owners, places, seats, types, ats, commands, requests, moves, events, hashes) with ordinality
        as new (owner, place, seat, type, at, command, request, move, event, hash, number)
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
        merge into due using (
            select lanes[owner] as lane, games[owner] as game, change.at
            from unnest(due_owners, dues) as change (owner, at)
            where actual[owner] = expected[owner]
        ) as change on due.lane = change.lane and due.game = change.game
        when matched and change.at is null then delete
        when matched then update set at = change.at
        when not matched and change.at is not null then
            insert (lane, game, at) values (change.lane, change.game, change.at);
    end if;

    if cardinality(lobby_owners) > 0 then
        insert into lobby (
            lane, game, rules, rules_version, status, visibility, creator, seats, reserved, invited, options,
            decks, created_at, started_at, finished_at
        )
        select
            lanes[owner], games[owner], entry.rules, entry.rules_version, entry.status, entry.visibility,
            entry.creator, entry.seats, coalesce(entry.reserved, '{}'), coalesce(entry.invited, '{}'), entry.options,
            array(select decode(digest, 'hex') from unnest(entry.decks) as digest),
            entry.created_at, entry.started_at, entry.finished_at
        from unnest(lobby_owners, lobbies) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            rules text, rules_version text, status text, visibility text, creator uuid, seats uuid[], reserved uuid[],
            invited uuid[], options jsonb, decks text[], created_at bigint, started_at bigint, finished_at bigint
        )
        where actual[owner] = expected[owner]
        on conflict (lane, game) do update set
            status = excluded.status, seats = excluded.seats, reserved = excluded.reserved,
            invited = excluded.invited, started_at = excluded.started_at, finished_at = excluded.finished_at;
    end if;

    if cardinality(seal_owners) > 0 then
        insert into seal (lane, game, version, hash, key_id, signature, at)
        select
            lanes[owner], games[owner], seal.version, decode(seal.hash, 'base64'), seal.key_id,
            decode(seal.signature, 'base64'), seal.at
        from unnest(seal_owners, seals) as new (owner, seal)
        cross join jsonb_to_record(new.seal) as seal (
            version integer, hash text, key_id text, signature text, at bigint
        )
        where actual[owner] = expected[owner];
    end if;

    if actual = expected then
        return actual;
    end if;
    return array(
        select case
            when command.actual = command.expected or hashes[given.last] = (
                select event.hash from event
                where event.lane = command.lane and event.game = command.game
                    and event.version = command.expected + given.count
            ) then command.expected
            else coalesce((
                select event.version from event
                where event.lane = command.lane and event.game = command.game
                order by event.version desc limit 1
            ), 0)
        end
        from unnest(lanes, games, expected, actual) with ordinality as command (lane, game, expected, actual, owner)
        left join (
            select owner, count(*) as count, max(number) as last
            from unnest(owners) with ordinality as new (owner, number)
            group by owner
        ) as given using (owner)
        order by owner
    );
end
$$;
