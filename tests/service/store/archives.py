"""What every event store must give after games were archived: the very same as before. A part of its contract."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from service.store import Append, Checkpoint, Conflict, EventStore, Over, lane_of
from tests.service.store.commands import AT, command, lobby, seal, table_in

EVENTS, STEP = 600, 20
"""Number of events of a game, and of a step: more than stand in two rows of an archive, which end amid steps."""

ALWAYS = 2**60
"""A time before which everything was over."""


async def played(store: EventStore, lane: int, *tables: UUID) -> dict[UUID, list[Append]]:
    """Play games in turns, in one lane, to their ends, which come one after the other."""
    made: dict[UUID, list[Append]] = {table_id: [] for table_id in tables}
    for version in range(0, EVENTS, STEP):
        for table_id in tables:
            append = command(table_id, version, STEP)
            if version == 0:
                append = replace(append, lobby=lobby(table_id, "playing"))
            if version == EVENTS - STEP:
                append = replace(append, lobby=lobby(table_id, "finished"), seal=seal(append))
            await store.append(append)
            made[table_id].append(append)
    assert {lane_of(table_id) for table_id in tables} == {lane}
    return made


async def everything(store: EventStore, tables: dict[UUID, list[Append]]) -> list[Any]:
    """Return what a store tells of tables, by all ways that there are."""
    found: list[Any] = []
    for table_id, appends in tables.items():
        found += [await store.read(table_id), await store.heads([table_id]), await store.seal_of(table_id)]
        found += [await store.record_open(table_id)]
        found += [await store.read(table_id, after, after + 100) for after in range(0, EVENTS, 70)]
        found += [await store.executed(table_id, append.events[0].key or b"") for append in appends]
    return found


async def pages(store: EventStore, lane: int, size: int) -> list[Any]:
    """Return all events of a lane, read in pages."""
    found: list[Any] = []
    while page := await store.read_lane(lane, len(found), size):
        found += page
    return found


class Archives:
    async def test_archived_games_are_read_as_before(self, store: EventStore) -> None:
        tables = [table_in(21) for _ in range(3)]
        made = await played(store, 21, *tables)
        before, lane = await everything(store, made), await pages(store, 21, 500)

        assert [await store.archive(table_id, ALWAYS) for table_id in tables[:2]] == [EVENTS - 1, EVENTS - 1]

        assert await everything(store, made) == before
        assert [await pages(store, 21, size) for size in (77, 500)] == [lane, lane]
        assert [event.position for event in lane] == [*range(1, len(lane) + 1)]
        assert (await store.lane_positions())[21] == len(lane)

    async def test_a_game_is_archived_once(self, store: EventStore) -> None:
        (table_id,) = made = await played(store, 22, table_in(22))
        before = await everything(store, made)

        moved = [await store.archive(table_id, ALWAYS) for _ in range(3)]

        assert moved == [EVENTS - 1, 0, 0]
        assert await everything(store, made) == before

    async def test_only_what_was_over_before_a_time_is_archived(self, store: EventStore) -> None:
        live = command(table_in(23), 0, 5, lobby=lobby(table_in(23), "playing"))
        await store.append(live)
        (table_id,) = await played(store, 23, table_in(23))

        assert [await store.archive(each, AT) for each in (live.table_id, table_id, table_in(23))] == [0, 0, 0]
        assert await store.archive(live.table_id, ALWAYS) == 0
        assert await store.archive(table_id, AT + 1) == EVENTS - 1

    async def test_games_to_be_archived_are_found_in_pages(self, store: EventStore) -> None:
        tables = [table_in(24) for _ in range(4)]
        for number, table_id in enumerate(tables):
            append = command(table_id, 0, number + 1, lobby=lobby(table_id, "finished"))
            await store.append(replace(append, seal=replace(seal(append), at=70 - number)))
        await store.archive(tables[2], ALWAYS)

        first = await store.over(71, 1)
        rest = await store.over(71, 9, (first[-1].at, first[-1].table_id))

        assert [*first, *rest] == [
            Over(tables[3], 67, 3),
            Over(tables[2], 68, 0),
            Over(tables[1], 69, 1),
            Over(tables[0], 70, 0),
        ]
        assert await store.over(68, 9) == first

    async def test_what_comes_after_a_game_follows_from_its_end(self, store: EventStore) -> None:
        ((table_id, appends),) = (await played(store, 25, table_in(25))).items()
        await store.archive(table_id, ALWAYS)
        link = appends[-1].events[-1].hash

        with pytest.raises(Conflict) as conflict:
            await store.append(command(table_id, 0))
        await store.append(appends[-1])
        await store.append(command(table_id, EVENTS, 2, link=link))

        assert conflict.value.actual == EVENTS
        assert [event.version for event in await store.read(table_id)] == [*range(1, EVENTS + 3)]
        assert await store.archive(table_id, ALWAYS) == 0
        assert await store.heads([table_id]) == {table_id: EVENTS + 2}

    @pytest.mark.parametrize("version", [1, 256, 300, EVENTS])
    async def test_checkpoints_of_an_archived_game_are_made_again(self, store: EventStore, version: int) -> None:
        ((table_id, appends),) = (await played(store, 26, table_in(26))).items()
        hashes = [event.hash for append in appends for event in append.events]
        fitting = Checkpoint(table_id, version, "literature", "1", hashes[version - 1], b"fits")
        await store.keep_checkpoint(fitting)
        await store.archive(table_id, ALWAYS)
        assert await store.checkpoint(table_id) is None

        await store.keep_checkpoint(fitting)
        await store.keep_checkpoint(Checkpoint(table_id, 280, "literature", "1", bytes(32), b"does not fit"))

        assert await store.checkpoint(table_id) == fitting
        assert await store.checkpoint(table_id, version - 1) is None
