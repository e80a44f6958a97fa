-- title: Offered moves that are never taken
-- tells: Which types of moves seats were offered, and did not make; moves that were made for a seat after a lapse are left out.
-- param most_share double 0: The types that were made in at most this share of the decisions that offered them (1 is all of them).
with together as (  -- few lists of offers differ, and to look into each of them is dear
    select game, offered_types, move_type, count(*) as times
    from decisions
    where not lapsed
    group by game, offered_types, move_type
),
offers as (
    select game, move_type as made, times, unnest(json_keys(offered_types)) as move_type
    from together
),
counted as (
    select
        game,
        move_type,
        sum(times)::bigint as offered,
        coalesce(sum(times) filter (made = move_type), 0)::bigint as taken
    from offers
    group by game, move_type
)
select game, move_type, offered, taken, taken / offered as share
from counted
where taken / offered <= $most_share
order by game, share, offered desc, move_type
