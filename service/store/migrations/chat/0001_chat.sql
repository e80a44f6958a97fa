-- The chat of tables: what their seats say and, apart from them, spectators. It is no part of the log.
--
-- A number is given while its room is locked, and the lock is held until that is committed: so the numbers of a room have
-- no gaps for anybody who reads, and nothing ever comes before what they have read.

do $$
begin
    execute format('grant usage on schema %I to parlour_service', current_schema());
end
$$;

create table room (
    table_id uuid not null,
    channel text not null check (channel in ('seats', 'spectators')),
    last bigint not null default 0,
    version bigint not null default 0,
    primary key (table_id, channel)
);

comment on table room is 'The channels of tables where anything was said. They outlive their entries, as numbers are given once.';

comment on column room.last is 'The number of the last entry.';

comment on column room.version is 'The version of the table that the last entry belongs to.';

create table entry (
    table_id uuid not null,
    channel text not null,
    number bigint not null,
    at bigint not null,
    version bigint not null,
    author uuid not null,
    seat integer,
    text text check (octet_length(text) <= 1200),
    phrase text,
    removes bigint[] not null default '{}',
    removed boolean not null default false,
    key bytea check (octet_length(key) = 16),
    request bytea check (octet_length(request) = 16),
    primary key (table_id, channel, number),
    foreign key (table_id, channel) references room,
    check (not removed or (text is null and phrase is null)),
    check (removes = '{}' or (text is null and phrase is null and not removed))
);

create unique index entry_key on entry (key) where key is not null;

create index entry_author on entry (author, table_id, channel) where not removed and removes = '{}';

create index entry_at on entry (at);

comment on table entry is 'Messages, and marks of messages that were removed. Only what a message says is ever changed: deleted.';

comment on column entry.version is 'The version of the table that it belongs to: who sees the table late sees it with that. It never falls in a room.';

comment on column entry.removes is 'Of a mark: the numbers of the messages that its author has removed.';

create table mute (
    player uuid not null,
    muted uuid not null,
    made_at bigint not null,
    primary key (player, muted)
);

create index mute_muted on mute (muted);

comment on table mute is 'Who does not want to read whom. It is known to them alone.';

create table report (
    id uuid primary key,
    table_id uuid not null,
    channel text not null,
    number bigint not null,
    author uuid not null,
    said_at bigint not null,
    text text,
    phrase text,
    reporter uuid not null,
    reason text not null check (reason in ('abuse', 'spam', 'cheating', 'other')),
    at bigint not null,
    resolved_at bigint,
    resolved_by uuid,
    verdict text check (verdict in ('removed', 'dismissed')),
    unique (table_id, channel, number, reporter),
    check ((resolved_at is null) = (verdict is null) and (resolved_at is null) = (resolved_by is null)),
    check (resolved_at is null or (text is null and phrase is null))
);

create index report_waiting on report (at, id) where resolved_at is null;

create index report_done on report (at, id) where resolved_at is not null;

create index report_resolved on report (resolved_at) where resolved_at is not null;

create index report_author on report (author);

comment on table report is 'Messages that players have reported, as they were then, until an operator has judged.';

grant select, insert, update, delete on room, entry, mute, report to parlour_service;

grant select on migration to parlour_service;

-- Lock a room, which is made if it is new.

create function lock_room(the_table uuid, the_channel text) returns void language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    insert into room (table_id, channel) values (the_table, the_channel) on conflict do nothing;
    perform from room where room.table_id = the_table and room.channel = the_channel for update;
end
$$;

-- Put an entry at the end of a locked room, and delete what is too much. Returns its number.

create function append_entry(
    the_table uuid, the_channel text, author uuid, seat integer, version bigint, at bigint, text text, phrase text,
    removes bigint[], key bytea, request bytea, most_kept integer
) returns bigint language plpgsql
set search_path from current
set enable_seqscan = off
as $$
declare
    next_number bigint;
    next_version bigint;
begin
    update room set last = room.last + 1, version = greatest(room.version, append_entry.version)
    where room.table_id = the_table and room.channel = the_channel
    returning room.last, room.version into next_number, next_version;
    insert into entry (
        table_id, channel, number, at, version, author, seat, text, phrase, removes, key, request
    ) values (
        the_table, the_channel, next_number, append_entry.at, next_version, append_entry.author, append_entry.seat,
        append_entry.text, append_entry.phrase, append_entry.removes, append_entry.key, append_entry.request
    );
    delete from entry
    where entry.table_id = the_table and entry.channel = the_channel and entry.number <= next_number - most_kept;
    return next_number;
end
$$;

-- Keep a message. Returns its number: the first one, if its key was sent before.

create function say(
    the_table uuid, the_channel text, author uuid, seat integer, version bigint, at bigint, text text, phrase text,
    new_key bytea, new_request bytea, most_kept integer
) returns bigint language plpgsql
set search_path from current
set enable_seqscan = off
as $$
declare
    found_number bigint;
begin
    perform lock_room(the_table, the_channel);
    select entry.number into found_number from entry
    where entry.key = new_key and entry.request = new_request
        and entry.table_id = the_table and entry.channel = the_channel;
    if found then
        return found_number;
    end if;
    return append_entry(
        the_table, the_channel, author, seat, version, at, text, phrase, '{}', new_key, new_request, most_kept
    );
end
$$;

-- Delete what a message says, and put a mark at the end. Returns whether it said anything.

create function take_down(
    the_table uuid, the_channel text, the_number bigint, remover uuid, version bigint, at bigint, most_kept integer
) returns boolean language plpgsql
set search_path from current
set enable_seqscan = off
as $$
begin
    if not exists (select from room where room.table_id = the_table and room.channel = the_channel for update) then
        return false;
    end if;
    update entry set text = null, phrase = null, removed = true
    where entry.table_id = the_table and entry.channel = the_channel and entry.number = the_number
        and not entry.removed and entry.removes = '{}';
    if not found then
        return false;
    end if;
    perform append_entry(
        the_table, the_channel, remover, null, version, at, null, null, array[the_number], null, null, most_kept
    );
    return true;
end
$$;

-- Delete all that a player has said, with a mark in each room, whom they mute, and what was reported of them. Returns
-- these rooms. They are locked in their order: two who are forgotten do not wait for each other.

create function forget_said(player uuid, at bigint, most_kept integer)
returns table (table_id uuid, channel text) language plpgsql
set search_path from current
set enable_seqscan = off
as $$
declare
    one record;
    gone bigint[];
begin
    for one in
        select distinct entry.table_id, entry.channel from entry
        where entry.author = player and not entry.removed and entry.removes = '{}' order by 1, 2
    loop
        perform lock_room(one.table_id, one.channel);
        with deleted as (
            update entry set text = null, phrase = null, removed = true
            where entry.author = player and entry.table_id = one.table_id and entry.channel = one.channel
                and not entry.removed and entry.removes = '{}'
            returning entry.number
        )
        select array_agg(deleted.number order by deleted.number) into gone from deleted;
        if gone is not null then
            perform append_entry(
                one.table_id, one.channel, player, null, 0, forget_said.at, null, null, gone, null, null, most_kept
            );
            table_id := one.table_id;
            channel := one.channel;
            return next;
        end if;
    end loop;
    delete from mute where mute.player = forget_said.player or mute.muted = forget_said.player;
    update report set text = null, phrase = null where report.author = forget_said.player;
end
$$;
