"""The stream of one table as a process has it in memory: the last snapshot, the end of the chain, the keys it knows.

It is never more than a cache of the log, and what readers need (history, views) is not in it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain import UnknownRules, rules_of
from domain.table import (
    FIRST_LINK,
    AnyGame,
    Entry,
    ForkTable,
    OpenTable,
    Recorded,
    Snapshot,
    TableOpened,
    canonical,
    command_type,
    entry_of_json,
    link_of,
    stream_event,
    taken,
    upcast,
)
from service.store import Checkpoint, Epoch, LogCorrupt, StoredEvent

S = TypeVar("S")

MOST_KEYS = 1_024
"""Maximum number of commands of a table that are known by their keys; older ones are asked of the store."""

SIZE_OF_KEY = 250
SIZE_OF_STREAM = 8_000
SIZE_IN_MEMORY = 6
"""Bytes in memory: of a key, of a stream without its table, and of the table for each byte of its encoded snapshot."""


class NotReadable(Exception):
    """The log has an entry of a form that this version of the service does not know: a newer one has written it."""

    def __init__(self, row: StoredEvent) -> None:
        super().__init__(f"event {row.version} ({row.type}) of table {row.table_id} is of another version's form")


class OfAnotherKind(NotReadable):
    """What is read as a table is a tournament, or the other way round: it begins with another event."""


def unreadable(row: StoredEvent, first: type[Struct]) -> NotReadable:
    """Return why an entry cannot be read, in a stream that begins with an event of this type."""
    other = row.version == 1 and row.type != first.__struct_config__.tag
    return OfAnotherKind(row) if other else NotReadable(row)


class CommandKey(Struct, frozen=True):
    """What makes a command safe to send twice: 16 bytes for its key and sender, 16 for what was asked."""

    id: bytes
    request: bytes


def id_in_entry(key: CommandKey | None) -> str | None:
    """Return the id of a key as an entry has it, hexadecimal; None: the command came without a key."""
    return None if key is None else key.id.hex()


class Stream:
    """One table: `head` is its last snapshot (None: not read yet, or there is none), `link` the end of its chain."""

    __slots__ = ("_keys", "counted", "epoch", "head", "knows_all_keys", "link", "listed", "lock", "size", "table_id")

    def __init__(self, table_id: UUID) -> None:
        self.table_id = table_id
        self.lock = asyncio.Lock()
        self._keys: OrderedDict[bytes, tuple[bytes, int]] = OrderedDict()
        self.counted = 0
        """Bytes that the memory counts for it."""
        self.epoch: Epoch | None = None
        """The epoch of the log in which it was read."""
        self.forget()

    def forget(self) -> None:
        """Forget everything, so that the table is read from the log."""
        self.head: Snapshot | None = None
        self.link = FIRST_LINK
        self.listed: int | UnsetType | None = UNSET
        """When the store lists the table as due, in ms; None: never; unset: that is not known."""
        self.size = SIZE_OF_STREAM
        self.knows_all_keys = True
        """Whether a key that is unknown here was never used at this table."""
        self._keys.clear()

    def be_of(self, epoch: Epoch) -> None:
        """Forget what was read in another epoch: it may be lost."""
        if self.epoch != epoch:
            self.forget()
            self.epoch = epoch

    @property
    def version(self) -> int:
        """The number of events at the table, as far as this process knows."""
        return 0 if self.head is None else self.head.version

    def executed(self, key: bytes) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key; None: it is not known here."""
        return self._keys.get(key)

    def begin_at(self, checkpoint: Checkpoint, snapshot: Snapshot) -> None:
        """Begin with the table as a checkpoint has it; the keys that were used before are not known."""
        self.head, self.link, self.knows_all_keys = snapshot, checkpoint.hash, False
        self.weigh(checkpoint.snapshot)

    def weigh(self, encoded: bytes) -> None:
        """Note how much memory the table takes, by its encoded snapshot."""
        self.size = SIZE_OF_STREAM + SIZE_OF_KEY * len(self._keys) + SIZE_IN_MEMORY * len(encoded)

    def add(self, recorded: Sequence[Recorded[Snapshot]], key: CommandKey | None, listed: int | None) -> None:
        """Take in the entries of a step that was appended, and when the store now lists the table as due."""
        self.head, self.link, self.listed = recorded[-1].snapshot, recorded[-1].hash, listed
        if key is not None:
            self._note(key.id, key.request, recorded[0].entry.step)

    def take_in(self, rows: Iterable[StoredEvent]) -> Iterator[Recorded[Snapshot]]:
        """Fold what was read from the log, and yield it.

        Raises `NotReadable`, and `LogCorrupt` where a row does not follow from the one before it. If a row is not
        readable, the whole stream is forgotten: nobody may take what came before it for the present table.
        """
        for row in rows:
            try:
                recorded = follows(self, row)
            except NotReadable:
                self.forget()
                raise
            self.head, self.link, self.listed = recorded.snapshot, recorded.hash, UNSET
            if row.key is not None and row.request is not None:
                self._note(row.key, row.request, row.step)
            yield recorded

    def _note(self, key: bytes, request: bytes, step: int) -> None:
        self._keys[key] = request, step
        if len(self._keys) > MOST_KEYS:
            self._keys.popitem(last=False)
            self.knows_all_keys = False


def follows(stream: Stream, row: StoredEvent) -> Recorded[Snapshot]:
    """Return a row of the log that comes next in a stream. Raises `NotReadable` or `LogCorrupt`."""
    rules = None if stream.head is None else stream.head.rules
    entry = entry_of(row, rules)
    return as_in_the_log(row, stream.link, partial(taken, stream.table_id, stream.head, stream.link, entry))


def as_in_the_log(row: StoredEvent, previous: bytes, fold: Callable[[], Recorded[S]]) -> Recorded[S]:
    """Return the entry that a row of the log becomes when it is folded, after one whose link is `previous`.

    What was altered may have no place in any fold. Raises `NotReadable` or `LogCorrupt`.
    """
    try:
        recorded = fold()
    except Exception as error:
        if row.hash == link_as_written(previous, row):
            raise
        raise does_not_follow(row) from error
    if row.hash != recorded.hash:
        raise NotReadable(row) if row.hash == link_as_written(previous, row) else does_not_follow(row)
    return recorded


def does_not_follow(row: StoredEvent) -> LogCorrupt:
    """Return what is wrong with a row that was altered, or that follows one which was altered or lost."""
    return LogCorrupt(f"event {row.version} of {row.table_id} does not follow from the one before it")


def entry_of(row: StoredEvent, rules: AnyGame | None) -> Entry:
    """Return a row of the log as a typed entry; `rules` is None for the first one, which opens the table.

    Raises `NotReadable`.
    """
    try:
        event = event_decoder(rules).decode(row.event)
        command = None
        if row.command is not None:
            command = command_decoder(rules).decode(row.command)
        if rules is None:
            rules_of(event.game, event.rules_version)
    except msgspec.MsgspecError:
        return earlier_entry(row, rules)
    except UnknownRules as error:
        raise NotReadable(row) from error
    return Entry(row.version, row.step, row.seat, row.key_text, command, event)


def earlier_entry(row: StoredEvent, rules: AnyGame | None) -> Entry:
    """Return a row of the log as a typed entry, in whatever shape it was written. Raises `NotReadable`."""
    try:
        command, event = (msgspec.json.decode(text or b"null") for text in (row.command, row.event))
        if rules is None:
            opened = msgspec.convert(upcast(event), TableOpened)
            rules = rules_of(opened.game, opened.rules_version)
        header = {"version": row.version, "step": row.step, "seat": row.seat, "key": row.key_text}
        return entry_of_json({**header, "command": command, "event": event}, rules)
    except (msgspec.MsgspecError, UnknownRules) as error:
        raise unreadable(row, TableOpened) from error


def link_as_written(previous: bytes, row: StoredEvent) -> bytes:
    """Return the link of a row, computed from its JSON as it was written, fields included that are unknown here."""
    command, event = (canonical(msgspec.json.decode(text or b"null")) for text in (row.command, row.event))
    entry = Entry(row.version, row.step, row.seat, row.key_text, None, None)
    return link_of(previous, row.table_id, entry, command, event)


@cache
def event_decoder(rules: AnyGame | None) -> msgspec.json.Decoder[Any]:
    """Return the decoder for the events of a table by these rules (None: for the first one)."""
    return msgspec.json.Decoder(TableOpened if rules is None else stream_event(rules))


@cache
def command_decoder(rules: AnyGame | None) -> msgspec.json.Decoder[Any]:
    """Return the decoder for the commands to a table by these rules (None: for the first one)."""
    return msgspec.json.Decoder(OpenTable | ForkTable if rules is None else command_type(rules))
