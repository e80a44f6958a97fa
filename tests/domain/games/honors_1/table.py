"""Given, when, then for Honors No. I: a table with the hands and the centre of your choice, and calls as JSON has them.

Cards are written by books: `A-12 B-3` are A-1, A-2 and B-3.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.game import Event, Refused, fold
from domain.games.honors.deck import BOOKS, DECK
from domain.games.honors.hands import cards_in, mask
from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.state import State
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
        raise AssertionError("Honors No. I never shuffles within a deal")


def cards(text: str) -> tuple[str, ...]:
    """Read cards: `A-12 B-3`."""
    return tuple(f"{word[0]}-{number}" for word in text.split() for number in word[2:])


BY_NUMBER = tuple(f"{book}-{number}" for number in "1234" for book in BOOKS)


def deck(hands: Mapping[int, str], centre: str = "", *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats and leaves these on top of the centre.

    What is not named goes where there is room, in the order A-1, B-1 … L-1, A-2 …
    """
    named = [cards(hands.get(seat, "")) for seat in range(players)]
    top = cards(centre)
    rest = [card for card in BY_NUMBER if card not in {*top, *(card for hand in named for card in hand)}]
    left = [(dealer + 1 + step) % players for step in range(players)]
    sizes = {seat: 6 if players <= 4 else 48 // players + (place < 48 % players) for place, seat in enumerate(left)}
    dealt = {seat: [*named[seat], *(rest.pop(0) for _ in range(sizes[seat] - len(named[seat])))] for seat in left}
    order = [dealt[seat][turn] for turn in range(max(sizes.values())) for seat in left if turn < sizes[seat]]
    whole = (*order, *top, *rest)
    assert sorted(whole) == sorted(DECK)
    return whole


CHANCE = Decks(deck({}))
TWO_BOOKS_EACH = deck(
    {
        1: "A-1234 B-1234",
        2: "C-1234 D-1234",
        3: "E-1234 F-1234",
        4: "G-1234 H-1234",
        5: "I-1234 J-1234",
        0: "K-1234 L-1234",
    },
    players=6,
)
"""A deck that six seats lay aside in the dealing: 20 points for the dealer's left, 10 for each of the others."""


def started(*decks: tuple[str, ...], **options: Any) -> tuple[Any, ...]:
    """Return the events of the opening, with these decks."""
    return HONORS_1.start(HONORS_1.options(options), Decks(*decks) if decks else CHANCE, AT)


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return fold(HONORS_1, started(*decks, **options))


def given(hands: Mapping[int, str], centre: str = "", *, turn: int = 0, misses: int = 0, **options: Any) -> State:
    """Return a table in the first deal; the books of which there is no card were laid aside by the last seat."""
    chosen = HONORS_1.options({"players": len(hands), **options})
    held = [cards(hands[seat]) for seat in range(len(hands))]
    stock = cards(centre)
    lying = [card for place in (*held, stock) for card in place]
    laid = tuple(book for book in BOOKS if all(card[0] != book for card in lying))
    assert len(set(lying)) == len(lying) == 48 - 4 * len(laid), "an open book has all its cards somewhere"
    nobody: tuple[tuple[str, ...], ...] = ((),) * (len(hands) - 1)
    return State(
        chosen,
        Match(1, chosen.dealer, (0,) * len(hands)),
        tuple(map(mask, held)),
        (*nobody, laid),
        stock=stock,
        turn=turn,
        misses=misses,
    )


def ask(target: int, card: str) -> dict[str, Any]:
    """Return the call for a card."""
    return {"type": "ask", "target": target, "card": card}


def when(
    state: State, seat: int, move: Mapping[str, Any], chance: Decks = CHANCE
) -> tuple[State, list[dict[str, Any]]]:
    """Return the table after a move, and its events as they travel, without their time."""
    events = HONORS_1.decide(state, seat, HONORS_1.parse(move), AT, chance)
    return fold(HONORS_1, events, state), [as_json(event) for event in events]


def refusal(state: State, seat: int, move: Mapping[str, Any]) -> str:
    """Return the code with which a move is refused; nothing has changed then."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        when(state, seat, move)
    assert msgspec.json.encode(state) == before
    return refused.value.code


def hand(state: State, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return set(cards_in(state.hands[seat]))


def as_json(event: Event) -> dict[str, Any]:
    """Return an event as it travels, without its time."""
    shown: dict[str, Any] = as_raw(event)
    assert shown.pop("at") == AT
    return shown


def kinds(events: list[dict[str, Any]]) -> list[str]:
    """Return what kinds of events these are."""
    return [event["type"] for event in events]
