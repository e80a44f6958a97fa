"""Who is woken when something is said in a room.

Each process also asks the store for messages of other processes: one question for all rooms with somebody who waits. It
asks every second if Redis carries no wake-ups, else every ten seconds, since Redis may lose some. A Redis that hangs is
noticed within three seconds.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from service.chat.port import ChatStore, Room
from service.live.pace import Pace
from service.live.wakeups import Wakeups, Woken
from service.runtime.unavailable import Unavailable

ASKED_AT_ONCE = 1_000
"""Maximum number of rooms that one question is about."""

MARKS = {"seats": 0x5EA75 << 40, "spectators": 0x57EC7 << 40}
"""The id of a table XOR this is the one by which the readers of its channel are woken."""


def waking(room: Room) -> UUID:
    """Return by what id the readers of a room are woken."""
    return UUID(int=room.table.int ^ MARKS[room.channel])


class RoomWakeups:
    """The readers of rooms who wait in this process, among those of tables."""

    def __init__(self, store: ChatStore, wakeups: Wakeups, pace: Pace) -> None:
        self._store = store
        self._wakeups = wakeups
        self._pace = pace
        self._waiting: Counter[Room] = Counter()
        self._lasts: dict[Room, int] = {}
        """The last number in a room that its readers were woken for."""

    @contextlib.contextmanager
    def listening(self, *rooms: Room) -> Iterator[Woken]:
        """Give an event that is set whenever something may have been said in one of these rooms."""
        with self._wakeups.listening() as woken:
            for room in rooms:
                self.follow(woken, room)
            try:
                yield woken
            finally:
                for room in rooms:
                    self.leave(woken, room)

    def follow(self, woken: Woken, room: Room) -> None:
        """Let a reader be woken by a room."""
        woken.listen_to(waking(room))
        self._waiting[room] += 1

    def leave(self, woken: Woken, room: Room) -> None:
        """Stop waking a reader for a room."""
        woken.ignore(waking(room))
        self._waiting[room] -= 1
        if self._waiting[room] <= 0:
            del self._waiting[room]
            self._lasts.pop(room, None)

    def announce(self, room: Room) -> None:
        """Tell everybody who reads a room to look."""
        self._wakeups.announce(waking(room))

    async def poll(self) -> None:
        """Look now and then at all rooms that somebody waits for: seldom while the other processes are heard."""
        clock = asyncio.get_running_loop().time
        looked = clock()
        while True:
            await asyncio.sleep(self._pace.poll_seconds)  # no longer: they may be heard no more meanwhile
            if self._wakeups.hears_others and clock() < looked + self._pace.heartbeat_seconds:
                continue
            looked = clock()
            with contextlib.suppress(Unavailable):
                await self.look()

    async def look(self) -> None:
        """Wake those in whose room something was said since the last look."""
        rooms = list(self._waiting)
        for start in range(0, len(rooms), ASKED_AT_ONCE):
            some = rooms[start : start + ASKED_AT_ONCE]
            for room, last in (await self._store.lasts(some)).items():
                if self._lasts.get(room) != last and room in self._waiting:
                    self._lasts[room] = last
                    self._wakeups.wake(waking(room))
