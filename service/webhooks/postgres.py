"""Webhooks in PostgreSQL, in a schema of their own: `service/store/migrations/webhooks/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, Self
from uuid import UUID

import asyncpg
import msgspec

from service.store.migrate import WEBHOOKS_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool, connected
from service.store.postgres.ids import plain
from service.webhooks.port import (
    COUNTED,
    KEPT_MS,
    MOST_ATTEMPTS,
    MOST_MESSAGES,
    MOST_WEBHOOKS,
    About,
    Attempt,
    Kind,
    Message,
    Notice,
    TooManyWebhooks,
    Verdict,
    Waiting,
    Webhook,
    Why,
)

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
insert into leader (process, until) values ($1, $3)
on conflict (one) do update set process = $1, until = $3 where leader.process = $1 or leader.until <= $2
returning process
"""
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
TAKE = f"""
update webhook set busy_until = $2 where id = any (array(
    select id from webhook
    where strained = $4 and next_due <= $1 and next_due is not null and disabled_at is null and busy_until <= $1
    order by next_due limit $3 for update skip locked
)) returning {COLUMNS}
"""  # noqa: S608
DUE_MESSAGES = f"""
select {MESSAGE_COLUMNS} from message
where webhook = $1 and state = 'waiting' and due <= $2 order by tries, number limit $3
"""  # noqa: S608
NOTE_ATTEMPT = "select note_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
RELEASE = "select release($1)"
COUNT_WAITING = (
    "select count(*), min(at) from (select at from message where state = 'waiting' order by at limit $1) as m"
)
DELETE_MESSAGES = """
delete from message where id = any (array(
    select id from message where ended_at is not null and ended_at <= $1 order by ended_at limit $2
    for update skip locked
))
"""
LAST = 2**63 - 1


class PostgresWebhooks:
    """A `WebhookStore` in a database that has been migrated."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 2) -> AsyncIterator[Self]:
        """Open the webhooks with at most `connections`.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, WEBHOOKS_SCHEMA, connections) as pool:
            yield cls(pool)

    async def _do(self, statement: str, *given: object) -> None:
        with unless_away():
            await self._pool.execute(statement, *given)

    async def _rows(self, statement: str, *given: object) -> list[asyncpg.Record]:
        with unless_away():
            return await self._pool.fetch(statement, *given)

    async def _value(self, statement: str, *given: object) -> Any:
        with unless_away():
            return await self._pool.fetchval(statement, *given)

    # What owners do

    async def add(self, webhook: Webhook) -> None:
        """Keep a new webhook. Raises `TooManyWebhooks`."""
        given = (webhook.id, webhook.player, webhook.name, webhook.url, webhook.kinds, webhook.every, webhook.salt)
        if not await self._value(ADD_WEBHOOK, *given, webhook.created_at, MOST_WEBHOOKS):
            raise TooManyWebhooks

    async def of_player(self, player: UUID) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""
        return [webhook_of(row) for row in await self._rows(WEBHOOKS_OF, player)]

    async def one(self, webhook: UUID) -> Webhook | None:
        """Return a webhook; None: there is none of this id."""
        return next((webhook_of(row) for row in await self._rows(WEBHOOK, webhook)), None)

    async def change(
        self,
        webhook: UUID,
        at: int,
        *,
        name: str | None = None,
        url: str | None = None,
        kinds: Sequence[Kind] | None = None,
    ) -> None:
        """Replace what is given of a webhook's name, URL and kinds of events; see `WebhookStore.change`."""
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(CHANGE_WEBHOOK, webhook, name, None if kinds is None else list(kinds))
                if url is not None:
                    await connection.execute(MOVE_WEBHOOK, webhook, at, url)

    async def enable(self, webhook: UUID, at: int) -> None:
        """Let a webhook be told again, as if it had never failed."""
        await self._do(ENABLE, webhook, at)

    async def disable(self, webhook: UUID, at: int, why: Why) -> None:
        """Tell a webhook nothing any more; what waits is dropped."""
        await self._do(DISABLE, webhook, at, why)

    async def salt(self, webhook: UUID, salt: bytes, until: int) -> None:
        """Give a webhook another secret; the one before is good until a time, too."""
        await self._do(SALT, webhook, salt, until)

    async def remove(self, webhook: UUID) -> None:
        """Delete a webhook, with its messages."""
        await self._do(REMOVE_WEBHOOK, webhook)

    async def forget(self, player: UUID) -> None:
        """Delete all webhooks of a player."""
        await self._do(FORGET_WEBHOOKS, player)

    async def messages(self, webhook: UUID, limit: int, before: int | None = None) -> list[Message]:
        """Return messages of a webhook, the newest first; see `WebhookStore.messages`."""
        found = await self._rows(MESSAGES, webhook, LAST if before is None else before, limit)
        return [message_of(row) for row in found]

    async def message(self, webhook: UUID, message: UUID) -> Message | None:
        """Return a message of a webhook; None: it has none of this id."""
        return next((message_of(row) for row in await self._rows(MESSAGE, webhook, message)), None)

    async def send(self, notice: Notice) -> None:
        """Make a message; see `WebhookStore.send`."""
        given = (notice.id, notice.webhook, notice.kind, notice.at, text(notice.about))
        await self._do(MAKE_MESSAGE, *given, MOST_MESSAGES)

    async def send_again(self, webhook: UUID, message: UUID, at: int) -> None:
        """Let a message be sent, however it has ended; see `WebhookStore.send_again`."""
        await self._do(SEND_AGAIN, webhook, message, at)

    # The followers of the log

    async def lead(self, process: UUID, at: int, until: int) -> bool:
        """Return whether a process is the one that follows the log; see `WebhookStore.lead`."""
        return await self._value(LEAD, process, at, until) is not None

    async def places(self, positions: Mapping[int, int]) -> dict[int, int]:
        """Return up to which position each lane has been read; see `WebhookStore.places`."""
        await self._do(BEGIN_PLACES, list(positions), list(positions.values()))
        return {row["lane"]: row["position"] for row in await self._rows(ALL_PLACES)}

    async def skip(self, places: Mapping[int, int], positions: Mapping[int, int]) -> None:
        """Move lanes on, those that nobody has moved."""
        await self._do(SKIP, list(positions), [places[lane] for lane in positions], list(positions.values()))

    async def advance(self, lane: int, place: int, position: int, notices: Sequence[Notice], at: int) -> bool:
        """Move a lane on, and make messages; see `WebhookStore.advance`."""
        columns = (
            [each.id for each in notices],
            [each.webhook for each in notices],
            [each.kind for each in notices],
            [each.at for each in notices],
            [text(each.about) for each in notices],
        )
        return bool(await self._value(ADVANCE, lane, place, position, *columns, at, MOST_MESSAGES))

    async def any(self) -> bool:
        """Return whether there is any webhook that is enabled."""
        return bool(await self._value(ANY_ENABLED))

    async def subscribed(self, players: Collection[UUID]) -> list[Webhook]:
        """Return the enabled webhooks of some players, and those that are told of everything."""
        return [webhook_of(row) for row in await self._rows(SUBSCRIBED, list(players))]

    # The senders

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        """Take webhooks for which something is due; see `WebhookStore.take`."""
        return [webhook_of(row) for row in await self._rows(TAKE, at, until, limit, strained)]

    async def due(self, webhook: UUID, at: int, limit: int) -> list[Message]:
        """Return messages of a webhook that are due; see `WebhookStore.due`."""
        return [message_of(row) for row in await self._rows(DUE_MESSAGES, webhook, at, limit)]

    async def note(self, webhook: UUID, message: UUID, verdict: Verdict) -> None:
        """Note an attempt, and what it means."""
        await self._do(
            NOTE_ATTEMPT,
            webhook,
            message,
            text(verdict.attempt),
            MOST_ATTEMPTS,
            verdict.state,
            verdict.due,
            verdict.attempt.at,
            verdict.strained,
            verdict.failing_since,
            verdict.failures,
            verdict.paused_until,
            verdict.why,
            verdict.recovered,
        )

    async def release(self, webhook: UUID) -> None:
        """Let everybody take a webhook again."""
        await self._do(RELEASE, webhook)

    async def waiting(self) -> Waiting:
        """Return how many messages wait, and since when."""
        ((count, since),) = await self._rows(COUNT_WAITING, COUNTED)
        return Waiting(count, since)

    async def clean(self, at: int, limit: int) -> None:
        """Delete messages that ended `KEPT_MS` ago."""
        await self._do(DELETE_MESSAGES, at - KEPT_MS, limit)


def text(value: About | Attempt) -> str:
    """Return a value as JSON."""
    return msgspec.json.encode(value).decode()


def webhook_of(row: asyncpg.Record) -> Webhook:
    """Return a row of the table `webhook`."""
    return Webhook(**{**row, "id": plain(row["id"]), "player": plain(row["player"]), "kinds": tuple(row["kinds"])})


def message_of(row: asyncpg.Record) -> Message:
    """Return a row of the table `message`."""
    return Message(
        **{
            **row,
            "id": plain(row["id"]),
            "webhook": plain(row["webhook"]),
            "about": msgspec.json.decode(row["about"], type=About),
            "attempts": msgspec.json.decode(row["attempts"], type=tuple[Attempt, ...]),
        }
    )
