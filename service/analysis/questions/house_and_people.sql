-- title: House against people
-- tells: How often people and house players win where both sit at one table, with a 95 % interval (Wilson), beside the share of all seats there; rated games without a joint score.
with counted as (
    select game, kind, count(*) as seats, count(*) filter (outcome = 'won') as won
    from seats
    where kind in ('person', 'house') and number in (
        select number from games where rated and score is null and people > 0 and house > 0
    )
    group by game, kind
)
select
    game,
    kind,
    seats,
    won,
    won / seats as share,
    wilson_low(won, seats) as low,
    wilson_high(won, seats) as high,
    sum(won) over (partition by game) / sum(seats) over (partition by game) as expected
from counted
order by game, kind
