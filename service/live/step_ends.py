"""Which versions of a table end a step: between two events of one command nobody can act, so nobody is asked to."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar
from uuid import UUID

from domain.table import Entry, Snapshot
from service.live.history import History

T = TypeVar("T")


async def walk(
    history: History, table_id: UUID, after: int, up_to: int, see: Callable[[Entry, Snapshot, bool], T], *, head: int
) -> AsyncIterator[Sequence[T]]:
    """Yield what `see` makes of the entries after a version, up to another one, in turns, as `History.walk` does.

    `see` is given each entry, the snapshot right after it, and whether it ends its step, which the next entry tells.
    `head` is the version of the table, or one that it had.
    """
    waiting: list[tuple[Entry, Snapshot]] = []

    def go_on(entry: Entry, then: Snapshot, _: bytes) -> T | None:
        before, waiting[:] = waiting.copy(), [(entry, then)]
        return see(*before[0], entry.step == entry.version) if before else None

    async for slice_ in history.walk(table_id, after, up_to, go_on, at_length=True):
        yield slice_
    ends_step = await history.ends_step(table_id, up_to, head)
    async for slice_ in history.in_turns(see(*each, ends_step) for each in waiting):
        yield slice_


async def at(history: History, table_id: UUID, version: int, head: int) -> tuple[Snapshot, bool]:
    """Return the table as it was at a version, from 1 to `head`, and whether that ends its step."""
    return await history.at(table_id, version), await history.ends_step(table_id, version, head)
