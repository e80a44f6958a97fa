-- title: Refusals
-- tells: How often moves were refused, by the code of the rulebook.
select game, code, sum(count)::bigint as refusals
from refusals
group by game, code
order by game, refusals desc, code
