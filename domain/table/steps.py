"""A step: what a command gives, as the entries that come next in the stream of its table."""

from uuid import UUID

from msgspec import Struct

from domain.game import Happened
from domain.table.commands import Command
from domain.table.deciding import decide, seat_of_step
from domain.table.entries import Entry, canonical, link_of
from domain.table.folding import evolve
from domain.table.snapshot import Snapshot

NO_COMMAND = b"null"


class Recorded(Struct, frozen=True, gc=False):
    """One entry of a stream: with the snapshot right after it, its event and command as canonical JSON, and its hash.

    What was read from the log is encoded as it was written.

    Where there is no command, `command` is `null`.
    """

    entry: Entry
    snapshot: Snapshot
    encoded: bytes
    command: bytes
    hash: bytes


def take_step(
    table_id: UUID, snapshot: Snapshot | None, link: bytes, command: Command, at: int, *, key: str | None
) -> tuple[Recorded, ...]:
    """Decide a command on a snapshot (None: of a new table) whose chain ends with `link`; return the entries.

    `key` is the id of the client's command, hexadecimal. Raises `Refused`.
    """
    return chained(table_id, snapshot, link, command, decide(snapshot, command, at), key=key)


def chained(
    table_id: UUID, snapshot: Snapshot | None, link: bytes, command: Command, events: Happened, *, key: str | None
) -> tuple[Recorded, ...]:
    """Return the entries of a command that has these events. Each event is encoded once, here."""
    step = 1 if snapshot is None else snapshot.version + 1
    seat = seat_of_step(snapshot, command, events)
    recorded = []
    for offset, event in enumerate(events):
        entry = Entry(step + offset, step, seat, key, None if offset else command, event)
        encoded, wanted = canonical(event), NO_COMMAND if offset else canonical(command)
        link = link_of(link, table_id, entry, wanted, encoded)
        snapshot = evolve(snapshot, entry)
        recorded.append(Recorded(entry, snapshot, encoded, wanted, link))
    return tuple(recorded)


def taken(table_id: UUID, snapshot: Snapshot | None, link: bytes, entry: Entry) -> Recorded:
    """Return an entry of the log, as it comes after a snapshot whose chain ends with `link`."""
    wanted, event = entry.as_written
    encoded, command = canonical(event), canonical(wanted)
    return Recorded(entry, evolve(snapshot, entry), encoded, command, link_of(link, table_id, entry, command, encoded))
