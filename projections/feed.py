"""The feed of a table: its events in order, each as the viewer sees it."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game import Seat, seen
from domain.record import Entry
from domain.table import TABLE_EVENTS, Snapshot


class FeedEntry(Struct, frozen=True, gc=False):
    """One event as the viewer sees it."""

    version: Annotated[int, Meta(description="Its number in the table's stream, from 1.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted; null: the table, or the clock.")]
    event: Any


def seen_by(seat: int | None, history: Iterable[tuple[Entry, Snapshot]]) -> tuple[FeedEntry, ...]:
    """Return entries as `seat` (None: a spectator) sees them; each comes with the snapshot right after it."""
    return tuple(FeedEntry(entry.version, entry.seat, seen_event(entry.event, seat, after)) for entry, after in history)


def seen_event(event: Any, seat: int | None, after: Snapshot) -> Any:
    """Return one event as `seat` sees it, by the table's declarations or by the rules of its game."""
    if type(event) in TABLE_EVENTS:
        return seen(event, seat)
    return after.table.rules.seen(event, seat, after.state)
