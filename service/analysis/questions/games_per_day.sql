-- title: Games per day
-- tells: How many games ended each day (UTC), of each kind.
select finished_at::date as day, game, count(*) as games
from games
group by all
order by day, game
