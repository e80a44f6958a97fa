-- title: Builds in Medieval Mastery
-- tells: What a new layout scores, by how many families and communes it has, with a 95 % interval (normal).
with built as (
    select
        json_array_length(event, '$.families') as families,
        json_array_length(event, '$.communes') as communes,
        (event ->> '$.points')::bigint as points
    from events
    where game = 'medieval_mastery' and type = 'layout_built'
)
select
    concat(
        families, if(families = 1, ' family, ', ' families, '), communes, if(communes = 1, ' commune', ' communes')
    ) as build,
    count(*) as times,
    avg(points) as mean_points,
    mean_low(points) as low,
    mean_high(points) as high
from built
group by families, communes
order by families, communes
