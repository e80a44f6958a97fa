-- title: The first player
-- tells: How often the seat that acts first wins, with a 95 % interval (Wilson), beside the share of all seats; rated games without a joint score.
with counted as (
    select
        seats.game,
        games.seats,
        count(*) filter (first) as games,
        count(*) filter (first and outcome = 'won') as won,
        count(*) filter (outcome = 'won') / count(*) as expected
    from seats
    join games using (number)
    where rated and score is null
    group by seats.game, games.seats
)
select
    game,
    seats,
    games,
    won,
    won / games as share,
    wilson_low(won, games) as low,
    wilson_high(won, games) as high,
    expected
from counted
where games > 0
order by game, seats
