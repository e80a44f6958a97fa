"""What each event of a table changes in the view of its readers: worked out once for all who look from one place.

A hundred spectators of a table cost as much as one: the first of them to ask for an event lets it be worked out, all
others take what is kept. So do those who look a second time, as after a broken connection.
"""

import copy
from collections.abc import Sequence
from functools import partial
from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.table import Entry, Snapshot
from projections.feed import FeedEntry
from projections.names import People, people_of
from projections.replay import Replay
from projections.seat_view import Perspective
from service.live.history import History
from service.live.memory import Memory, Shelf
from service.live.named import encoder
from service.live.sights import Sights
from service.live.single_flight import SingleFlight
from service.live.step_ends import at, walk

With = Literal["view", "changes"]
"""What comes with an event: the whole view after it, or what it changed in the view."""

BYTES_OF_STEP = 2_500
"""Bytes in memory of a step, without what it shows of the view."""

TIMES_IN_MEMORY = 12
"""How much more memory a view takes while it is compared with the next one than encoded."""


class ReplayRange(Struct, frozen=True):
    """What of a table is replayed: from a version to another one (None: the last), and from where it is seen.

    `perspective`: from one's own place if None. `kind`: what comes with each event.
    """

    first: int = 1
    last: int | None = None
    perspective: Perspective = None
    kind: With = "changes"


class Step(Struct, frozen=True, gc=False):
    """An event as it is seen from somewhere, and `shown`: the view after it, or a JSON Patch that leads there, as JSON.

    Neither has names: `people` are those who are named in the view after it.
    """

    entry: FeedEntry
    people: People
    shown: bytes


def step_of(replay: Replay, kind: With, entry: Entry, after: Snapshot, ends_step: bool) -> Step:
    """Let a replay go on to the next version, which may end a step of the table; return what the viewer sees of it."""
    seen = replay.step(entry, after, ends_step=ends_step)
    shown = encoder.encode(replay.view if kind == "view" else replay.changes())
    return Step(seen, people_of(replay.view.table), shown)


class Steps:
    """The steps of tables. Everything raises `Unavailable`."""

    def __init__(self, history: History, sights: Sights, memory: Memory) -> None:
        self._history = history
        self._sights = sights
        self._kept: Shelf[Step] = Shelf(memory, "step")
        self._replays: Shelf[tuple[int, Replay]] = Shelf(memory, "replay")
        self._single_flight = SingleFlight()

    async def of(
        self, table_id: UUID, seat: Perspective, after: int, up_to: int, kind: With, *, head: int
    ) -> Sequence[Step]:
        """Return the steps after a version, which is 1 at least, and up to another one; `head` is that of the table."""
        kept = [self._kept.get(table_id, (kind, seat, version)) for version in range(after + 1, up_to + 1)]
        found = [each for each in kept if each is not None]
        if len(found) == len(kept):
            return found
        load = partial(self._load, table_id, seat, after, up_to, kind, head=head)
        return await self._single_flight.share((table_id, seat, after, up_to, kind, self._history.epoch), load)

    async def _load(
        self, table_id: UUID, seat: Perspective, after: int, up_to: int, kind: With, *, head: int
    ) -> Sequence[Step]:
        epoch = self._history.epoch
        replay = await self.begun(table_id, seat, after, kind, head=head)
        found: list[Step] = []
        async for slice_ in walk(self._history, table_id, after, up_to, partial(step_of, replay, kind), head=head):
            self._history.must_be_of(epoch)
            for step in slice_:
                key = kind, seat, step.entry.version
                self._kept.put(table_id, key, step, BYTES_OF_STEP + len(step.shown))
                found.append(step)
        size = TIMES_IN_MEMORY * len(encoder.encode(replay.view))
        self._replays.put(table_id, (kind, seat), (up_to, replay), size)
        return found

    async def begun(self, table_id: UUID, seat: Perspective, version: int, kind: With, *, head: int) -> Replay:
        """Return a replay that goes on after a version: one that has come there, or a new one."""
        known, replay = self._replays.get(table_id, (kind, seat)) or (0, None)
        if replay is not None and known == version:
            return copy.copy(replay)
        then, ends_step = await at(self._history, table_id, version, head)
        sight = await self._sights.of(table_id, then, seat, past=True)
        return Replay(table_id, seat, then, sight, ends_step=ends_step)
