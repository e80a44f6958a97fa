-- Tournaments: each is a stream of events in the log, with the same order, links and seals as those of tables, and a row
-- here, which is written in the same transaction.

create table tournament (
    lane smallint not null check (lane = lane_of(tournament_id)),
    tournament_id uuid not null,
    version integer not null,
    game text not null,
    format text not null,
    status text not null
        check (status in ('announced', 'registration', 'check_in', 'playing', 'finished', 'cancelled')),
    director uuid not null,
    entrants integer not null,
    round integer not null,
    rounds integer not null,
    title bytea check (octet_length(title) = 32),
    due bigint,
    created_at bigint not null,
    finished_at bigint,
    primary key (lane, tournament_id)
);

create index tournament_status on tournament (status, created_at, tournament_id);

create index tournament_game on tournament (game, status, created_at, tournament_id);

create index tournament_director on tournament (director) where finished_at is null;

create index tournament_due on tournament (due, tournament_id) where due is not null;

comment on table tournament is 'Every tournament as it stands now.';

comment on column tournament.version is 'The version that the row was written with.';

comment on column tournament.director is 'Who has announced it.';

comment on column tournament.entrants is 'How many play, or will.';

comment on column tournament.round is 'The number of the last round that was published; 0: none was.';

comment on column tournament.rounds is 'How many rounds it is to have.';

comment on column tournament.title is 'Digest of the note that is its title.';

comment on column tournament.due is 'When somebody has to look at it at the latest, for its clock or its tables; null: nobody.';

comment on table event is 'Everything that has happened, once and for ever. A stream is the events of one table, or of one tournament.';

comment on column event.table_id is 'The stream: a table, or a tournament.';

grant select, insert, update on tournament to parlour_service;

-- As `append` of 0007; a row of the lobby that has a `format` is a tournament's.

create or replace function append(
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
        where not change.entry ? 'format'
        on conflict (lane, table_id) do update set
            status = excluded.status, seats = excluded.seats, reserved = excluded.reserved,
            invited = excluded.invited, started_at = excluded.started_at, finished_at = excluded.finished_at;

        insert into tournament (
            lane, tournament_id, version, game, format, status, director, entrants, round, rounds, title, due, created_at,
            finished_at
        )
        select
            lanes[slots[change.owner]], tables[change.owner], entry.version, entry.game, entry.format, entry.status, entry.director,
            entry.entrants, entry.round, entry.rounds, decode(entry.title, 'hex'), entry.due, entry.created_at,
            entry.finished_at
        from unnest(lobby_owners, lobbies) as change (owner, entry)
        cross join jsonb_to_record(change.entry) as entry (
            version integer, game text, format text, status text, director uuid, entrants integer, round integer, rounds integer,
            title text, due bigint, created_at bigint, finished_at bigint
        )
        where change.entry ? 'format'
        on conflict (lane, tournament_id) do update set
            version = excluded.version, status = excluded.status, entrants = excluded.entrants, round = excluded.round, due = excluded.due,
            finished_at = excluded.finished_at;
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

-- What analysts may ask of tournaments. Their secret gives all cards of their tables, so none of these goes on any more.

create view tournament_summary with (security_barrier) as
select
    tournament_id,
    game,
    format,
    status,
    director,
    entrants,
    round as rounds,
    to_timestamp(created_at / 1000.0) as announced_at,
    to_timestamp(finished_at / 1000.0) as finished_at
from tournament
where finished_at is not null
    and not exists (select from lobby where lobby.creator = tournament.tournament_id and lobby.finished_at is null);

comment on view tournament_summary is 'Tournaments that are over, a row each.';

comment on column tournament_summary.tournament_id is 'The id of the tournament.';

comment on column tournament_summary.game is 'Which game was played, by its id in the catalogue.';

comment on column tournament_summary.format is 'How the entrants were paired.';

comment on column tournament_summary.status is 'finished or cancelled.';

comment on column tournament_summary.director is 'Who announced it.';

comment on column tournament_summary.entrants is 'How many players or teams played.';

comment on column tournament_summary.rounds is 'How many rounds were published.';

comment on column tournament_summary.announced_at is 'When it was announced.';

comment on column tournament_summary.finished_at is 'When it ended.';

create view tournament_event with (security_barrier) as
select
    event.table_id as tournament_id,
    over.game,
    event.version,
    event.step,
    event.type,
    to_timestamp(event.at / 1000.0) as at,
    event.command,
    event.event,
    event.hash
from tournament_summary as over
join event on event.lane = lane_of(over.tournament_id) and event.table_id = over.tournament_id
union all
select
    archive.table_id,
    over.game,
    moved.version,
    moved.step,
    moved.type,
    to_timestamp(moved.at / 1000.0),
    moved.command,
    moved.event,
    moved.hash
from tournament_summary as over
join archive on archive.lane = lane_of(over.tournament_id) and archive.table_id = over.tournament_id
cross join unnest(archive.events) as moved;

comment on view tournament_event is 'Every event, secrets included, of the tournaments that are over.';

comment on column tournament_event.tournament_id is 'The id of the tournament.';

comment on column tournament_event.game is 'Which game was played, by its id in the catalogue.';

comment on column tournament_event.version is 'The place of the event in its tournament: 1, 2, 3, …';

comment on column tournament_event.step is 'The version of the first event of the same command.';

comment on column tournament_event.type is 'What happened.';

comment on column tournament_event.at is 'When it happened.';

comment on column tournament_event.command is 'On the first event of a step: the command that was executed.';

comment on column tournament_event.event is 'The event with all its fields.';

comment on column tournament_event.hash is 'The link of the chain of hashes over this event.';

grant select on tournament_summary, tournament_event to parlour_analyst;
