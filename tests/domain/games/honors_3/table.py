"""Tables of Honors No. III with hands and books of your choice."""

from collections.abc import Mapping
from typing import Any

from domain.games.honors.deck import DECK
from domain.games.honors.hands import BOOK_MASK, mask
from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.state import State
from domain.match import Match
from tests.domain.chance import Decks
from tests.domain.games.honors.table import arranged, cards
from tests.domain.scenario import AT, Json, opened, ticked


def deck(hands: Mapping[int, str], *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats."""
    return arranged(hands, [48 // players + (place < 48 % players) for place in range(players)], dealer=dealer)


CHANCE = Decks(deck({}))

HANDS = {
    0: "F-123 G-1",
    1: "F-4 G-2 H-1 I-1",
    2: "G-3 H-2 I-2 J-12 K-12 L-1",
    3: "G-4 H-34 I-34 J-34 K-34 L-234",
}
LAID = {0: "AB", 1: "CD", 2: "E"}
"""Four seats near the end of a deal: with F-4 from seat 1, seat 0 has its third book and is out."""


def given(hands: Mapping[int, str] = HANDS, laid: Mapping[int, str] = LAID, **options: Any) -> State:
    """Return a table in the first deal, where play opened just now; `laid` are the books laid down, by seat."""
    chosen = HONORS_3.options({"players": len(hands), **options})
    held = tuple(mask(cards(hands[seat])) for seat in range(len(hands)))
    books = tuple(tuple(laid.get(seat, "")) for seat in range(len(hands)))
    assert sum(held) + sum(BOOK_MASK[book] for each in books for book in each) == mask(DECK), "all cards, once each"
    return State(
        chosen,
        Match(1, chosen.dealer, (0,) * len(hands)),
        held,
        books,
        phase="trading",
        stall_at=AT + chosen.stall_ms,
        ends_at=AT + chosen.deal_ms,
    )


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return opened(HONORS_3, *decks, **options)


def offer(text: str) -> Json:
    """Return the move that offers cards."""
    return {"type": "offer", "cards": [*cards(text)]}


def accept(number: int, text: str) -> Json:
    """Return the move that accepts an offer."""
    return {"type": "accept", "offer": number, "cards": [*cards(text)]}


def cancel(number: int) -> Json:
    """Return the move that takes an offer back."""
    return {"type": "cancel", "offer": number}


def call_off(*, on: bool = True) -> Json:
    """Return the move that calls the deal off."""
    return {"type": "call_off", "on": on}


def passed(state: State, ms: int) -> tuple[State, list[tuple[int, str]]]:
    """Return the table a number of ms after AT, and the clock steps: after how many ms, and what."""
    later, events = ticked(state, AT + ms)
    return later, [(event["at"] - AT, event["type"]) for event in events]
