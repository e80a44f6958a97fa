-- title: People, bots and house players
-- tells: How often sides with people, bots and house players win where several of these sit at one table, with a 95 % interval (Wilson), beside the share of all sides there; a side is a team, or a seat without one; rated games without a joint score.
with sides as (  -- the seats of a team win or lose together: as several cases they would make the interval too narrow
    select distinct game, number, kind, coalesce(team, -1 - seat) as side, outcome = 'won' as won
    from seats
    where number in (
        select number from games
        where rated and score is null and (people > 0)::int + (bots > 0)::int + (house > 0)::int > 1
    )
),
all_sides as (
    select game, count(*) filter (won) / count(*) as expected
    from (select distinct game, number, side, won from sides)
    group by game
),
counted as (
    select game, kind, count(*) as sides, count(*) filter (won) as won
    from sides
    where kind in ('person', 'bot', 'house')
    group by game, kind
)
select
    game,
    kind,
    sides,
    won,
    won / sides as share,
    wilson_low(won, sides) as low,
    wilson_high(won, sides) as high,
    expected
from counted
join all_sides using (game)
order by game, kind
