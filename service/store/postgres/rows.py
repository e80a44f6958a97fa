"""The events of the log as rows: how they are read, and how they are given to the SQL function `append`."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
from msgspec import UNSET

from service.store.port import Append, StoredEvent, lane_of

COLUMNS = "lane, position, table_id, version, step, seat, type, at, event, command, key, request, hash"


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


def columns(appends: Sequence[Append]) -> tuple[list[Any], ...]:
    """Return the arguments of the SQL function `append`."""
    events = [event for append in appends for event in append.events]
    dues = [(owner, append.due) for owner, append in enumerate(appends, 1) if append.due is not UNSET]
    lobbies = [(owner, append.lobby) for owner, append in enumerate(appends, 1) if append.lobby is not None]
    seals = [(owner, append.seal) for owner, append in enumerate(appends, 1) if append.seal is not None]
    return (
        [lane_of(append.table_id) for append in appends],
        [append.table_id for append in appends],
        [append.expected for append in appends],
        [owner for owner, append in enumerate(appends, 1) for _ in append.events],
        [place for append in appends for place in range(1, len(append.events) + 1)],
        [event.seat for event in events],
        [event.type for event in events],
        [event.at for event in events],
        [event.key for event in events],
        [event.request for event in events],
        [None if event.command is None else event.command.decode() for event in events],
        [event.event.decode() for event in events],
        [event.hash for event in events],
        [owner for owner, _ in dues],
        [due for _, due in dues],
        [owner for owner, _ in lobbies],
        [msgspec.json.encode(lobby).decode() for _, lobby in lobbies],
        [owner for owner, _ in seals],
        [msgspec.json.encode(seal).decode() for _, seal in seals],
    )
