-- title: What happens
-- tells: How often each thing happens that the rules know: in all, in how many games, and per game.
with played as (
    select game, count(*) as total from games group by game
),
counted as (
    select game, type, count(*) as events, count(distinct number) as games from events group by game, type
)
select game, type, events, games, events / total as per_game
from counted
join played using (game)
order by game, events desc, type
