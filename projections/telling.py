"""What happened, as messages for people: the table's own events, and those of its game."""

from typing import Any

from domain.table import SeatLeft, SeatTaken, Snapshot, TableEvent, TableOpened
from domain.telling import Message, Person, seat, told


def tell(event: Any, after: Snapshot) -> Message:
    """Return an event as a message; what was redacted in it is not told. `after` is the snapshot right after it."""
    if isinstance(event, TableEvent):
        return of_table(event, after)
    return after.table.rules.tell(event, after.state)


def of_table(event: TableEvent, after: Snapshot) -> Message:
    """Return an event of the table itself as a message."""
    match event:
        case TableOpened():
            decks = ", {decks_given} of its decks given" if event.decks_given else ""
            return told(
                f"{{player}} opens a table for {{game}} with {{seats}} seats{decks}; its shuffles are {{commitment}}.",
                player=Person(event.creator),
                game=after.table.rules.title,
                seats=len(after.table.seats),
                commitment=event.commitment,
                **({"decks_given": event.decks_given} if decks else {}),
            )
        case SeatTaken():
            entropy = "" if event.entropy is None else ", and adds to the shuffles"
            return told(f"{{player}} takes {{seat}}{entropy}.", player=Person(event.player), seat=seat(event.seat))
        case SeatLeft():
            return told("{player} leaves {seat}.", player=Person(event.player), seat=seat(event.seat))
