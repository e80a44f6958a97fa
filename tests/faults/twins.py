"""Logs that each break one promise: a test that does not find them would not find such a fault of the real one."""

from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from msgspec.structs import replace

from service.store import Append, MemoryStore, StoredEvent, StoreUnavailable

EVERY = 5
FIRST = 10
"""A twin does wrong at each fifth occasion, except the first: they are the opening of the table."""

ALTERED = 3
"""The version of the event that is shown as another one than was written, or not at all."""


class Twin(MemoryStore):
    """A log that does something wrong now and then. `breaks` is the promise that must be found broken."""

    breaks: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.occasions = 0

    def now(self) -> bool:
        """Return whether this is an occasion to do wrong."""
        self.occasions += 1
        return self.occasions >= FIRST and self.occasions % EVERY == 0

    async def write(self, append: Append) -> None:
        """Append as a good log does."""
        await super().append(append)


class LosesAnswers(Twin):
    """A good log: an answer may be lost, and what was sent again is not written again."""

    async def append(self, append: Append) -> None:
        """Append; sometimes nobody is told."""
        await self.write(append)
        if self.now():
            raise StoreUnavailable("nobody knows whether it was written")


class LosesWrites(Twin):
    """It says that it has written what it has not: a crash before the disk had it."""

    breaks = "kept"

    async def append(self, append: Append) -> None:
        """Append, or only say so."""
        if not self.now():
            await self.write(append)


class IgnoresVersions(Twin):
    """It writes whatever comes behind what is there: no optimistic concurrency."""

    breaks = "sound"

    async def append(self, append: Append) -> None:
        """Append at the end, whatever version was expected."""
        await self.write(replace(append, expected=len(await self.read(append.table_id)), link=None, seal=None))


class ForgetsKeys(Twin):
    """It does not keep the keys of commands; the chain of hashes has them, and does not hold without."""

    breaks = "sound"

    async def append(self, append: Append) -> None:
        """Append, without the keys."""
        await self.write(replace(append, events=tuple(replace(each, key=None, request=None) for each in append.events)))


class WritesHalf(Twin):
    """It writes only the first event of a step: no transaction."""

    breaks = "kept"

    async def append(self, append: Append) -> None:
        """Append, or begin to."""
        begun = append.events[:1] if append.expected >= FIRST else append.events
        await self.write(replace(append, events=begun))


class WritesTwice(Twin):
    """It writes a command again that was written already: an append is repeated, and not recognized."""

    breaks = "once"

    async def append(self, append: Append) -> None:
        """Append, and sometimes once more."""
        await self.write(append)
        if self.now():
            self.database.executed.clear()
            await self.write(replace(append, expected=append.expected + len(append.events), link=None, seal=None))


class HidesRows(Twin):
    """It shows the events of a table without one of them."""

    breaks = "dense"

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read, except the third event."""
        return [row for row in await super().read(table_id, after, up_to) if row.version != ALTERED]


class ShowsHoles(Twin):
    """A reader of a lane is shown an event before the one that comes first: positions without their order."""

    breaks = "followed"

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Read, and leave out an event that is not visible yet."""
        rows = await super().read_lane(lane, after, limit)
        return rows[1:] if len(rows) > 1 and self.now() else rows


class AltersHistory(Twin):
    """It shows another event than it was given: somebody has changed a row."""

    breaks = "sound"

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read, with another time in the third event."""
        rows = await super().read(table_id, after, up_to)
        return [
            replace(row, event=row.event.replace(b'"at":1', b'"at":2')) if row.version == 3 else row for row in rows
        ]


TWINS: Mapping[str, type[Twin]] = {
    each.__name__: each
    for each in (
        LosesWrites,
        IgnoresVersions,
        ForgetsKeys,
        WritesHalf,
        WritesTwice,
        HidesRows,
        ShowsHoles,
        AltersHistory,
    )
}
