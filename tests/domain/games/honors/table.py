"""Cards and decks of your choice for all games of Honors. Cards are written by books: `A-12 B-3` are A-1, A-2, B-3."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from domain.games.honors.deck import BOOKS, DECK
from domain.games.honors.hands import cards_in

BY_NUMBER = tuple(f"{book}-{number}" for number in "1234" for book in BOOKS)


def cards(text: str) -> tuple[str, ...]:
    """Read cards: `A-12 B-3`."""
    return tuple(f"{word[0]}-{number}" for word in text.split() for number in word[2:])


def hand(state: Any, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return set(cards_in(state.hands[seat]))


def arranged(hands: Mapping[int, str], sizes: Sequence[int], then: str = "", *, dealer: int = 0) -> tuple[str, ...]:
    """Return a deck that deals these cards to these seats, and has these on top of what is left then.

    `sizes` are those of the hands, from the dealer's left on. What is not named goes where there is room, in the order
    A-1, B-1 … L-1, A-2 …
    """
    players = len(sizes)
    named = [cards(hands.get(seat, "")) for seat in range(players)]
    rest = [card for card in BY_NUMBER if card not in {*cards(then), *chain(*named)}]
    left = [named[(dealer + 1 + step) % players] for step in range(players)]
    dealt = [[*own, *(rest.pop(0) for _ in range(size - len(own)))] for own, size in zip(left, sizes, strict=True)]
    order = (hand[turn] for turn in range(max(sizes)) for hand in dealt if turn < len(hand))
    whole = (*order, *cards(then), *rest)
    assert sorted(whole) == sorted(DECK)
    return whole
