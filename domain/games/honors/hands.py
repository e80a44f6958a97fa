"""Hands as bit masks: bit 4·n + i stands for card i of book n."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.games.honors.deck import BOOK_SIZE, BOOKS, DECK
from domain.refusals import refusal

CARD_NOT_IN_HAND = refusal("card_not_in_hand", "You do not hold {card}.")

BIT = {card: 1 << position for position, card in enumerate(DECK)}
WHOLE_BOOK = (1 << BOOK_SIZE) - 1
BOOK_MASK = {book: WHOLE_BOOK << BOOK_SIZE * number for number, book in enumerate(BOOKS)}
FIRSTS = sum(1 << BOOK_SIZE * number for number in range(len(BOOKS)))
"""The first card of every book."""


def mask(cards: Iterable[str]) -> int:
    """Return the hand of these cards."""
    return sum([BIT[card] for card in cards])


@lru_cache(maxsize=1024)
def cards_in(hand: int) -> tuple[str, ...]:
    """Return the cards of a hand, book by book."""
    return tuple([card for card, bit in BIT.items() if hand & bit])


def must_hold(hand: int, cards: Iterable[str]) -> None:
    """Raise `Refused("card_not_in_hand", …)` for a card that is not in a hand."""
    for card in cards:
        if not hand & BIT[card]:
            raise CARD_NOT_IN_HAND(card=card)


def has_whole_book(hand: int) -> bool:
    """Return whether a hand has all four cards of a book."""
    return bool(hand & hand >> 1 & hand >> 2 & hand >> 3 & FIRSTS)


def whole_books(hand: int) -> Iterator[str]:
    """Yield the books that a hand has whole, in the order A…L."""
    for book, cards in BOOK_MASK.items():
        if hand & cards == cards:
            yield book
