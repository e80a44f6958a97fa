"""The log is read in slices between which others go on: neither many entries nor large ones hold up a process."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest
from msgspec.structs import replace

from service.play.reading import SLICE_BYTES, in_slices
from service.runtime.background import running
from service.store import MemoryStore
from tests.service.store.commands import command

TABLE = UUID(int=1)
MOST = 4


async def log_of(sizes: Sequence[int]) -> MemoryStore:
    """Return a log of a table whose events have these sizes, half of it in the command."""
    log = MemoryStore()
    for version, size in enumerate(sizes):
        append = command(TABLE, version)
        half = b'"%s"' % (b"x" * (size // 2 - 2))
        await log.append(replace(append, events=(replace(append.events[0], event=half, command=half),)))
    return log


@pytest.mark.parametrize(
    ("sizes", "slices"),
    [
        ([], []),
        ([10] * 3, [3]),
        ([10] * MOST, [MOST]),
        ([10] * 9, [4, 4, 1]),
        ([SLICE_BYTES] * 3, [1, 1, 1]),
        ([SLICE_BYTES // 2] * 5, [2, 2, 1]),
        ([10, SLICE_BYTES * 5, 10, 10, 10], [2, 2, 1]),
        ([SLICE_BYTES - 2, 10, 10, 10], [2, 2]),
    ],
)
async def test_a_slice_ends_with_its_number_of_entries_or_of_bytes(sizes: list[int], slices: list[int]) -> None:
    log = await log_of(sizes)

    found = [rows async for rows in in_slices(log, TABLE, 0, most=MOST)]

    assert [len(rows) for rows in found] == slices
    assert [row for rows in found for row in rows] == await log.read(TABLE)


async def test_a_part_of_a_stream_is_read() -> None:
    log = await log_of([SLICE_BYTES] * 9)

    found = [row.version async for rows in in_slices(log, TABLE, 2, 7, most=MOST) for row in rows]

    assert found == [3, 4, 5, 6, 7]


async def test_others_go_on_between_two_slices() -> None:
    log, turns = await log_of([10] * 9 + [SLICE_BYTES] * 3), 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    had = list[int]()
    async with running(others):
        async for _ in in_slices(log, TABLE, 0, most=MOST):
            had.append(turns)

    assert len(had) == 5
    assert len(set(had)) == len(had)
