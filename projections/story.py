"""The story of a table: its feed as lines for people, with players' names and the time since it was opened."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.cards import Face
from domain.game import Seat, Time
from domain.messages import Message
from domain.table import AnyGame, stream_event
from projections.feed import SeenEvent


class StoryLine(Struct, frozen=True):
    """An event and what it says; `after_ms` is the time since the table was opened."""

    version: int
    at: Time
    after_ms: int
    seat: Seat | None
    text: str
    event: Any


class Voice(Protocol):
    """How a message is filled: `domain.wording.in_words` or `in_signs`."""

    def __call__(self, message: Message, faces: Mapping[str, Face], names: Mapping[UUID, str]) -> str:
        """Return the sentence."""


def story(
    rules: AnyGame, opened_at: int, entries: Iterable[SeenEvent], names: Mapping[UUID, str], voice: Voice
) -> Iterator[StoryLine]:
    """Yield a line for each event. `names` are those of players, where known.

    `rules` are those that the table is played by. The events are typed, or as JSON gives them. Raises
    `msgspec.ValidationError` for what is no event by these rules.
    """
    faces = rules.faces
    for entry in entries:
        event = entry.event
        if isinstance(event, dict):
            event = msgspec.convert(event, stream_event(rules))
        text = voice(entry.message.message, faces, names)
        yield StoryLine(entry.version, event.at, event.at - opened_at, entry.seat, text, event)
