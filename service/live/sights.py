"""The cards that a viewer sees, and what moves: followed from the last deal, or from where they were last looked at.

What moves with an event is worked out once for all who look from the same place, and only if one of them asks. A deal
may be long. If a deal began more than a page before the end of a page of the history, the cards that the viewer sees
there are kept with the table's checkpoints. So nobody follows cards for more than about two pages.
"""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.events import DealStarted
from domain.table import Entry, Snapshot
from projections.items import UNSEEN, Lying, Sight
from projections.motion import Motion, looked
from projections.seat_view import Perspective, layout_of
from service.live.history import History
from service.live.memory import Memory, Shelf
from service.live.pages import PAGE_SIZE, RECENT_SIZE, ROOM
from service.runtime.files import UNREADABLE
from service.store import Checkpoint

BYTES_OF_SIGHT = 2_000
BYTES_OF_ZONE = 250
BYTES_OF_ID = 150
BYTES_OF_MOVES = 150
"""Bytes in memory: of a sight without zones, of each zone and card in it, and of what moved with an event."""

VERSIONS_AT_A_STRETCH = 8
"""Maximum number of versions that are followed without a pause: a reader of new events waits for nobody.

A reader who sees all cards has no such number: for them all seats are followed, and they do not play.
"""

FORM = 2
"""Number of the way in which ids are given; what was kept with another number is not used."""


T = TypeVar("T")


class KeptSight(Struct, frozen=True, array_like=True):
    """A sight in a checkpoint, and the version before the deal."""

    form: int
    version: int
    begun: int
    sight: dict[str, Lying]


class Following:
    """What a viewer sees at a version of a deal, which began after version `begun`; `see` goes on to the next one.

    It remembers what moved with the last versions, but not before version `since`.
    """

    def __init__(
        self, seat: Perspective, version: int = 0, sight: Sight = UNSEEN, begun: int = 0, since: int = 0
    ) -> None:
        self.seat = seat
        self.version = version
        self.sight = sight
        self.begun = begun
        self._since = since
        self._moves: list[tuple[Motion, ...]] = []
        self._state: object = None

    def see(self, entry: Entry, after: Snapshot) -> None:
        """See what comes next."""
        moves: tuple[Motion, ...] = ()
        if after.state is not self._state:
            self.sight, moves = looked(self.sight, layout_of(after, self.seat), entry, after)
            self._state = after.state
        self.version = entry.version
        if isinstance(entry.event, DealStarted):
            self.begun = entry.version - 1
        if self.version > self._since:
            self._moves.append(moves)
            if len(self._moves) >= RECENT_SIZE + ROOM:
                del self._moves[:-RECENT_SIZE]

    def moves(self, version: int) -> tuple[Motion, ...]:
        """Return what moved with a version, one of the last that were seen."""
        return self._moves[version - self.version - 1]

    def knows_since(self, version: int) -> bool:
        """Return whether what moved after a version is remembered, or can still be seen."""
        return max(self._since, self.version - len(self._moves)) <= version

    def copied(self) -> "Following":
        """Return a copy, which can go on without a change of the cached one."""
        following = Following(self.seat, self.version, self.sight, self.begun, self._since)
        following._moves, following._state = self._moves.copy(), self._state
        return following

    @property
    def worth_keeping(self) -> bool:
        """Whether a page ends here, and to follow the deal from its beginning takes more than a page."""
        return self.version % PAGE_SIZE == 0 and self.version - self.begun >= PAGE_SIZE

    @property
    def size(self) -> int:
        """Bytes in memory."""
        ids = sum([len(lying.ids) for lying in self.sight.values()])
        own = BYTES_OF_ZONE * len(self.sight) + BYTES_OF_ID * ids
        return BYTES_OF_SIGHT + own + BYTES_OF_MOVES * len(self._moves)


class Sights:
    """What viewers see, as far as it is cached: at the version last looked at as the current one, or as a past one.

    A replay of a whole game goes version by version.
    """

    def __init__(self, history: History, memory: Memory) -> None:
        self._history = history
        self._cached: Shelf[Following] = Shelf(memory, "sight")

    async def of(self, table_id: UUID, snapshot: Snapshot, seat: Perspective, *, past: bool) -> Sight:
        """Return what a seat (None: a spectator) sees of a table at a version, as it is now or was in the past."""
        version, epoch = snapshot.version, self._history.epoch
        following = await self._begin(table_id, snapshot, version, seat)
        await self._go_on(table_id, following, version, lambda *_: None)
        if self._history.epoch == epoch:
            self._cached.put(table_id, (seat, past), following, following.size)
        return following.sight

    async def entries(
        self,
        table_id: UUID,
        snapshot: Snapshot,
        seat: Perspective,
        tell: Callable[[Entry, Snapshot, tuple[Motion, ...]], T],
        *,
        after: int,
        up_to: int,
    ) -> tuple[T, ...]:
        """Return what `tell` makes of the entries after a version, up to another, and of what moved with each.

        `snapshot` is the table as it is now; a seat (None: a spectator) looks.
        """
        if after >= up_to:
            return ()
        epoch = self._history.epoch
        following = self._remembering(table_id, seat, after)
        if following is None or following.version < after:
            following = await self._begin(table_id, snapshot, after, seat)
        before, place = following.version, (seat, up_to < snapshot.version)

        def see(entry: Entry, then: Snapshot) -> T | None:
            return tell(entry, then, following.moves(entry.version)) if entry.version > after else None

        found = await self._go_on(table_id, following, up_to, see, since=min(before, after))
        if following.version > before and self._history.epoch == epoch:
            self._cached.put(table_id, place, following, following.size)
        return tuple(found)

    def _remembering(self, table_id: UUID, seat: Perspective, version: int) -> Following | None:
        """Return the reader that has seen most, and remembers what moved after a version; None: there is none."""
        known = [self._cached.get(table_id, (seat, past)) for past in (False, True)]
        found = [each for each in known if each is not None and each.knows_since(version)]
        newest = max(found, key=lambda each: each.version, default=None)
        return None if newest is None else newest.copied()

    async def _go_on(
        self,
        table_id: UUID,
        following: Following,
        up_to: int,
        see: Callable[[Entry, Snapshot], T | None],
        *,
        since: int | None = None,
    ) -> list[T]:
        """Let a viewer go on to a version; return what `see` makes of what they have come past, or since a version."""

        def go_on(entry: Entry, after: Snapshot, link: bytes) -> T | None:
            if entry.version > following.version:
                following.see(entry, after)
                if following.worth_keeping:
                    self._history.checkpoints.keep(checkpoint_of_sight(table_id, following, after, link))
            return see(entry, after)

        since = following.version if since is None else since
        at_length = following.seat == "all" or up_to - since > VERSIONS_AT_A_STRETCH
        walk = self._history.walk(table_id, since, up_to, go_on, at_length=at_length)
        return [each async for slice_ in walk for each in slice_]

    async def _begin(self, table_id: UUID, snapshot: Snapshot, version: int, seat: Perspective) -> Following:
        """Return where to begin to look at a version: with what is cached or kept of its deal, or else before the deal.

        Where one begins before a deal, the cards of the deal before are not known, and nothing of them is seen in this
        one.
        """
        newest = await self._newest(table_id, snapshot, version, seat)
        if newest.version < version:
            async for entries in self._history.back(table_id, version):
                for entry in entries:
                    if entry.version <= newest.version:
                        return newest.copied()
                    if isinstance(entry.event, DealStarted):
                        return Following(seat, entry.version - 2, since=entry.version - 1)
        return newest.copied()

    async def _newest(self, table_id: UUID, snapshot: Snapshot, version: int, seat: Perspective) -> Following:
        """Return the newest sight up to a version that is cached or, if that is long ago, kept in the store."""
        known = [self._cached.get(table_id, (seat, past)) for past in (False, True)]
        found = [each for each in known if each is not None and each.version <= version]
        newest = max(found, key=lambda each: each.version, default=Following(seat))
        if version - newest.version <= PAGE_SIZE:
            return newest
        checkpoint = await self._history.kept(table_id, snapshot, version, part_of(seat))
        kept = None if checkpoint is None else following_of(checkpoint, seat)
        return newest if kept is None or kept.version < newest.version else kept


def part_of(seat: Perspective) -> str:
    """Return the part of a table's checkpoints that holds what a seat (None: a spectator) sees."""
    return "sight of spectators" if seat is None else f"sight of seat {seat}"


def checkpoint_of_sight(table_id: UUID, following: Following, after: Snapshot, link: bytes) -> Checkpoint:
    """Return a checkpoint of what a viewer sees."""
    kept = KeptSight(FORM, following.version, following.begun, dict(following.sight))
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
    """Return what a viewer saw according to a checkpoint; None if it is of another form or damaged."""
    try:
        kept = msgspec.msgpack.decode(checkpoint.snapshot, type=KeptSight)
    except UNREADABLE:
        return None
    if (kept.form, kept.version) != (FORM, checkpoint.version):
        return None
    return Following(seat, kept.version, kept.sight, kept.begun, since=kept.version)
