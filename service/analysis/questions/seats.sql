-- title: Seats
-- tells: How often each seat wins alone or with its team, with a 95 % interval (Wilson), beside what would be fair; rated games without a joint score.
with counted as (
    select seats.game, games.seats, seat, count(*) as games, count(*) filter (outcome = 'won') as won
    from seats
    join games using (number)
    where rated and score is null
    group by seats.game, games.seats, seat
)
select
    game,
    seats,
    seat,
    games,
    won,
    won / games as share,
    wilson_low(won, games) as low,
    wilson_high(won, games) as high,
    sum(won) over (partition by game, seats) / sum(games) over (partition by game, seats) as expected
from counted
order by game, seats, seat
