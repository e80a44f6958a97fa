"""The statements that the history is kept and read with, and how much each looks through at once."""

from projections.history import DecisionRow, GameRow, SeatRow
from service.store.postgres.epochs import PRESENT_EPOCH
from service.store.postgres.statements import TIME

POSITIONS = 200
"""Number of positions of each lane that are looked through at once."""
LOOKS = 500
"""Number of games that wait for their record to open which are looked at at once."""

ANYTHING_NEW = f"""
select exists (select from lane join lane_cursor using (lane) where lane.position > lane_cursor.position)
    or exists (select from waiting)
    or exists (
        select from ({PRESENT_EPOCH}) as present
        where not exists (select from ledger_epoch where ledger_epoch.epoch = present.number)
    )
"""  # noqa: S608 - only a statement of ours is put in
LOCK_LEDGER = "select from lane_cursor where lane = 0 for update"
LOOK_AGAIN = f"""
with newest as (
    select to_jsonb(epoch) -> 'parts' as parts from epoch
    where epoch.number = (select present.number from ({PRESENT_EPOCH}) as present)
), noted as (
    select to_jsonb(known) -> 'parts' as parts
    from ledger_epoch join epoch as known
        on known.number = ledger_epoch.epoch and left(known.id::text, 8) = ledger_epoch.id
    order by ledger_epoch.epoch desc limit 1
)
update lane_cursor set position = 0
from newest left join noted on true
where lane_cursor.position > 0
    and newest.parts -> (lane % jsonb_array_length(newest.parts))
        is distinct from noted.parts -> (lane % jsonb_array_length(newest.parts))
"""  # noqa: S608 - as above
"""A shard in a new epoch may have lost its end, and games that end in its place stand where others were looked for.

This is asked before the epoch is noted. Where the shard's epoch began is not known here, so its lanes are looked
through from the beginning. A log in one piece has no parts: it loses its end together with the history.
"""
NOTE_EPOCH = f"""
insert into ledger_epoch (epoch, id, number)
select number, left(id::text, 8), coalesce((select max(number) from opening), 0)
from ({PRESENT_EPOCH}) as present
on conflict do nothing
"""  # noqa: S608 - as above
IN_COMMON_WITH = """
select case when exists (select from epoch where number = $1 and left(id::text, 8) = $2)
    or exists (select from ledger_epoch where epoch = $1 and id = $2)
    then coalesce((select min(number) from ledger_epoch where epoch > $1), $3) else 0 end
"""
"""Each epoch begins with what is left of the one before it, so the smallest number counts.

One that was over before it was noted here has added nothing.
"""
FOLLOW_LANES = """
with passed as (
    update lane_cursor set position = next.up_to
    from (
        select lane.lane, lane_cursor.position as since, least(lane.position, lane_cursor.position + $1) as up_to
        from lane join lane_cursor using (lane) where lane.position > lane_cursor.position
    ) as next
    where lane_cursor.lane = next.lane
    returning next.lane, next.since, next.up_to
), over as (
    insert into waiting (table_id)
    select ended.table_id from passed cross join lateral (
        select event.table_id from event
        where event.lane = passed.lane and event.position > passed.since and event.position <= passed.up_to
            and event.type in ('game_finished', 'table_aborted')
    ) as ended
    where not exists (select from opening where opening.table_id = ended.table_id)
    on conflict do nothing
)
select coalesce(bool_or(up_to = since + $1), false) from passed
"""
"""What ended a game stays in the log when the game is archived. Positions up to the lane's own are all visible.

A game that a shard has lost may end again: it has its number already.
"""
OPEN_RECORDS = f"""
with present as (
    {TIME} as at
), asked as (
    select turn.table_id, lobby.finished_at, lobby.table_id is null as is_lost, exists (
        select from open_record
        where (open_record.lane, open_record.table_id) between (lane_of(turn.table_id), turn.table_id)
            and (lane_of(turn.table_id), turn.table_id)
    ) as is_open
    from (select table_id from waiting order by looked_at, table_id limit $1) as turn
    left join lateral (
        select lobby.table_id, finished_at from lobby
        where lane = lane_of(turn.table_id) and lobby.table_id = turn.table_id limit 1
    ) as lobby on true
), opened as (
    insert into opening (number, table_id, opened_at)
    select
        coalesce((select max(number) from opening), 0) + row_number() over (order by finished_at, table_id),
        table_id, (select at from present)
    from asked where is_open
    returning table_id
), gone as (
    delete from waiting where table_id = any (array(select table_id from asked where is_open or is_lost))
), later as (
    update waiting set looked_at = (select at from present) from asked
    where waiting.table_id = asked.table_id and not asked.is_open and not asked.is_lost
)
select count(*) = $1 from opened
"""  # noqa: S608 - as above
"""A game that the log has lost waits for nothing: should it end again, it is found again.

The ledger keeps for ever when a record opened, so that is the time of Postgres: the clock of a host may be wrong.
"""
OPENINGS = "select number, table_id, opened_at from opening where number > $1 order by number limit $2"
BEHIND = f"""
select coalesce((select max(number) from opening), 0) - $1,
    ({TIME}) - (select opened_at from opening where number = $1 + 1)
"""  # noqa: S608 - as above
"""Numbers have no holes, so nobody needs to count."""
END_OF_BATCH = """
select coalesce(max(number), (select number from projection where name = 'games' and served), $1) from (
    select number, sum(events) over (order by number) - events as before from (
        select number, events from game where build = served('games') and number > $1 order by number limit $2
    ) as next
) as counted where before < $3
"""
"""Behind the last game there may be openings of which nothing could be derived."""
NEW_PROJECTION = "insert into projection (name, build, served) values ($1, 1, true) on conflict do nothing"
BUILDS = "select name, build, number, served from projection where name = $1 order by build"
SERVED = "select name, build, number, served from projection where served"
NEW_BUILD = (
    "insert into projection (name, build, served) select $1, max(build) + 1, false from projection where name = $1"
    " on conflict do nothing"
)
LOCK_BUILD = "select number from projection where name = $1 and build = $2 for update"
LOCK_BUILDS = "select name, build, number, served from projection where name = $1 order by build for update"
ADVANCE = "update projection set number = $3 where name = $1 and build = $2"
SERVE = "update projection set served = $3 where name = $1 and build = $2"
BLOCKS_AT_ONCE = 500
"""Number of blocks of a table in which rows are deleted at once."""
BLOCKS = "select pg_relation_size($1::text::regclass) / current_setting('block_size')::bigint"
DROP_BUILD = "delete from projection where name = $1 and build = $2 and not served"
GAMES_SERVED = "select coalesce((select number from projection where name = 'games' and served), 0)"

GAME_NAMES = ", ".join(f"game.{name}" for name in GameRow.__struct_fields__)
SEAT_NAMES = ", ".join(SeatRow.__struct_fields__)
DECISION_NAMES = ", ".join(DecisionRow.__struct_fields__)
WANTED_GAMES = f"""
select {GAME_NAMES} from game
where build = served('games') and number > $1 and number <= $2
    and ($3::text is null or game = $3) and ($4::text is null or rules_version = $4)
    and ($5::uuid is null or tournament_id = $5)
    and ($6::bigint is null or finished_at >= $6) and ($7::bigint is null or finished_at < $7)
    and not exists (
        select from jsonb_each($8::jsonb) as asked where game.options -> asked.key is distinct from asked.value
    )
    and ($9::uuid is null or for_all or $9 = any (concerned))
    and (($10::uuid is null and $11::text is null) or exists (
        select from seat where seat.build = game.build and seat.number = game.number
            and ($10 is null or seat.player = $10) and ($11 is null or seat.kind = $11)
    ))
order by number limit $12
"""  # noqa: S608 - only the names of columns are put in
SEATS = f"""
select {SEAT_NAMES} from seat where build = served('games') and number = any ($1::bigint[]) order by number, seat
"""  # noqa: S608 - as above
GAMES_BETWEEN = f"""
select {GAME_NAMES}, for_all, concerned from game
where build = served('games') and number > $1 and number <= $2 order by number
"""  # noqa: S608 - as above
SEATS_BETWEEN = f"""
select {SEAT_NAMES} from seat where build = served('games') and number > $1 and number <= $2 order by number, seat
"""  # noqa: S608 - as above
DECISIONS_BETWEEN = f"""
select {DECISION_NAMES} from decision
where build = served('games') and number > $1 and number <= $2 order by number, made_version
"""  # noqa: S608 - as above
STAND_BY = "select pg_try_advisory_lock(hashtext('parlour projector'))"
STAY = "select 'parlour projector'"
"""Whoever looks at the sessions of Postgres sees what this one is for."""
DEALINGS_BETWEEN = """
select number, giver, taker, occasion, chances, given from dealing
where build = served('games') and number > $1 and number <= $2 order by number, giver, taker, occasion
"""
ROWS_BETWEEN = (GAMES_BETWEEN, SEATS_BETWEEN, DECISIONS_BETWEEN, DEALINGS_BETWEEN)
ADD_REFUSALS = """
insert into refusal (day, game, code, count) values ($1, $2, $3, $4)
on conflict (day, game, code) do update set count = refusal.count + excluded.count
"""
