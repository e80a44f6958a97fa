-- title: Lengths
-- tells: How many games took how many moves, and how many minutes, in at most twenty steps; finished games, no forks.
with lengths as (  -- in whole moves and milliseconds: a fraction would miss the border of a step at times
    select game, 'moves' as unit, 1 as whole, moves as length from games where status = 'finished' and fork_of is null
    union all
    select game, 'minutes', 60000, duration_ms from games where status = 'finished' and fork_of is null
),
steps as (
    select whole, (pow(10, tens) * digit * whole)::bigint as step
    from (select unnest(range(-3, 12)) as tens)
    cross join (select unnest([1, 2, 5]) as digit)
    cross join (select unnest([1, 60000]) as whole)
    where pow(10, tens) * digit * whole >= 1
),
spans as (  -- the smallest step that needs no more than twenty
    select game, unit, min(step) as step
    from (select game, unit, whole, max(length) - min(length) as span from lengths group by game, unit, whole)
    join steps using (whole)
    where step * 19 >= span
    group by game, unit
)
select
    game,
    unit,
    round(length // step * step / whole, 3) as low,
    round((length // step + 1) * step / whole, 3) as high,
    count(*) as games
from lengths
join spans using (game, unit)
group by all
order by game, unit desc, low
