"""Tables of Honors No. I with the hands and the centre of your choice."""

from collections.abc import Mapping
from typing import Any

from domain.games.honors.deck import BOOKS
from domain.games.honors.hands import mask
from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.state import State
from domain.match import Match
from tests.domain.chance import Decks
from tests.domain.games.honors.table import arranged, cards
from tests.domain.scenario import opened


def deck(hands: Mapping[int, str], centre: str = "", *, players: int = 4, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats and leaves these on top of the centre."""
    sizes = [6 if players <= 4 else 48 // players + (place < 48 % players) for place in range(players)]
    return arranged(hands, sizes, centre, dealer=dealer)


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


def dealt(*decks: tuple[str, ...], **options: Any) -> State:
    """Return a new table, with these decks."""
    return opened(HONORS_1, *decks, **options)


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
