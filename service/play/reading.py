"""Reading tables from the log for those who write: from the newest checkpoint on, in slices between which others go."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import cache
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from domain import UnknownRules, rules_of
from domain.table import AnyGame, Recorded, Snapshot, snapshot_type
from service.play.stream import Stream
from service.runtime.files import UNREADABLE
from service.store import Checkpoint, EventStore, StoredEvent
from service.store.port import LAST_VERSION

SLICE_BYTES = 256 * 1024
"""Bytes of encoded entries after which others go on, however few these are: about 10 ms of decoding and folding."""

WORDS = frozenset({"title", "description", "examples"})
"""What a JSON schema says to people; so does what begins with `x-`."""


class KeptTable(Struct, frozen=True, array_like=True):
    """A table's snapshot in a checkpoint, and the form in which it was encoded; see `form_of`."""

    form: bytes
    snapshot: Raw


async def in_slices(
    store: EventStore, table_id: UUID, after: int, up_to: int = LAST_VERSION, *, most: int
) -> AsyncIterator[list[StoredEvent]]:
    """Yield what the log has of a stream after a version and up to another, in slices between which others go on.

    A slice has at least one entry, at most `most` of them, and ends with the one that makes it `SLICE_BYTES` long.
    Raises `StoreUnavailable`.
    """
    full = True
    while full and after < up_to:
        rows = await store.read(table_id, after, min(after + most, up_to))
        full = len(rows) == most
        for slice_ in slices_of(rows):
            if full or len(slice_) < len(rows):
                await asyncio.sleep(0)
            yield slice_
            after = slice_[-1].version


def slices_of(rows: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """Yield entries in slices of `SLICE_BYTES`."""
    slice_, size = list[StoredEvent](), 0
    for row in rows:
        slice_.append(row)
        size += len(row.event) + len(row.command or b"")
        if size >= SLICE_BYTES:
            yield slice_
            slice_, size = [], 0
    if slice_:
        yield slice_


class LogReader:
    """Reads streams; `slice_size` is how many entries are folded at most before others go on."""

    def __init__(self, store: EventStore, slice_size: int) -> None:
        self._store = store
        self._slice_size = slice_size

    async def load(self, stream: Stream, up_to: int = LAST_VERSION) -> None:
        """Read a table, up to a version; there may be none.

        Raises `StoreUnavailable`, `NotReadable` or `LogCorrupt`. Then nothing is kept of what was read before: nobody
        may take that for the present table.
        """
        checkpoint = await self._store.checkpoint(stream.table_id, up_to)
        snapshot = restored(checkpoint) if checkpoint is not None else None
        if checkpoint is not None and snapshot is not None:
            stream.begin_at(checkpoint, snapshot)
        try:
            await self.catch_up(stream, up_to)
        except BaseException:
            stream.forget()
            raise

    async def catch_up(self, stream: Stream, up_to: int = LAST_VERSION) -> None:
        """Fold what is new at a table, up to a version.

        Raises `StoreUnavailable`, `NotReadable` or `LogCorrupt`.
        """
        async for rows in in_slices(self._store, stream.table_id, stream.version, up_to, most=self._slice_size):
            for _ in stream.take_in(rows):
                pass

    async def step(self, table_id: UUID, step: int) -> tuple[Recorded[Snapshot], ...]:
        """Return the entries of a step that is in the log."""
        stream = Stream(table_id)
        if step > 1:
            await self.load(stream, step - 1)
        recorded: list[Recorded[Snapshot]] = []
        async for rows in in_slices(self._store, table_id, stream.version, most=self._slice_size):
            recorded += stream.take_in([row for row in rows if row.step == step])
            if rows[-1].step != step:
                break
        return tuple(recorded)


def checkpoint_of(table_id: UUID, snapshot: Snapshot, link: bytes, encoded: bytes) -> Checkpoint:
    """Return the checkpoint of a table at a version, whose chain ends with `link`, of its encoded snapshot."""
    table = snapshot.table
    kept = msgspec.msgpack.encode(KeptTable(form_of(snapshot.rules), Raw(encoded)))
    return Checkpoint(table_id, snapshot.version, table.game, table.rules_version, link, kept)


def restored(checkpoint: Checkpoint) -> Snapshot | None:
    """Return the snapshot of a checkpoint; None if its rules are not here, or it is of another form or damaged."""
    try:
        rules = rules_of(checkpoint.game, checkpoint.rules_version)
        kept = msgspec.msgpack.decode(checkpoint.snapshot, type=KeptTable)
        if kept.form != form_of(rules):
            return None
        snapshot: Snapshot = msgspec.msgpack.decode(kept.snapshot, type=snapshot_type(rules))
    except (UnknownRules, *UNREADABLE):
        return None
    return snapshot if snapshot.version == checkpoint.version and is_of_table(checkpoint, snapshot) else None


@cache
def form_of(rules: AnyGame) -> bytes:
    """Return a digest of all fields and types in a snapshot of a table by these rules, descriptions apart.

    A snapshot of another form might be decoded without an error, with a default where something else had happened.
    """
    schema = without_words(msgspec.json.schema(snapshot_type(rules)))
    return hashlib.sha256(msgspec.json.encode(schema, order="deterministic")).digest()[:16]


def without_words(schema: object) -> object:
    """Return a JSON schema without what it says to people, such as descriptions."""
    if isinstance(schema, list):
        return [without_words(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: each for key, each in schema.items() if key not in WORDS and not key.startswith("x-")}
    return {key: (named if key in {"properties", "$defs"} else without_words)(each) for key, each in plain.items()}


def named(schemas: dict[str, object]) -> dict[str, object]:
    """Return JSON schemas by their names, each `without_words`; the names stay, even if one is `title`."""
    return {name: without_words(schema) for name, schema in schemas.items()}


def is_of_table(checkpoint: Checkpoint, snapshot: Snapshot) -> bool:
    """Return whether a checkpoint was made by the rules that its table is played by."""
    table = snapshot.table
    return (checkpoint.game, checkpoint.rules_version) == (table.game, table.rules_version)
