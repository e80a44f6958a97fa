-- Bots beside people and house players. The id of a player says whether they are one, so what is derived of the log tells.
-- No release before this one had bots: of rows that are there already, only a rebuild tells.

create function is_bot(player uuid) returns boolean language sql immutable parallel safe
as $$ select get_byte(uuid_send(player), 6) >> 4 = 8 and get_byte(uuid_send(player), 8) >> 6 = 2 $$;

comment on function is_bot is 'Whether a player is a bot, a program with an account: their ids are UUIDs of version 8.';

alter table game add column bots integer not null default 0;

create or replace view games with (security_barrier) as
select
    entry.number,
    entry.table_id,
    entry.game,
    entry.rules_version,
    entry.status,
    entry.reason,
    entry.options,
    entry.seats,
    entry.people,
    entry.house,
    entry.visibility,
    to_timestamp(entry.created_at / 1000.0) as created_at,
    to_timestamp(entry.started_at / 1000.0) as started_at,
    to_timestamp(entry.finished_at / 1000.0) as finished_at,
    to_timestamp(entry.opened_at / 1000.0) as opened_at,
    entry.duration_ms,
    entry.events,
    entry.moves,
    entry.deals,
    entry.deal_kind,
    entry.fork_of,
    entry.tournament_id,
    entry.round,
    entry.rated,
    entry.winners,
    entry.score,
    entry.band,
    entry.hash,
    entry.bots
from game as entry
where entry.build = served('games')
    and (entry.deal_kind = 'drawn' or exists (
        select from parlour.open_record as known
        where known.lane = parlour.lane_of(entry.table_id) and known.table_id = entry.table_id
    ));

comment on column games.bots is 'The number of seats on which a bot has played, if only for a while, and no person.';

create or replace view players with (security_barrier) as
select
    entry.player,
    case
        when bool_and(entry.kind = 'house') then 'house' when is_bot(entry.player) then 'bot' else 'person'
    end as kind,
    min(games.finished_at) as first_game_at,
    count(*) as games
from games
join seat as entry using (number)
where entry.build = served('games') and entry.player is not null
group by entry.player;

comment on column seats.kind is '`person`, `bot` (a program with an account), `house`, `substituted` (several have played there, people, bots or house players), or `nobody`: the seat was free.';

comment on column decisions.kind is 'Who played there then: `person`, `bot` or `house`.';

comment on column players.kind is '`person`, `bot` or `house`.';
