-- title: Length
-- tells: How many moves and minutes games take: the median, and from how many to how many in eight of ten games (10th and 90th percentile); finished games, no forks.
select
    game,
    count(*) as games,
    quantile_cont(moves, 0.1) as moves_p10,
    quantile_cont(moves, 0.5) as moves_median,
    quantile_cont(moves, 0.9) as moves_p90,
    quantile_cont(duration_ms, 0.1) / 60000 as minutes_p10,
    quantile_cont(duration_ms, 0.5) / 60000 as minutes_median,
    quantile_cont(duration_ms, 0.9) / 60000 as minutes_p90
from games
where status = 'finished' and fork_of is null
group by game
order by game
