-- title: Ends
-- tells: How games of each kind end, and why, and how often.
select
    game,
    status,
    reason,
    count(*) as games,
    count(*) / sum(count(*)) over (partition by game) as share
from games
group by game, status, reason
order by game, games desc, status, reason
