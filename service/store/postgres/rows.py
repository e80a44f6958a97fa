"""The events of the log as rows: how they are read, and how they are given to the SQL function `append`."""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

import asyncpg
import msgspec
from msgspec import UNSET

from service.store.port import Append, StoredEvent, lane_of

COLUMNS = "lane, position, table_id, version, step, seat, type, at, event, command, key, request, hash"

UNCHANGED = -1
"""What the SQL function `append` takes for a due time that stays as it is."""


def stored(row: asyncpg.Record) -> StoredEvent:
    """Return a row of the table `event`, read with `COLUMNS`."""
    lane, position, table_id, version, step, seat, kind, at, event, command, key, request, link = row
    return StoredEvent(
        lane,
        position,
        UUID(bytes=table_id.bytes),
        version,
        step,
        seat,
        kind,
        at,
        event.encode(),
        None if command is None else command.encode(),
        key,
        request,
        link,
    )


Arguments: TypeAlias = tuple[Sequence[object] | str, ...]
"""Arguments of an SQL function: arrays, one for each column."""


def columns(appends: Sequence[Append]) -> Arguments:
    """Return the arguments of the SQL function `append`."""
    events = [event for append in appends for event in append.events]
    return (
        *places(appends),
        literal([event.seat for event in events]),
        [event.type for event in events],
        literal([event.at for event in events]),
        [event.key for event in events],
        [event.request for event in events],
        [None if event.command is None else event.command.decode() for event in events],
        [event.event.decode() for event in events],
        [event.hash for event in events],
        *changes(appends),
    )


def places(appends: Sequence[Append]) -> Arguments:
    """Return where the events go: the lanes, the commands and, for each event, its places in both."""
    homes = [lane_of(append.table_id) for append in appends]
    lanes = sorted(set(homes))
    slot_of = {lane: slot for slot, lane in enumerate(lanes, 1)}
    slots = [slot_of[lane] for lane in homes]
    counts = [0] * (len(lanes) + 1)
    offsets = []
    for slot, append in zip(slots, appends, strict=True):
        for _ in append.events:
            counts[slot] += 1
            offsets.append(counts[slot])
    return (
        literal(lanes),
        literal(counts[1:]),
        literal(slots),
        f"{{{','.join([f'{append.table_id.int:032x}' for append in appends])}}}",
        literal([append.expected for append in appends]),
        literal([owner for owner, append in enumerate(appends, 1) for _ in append.events]),
        literal([place for append in appends for place in range(1, len(append.events) + 1)]),
        literal(offsets),
    )


def literal(numbers: Sequence[int | None]) -> str:
    """Return an array of integers as Postgres writes it: asyncpg takes three times as long for a list."""
    return f"{{{','.join(['null' if number is None else str(number) for number in numbers])}}}"


def changes(appends: Sequence[Append]) -> Arguments:
    """Return what changes with the events: due times, rows of the lobby and seals, these with their owners."""
    dues = [UNCHANGED if append.due is UNSET else append.due for append in appends]
    lobbies = [(owner, append.lobby) for owner, append in enumerate(appends, 1) if append.lobby is not None]
    seals = [(owner, append.seal) for owner, append in enumerate(appends, 1) if append.seal is not None]
    return (
        literal([] if dues.count(UNCHANGED) == len(dues) else dues),
        [owner for owner, _ in lobbies],
        [msgspec.json.encode(lobby).decode() for _, lobby in lobbies],
        [owner for owner, _ in seals],
        [msgspec.json.encode(seal).decode() for _, seal in seals],
    )
