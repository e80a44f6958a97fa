"""Given, when, then for Honors No. IV: a table with the deck of your choice, and moves as JSON has them.

Cards are written as they lie, top card first: `A-1 B-1`. What is not named follows by number: A-1, B-1 … L-1, A-2 …
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.game import Event, Refused, fold
from domain.games.honors.deck import DECK
from domain.games.honors_4 import HONORS_4
from domain.games.honors_4.state import State
from tests.domain.playout import as_raw

AT = 1_767_225_600_000
BY_NUMBER = tuple(sorted(DECK, key=lambda card: card[::-1]))
STUBBORN = "A-1 A-2 A-3 A-4 B-1 B-2 B-3 B-4 C-1 C-2 C-3 C-4"
"""A deck with which nobody of 4 or 12 goes out who keeps the first card: the neighbours have what they need."""


class Decks:
    """Chance that has been fixed: one deck after another, the last one again and again; a new pack is turned over."""

    def __init__(self, *decks: str) -> None:
        self.decks = [deck(text) for text in decks or (STUBBORN,)]

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        assert cards == DECK
        return self.decks[min(number, len(self.decks)) - 1]

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        return cards[::-1]


def deck(text: str) -> tuple[str, ...]:
    """Return a deck with these cards on top."""
    top = tuple(text.split())
    assert set(top) <= set(DECK)
    return (*top, *(card for card in BY_NUMBER if card not in top))


def started(*decks: str, **options: Any) -> tuple[Any, ...]:
    """Return the events of the opening, with these decks."""
    return HONORS_4.start(HONORS_4.options(options), Decks(*decks), AT)


def dealt(*decks: str, **options: Any) -> State:
    """Return a new table, with these decks; by default seats 1, 2, 3 and 0 get their first four cards."""
    return fold(HONORS_4, started(*decks, **options))


def when(
    state: State, seat: int, kind: str, card: str | None = None, *, decks: Sequence[str] = ()
) -> tuple[State, list[dict[str, Any]]]:
    """Return the table after a move, and its events as they travel, without their time."""
    raw = {"type": kind} if card is None else {"type": kind, "card": card}
    events = HONORS_4.decide(state, seat, HONORS_4.parse(raw), AT, Decks(*decks))
    return fold(HONORS_4, events, state), [as_json(event) for event in events]


def turn(state: State, kind: str, card: str) -> State:
    """Return the table after a turn: draw or take, and discard this card."""
    assert state.turn is not None
    drawn, _ = when(state, state.turn, kind)
    return when(drawn, state.turn, "discard", card)[0]


def stubborn(state: State, turns: int) -> State:
    """Return the table after a number of turns of players who discard what they have just drawn from the pack."""
    for _ in range(turns):
        seat = state.turn or 0
        state, _ = when(state, seat, "draw_stock")
        state, _ = when(state, seat, "discard", state.hands[seat][-1])
    return state


def refusal(state: State, seat: int, kind: str, card: str | None = None) -> str:
    """Return the code with which a move is refused; nothing has changed then."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        when(state, seat, kind, card)
    assert msgspec.json.encode(state) == before
    return refused.value.code


def as_json(event: Event) -> dict[str, Any]:
    """Return an event as it travels, without its time."""
    shown: dict[str, Any] = as_raw(event)
    assert shown.pop("at") == AT
    return shown


def kinds(events: Sequence[dict[str, Any]]) -> list[str]:
    """Return what kinds of events these are."""
    return [event["type"] for event in events]
