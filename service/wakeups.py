"""Wake-ups: who waits for a table to change is told, through Redis when another process changed it.

A wake-up says only "look again"; the truth is read from the log. So a lost one costs time, never an event: every
reconnection to Redis wakes everybody, and while anybody waits the lanes of the log are looked at once a second.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from uuid import UUID

from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.background import Loop
from service.store import EventLog, StoreUnavailable, lane_of

CHANNEL = "parlour:changed"
POLL_SECONDS = 1.0
GATHERING_SECONDS = 0.002
"""So long what changes is gathered before the other processes are told, together."""
SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.05, 2.0

log = logging.getLogger(__name__)


class Wakeups:
    """Who waits for which table, in this process, and the word to and from the other processes."""

    def __init__(self, redis: Redis | None, event_log: EventLog) -> None:
        self._redis = redis
        self._event_log = event_log
        self._waiting: defaultdict[UUID, set[asyncio.Event]] = defaultdict(set)
        self._changed: set[UUID] = set()
        self._something_changed = asyncio.Event()

    @contextlib.contextmanager
    def listening(self, game: UUID) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever the table may have changed. Listen first, look then, wait last."""
        woken = asyncio.Event()
        self._waiting[game].add(woken)
        try:
            yield woken
        finally:
            self._waiting[game].discard(woken)
            if not self._waiting[game]:
                del self._waiting[game]

    def announce(self, game: UUID) -> None:
        """Tell everybody who waits for this table that it has changed. Never waits for Redis."""
        self._wake(game)
        if self._redis is not None:
            self._changed.add(game)
            self._something_changed.set()

    def wake_all(self) -> None:
        """Wake everybody who waits in this process."""
        for game in list(self._waiting):
            self._wake(game)

    def _wake(self, game: UUID) -> None:
        for woken in self._waiting.get(game, ()):
            woken.set()

    def loops(self) -> tuple[Loop, ...]:
        """Return the work that keeps the word going; somebody has to run it."""
        if self._redis is None:
            return (self._poll,)
        return (self._poll, partial(self._publish, self._redis), partial(self._subscribe, self._redis))

    async def _publish(self, redis: Redis) -> None:
        """Publish what has changed, all that has come together in one message."""
        while True:
            await self._something_changed.wait()
            await asyncio.sleep(GATHERING_SECONDS)
            self._something_changed.clear()
            games, self._changed = self._changed, set()
            try:
                async with asyncio.timeout(LONGEST_PAUSE_SECONDS):
                    await redis.publish(CHANNEL, b"".join(game.bytes for game in games))
            except (RedisError, OSError):
                await asyncio.sleep(LONGEST_PAUSE_SECONDS / 4)

    async def _subscribe(self, redis: Redis) -> None:
        """Listen to the other processes; come back whenever Redis does."""
        pause = SHORTEST_PAUSE_SECONDS
        while True:
            try:
                async with redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        pause = SHORTEST_PAUSE_SECONDS
                        if message["type"] == "subscribe":
                            self.wake_all()  # nobody knows what was said before
                        else:
                            self._wake_each(message["data"])
            except (RedisError, OSError):
                log.warning("Redis is away; wake-ups come from polling", extra={"pause_s": pause})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _wake_each(self, ids: bytes) -> None:
        for start in range(0, len(ids), 16):
            self._wake(UUID(bytes=ids[start : start + 16]))

    async def _poll(self) -> None:
        """Look at the lanes now and then while anybody waits: the truth, if Redis says nothing."""
        known: dict[int, int] = {}
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self._waiting:
                continue
            try:
                positions = await self._event_log.lane_positions()
            except StoreUnavailable:
                continue
            changed = {lane for lane, position in positions.items() if known.get(lane) != position}
            known = positions
            for game in list(self._waiting):
                if lane_of(game) in changed:
                    self._wake(game)
