-- Forget what a player has said in some rooms at a time: who has spoken in tens of thousands would have to wait for longer than a
-- statement may take, and would never be forgotten.

-- Delete what a player has said in the first of their rooms, with a mark in each, whom they mute, and what was reported of them.
-- Returns these rooms; fewer than wanted: there are no more. They are locked in their order: two who are forgotten do not wait for
-- each other.

create function forget_some_said(player uuid, at bigint, most_kept integer, most_rooms integer)
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
        where entry.author = player and not entry.removed and entry.removes = '{}' order by 1, 2 limit most_rooms
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
                one.table_id, one.channel, player, null, 0, forget_some_said.at, null, null, gone, null, null, most_kept
            );
        end if;
        table_id := one.table_id;
        channel := one.channel;
        return next;
    end loop;
    delete from mute where mute.player = forget_some_said.player or mute.muted = forget_some_said.player;
    update report set text = null, phrase = null
    where report.author = forget_some_said.player and (report.text is not null or report.phrase is not null);
end
$$;
