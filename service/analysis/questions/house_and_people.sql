-- title: People, bots and house players
-- tells: How often people, bots and house players win where several of these sit at one table, with a 95 % interval (Wilson), beside the share of all seats there; rated games without a joint score.
with counted as (
    select game, kind, count(*) as seats, count(*) filter (outcome = 'won') as won
    from seats
    where kind in ('person', 'bot', 'house') and number in (
        select number from games
        where rated and score is null and (people > 0)::int + (bots > 0)::int + (house > 0)::int > 1
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
