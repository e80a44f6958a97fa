-- title: Decision times
-- tells: How long people, bots and house players take to decide; decisions that lapsed are left out.
select
    game,
    kind,
    count(*) as decisions,
    quantile_cont(took_ms, 0.1) as p10_ms,
    quantile_cont(took_ms, 0.5) as median_ms,
    quantile_cont(took_ms, 0.9) as p90_ms
from decisions
where not lapsed
group by game, kind
order by game, kind
