"""The story of a table: its events, in plain English, as one viewer may hear them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain import GAMES
from domain.game import Seat, Time
from domain.record import stream_event
from domain.table import SeatLeft, SeatTaken, TableEvent, TableOpened
from projections.feed import FeedEntry


class StoryLine(Struct, frozen=True):
    """An event and what it says; `after_ms` is the time since the table was opened."""

    version: int
    at: Time
    after_ms: int
    seat: Seat | None
    text: str
    event: Any


def story(
    game_id: str, opened_at: int, entries: Iterable[FeedEntry], names: Mapping[UUID, str] | None = None
) -> Iterator[StoryLine]:
    """Yield a line for each event; what an event hides is not told. `names` are those of players, where known.

    The events are typed, or as JSON gives them. Raises `msgspec.ValidationError` for what is no event of this game.
    """
    rules = GAMES[game_id]
    for entry in entries:
        event = entry.event
        if isinstance(event, dict):
            event = msgspec.convert(event, stream_event(game_id))
        text = tell(event, names or {}) if isinstance(event, TableEvent) else rules.tell(event)
        yield StoryLine(entry.version, event.at, event.at - opened_at, entry.seat, text, event)


def tell(event: TableEvent, names: Mapping[UUID, str]) -> str:
    """Return an event of the table itself as a sentence."""
    match event:
        case TableOpened():
            seats, title = event.options["players"], GAMES[event.game].title
            decks = f", {event.decks_given} of its decks given" if event.decks_given else ""
            who = named(event.creator, names)
            return f"{who} opens a table for {title} with {seats} seats{decks}; its shuffles are {event.commitment}."
        case SeatTaken():
            entropy = "" if event.entropy is None else ", and adds to the shuffles"
            return f"{named(event.player, names)} takes seat {event.seat}{entropy}."
        case SeatLeft():
            return f"{named(event.player, names)} leaves seat {event.seat}."


def named(player: UUID, names: Mapping[UUID, str]) -> str:
    """Return the name of a player, or what tells her from others."""
    return names.get(player) or f"Player {player.hex[:8]}"
