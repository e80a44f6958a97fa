-- What the questions to the lobby and to the clock cost must not grow with the number of games that are over.

-- Who has to do with which table. One index answers a player's pages in order; arrays of players in the lobby cannot.

create table lobby_player (
    lane smallint not null check (lane = lane_of(table_id)),
    table_id uuid not null,
    player uuid not null,
    game text not null,
    status text not null,
    public boolean not null,
    seated boolean not null,
    invited boolean not null,
    created_at bigint not null,
    primary key (lane, table_id, player)
);

comment on table lobby_player is 'The lobby by players: who sits at a table, is invited there or has opened it.';

comment on column lobby_player.public is 'Whether the table is public; with game, status and created_at it is as in the lobby.';

comment on column lobby_player.seated is 'Whether the player has a seat there.';

comment on column lobby_player.invited is 'Whether the player is invited, or has a seat kept there.';

create function players_of(entry lobby) returns setof lobby_player language sql stable parallel safe
set search_path from current
as $$
    select
        entry.lane, entry.table_id, concerned.player, entry.game, entry.status, entry.visibility = 'public',
        concerned.player = any (array_remove(entry.seats, null)), concerned.player = any (entry.invited), entry.created_at
    from (
        select unnest(entry.seats) as player union select unnest(entry.invited) union select entry.creator
    ) as concerned
    where concerned.player is not null
$$;

comment on function players_of is 'The rows that a row of the lobby has in lobby_player.';

create function keep_players() returns trigger language plpgsql security definer
set search_path from current
set enable_seqscan = off
as $$
begin
    if tg_op = 'UPDATE' then
        if (old.status, old.seats, old.invited) is not distinct from (new.status, new.seats, new.invited) then
            return null;
        end if;
        delete from lobby_player
        where lane = new.lane and table_id = new.table_id
            and not player = any (array_remove(new.seats, null) || new.invited || new.creator);
    end if;
    insert into lobby_player select * from players_of(new)
    on conflict (lane, table_id, player) do update set
        status = excluded.status, seated = excluded.seated, invited = excluded.invited;
    return null;
end
$$;

revoke execute on function keep_players from public;

create trigger keep_players after insert or update on lobby for each row execute function keep_players();

alter table lobby enable always trigger keep_players;

insert into lobby_player select each.* from lobby cross join players_of(lobby) as each;

create index lobby_player_status on lobby_player (player, public, seated, status, created_at, table_id);

create index lobby_player_game on lobby_player (player, public, seated, game, status, created_at, table_id);

create index lobby_public_status on lobby (status, created_at, table_id) where visibility = 'public';

create index lobby_public_game on lobby (game, status, created_at, table_id) where visibility = 'public';

drop index lobby_age;

drop index lobby_status;

drop index lobby_seats;

drop index lobby_invited;

grant select on lobby_player to parlour_service;

-- The look for what is overdue goes by periods of 2^20 ms, seventeen minutes. An index on the time itself would get another
-- entry with nearly every move; the period changes rarely, so a row is still changed in its own page.

alter table due add column period bigint not null generated always as (at >> 20) stored;

create index due_period on due (period);

comment on column due.period is 'The period of 2^20 ms that the time is in.';
