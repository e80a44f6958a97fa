"""Webhooks in PostgreSQL, in a schema of their own: `service/store/migrations/webhooks/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Self
from uuid import UUID

import asyncpg
import msgspec

from service.store.migrate import WEBHOOKS_SCHEMA
from service.store.postgres.asking import Asking
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
    Message,
    Notice,
    TooManyWebhooks,
    Verdict,
    Waiting,
    Webhook,
    WebhookChange,
    Why,
)
from service.webhooks.statements import (
    ADD_WEBHOOK,
    ADVANCE,
    ALL_PLACES,
    ANY_DUE,
    ANY_ENABLED,
    BEGIN_PLACES,
    CHANGE_WEBHOOK,
    COUNT_WAITING,
    DELETE_MESSAGES,
    DISABLE,
    DUE_MESSAGES,
    ENABLE,
    FORGET_WEBHOOKS,
    LEAD,
    MAKE_MESSAGE,
    MESSAGE,
    MESSAGES,
    MOVE_WEBHOOK,
    NOTE_ATTEMPT,
    RELEASE,
    REMOVE_WEBHOOK,
    SALT,
    SEND_AGAIN,
    SKIP,
    SUBSCRIBED,
    TAKE,
    WEBHOOK,
    WEBHOOKS_OF,
)

LAST = 2**63 - 1


class PostgresWebhooks:
    """A `WebhookStore` in a database that has been migrated."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ask = Asking(pool)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, connections: int = 2) -> AsyncIterator[Self]:
        """Open the webhooks with at most `connections`.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, WEBHOOKS_SCHEMA, connections) as pool:
            yield cls(pool)

    # What owners do

    async def add(self, webhook: Webhook) -> None:
        """Keep a new webhook. Raises `TooManyWebhooks`."""
        given = (webhook.id, webhook.player, webhook.name, webhook.url, webhook.kinds, webhook.every, webhook.salt)
        if not await self._ask.value(ADD_WEBHOOK, *given, webhook.created_at, MOST_WEBHOOKS):
            raise TooManyWebhooks

    async def of_player(self, player: UUID) -> list[Webhook]:
        """Return the webhooks of a player, the oldest first."""
        return [webhook_of(row) for row in await self._ask.rows(WEBHOOKS_OF, player)]

    async def one(self, webhook: UUID) -> Webhook | None:
        """Return a webhook; None: there is none of this id."""
        return next((webhook_of(row) for row in await self._ask.rows(WEBHOOK, webhook)), None)

    async def change(self, webhook: UUID, at: int, wanted: WebhookChange) -> None:
        """Change a webhook; see `WebhookStore.change`."""
        with unless_away():
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(CHANGE_WEBHOOK, webhook, wanted.name, wanted.kinds)
                if wanted.url is not None:
                    await connection.execute(MOVE_WEBHOOK, webhook, at, wanted.url)

    async def enable(self, webhook: UUID, at: int) -> None:
        """Enable a webhook, as if it had never failed."""
        await self._ask.do(ENABLE, webhook, at)

    async def disable(self, webhook: UUID, at: int, why: Why) -> None:
        """Disable a webhook; waiting messages are dropped."""
        await self._ask.do(DISABLE, webhook, at, why)

    async def salt(self, webhook: UUID, salt: bytes, until: int) -> None:
        """Give a webhook another secret; the previous one stays valid until a time."""
        await self._ask.do(SALT, webhook, salt, until)

    async def remove(self, webhook: UUID) -> None:
        """Delete a webhook, with its messages."""
        await self._ask.do(REMOVE_WEBHOOK, webhook)

    async def forget(self, player: UUID) -> None:
        """Delete all webhooks of a player."""
        await self._ask.do(FORGET_WEBHOOKS, player)

    async def messages(self, webhook: UUID, limit: int, before: int | None = None) -> list[Message]:
        """Return messages of a webhook, the newest first; see `WebhookStore.messages`."""
        found = await self._ask.rows(MESSAGES, webhook, LAST if before is None else before, limit)
        return [message_of(row) for row in found]

    async def message(self, webhook: UUID, message: UUID) -> Message | None:
        """Return a message of a webhook; None: it has none of this id."""
        return next((message_of(row) for row in await self._ask.rows(MESSAGE, webhook, message)), None)

    async def send(self, notice: Notice) -> None:
        """Make a message; see `WebhookStore.send`."""
        given = (notice.id, notice.webhook, notice.kind, notice.at, text(notice.about))
        await self._ask.do(MAKE_MESSAGE, *given, MOST_MESSAGES)

    async def send_again(self, webhook: UUID, message: UUID, at: int) -> None:
        """Let a message be sent, however it has ended; see `WebhookStore.send_again`."""
        await self._ask.do(SEND_AGAIN, webhook, message, at)

    # The followers of the log

    async def lead(self, process: UUID, at: int, until: int) -> tuple[bool, int]:
        """Let a process follow the log until a time, unless another one does; see `WebhookStore.lead`."""
        ((leads, ends),) = await self._ask.rows(LEAD, process, at, until)
        return leads, ends

    async def places(self, positions: Mapping[int, int]) -> dict[int, int]:
        """Return up to which position each lane has been read; see `WebhookStore.places`."""
        await self._ask.do(BEGIN_PLACES, list(positions), list(positions.values()))
        return {row["lane"]: row["position"] for row in await self._ask.rows(ALL_PLACES)}

    async def skip(self, places: Mapping[int, int], positions: Mapping[int, int]) -> None:
        """Move lanes on, those that nobody has moved."""
        await self._ask.do(SKIP, list(positions), [places[lane] for lane in positions], list(positions.values()))

    async def advance(self, lane: int, place: int, position: int, notices: Sequence[Notice], at: int) -> bool:
        """Move a lane on, and make messages; see `WebhookStore.advance`."""
        columns = (
            [each.id for each in notices],
            [each.webhook for each in notices],
            [each.kind for each in notices],
            [each.at for each in notices],
            [text(each.about) for each in notices],
        )
        return bool(await self._ask.value(ADVANCE, lane, place, position, *columns, at, MOST_MESSAGES))

    async def any(self) -> bool:
        """Return whether there is any webhook that is enabled."""
        return bool(await self._ask.value(ANY_ENABLED))

    async def subscribed(self, players: Collection[UUID]) -> list[Webhook]:
        """Return the enabled webhooks of some players, and those that are told of everything."""
        return [webhook_of(row) for row in await self._ask.rows(SUBSCRIBED, list(players))]

    # The senders

    async def any_due(self, at: int) -> bool:
        """Return whether something is due for any webhook that nobody has taken."""
        return bool(await self._ask.value(ANY_DUE, at))

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        """Take webhooks for which something is due; see `WebhookStore.take`."""
        return [webhook_of(row) for row in await self._ask.rows(TAKE, at, until, limit, strained)]

    async def due(self, webhook: UUID, at: int, limit: int) -> list[Message]:
        """Return messages of a webhook that are due; see `WebhookStore.due`."""
        return [message_of(row) for row in await self._ask.rows(DUE_MESSAGES, webhook, at, limit)]

    async def note(self, webhook: UUID, message: UUID, verdict: Verdict) -> None:
        """Note an attempt, and what it means."""
        await self._ask.do(
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
        await self._ask.do(RELEASE, webhook)

    async def waiting(self) -> Waiting:
        """Return how many messages wait, and when the first is due of a webhook that takes them."""
        ((count, due),) = await self._ask.rows(COUNT_WAITING, COUNTED)
        return Waiting(count, due)

    async def clean(self, at: int, limit: int) -> None:
        """Delete messages that ended `KEPT_MS` ago."""
        await self._ask.do(DELETE_MESSAGES, at - KEPT_MS, limit)


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
