"""What must hold of the log after any fault, given what clients were told."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg

from service.cli.token import embedded_url
from service.records.records import check, is_move, read
from service.runtime.secret_ids import SecretIds

Acknowledged = Mapping[str, Any]

LANES = "select lane, position from parlour.lane order by lane"
EVENTS = "select lane, max(position), count(*) from parlour.event group by lane having min(position) = 1"


def command_of(move: Acknowledged, ids: SecretIds) -> str:
    """Return the id that the key of an acknowledged move has in the log."""
    return ids.of_command(UUID(move["player"]), move["key"].encode()).hex()


def faults(
    document: bytes, acknowledged: Iterable[Acknowledged], ids: SecretIds, house: Container[int | None] = ()
) -> list[str]:
    """Return what is wrong with a game: its record, and the moves that its players were told are made.

    `ids` are those of the service.

    Every acknowledged move is in the log exactly once. As players send a move until it is answered, no other is there,
    but for those that the house has made on its seats.
    """
    record = read(document)
    check(record)
    made = Counter(entry.key for entry in record.events if is_move(entry) and entry.seat not in house)
    told = {command_of(move, ids) for move in acknowledged}
    return [
        *(f"{command} is in the log {count} times" for command, count in made.items() if count > 1),
        *(f"{command} was acknowledged and is not in the log" for command in told - made.keys()),
        *(f"{command} is in the log and was never acknowledged" for command in made.keys() - told),
    ]


def holes(lanes: Sequence[tuple[int, int]], events: Iterable[tuple[int, int, int]]) -> list[str]:
    """Return the lanes that are not dense: `events` gives the last position and the count of each."""
    ends = {lane: (last, count) for lane, last, count in events}
    return [
        f"lane {lane} is at {position}; its last event and the number of its events: {ends.get(lane)}"
        for lane, position in lanes
        if ends.get(lane, (0, 0)) != (position, position)
    ]


async def wrong_lanes(data: Path) -> list[str]:
    """Return what is wrong with the lanes of the service that runs on a data folder."""
    connection = await asyncpg.connect(embedded_url(data))
    try:
        lanes = [tuple(row) for row in await connection.fetch(LANES)]
        return holes(lanes, [tuple(row) for row in await connection.fetch(EVENTS)])
    finally:
        await connection.close()
