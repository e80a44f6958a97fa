"""The ids of the cards that a viewer sees: followed from the last deal, or from where they were last looked at.

A deal may be long. So where a page of the history ends in a deal that began more than a page before, what the viewer
sees is kept with the table's checkpoints, and nobody follows cards for more than about two pages.
"""

from uuid import UUID

import msgspec
from msgspec import Struct

from domain.events import DealStarted
from domain.table import Entry, Snapshot
from projections.items import UNSEEN, Sight, follow
from projections.seat_view import Perspective, layout_of
from service.live.history import History
from service.live.memory import Memory, Shelf
from service.live.pages import PAGE_SIZE
from service.store import Checkpoint

BYTES_OF_SIGHT = 500
BYTES_OF_ID = 250
"""Bytes in memory: of a sight without cards, and of each card in it."""

FEW = 8
"""Maximum number of versions that are followed at a stretch: whoever sees a table as it goes on waits for nobody."""

FORM = 1
"""Number of the way in which ids are given; what was kept with another number is not used."""


class KeptSight(Struct, frozen=True, array_like=True):
    """A sight in a checkpoint: its cards by zone with their ids, and the version before the deal."""

    form: int
    version: int
    begun: int
    cards: tuple[tuple[str, str, tuple[str, ...]], ...]


class Following:
    """What a viewer sees at a version of a deal, which began after version `begun`; `see` goes on to the next one."""

    def __init__(self, seat: Perspective, version: int = 0, sight: Sight = UNSEEN, begun: int | None = None) -> None:
        self.seat = seat
        self.version = version
        self.sight = sight
        self.begun = version if begun is None else begun

    def see(self, entry: Entry, after: Snapshot) -> None:
        """See what comes next."""
        self.version = entry.version
        if isinstance(entry.event, DealStarted):
            self.begun = entry.version - 1
        if after.state is not None:
            self.sight = follow(self.sight, layout_of(after, self.seat), entry.version)

    def goes_on(self) -> "Following":
        """Return the same for somebody who goes on to see."""
        return Following(self.seat, self.version, self.sight, self.begun)

    @property
    def worth_keeping(self) -> bool:
        """Whether a page ends here, and to follow the deal from its beginning takes more than a page."""
        return self.version % PAGE_SIZE == 0 and self.version - self.begun >= PAGE_SIZE

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

    async def of(self, table_id: UUID, snapshot: Snapshot, seat: Perspective, *, past: bool) -> Sight:
        """Return what a seat (None: a spectator) sees of a table at a version, as it is now or was in the past."""
        version, epoch = snapshot.version, self._history.epoch
        following = await self._begin(table_id, snapshot, seat)

        def see(entry: Entry, after: Snapshot, link: bytes) -> None:
            following.see(entry, after)
            if following.worth_keeping:
                self._history.checkpoints.keep(checkpoint_of(table_id, following, after, link))

        at_length = version - following.version > FEW
        async for _ in self._history.walk(table_id, following.version, version, see, at_length=at_length):
            pass
        if self._history.epoch == epoch:
            self._cached.put(table_id, (seat, past), following, following.size)
        return following.sight

    async def _begin(self, table_id: UUID, snapshot: Snapshot, seat: Perspective) -> Following:
        """Return where to begin: with what is cached or kept of this deal, or else with the deal."""
        newest = await self._newest(table_id, snapshot, seat)
        if newest.version < snapshot.version:
            async for entries in self._history.back(table_id, snapshot.version):
                for entry in entries:
                    if entry.version <= newest.version:
                        return newest.goes_on()
                    if isinstance(entry.event, DealStarted):
                        return Following(seat, entry.version - 1)
        return newest.goes_on()

    async def _newest(self, table_id: UUID, snapshot: Snapshot, seat: Perspective) -> Following:
        """Return the newest sight up to a version that is cached or, if that is long ago, kept in the store."""
        version = snapshot.version
        known = [self._cached.get(table_id, (seat, past)) for past in (False, True)]
        found = [each for each in known if each is not None and each.version <= version]
        newest = max(found, key=lambda each: each.version, default=Following(seat))
        if version - newest.version <= PAGE_SIZE:
            return newest
        checkpoint = await self._history.kept(table_id, snapshot, part_of(seat))
        kept = None if checkpoint is None else following_of(checkpoint, seat)
        return newest if kept is None or kept.version < newest.version else kept


def part_of(seat: Perspective) -> str:
    """Return the part of a table's checkpoints that holds what a seat (None: a spectator) sees."""
    return "sight of spectators" if seat is None else f"sight of seat {seat}"


def checkpoint_of(table_id: UUID, following: Following, after: Snapshot, link: bytes) -> Checkpoint:
    """Return a checkpoint of what a viewer sees."""
    cards = tuple((card, zone, ids) for (card, zone), ids in following.sight.items())
    kept = KeptSight(FORM, following.version, following.begun, cards)
    return Checkpoint(
        table_id=table_id,
        version=following.version,
        game=after.table.game,
        rules_version=after.table.rules_version,
        hash=link,
        snapshot=msgspec.msgpack.encode(kept),
        part=part_of(following.seat),
    )


def following_of(checkpoint: Checkpoint, seat: Perspective) -> Following | None:
    """Return what a viewer saw according to a checkpoint; None if it is of another form."""
    try:
        kept = msgspec.msgpack.decode(checkpoint.snapshot, type=KeptSight)
    except msgspec.MsgspecError:
        return None
    if (kept.form, kept.version) != (FORM, checkpoint.version):
        return None
    return Following(seat, kept.version, {(card, zone): ids for card, zone, ids in kept.cards}, kept.begun)
