"""A step: what a command gives, as the entries that come next in the stream of its table."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar
from uuid import UUID

from msgspec import Struct

from domain.game import Happened
from domain.table.commands import Command
from domain.table.deciding import decide, seat_of_step
from domain.table.entries import Entry, canonical, link_of
from domain.table.folding import evolve
from domain.table.snapshot import Snapshot

S = TypeVar("S")
NO_COMMAND = b"null"


class Recorded(Struct, Generic[S], frozen=True, gc=False):
    """One entry of a stream: with the snapshot right after it, its event and command as canonical JSON, and its hash.

    What was read from the log is encoded as it was written. The snapshot is that of a table, or of a tournament.

    Where there is no command, `command` is `null`.
    """

    entry: Entry
    snapshot: S
    encoded: bytes
    command: bytes
    hash: bytes


def take_step(
    table_id: UUID, snapshot: Snapshot | None, link: bytes, command: Command, at: int, *, key: str | None
) -> tuple[Recorded[Snapshot], ...]:
    """Decide a command on a snapshot (None: of a new table) whose chain ends with `link`; return the entries.

    `key` is the id of the client's command, hexadecimal. Raises `Refused`.
    """
    return chained(table_id, snapshot, link, command, decide(snapshot, command, at), key=key)


def chained(
    table_id: UUID, snapshot: Snapshot | None, link: bytes, command: Command, events: Happened, *, key: str | None
) -> tuple[Recorded[Snapshot], ...]:
    """Return the entries of a command that has these events. Each event is encoded once, here."""
    step = 1 if snapshot is None else snapshot.version + 1
    entries = entries_of(step, seat_of_step(snapshot, command, events), key, command, events)
    return recorded_by(evolve, table_id, snapshot, link, entries)


def entries_of(step: int, seat: int | None, key: str | None, command: Command, events: Happened) -> tuple[Entry, ...]:
    """Return the entries of a step: the command stands with the first event."""
    return tuple(
        [
            Entry(step + offset, step, seat, key, None if offset else command, event)
            for offset, event in enumerate(events)
        ]
    )


def recorded_by(
    evolve: Callable[[S | None, Entry], S], stream_id: UUID, snapshot: S | None, link: bytes, entries: Iterable[Entry]
) -> tuple[Recorded[S], ...]:
    """Return entries as they come after a snapshot whose chain ends with `link`, folded by `evolve`."""
    recorded = []
    for entry in entries:
        wanted, event = entry.as_written
        encoded, command = canonical(event), NO_COMMAND if wanted is None else canonical(wanted)
        link = link_of(link, stream_id, entry, command, encoded)
        snapshot = evolve(snapshot, entry)
        recorded.append(Recorded(entry, snapshot, encoded, command, link))
    return tuple(recorded)


def taken(table_id: UUID, snapshot: Snapshot | None, link: bytes, entry: Entry) -> Recorded[Snapshot]:
    """Return an entry of the log, as it comes after a snapshot whose chain ends with `link`."""
    (recorded,) = recorded_by(evolve, table_id, snapshot, link, (entry,))
    return recorded
