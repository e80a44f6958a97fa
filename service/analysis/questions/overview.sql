-- title: Overview
-- tells: How many games of each kind there are, who played them, and from when to when.
select
    game,
    count(*) as games,
    count(*) filter (status = 'aborted') as aborted,
    sum(seats)::bigint as seats,
    sum(people)::bigint as people,
    sum(bots)::bigint as bots,
    sum(house)::bigint as house,
    sum(events)::bigint as events,
    coalesce(any_value(made.decisions), 0)::bigint as decisions,
    min(finished_at)::date as first_day,
    max(finished_at)::date as last_day
from games
left join (select game, sum(decisions) as decisions from seats group by game) as made using (game)
group by game
order by game
