"""The ids of the cards that a viewer sees: followed from the last deal, or from where they were last looked at."""

from uuid import UUID

from domain.events import DealStarted
from domain.table import Entry, Snapshot
from projections.items import UNSEEN, Sight, follow
from service.live.history import History
from service.live.memory import Memory, Shelf

BYTES_OF_SIGHT = 500
BYTES_OF_ID = 250
"""Bytes in memory: of a sight without cards, and of each card in it."""


class Following:
    """What a viewer sees at a version; `see` goes on to the next one."""

    def __init__(self, seat: int | None, version: int = 0, sight: Sight = UNSEEN) -> None:
        self.seat = seat
        self.version = version
        self.sight = sight

    def see(self, entry: Entry, after: Snapshot, _: bytes) -> None:
        """See what comes next."""
        self.version = entry.version
        if after.state is not None:
            layout = after.table.rules.layout(after.view(self.seat), self.seat)
            self.sight = follow(self.sight, layout, entry.version)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return BYTES_OF_SIGHT + BYTES_OF_ID * len(self.sight)


class Sights:
    """What viewers see, as far as it is cached: at the version last looked at as the current one, or as a past one.

    Who looks at a whole game again does it version by version.
    """

    def __init__(self, history: History, memory: Memory) -> None:
        self._history = history
        self._cached: Shelf[Following] = Shelf(memory, "sight")

    async def of(self, table_id: UUID, snapshot: Snapshot, seat: int | None, *, past: bool) -> Sight:
        """Return what a seat (None: a spectator) sees of a table at a version, as it is now or was in the past."""
        version = snapshot.version
        following = await self._begin(table_id, version, seat)
        async for _ in self._history.walk(table_id, following.version, version, following.see):
            pass
        self._cached.put(table_id, (seat, past), following, following.size)
        return following.sight

    async def _begin(self, table_id: UUID, version: int, seat: int | None) -> Following:
        """Return where to begin: with what is cached of this deal, or else with the deal."""
        cached = [self._cached.get(table_id, (seat, past)) for past in (False, True)]
        known = [each for each in cached if each is not None and each.version <= version]
        newest = max(known, key=lambda each: each.version, default=Following(seat))
        if newest.version < version:
            async for entries in self._history.back(table_id, version):
                for entry in entries:
                    if entry.version <= newest.version:
                        return Following(seat, newest.version, newest.sight)
                    if isinstance(entry.event, DealStarted):
                        return Following(seat, entry.version - 1)
        return Following(seat, newest.version, newest.sight)
