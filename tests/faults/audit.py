"""What must hold of the log after any fault, given what clients were told."""

import asyncio
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import asyncpg

from service.records.records import check, read
from service.runtime.secret_ids import SecretIds
from service.store.migrate import HISTORY_SCHEMA
from tests.recording import is_move

Acknowledged = Mapping[str, Any]

HISTORY_SECONDS = 60.0
"""Seconds within which the history must have caught up."""

LANES = "select lane, position from parlour.lane order by lane"
CAUGHT_UP = """
select not exists (select from parlour.seal left join opening using (table_id) where number is null)
    and (select min(number) from projection where served) = (select max(number) from opening)
"""
HISTORY = """
select opening.number, game.number is not null as is_there, opening.number = row_number() over (order by opening.number)
    as is_dense, (game.table_id, game.events, game.hash) is not distinct from
        (seal.table_id, seal.version, encode(seal.hash, 'hex')) as is_right
from opening left join parlour.seal using (table_id)
left join game on game.build = served('games') and game.number = opening.number
order by opening.number
"""
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
    except those that the house has made on its seats.
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


async def wrong_lanes(url: str) -> list[str]:
    """Return what is wrong with the lanes of a service's database."""
    connection = await asyncpg.connect(url)
    try:
        lanes = [tuple(row) for row in await connection.fetch(LANES)]
        return holes(lanes, [tuple(row) for row in await connection.fetch(EVENTS)])
    finally:
        await connection.close()


async def wrong_history(url: str) -> list[str]:
    """Return what is wrong with the history of such a service, when all games that are over should be in it."""
    connection = await asyncpg.connect(url, server_settings={"search_path": HISTORY_SCHEMA})
    try:
        async with asyncio.timeout(HISTORY_SECONDS):
            while not await connection.fetchval(CAUGHT_UP):  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.2)
        return gaps([tuple(row) for row in await connection.fetch(HISTORY)])
    except TimeoutError:
        return ["the history has not caught up"]
    finally:
        await connection.close()


def gaps(games: Iterable[tuple[int, bool, bool, bool]]) -> list[str]:
    """Return which games of a history are wrong.

    Each has its number, and whether it is there, its number follows the one before, and it is the game that was sealed.
    """
    told = ("is missing", "has no number before it", "is not as it was sealed")
    return [
        f"game {number} of the history {wrong}"
        for number, *checked in games
        for wrong, holds in zip(told, checked, strict=True)
        if not holds
    ]
