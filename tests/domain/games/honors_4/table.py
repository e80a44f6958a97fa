"""Tables of Honors No. IV with the deck of your choice.

Cards are written as they lie, top card first: `A-1 B-1`. What is not named follows by number: A-1, B-1 … L-1, A-2 …
"""

from typing import Any

from domain.games.honors.deck import DECK
from domain.games.honors_4 import HONORS_4
from domain.games.honors_4.state import State
from tests.domain.chance import TurnedOver
from tests.domain.games.honors.table import BY_NUMBER
from tests.domain.scenario import after, opened, when

STUBBORN = "A-1 A-2 A-3 A-4 B-1 B-2 B-3 B-4 C-1 C-2 C-3 C-4"
"""A deck with which nobody of 4 or 12 goes out who keeps the first card: the neighbours have what they need."""


def deck(text: str) -> tuple[str, ...]:
    """Return a deck with these cards on top."""
    top = tuple(text.split())
    assert set(top) <= set(DECK)
    return (*top, *(card for card in BY_NUMBER if card not in top))


def decks(*texts: str) -> TurnedOver:
    """Return chance that gives these decks, the last one again and again; a new pack is turned over."""
    return TurnedOver(*map(deck, texts))


CHANCE = decks(STUBBORN)


def dealt(*texts: str, **options: Any) -> State:
    """Return a new table, with these decks; by default seats 1, 2, 3 and 0 get their first four cards."""
    return opened(HONORS_4, *map(deck, texts), **options)


def discard(card: str) -> dict[str, str]:
    """Return the move that discards a card."""
    return {"type": "discard", "card": card}


def turn(state: State, kind: str, card: str) -> State:
    """Return the table after a turn: draw or take, and discard this card."""
    assert state.turn is not None
    return after(state, (state.turn, kind), (state.turn, discard(card)))


def stubborn(state: State, turns: int) -> State:
    """Return the table after a number of turns of players who discard what they have just drawn from the pack."""
    for _ in range(turns):
        seat = state.turn or 0
        state, _ = when(state, seat, "draw_stock")
        state, _ = when(state, seat, discard(state.hands[seat][-1]))
    return state
