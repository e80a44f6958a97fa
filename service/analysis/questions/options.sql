-- title: Options
-- tells: What games are like with each value of each option: their length, and how often the seat that acts first wins, with a 95 % interval (Wilson); rated games.
with chosen as (
    select number, game, moves, duration_ms, unnest(json_keys(options)) as option, options
    from games
    where rated
),
firsts as (
    select seats.number, outcome = 'won' as won
    from seats
    join games using (number)
    where first and score is null
),
counted as (
    select
        game,
        option,
        options ->> ('$."' || option || '"') as value,
        count(*) as games,
        quantile_cont(moves, 0.5) as moves_median,
        quantile_cont(duration_ms, 0.5) / 60000 as minutes_median,
        count(*) filter (won) as won,
        count(won) as firsts
    from chosen
    left join firsts using (number)
    group by all
)
select
    game,
    option,
    value,
    games,
    moves_median,
    minutes_median,
    won / nullif(firsts, 0) as first_share,
    wilson_low(won, firsts) as low,
    wilson_high(won, firsts) as high
from counted
order by game, option, value nulls first
