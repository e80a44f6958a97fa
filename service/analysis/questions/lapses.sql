-- title: Lapses and absences
-- tells: How many decisions of people lapse, with a 95 % interval (Wilson), and how often a seat is marked absent.
with counted as (
    select game, count(*) as decisions, count(*) filter (lapsed) as lapsed
    from decisions
    where kind = 'person'
    group by game
),
away as (
    select game, count(*) as absences from events where type = 'seat_absent' group by game
)
select
    game,
    decisions,
    lapsed,
    lapsed / decisions as share,
    wilson_low(lapsed, decisions) as low,
    wilson_high(lapsed, decisions) as high,
    coalesce(absences, 0) as absences
from counted
left join away using (game)
order by game
