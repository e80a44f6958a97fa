"""The statements that webhooks and their messages are kept and read with."""

from service.webhooks.port import MOST_BUSY_MS

COLUMNS = """
id, player, name, url, kinds, every, salt, created_at, old_salt, old_until, disabled_at, why, failing_since, failures,
strained, paused_until
"""
MESSAGE_COLUMNS = "id, webhook, number, kind, at, about, state, due, tries, attempts, ended_at"
ADD_WEBHOOK = "select add_webhook($1, $2, $3, $4, $5, $6, $7, $8, $9)"
WEBHOOKS_OF = f"select {COLUMNS} from webhook where player = $1 order by created_at, id"  # noqa: S608 - names of columns
WEBHOOK = f"select {COLUMNS} from webhook where id = $1"  # noqa: S608
CHANGE_WEBHOOK = """
update webhook set name = coalesce($2, name), kinds = coalesce($3, kinds) where id = $1
"""
MOVE_WEBHOOK = """
with moved as (
    update webhook
    set url = $3, strained = true, failing_since = null, failures = 0, paused_until = 0,
        next_due = case when disabled_at is null then least(next_due, $2) end
    where id = $1 and url <> $3 returning id
)
update message set due = $2
where webhook in (select id from moved) and state = 'waiting' and due > $2
"""
"""Another URL; see `ENABLE`."""
ENABLE = """
with enabled as (
    update webhook
    set disabled_at = null, why = null, failing_since = null, failures = 0, paused_until = 0,
        next_due = least(next_due, $2)
    where id = $1 returning id
)
update message set due = $2
where webhook in (select id from enabled) and state = 'waiting' and due > $2
"""
"""`least` ignores null: the next sender finds that nothing is due, if nothing waits, and notes that."""
DISABLE = "select disable($1, $2, $3)"
SALT = "update webhook set old_salt = salt, old_until = $3, salt = $2 where id = $1"
REMOVE_WEBHOOK = "delete from webhook where id = $1"
FORGET_WEBHOOKS = """
with locked as materialized (select id from webhook where player = $1 order by id for update)
delete from webhook where id in (select id from locked)
"""
"""They are locked in the order in which messages are made for them."""
MESSAGES = f"""
select {MESSAGE_COLUMNS} from message where webhook = $1 and number < $2 order by webhook desc, number desc limit $3
"""  # noqa: S608
MESSAGE = f"select {MESSAGE_COLUMNS} from message where id = $2 and webhook = $1"  # noqa: S608
MAKE_MESSAGE = "select make_message($1, $2, $3, $4, $5, $4, $6)"
SEND_AGAIN = "select send_again($1, $2, $3) from message where id = $2 and webhook = $1"
LEAD = """
with own as (
    insert into leader (process, until) values ($1, $3)
    on conflict (one) do update set process = $1, until = $3
    where leader.process = $1 or leader.until <= $2 or leader.until > $3 + ($3 - $2)
    returning until
)
select exists (select from own), coalesce((select until from own), (select until from leader where one), $2)
"""
"""Who has become the first leader of all at the same time is not seen here yet: they are asked for again at once."""
BEGIN_PLACES = "insert into place select * from unnest($1::integer[], $2::bigint[]) on conflict do nothing"
ALL_PLACES = "select lane, position from place"
SKIP = """
update place set position = moved.position
from unnest($1::integer[], $2::bigint[], $3::bigint[]) as moved (lane, place, position)
where place.lane = moved.lane and place.position = moved.place
"""
ADVANCE = "select advance($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
ANY_ENABLED = "select exists (select from webhook where disabled_at is null)"
SUBSCRIBED = f"""
select {COLUMNS} from webhook where player = any ($1::uuid[]) and disabled_at is null
union
select {COLUMNS} from webhook where every and disabled_at is null
"""  # noqa: S608
READY = f"""
next_due <= $1 and next_due is not null and disabled_at is null
and (busy_until <= $1 or busy_until >= $1 + {MOST_BUSY_MS})
"""
ANY_DUE = f"""
select exists (select from webhook where strained and {READY})
    or exists (select from webhook where not strained and {READY})
"""  # noqa: S608 - a condition of ours
TAKE = f"""
update webhook set busy_until = $2 where id = any (array(
    select id from webhook
    where strained = $4 and {READY}
    order by next_due limit $3 for update skip locked
)) returning {COLUMNS}
"""  # noqa: S608
DUE_MESSAGES = f"""
select {MESSAGE_COLUMNS} from message
where webhook = $1 and state = 'waiting' and due <= $2 order by tries, number limit $3
"""  # noqa: S608
NOTE_ATTEMPT = "select note_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
RELEASE = "select release($1)"
COUNT_WAITING = """
select
    (select count(*) from (select from message where state = 'waiting' limit $1) as m),
    (select min(next_due) from webhook where not strained and next_due is not null and disabled_at is null)
"""
DELETE_MESSAGES = """
delete from message where id = any (array(
    select id from message where ended_at is not null and ended_at <= $1 order by ended_at limit $2
    for update skip locked
))
"""
