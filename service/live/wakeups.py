"""Wake-ups: readers who wait for a change at a table are woken, through Redis if another process changed it.

Readers can wait for a player, too, who has sat down somewhere, or was invited by somebody. A wake-up says only "look
again"; the truth is read from the log. So a lost one costs time, never an event: every reconnection to Redis wakes
everybody, and while anybody waits the lanes of the log are looked at once a second.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import partial
from uuid import UUID

from service.live.pace import PACE, Pace
from service.runtime.background import Loop
from service.runtime.outages import Outage
from service.runtime.redis_clients import AWAY, Client, messages, publish, subscribed
from service.store import LANES, EventStore, StoreUnavailable, as_far_as_known

CHANNEL = "parlour:changed"
SOMEBODY_CAME = b""
"""What a process publishes when it begins to listen: the others then gather changes for less time."""

MOST_KEPT = 1_000
"""Maximum number of changes that are told later if they cannot be told now: of more, the others find out by looking.

A process wakes the readers of all of one message in one stretch, in a few milliseconds.
"""

log = logging.getLogger(__name__)


class Woken(asyncio.Event):
    """Set whenever something that it listens to may have changed; `by` holds the tables and players that did."""

    def __init__(self, wakeups: "Wakeups", *ids: UUID) -> None:
        super().__init__()
        self.by: set[UUID] = set()
        self.in_line = False
        """Whether it is about to be set."""
        self._wakeups = wakeups
        self._ids: set[UUID] = set()
        for each in ids:
            self.listen_to(each)

    @property
    def closed(self) -> bool:
        """Whether nobody is to wait any more."""
        return self._wakeups.closed

    def listen_to(self, changing: UUID) -> None:
        """Be set, from now on, whenever a table, or what concerns a player, may have changed."""
        self._ids.add(changing)
        self._wakeups.waiting[changing.int].add(self)

    def ignore(self, changing: UUID) -> None:
        """Stop listening to a table or player."""
        self._ids.discard(changing)
        waiting = self._wakeups.waiting
        waiting[changing.int].discard(self)
        if not waiting[changing.int]:
            del waiting[changing.int]

    def end(self) -> None:
        """Listen to nobody any more."""
        for each in list(self._ids):
            self.ignore(each)

    async def within(self, seconds: float) -> set[UUID]:
        """Wait to be woken, at most for some seconds; return by what, and wait anew from now on."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.wait()
        self.clear()
        by, self.by = self.by, set()
        return by


class Wakeups:
    """The readers in this process who wait for a table or a player, and the messages to and from the other processes.

    `closed`: nobody is to wait any more.
    """

    def __init__(self, redis: Client | None, event_log: EventStore, pace: Pace = PACE) -> None:
        self._redis = redis
        self._event_log = event_log
        self._pace = pace
        self.closed = False
        self.waiting: defaultdict[int, set[Woken]] = defaultdict(set)
        """The listeners, by the number of the id that they listen to: it is found several times as fast as a UUID."""
        self._line: deque[Woken] = deque()
        """Those who are about to be woken, a few in each pass of the loop."""
        self._changed: set[int] = set()
        self._something_changed = asyncio.Event()
        self._subscribed = False
        self._outage = Outage(
            log, "Redis is away; wake-ups come from polling", "Redis is back; it carries wake-ups again"
        )
        self._nobody_else = False
        self._somebody_came = asyncio.Event()

    @contextlib.contextmanager
    def listening(self, *ids: UUID) -> Iterator[Woken]:
        """Give an event that is set whenever one of the tables, or what concerns one of the players, may have changed.

        Listen first, look then, wait last.
        """
        woken = Woken(self, *ids)
        try:
            yield woken
        finally:
            woken.end()

    def announce(self, *changed: UUID) -> None:
        """Tell everybody who waits for one of these to look: tables, players, whatever has an id. Waits for nobody."""
        numbers = [each.int for each in changed]
        if self.waiting:
            for number in numbers:
                self._wake(number)
        if self._redis is not None:
            self._changed.update(numbers)
            self._something_changed.set()

    @property
    def hears_others(self) -> bool:
        """Whether the other processes are heard, as far as is known: otherwise waiting readers have to look."""
        return self._subscribed

    def wake(self, changing: UUID) -> None:
        """Wake those in this process who wait for this."""
        self._wake(changing.int)

    def wake_all(self) -> None:
        """Wake everybody who waits in this process."""
        for number in list(self.waiting):
            self._wake(number)

    def close(self) -> None:
        """Wake everybody, and let nobody wait any more."""
        self.closed = True
        self.wake_all()

    def _wake(self, number: int) -> None:
        """Wake those who wait for this, a few at a time: a thousand who look at once hold up all others."""
        idle, changing = not self._line, UUID(int=number)
        for woken in self.waiting.get(number, ()):
            woken.by.add(changing)
            if not woken.in_line:
                woken.in_line = True
                self._line.append(woken)
        if idle and self._line:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        for _ in range(min(len(self._line), self._pace.woken_at_once)):
            woken = self._line.popleft()
            woken.in_line = False
            woken.set()
        if self._line:
            asyncio.get_running_loop().call_soon(self._wake_some)

    async def _wake_in_turns(self, numbers: Sequence[int]) -> None:
        """Wake those who wait for any of these: to find the readers of thousands of tables holds up all others, too."""
        for place, number in enumerate(numbers, start=1):
            self._wake(number)
            if place % self._pace.woken_at_once == 0:
                await asyncio.sleep(0)

    def loops(self) -> tuple[Loop, ...]:
        """Return the loops that send and receive messages; the caller has to run them."""
        if self._redis is None:
            return (self._poll,)
        return (self._poll, partial(self._publish, self._redis), partial(self._subscribe, self._redis))

    async def _publish(self, redis: Client) -> None:
        """Publish what has changed, gathered in one message.

        While no other process listens, changes are gathered for longer: publishing costs more than most moves.
        """
        while True:
            await self._something_changed.wait()
            if self._nobody_else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._pace.gathering_alone_seconds):
                        await self._somebody_came.wait()
            await asyncio.sleep(self._pace.gathering_seconds)
            self._something_changed.clear()
            self._somebody_came.clear()
            changed, self._changed = self._changed, set()
            try:
                async with asyncio.timeout(self._pace.longest_pause_seconds):
                    listeners = await publish(redis, CHANNEL, b"".join([number.to_bytes(16) for number in changed]))
                self._nobody_else = self._subscribed and listeners == 1
            except AWAY:
                self._nobody_else = False
                if len(changed) <= MOST_KEPT:
                    self._changed |= changed
                    self._something_changed.set()
                await asyncio.sleep(self._pace.longest_pause_seconds / 4)

    async def _subscribe(self, redis: Client) -> None:
        """Listen to the other processes; come back whenever Redis does."""
        pause = self._pace.shortest_pause_seconds
        while True:
            try:
                async with subscribed(redis, CHANNEL) as channel:
                    async for message in messages(channel, self._pace.silence_seconds):
                        pause = self._pace.shortest_pause_seconds
                        if message["type"] == "subscribe":
                            await self._come(redis)
                        elif message["data"] == SOMEBODY_CAME:
                            self._somebody_came.set()
                        else:
                            self._wake_each(message["data"])
            except AWAY as error:
                self._outage.begin("listen", error)
                self._subscribed = False
                await asyncio.sleep(pause)
                pause = min(2 * pause, self._pace.longest_pause_seconds)

    async def _come(self, redis: Client) -> None:
        """Tell the other processes that this one listens now. Raises what `AWAY` has."""
        self._subscribed = True
        self._outage.end("listen")
        async with asyncio.timeout(self._pace.longest_pause_seconds):
            await publish(redis, CHANNEL, SOMEBODY_CAME)
        await self._wake_in_turns(list(self.waiting))  # nobody knows what was said before

    def _wake_each(self, ids: bytes) -> None:
        if self.waiting:
            for start in range(0, len(ids), 16):
                self._wake(int.from_bytes(ids[start : start + 16]))

    async def _poll(self) -> None:
        """Look at the lanes now and then while anybody waits: they are the truth, also if Redis says nothing."""
        known: dict[int, int] = {}
        while True:
            await asyncio.sleep(self._pace.poll_seconds)
            if not self.waiting:
                continue
            try:
                positions, _ = await as_far_as_known(self._event_log.lane_positions())
            except StoreUnavailable:
                continue
            changed = {lane for lane, position in positions.items() if known.get(lane) != position}
            known |= positions
            await self._wake_in_turns([each for each in self.waiting if each % LANES in changed])
