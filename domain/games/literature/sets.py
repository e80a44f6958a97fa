"""The 48 cards in eight sets of six (R4, U1), and hands of them as bit masks.

A hand is an integer: bit 6·n + i stands for card i of set n. So "has a card of the set" (R17) is one `&`.
"""

from functools import cache
from itertools import chain
from typing import Annotated

from msgspec import Meta

from domain.cards import SUIT_WORDS, SUITS
from domain.messages import Template

LOW = ("3", "4", "5", "6", "7", "8")
HIGH = ("9", "10", "J", "Q", "K", "A")

SETS: dict[str, tuple[str, ...]] = {
    f"{half}_{suit}": tuple(rank + letter for rank in ranks)
    for suit, letter in zip(SUIT_WORDS, SUITS, strict=True)
    for half, ranks in (("low", LOW), ("high", HIGH))
}
SET_IDS = tuple(SETS)
SET_NAMES = {set_id: Template("literature", "word", set_id.replace("_", " ")) for set_id in SET_IDS}
SET_NUMBER = {set_id: number for number, set_id in enumerate(SET_IDS)}
WHOLE_SET = 0b111111
SET_CARDS = tuple(map(frozenset, SETS.values()))
SET_MASK = tuple(WHOLE_SET << 6 * number for number in range(len(SETS)))

DECK = tuple(card for cards in SETS.values() for card in cards)
BIT = {card: 1 << position for position, card in enumerate(DECK)}
SET_OF = {card: number for number, cards in enumerate(SETS.values()) for card in cards}

Card = Annotated[
    str,
    Meta(
        description="One of the 48 cards: rank (no 2), then suit (C ♣, D ♦, H ♥, S ♠).",
        examples=["5S"],
        extra_json_schema={"enum": list(DECK)},
    ),
]
SetId = Annotated[
    str,
    Meta(
        description="One of the eight sets: 3 to 8 (low) or 9 to ace (high) of a suit.",
        examples=["low_spades"],
        extra_json_schema={"enum": list(SET_IDS)},
    ),
]


def mask(cards: tuple[str, ...]) -> int:
    """Return the hand of these cards."""
    return sum([BIT[card] for card in cards])


def cards_in(hand: int) -> tuple[str, ...]:
    """Return the cards of a hand, set by set."""
    return tuple(chain.from_iterable([cards_in_set(hand & whole_set) for whole_set in SET_MASK]))


@cache
def cards_in_set(hand: int) -> tuple[str, ...]:
    """Return the cards of a hand that has cards of one set only; there are 64 such hands for each set."""
    return tuple([card for card, bit in BIT.items() if hand & bit])
