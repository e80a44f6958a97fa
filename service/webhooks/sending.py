"""Sends what is due, in every process: each takes webhooks for a while, so no two send for one at the same time.

Receivers that answered quickly the last time have their own slots, and their own threads to look up names. So a
receiver that is slow or down delays only itself and others like it. If a process is killed before it has noted an
attempt, the next holder of its lease sends that message again, under the same id.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Protocol

from msgspec.structs import replace

from service import VERSION
from service.runtime.metrics import WEBHOOK_ATTEMPTS, WEBHOOKS_DISABLED
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.webhooks.judging import Dice, delivered, failed
from service.webhooks.port import LEASE_MS, Attempt, Message, Verdict, Webhook, WebhookStore
from service.webhooks.posting import Result
from service.webhooks.signing import Signing, payload

SLOTS: Final = 32
"""Maximum number of webhooks that one process sends to at the same time: quick ones, and others."""
WIDTH: Final = 8
"""Maximum number of messages that a quick webhook gets at the same time."""
A_SECOND: Final = 20
"""Maximum number of messages that one webhook gets in a second."""
TURN_SECONDS: Final = 15.0
"""Seconds after which a webhook is released, to be taken again in its turn."""
LOOK_SECONDS: Final = 0.5
"""Seconds between two looks for what is due, about."""

HEADERS: Final[Mapping[str, str]] = {
    "Content-Type": "application/json",
    "Accept": "*/*",
    "Connection": "close",
    "User-Agent": f"Parlour/{VERSION} (webhooks)",
}

log = logging.getLogger(__name__)


class Posts(Protocol):
    """What can post a message."""

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Result:
        """Send a message; return what came of it."""


class Sender:
    """Sends to webhooks of one kind: those that are `strained`, or the others. `now` gives ms since 1970."""

    def __init__(
        self,
        store: WebhookStore,
        poster: Posts,
        signing: Signing,
        now: Callable[[], int],
        *,
        strained: bool,
        dice: Dice = random.uniform,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._poster = poster
        self._signing = signing
        self._now = now
        self._strained = strained
        self._dice = dice
        self._sleep = sleep
        self._turns: set[asyncio.Task[None]] = set()

    async def begin(self) -> set[asyncio.Task[None]]:
        """Take what is due, as far as there is room, and return the turns that have begun. Raises `Unavailable`."""
        self._turns = {turn for turn in self._turns if not turn.done()}
        room, now = SLOTS - len(self._turns), self._now()
        taken = await self._store.take(now, now + LEASE_MS, room, strained=self._strained) if room else []
        begun = {asyncio.create_task(self.turn(webhook)) for webhook in taken}
        self._turns |= begun
        return begun

    async def end(self) -> None:
        """Break off all that was begun, and leave it to others."""
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._turns, return_exceptions=True)

    async def turn(self, webhook: Webhook) -> None:
        """Send what is due for a webhook that was taken, for a while, and release it."""
        try:
            began = time.monotonic()
            while await self._batch(webhook) and time.monotonic() - began < TURN_SECONDS:
                found = await self._store.one(webhook.id)
                if found is None or found.strained != self._strained or found.disabled_at is not None:
                    break
                webhook = found
            await self._store.release(webhook.id)
        except asyncio.CancelledError:  # this process ends: another one goes on at once, not when the lease is over
            with contextlib.suppress(Unavailable):
                await self._store.release(webhook.id)
            raise
        except Unavailable as error:  # it is taken again when the lease is over
            log.warning("What was sent to a webhook cannot be noted", extra={"cause": str(error)})
        except Exception:
            log.exception("A webhook cannot be served", extra={"webhook": str(webhook.id)})

    async def _batch(self, webhook: Webhook) -> bool:
        """Send a few messages at the same time, or one to a strained webhook; return whether more may follow now.

        All that fail together are one failure: one short outage pauses a webhook for seconds, however many wait. If the
        webhook has another URL by then, they are sent there, and nothing has failed.
        """
        began = time.monotonic()
        messages = await self._store.due(webhook.id, self._now(), 1 if self._strained else WIDTH)
        attempts = await asyncio.gather(*[self._sent(webhook, each) for each in messages])
        good = all(result.is_delivered for _, result in attempts)
        before = webhook if good else await self._store.one(webhook.id) or webhook
        for message, (attempt, result) in sorted(
            zip(messages, attempts, strict=True), key=lambda each: each[1][1].is_delivered
        ):
            if result.is_delivered:
                verdict = delivered(webhook, attempt)
            elif before.url == webhook.url:
                verdict = failed(before, message, attempt, self._dice)
            else:
                continue
            await self._store.note(webhook.id, message.id, verdict)
            webhook = after_attempt(webhook, verdict)
        if good and messages:
            await self._sleep(max(0.0, len(messages) / A_SECOND - (time.monotonic() - began)))
        return good and bool(messages)

    async def _sent(self, webhook: Webhook, message: Message) -> tuple[Attempt, Result]:
        at, began = self._now(), time.monotonic()
        body = payload(message)
        headers = dict(HEADERS) | self._signing.headers(webhook, message.id, at, body)
        result = Result(None, "answer")
        try:
            result = await self._poster.post(webhook.url, headers, body)
        except (UnicodeError, ValueError):
            pass
        except Exception:  # it has failed like any other: those that were sent beside it are noted, and not sent again
            log.exception("A message cannot be sent", extra={"webhook": str(webhook.id)})
        took_ms = round((time.monotonic() - began) * 1000)
        return Attempt(at, took_ms, result.status, result.fault), result


async def keep_sending(
    store: WebhookStore, senders: Sequence[Sender], now: Callable[[], int], look_seconds: float = LOOK_SECONDS
) -> None:
    """Let senders begin what is due, again and again, until cancelled; they are asked only if anything is due."""
    try:
        while True:
            with BACKGROUND.noticed("send webhooks"):
                if await store.any_due(now()):
                    for sender in senders:
                        await sender.begin()
            await asyncio.sleep(look_seconds * random.uniform(0.8, 1.2))
    finally:
        await asyncio.gather(*[sender.end() for sender in senders])


def after_attempt(webhook: Webhook, verdict: Verdict) -> Webhook:
    """Return a webhook with the state that an attempt leaves it in, and count the attempt in the metrics."""
    WEBHOOK_ATTEMPTS.labels("delivered" if verdict.state == "delivered" else "failed").inc()
    if verdict.why is not None:
        WEBHOOKS_DISABLED.labels(verdict.why).inc()
    return replace(
        webhook, failing_since=verdict.failing_since, failures=verdict.failures, paused_until=verdict.paused_until
    )
