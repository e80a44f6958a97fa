-- title: Lengths
-- tells: How many games took how many moves, and how many minutes, in at most twenty steps; finished games, no forks.
with lengths as (
    select game, 'moves' as unit, moves::double as length from games where status = 'finished' and fork_of is null
    union all
    select game, 'minutes', duration_ms / 60000 from games where status = 'finished' and fork_of is null
),
steps as (
    select pow(10, tens) * digit as step
    from (select unnest(range(-3, 12)) as tens) cross join (select unnest([1, 2, 5]) as digit)
),
spans as (  -- the smallest step that needs no more than twenty
    select game, unit, min(step) as step
    from (select game, unit, max(length) - min(length) as span from lengths group by game, unit)
    join steps on step * 19 >= span and (unit = 'minutes' or step >= 1)
    group by game, unit
)
select
    game,
    unit,
    round(floor(length / step) * step, 3) as low,
    round((floor(length / step) + 1) * step, 3) as high,
    count(*) as games
from lengths
join spans using (game, unit)
group by all
order by game, unit desc, low
