"""Given, when, then for Honors No. III: a table with hands and books of your choice, and moves as JSON gives them.

Cards are written by books: `A-12 B-3` are A-1, A-2 and B-3.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.game import Refused, fold
from domain.games.honors.deck import BOOKS, DECK
from domain.games.honors.hands import BOOK_MASK, cards_in, mask
from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.state import State
from domain.match import Match
from tests.domain.playout import as_raw

AT = 1_767_225_600_000


class Decks:
    """Chance that has been fixed: one deck after another, the last one again and again."""

    def __init__(self, *decks: tuple[str, ...]) -> None:
        self.decks = decks

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        assert cards == DECK
        return self.decks[min(number, len(self.decks)) - 1]

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("Honors No. III never shuffles within a deal")


def cards(text: str) -> tuple[str, ...]:
    """Read cards: `A-12 B-3`."""
    return tuple(f"{word[0]}-{number}" for word in text.split() for number in word[2:])


BY_NUMBER = tuple(f"{book}-{number}" for number in "1234" for book in BOOKS)


def deck(hands: Mapping[int, str], *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats, and otherwise A-1, B-1 … L-1, A-2 … where there is room."""
    left = [(dealer + 1 + step) % players for step in range(players)]
    named = {card for text in hands.values() for card in cards(text)}
    rest = [card for card in BY_NUMBER if card not in named]
    sizes = [48 // players + (place < 48 % players) for place in range(players)]
    held = [[*(own := cards(hands.get(seat, ""))), *(rest.pop(0) for _ in range(size - len(own)))]
            for seat, size in zip(left, sizes, strict=True)]  # fmt: skip
    order = tuple(hand[turn] for turn in range(sizes[0]) for hand in held if turn < len(hand))
    assert sorted(order) == sorted(DECK)
    return order


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


def started(*decks: tuple[str, ...], **options: Any) -> tuple[Any, ...]:
    """Return the events of the opening, with these decks."""
    return HONORS_3.start(HONORS_3.options(options), Decks(*decks) if decks else CHANCE, AT)


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return fold(HONORS_3, started(*decks, **options))


def offer(text: str) -> dict[str, Any]:
    """Return the move that offers cards."""
    return {"type": "offer", "cards": [*cards(text)]}


def accept(number: int, text: str) -> dict[str, Any]:
    """Return the move that accepts an offer."""
    return {"type": "accept", "offer": number, "cards": [*cards(text)]}


def cancel(number: int) -> dict[str, Any]:
    """Return the move that takes an offer back."""
    return {"type": "cancel", "offer": number}


def call_off(*, on: bool = True) -> dict[str, Any]:
    """Return the move that calls the deal off."""
    return {"type": "call_off", "on": on}


def when(state: State, seat: int, move: object, at: int = AT) -> tuple[State, list[dict[str, Any]]]:
    """Return the table after a move, and its events as they travel, without their time."""
    events = HONORS_3.decide(state, seat, HONORS_3.parse(move), at, CHANCE)
    assert {event.at for event in events} == {at}
    return fold(HONORS_3, events, state), [as_json(event) for event in events]


def after(state: State, *moves: tuple[int, object]) -> State:
    """Return the table after moves of seats."""
    for seat, move in moves:
        state, _ = when(state, seat, move)
    return state


def passed(state: State, ms: int) -> tuple[State, list[tuple[int, str]]]:
    """Return the table a number of ms after AT, and the clock steps: after how many ms, and what."""
    events = HONORS_3.tick(state, AT + ms, CHANCE)
    return fold(HONORS_3, events, state), [(event.at - AT, as_json(event)["type"]) for event in events]


def refusal(state: State, seat: int, move: object) -> str:
    """Return the code with which a move is refused; nothing has changed then."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        when(state, seat, move)
    assert msgspec.json.encode(state) == before
    return refused.value.code


def hand(state: State, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return set(cards_in(state.hands[seat]))


def as_json(event: object) -> dict[str, Any]:
    """Return an event as it travels, without its time."""
    shown: dict[str, Any] = as_raw(event)
    del shown["at"]
    return shown


def kinds(events: list[dict[str, Any]]) -> list[str]:
    """Return what kinds of events these are."""
    return [event["type"] for event in events]


def only(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the only event of a kind."""
    (event,) = [event for event in events if event["type"] == kind]
    return event
