"""The decks: card codes, rank first, and how a deal hands them out (rulebooks, *Words and notation*)."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip

FRENCH_DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

FrenchCard = Annotated[
    str,
    Meta(
        description="A card of the French deck: rank, then suit (C ♣, D ♦, H ♥, S ♠).",
        examples=["10H"],
        extra_json_schema={"enum": list(FRENCH_DECK)},
    ),
]


def suit(card: str) -> str:
    """Return the suit of a French card: `10H` → `H`."""
    return card[-1]


def rank(card: str) -> str:
    """Return the rank of a French card: `10H` → `10`."""
    return card[:-1]


def spoken(card: str) -> str:
    """Return a French card in words: `10H` → `ten of hearts`."""
    return f"{RANK_WORDS[RANKS.index(rank(card))]} of {SUIT_WORDS[SUITS.index(suit(card))]}"


def deal_hands(
    deck: Sequence[str], players: int, dealer: int, each: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Deal `each` cards to every seat, one at a time, clockwise from the dealer's left.

    Returns the hands by seat, each in the order dealt, and what is left, top card first.
    """
    dealt = players * each
    hands = tuple(tuple(deck[(seat - dealer - 1) % players : dealt : players]) for seat in range(players))
    return hands, tuple(deck[dealt:])
