"""The feed of a table: its events in order, each as the viewer sees it, as a message for people, and what moved."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game import Event, Seat, seen
from domain.messages import FormattedMessage
from domain.table import Entry, Snapshot, TableEvent
from domain.wording import formatted
from projections.messages import message_of
from projections.motion import Motion


class SeenEvent(Struct, frozen=True, gc=False):
    """One event as the viewer sees it."""

    version: Annotated[int, Meta(description="The number of the event at its table, from 1.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted; null: none, for example the clock.")]
    event: Any
    message: FormattedMessage


class FeedEntry(SeenEvent, frozen=True, gc=False):
    """One event as the viewer sees it, and the cards that it moved."""

    moves: Annotated[
        tuple[Motion, ...],
        Meta(description="The movements of cards between zones, including cards that the viewer cannot see."),
    ]


def with_moves(seen: SeenEvent, moves: tuple[Motion, ...]) -> FeedEntry:
    """Return an event as the viewer sees it, with what moved."""
    return FeedEntry(seen.version, seen.seat, seen.event, seen.message, moves)


def seen_by(seat: int | None, history: Iterable[tuple[Entry, Snapshot]]) -> tuple[SeenEvent, ...]:
    """Return entries as `seat` (None: a spectator) sees them; each comes with the snapshot right after it."""
    return tuple([feed_entry(entry, seen_event(entry.event, seat, after), after) for entry, after in history])


def in_full(history: Iterable[tuple[Entry, Snapshot]]) -> tuple[SeenEvent, ...]:
    """Return entries with all that is secret, as the record of a finished game has them."""
    return tuple(feed_entry(entry, entry.event, after) for entry, after in history)


def feed_entry(entry: Entry, event: Event, after: Snapshot) -> SeenEvent:
    """Return an entry whose event is `event`, redacted or not."""
    message = formatted(message_of(event, after), after.rules.faces)
    return SeenEvent(entry.version, entry.seat, event, message)


def seen_event(event: Event, seat: int | None, after: Snapshot) -> Event:
    """Return one event as `seat` sees it, by the table's declarations or by the rules of its game."""
    if isinstance(event, TableEvent):
        return seen(event, seat)
    return after.rules.seen(event, seat, after.state)
