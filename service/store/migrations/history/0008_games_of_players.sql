-- A house player may have several seats at a table: that is one game of theirs, as in exports.

create or replace view players with (security_barrier) as
select
    entry.player,
    case
        when bool_and(entry.kind = 'house') then 'house' when is_bot(entry.player) then 'bot' else 'person'
    end as kind,
    min(games.finished_at) as first_game_at,
    count(distinct games.number) as games
from games
join seat as entry using (number)
where entry.build = served('games') and entry.player is not null
group by entry.player;
