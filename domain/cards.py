"""What is on the cards of every deck, and the French deck (rulebooks, *Words and notation*)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

Colour = Literal["black", "red", "green"]


class Face(Struct, frozen=True, gc=False, cache_hash=True):
    """What is on a card, for those who draw or name it; its code stands elsewhere."""

    rank: Annotated[str, Meta(description="The rank as it is printed.", examples=["10"])]
    suit: Annotated[str | None, Meta(description="The suit, or the book, in words; null for jokers.")]
    colour: Annotated[Colour | None, Meta(description="The colour of the suit, if it has one.")]
    sign: Annotated[str, Meta(description="The card in short form.", examples=["10♥"])]
    rank_name: Annotated[str, Meta(description="The rank in words.", examples=["ten"])]

    @property
    def name(self) -> str:
        """The card in words: `ten of hearts`, `joker`."""
        return self.rank_name if self.suit is None else f"{self.rank_name} of {self.suit}"


SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
SUIT_COLOURS: tuple[Colour, ...] = ("black", "red", "red", "black")
RANK_WORDS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip

FRENCH_FACES = {
    rank + suit: Face(rank, word, colour, rank + sign, rank_word)
    for suit, word, colour, sign in zip(SUITS, SUIT_WORDS, SUIT_COLOURS, SUIT_SIGNS, strict=True)
    for rank, rank_word in zip(RANKS, RANK_WORDS, strict=True)
}
FRENCH_DECK = tuple(FRENCH_FACES)

FrenchCard = Annotated[
    str,
    Meta(
        description="A card of the French deck: rank, then suit (C ♣, D ♦, H ♥, S ♠).",
        examples=["10H"],
        extra_json_schema={"enum": list(FRENCH_DECK)},
    ),
]


def suit(card: str) -> str:
    """Return the suit of a card whose code has its rank first and then one letter for the suit: `10H` → `H`."""
    return card[-1]


def rank(card: str) -> str:
    """Return the rank of such a card: `10H` → `10`."""
    return card[:-1]


def may_follow(hand: Sequence[str], led: str) -> Sequence[str]:
    """Return the cards of a hand that follow the suit of the card that was led; the whole hand if it has none."""
    led_suit = led[-1]
    return [card for card in hand if card[-1] == led_suit] or hand


def deal_hands(
    deck: Sequence[str], players: int, dealer: int, each: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Deal `each` cards to every seat, one at a time, clockwise from the dealer's left.

    Returns the hands by seat, each in the order dealt, and what is left, top card first.
    """
    dealt = players * each
    hands = tuple(tuple(deck[(seat - dealer - 1) % players : dealt : players]) for seat in range(players))
    return hands, tuple(deck[dealt:])


def deal_all(deck: Sequence[str], players: int, dealer: int) -> tuple[tuple[str, ...], ...]:
    """Deal the whole deck, one card at a time, clockwise from the dealer's left; return the hands by seat."""
    return tuple(tuple(deck[(seat - dealer - 1) % players :: players]) for seat in range(players))
