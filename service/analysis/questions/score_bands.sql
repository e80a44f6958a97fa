-- title: Score bands of Friendlier Than Thou
-- tells: How often a Meeting of Friendlier Than Thou ends in each band, by the number of players, with a 95 % interval (Wilson); rated games.
with counted as (
    select seats as players, band, count(*) as games, avg(score) as mean_score
    from games
    where game = 'friendlier_than_thou' and rated
    group by seats, band
),
of_all as (
    select *, sum(games) over (partition by players) as total from counted
)
select
    players,
    band,
    games,
    games / total as share,
    wilson_low(games, total) as low,
    wilson_high(games, total) as high,
    mean_score
from of_all
order by players, mean_score, band
