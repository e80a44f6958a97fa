"""Who waits for a room hears what is said there at other workers, whatever becomes of Redis."""

import asyncio

from service.chat.memory import MemoryChat
from service.chat.port import Message, Room, Said
from service.chat.wakeups import RoomWakeups
from service.live.pace import Pace
from service.live.wakeups import Wakeups
from service.runtime.background import running
from service.store import MemoryStore
from tests.service.chat.tables import ADA

NEVER = 3600.0
PATIENCE_SECONDS = 60


class Hearing(Wakeups):
    """Wake-ups that hear the other processes until they do not."""

    hears = True

    @property
    def hears_others(self) -> bool:
        """Whether the other processes are heard."""
        return self.hears


async def test_a_worker_that_hears_the_others_no_more_looks_at_once_and_not_after_the_pause_that_it_began() -> None:
    store, pace, room = MemoryChat(), Pace(poll_seconds=0.01, heartbeat_seconds=NEVER), Room(ADA, "seats")
    wakeups = Hearing(None, MemoryStore(), pace)
    rooms = RoomWakeups(store, wakeups, pace)

    async with running(rooms.poll):
        await asyncio.sleep(0)
        with rooms.listening(room) as woken:
            await store.add(room, Message(author=ADA, seat=0, said=Said("late?"), at=1, version=1, key=None))
            wakeups.hears = False

            await asyncio.wait_for(woken.wait(), PATIENCE_SECONDS)
