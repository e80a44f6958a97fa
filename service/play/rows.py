"""What a step of a table changes in the store: the rows of its events, when it is due, its row in the lobby."""

from typing import Any

from domain.table import Recorded, Snapshot
from service.play.stream import CommandKey
from service.store import NewEvent

HOUSE_PATIENCE_MS = 2_000
"""Milliseconds after which any process looks at a table where a house player may act."""


def due_in_store(snapshot: Snapshot, listed: int | None, house_patience_ms: int = HOUSE_PATIENCE_MS) -> int | None:
    """Return when somebody has to look at a table at the latest: for a clock step, or for a house player.

    `listed` is what the store has of it.
    """
    if not snapshot.house_seats_to_act:
        return snapshot.alarm_after(listed)
    late = snapshot.at + house_patience_ms
    sooner = snapshot.due_by(late)
    return late if sooner is None else sooner


def new_event(recorded: Recorded[Any], key: CommandKey | None) -> NewEvent:
    """Return an entry as a row of the log."""
    entry = recorded.entry
    return NewEvent(
        seat=entry.seat,
        type=entry.event.__struct_config__.tag,
        at=entry.event.at,
        event=recorded.encoded,
        command=None if entry.command is None else recorded.command,
        key=key.id if key else None,
        request=key.request if key else None,
        hash=recorded.hash,
    )


def lobby_has_changed(before: Snapshot | None, after: Snapshot) -> bool:
    """Return whether the table's row in the lobby is another one than before."""
    if before is None:
        return True
    old, new = before.table, after.table
    return old is not new and (
        old.started_at != new.started_at
        or old.finished_at != new.finished_at
        or old.seats != new.seats
        or old.reserved != new.reserved
        or old.invited != new.invited
    )
