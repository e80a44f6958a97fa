-- title: Declarations in Literature
-- tells: How many declared sets are right, void (the team had them all) or lost (an opponent had one), with a 95 % interval (Wilson).
with counted as (
    select
        case event ->> '$.outcome' when 'won' then 'right' else event ->> '$.outcome' end as result,
        count(*) as declarations
    from events
    where game = 'literature' and type = 'set_declared'
    group by result
),
of_all as (
    select *, sum(declarations) over () as total from counted
)
select
    result,
    declarations,
    declarations / total as share,
    wilson_low(declarations, total) as low,
    wilson_high(declarations, total) as high
from of_all
order by declarations desc, result
