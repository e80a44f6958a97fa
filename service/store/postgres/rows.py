"""The events of the log as rows: how they are read, and how they are given to the SQL function `append_batch`."""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

import asyncpg
import msgspec
from msgspec import UNSET

from service.store.port import HASH_BYTES, ID_BYTES, LANES, Append, StoredEvent

COLUMNS = "lane, position, table_id, version, step, seat, type, at, event, command, key, request, hash"
ARCHIVED = COLUMNS.replace("lane", "archive.lane").replace("table_id", "archive.table_id")
"""The same of a row of the archive, whose events are unnested."""

SEPARATOR = "\x1e"
"""What stands between the types of events, which are sent as one text: none has it."""

UNCHANGED = -1
"""What the SQL function `append_batch` takes for a due time that stays as it is."""


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


NO_KEY = bytes(ID_BYTES)
"""What stands for the key and the request of an event that has neither."""

NO_LINK = bytes(HASH_BYTES)
"""What stands for the hash of the event before, if a command does not say which it follows."""

Arguments: TypeAlias = tuple[Sequence[object] | str | bytes | int, ...]
"""Arguments of a statement: one for each column, mostly arrays as text, and on Citus a number."""


def columns(appends: Sequence[Append]) -> Arguments:
    """Return the arguments of the statement that calls the SQL function `append_batch`.

    Arrays travel as one text each: of a list, asyncpg asks each element several times whether it is a list itself. What
    has a fixed length is one string of bytes, which nobody has to parse, and documents are one JSON array. Raises
    ValueError for another length.
    """
    events = [event for append in appends for event in append.events]
    return (
        *places(appends),
        literal([event.seat for event in events]),
        SEPARATOR.join([event.type for event in events]),
        literal([event.at for event in events]),
        packed([NO_KEY if event.key is event.request is None else event.key or b"" for event in events], ID_BYTES),
        packed([NO_KEY if event.key is event.request is None else event.request or b"" for event in events], ID_BYTES),
        documents([event.command or b"null" for event in events]),
        documents([event.event for event in events]),
        packed([event.hash for event in events], HASH_BYTES),
        *changes(appends),
    )


def places(appends: Sequence[Append]) -> Arguments:
    """Return where the events go: the lanes, the commands with what they follow and, for each event, its places."""
    ids = [append.table_id.int for append in appends]
    homes = [number % LANES for number in ids]
    lanes = sorted(set(homes))
    slot_of = {lane: slot for slot, lane in enumerate(lanes, 1)}
    slots = [slot_of[lane] for lane in homes]
    counts = [0] * (len(lanes) + 1)
    owners, numbers, offsets = [], [], []
    for owner, (slot, append) in enumerate(zip(slots, appends, strict=True), 1):
        for number, _ in enumerate(append.events, 1):
            counts[slot] += 1
            owners.append(owner)
            numbers.append(number)
            offsets.append(counts[slot])
    return (
        literal(lanes),
        literal(counts[1:]),
        literal(slots),
        [append.table_id for append in appends],
        literal([append.expected for append in appends]),
        packed([NO_LINK if append.link is None else append.link for append in appends], HASH_BYTES),
        literal(owners),
        literal(numbers),
        literal(offsets),
    )


def literal(numbers: Sequence[int | None]) -> str:
    """Return an array of integers as Postgres writes it: as JSON has it, except the brackets."""
    return f"{{{msgspec.json.encode(numbers)[1:-1].decode()}}}"


def packed(strings: Sequence[bytes], size: int) -> bytes:
    """Return strings of `size` bytes as one. Raises ValueError if one is shorter or longer."""
    if not {size}.issuperset(map(len, strings)):
        raise ValueError(f"not all have {size} bytes")
    return b"".join(strings)


def documents(each: Sequence[bytes]) -> str:
    """Return JSON documents as one array of them."""
    return f"[{b','.join(each).decode()}]"


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
