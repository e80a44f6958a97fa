-- title: Meld suits in Pursuit of Happiness
-- tells: How many points more than the mean of their table players end with, for each meld that they have laid of a suit, with a 95 % interval (normal); rated games.
with gains as (
    select number, seat, points - avg(points) over (partition by number) as gain
    from seats
    where game = 'pursuit_of_happiness' and number in (select number from games where rated)
)
select
    case right(event ->> '$.cards[0]', 1)
        when 'C' then 'clubs' when 'D' then 'diamonds' when 'H' then 'hearts' when 'S' then 'spades'
    end as suit,
    count(*) as melds,
    avg(gain) as mean_points,
    mean_low(gain) as low,
    mean_high(gain) as high
from events
join gains using (number, seat)
where game = 'pursuit_of_happiness' and type = 'meld_laid'
group by suit
order by suit
