"""The IDEAL deck: 130 cards, 5 suits of 26 ranks, and how the cards stand to each other (R1, R8 to R12)."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from domain.cards import Colour, Face

RANKS = "KQPFJESIACOUBMRHGYDLWVTNZX"
"""R8: the ranks by their letters, high to low."""

SUITS = "SCTPW"
"""R9, U2: the suits by their letters, high to low: Swords, Cups, Staffs, Pentacles, Wands."""

RANK_NAMES = (
    "King", "Queen", "Princess", "Favourite", "Jack",
    "Ecclesiastic", "Soothsayer", "Intelligencer", "Apothecary", "Constable",
    "Oculist", "Usurer", "Blacksmith", "Mason", "Reeve",
    "Huntsman", "Goatherd", "Yeoman", "Dairyman", "Labourer",
    "Witch", "Vagrant", "Troubadour", "Necromancer", "Zany",
    "Xenocrat",
)  # fmt: skip
SUIT_FACES: tuple[tuple[str, str, Colour, str], ...] = (
    ("S", "Swords", "black", "♠"),
    ("C", "Cups", "red", "♥"),
    ("T", "Staffs", "black", "♣"),
    ("P", "Pentacles", "red", "♦"),
    ("W", "Wands", "green", "Ψ"),
)

FACES = {
    rank + suit: Face(rank, word, colour, rank + sign, name)
    for suit, word, colour, sign in SUIT_FACES
    for rank, name in zip(RANKS, RANK_NAMES, strict=True)
}
"""What is on each card; its class and its learning style have no part in the game (R48)."""

DECK = tuple(FACES)
"""All cards in book order: suit order first, rank order within the suit."""

VALUE = {card: len(RANKS) - 1 - RANKS.index(card[0]) for card in DECK}
"""The face value of each card: 25 for a King, 0 for a Xenocrat."""

HEIGHT = {card: VALUE[card] and VALUE[card] * len(SUITS) - SUITS.index(card[1]) for card in DECK}
"""R8, R9: how high a card is, by rank and then by suit; R10: the five X's are lowest, and equal."""

NEMESIS = {ruler + suit: wanderer + suit for ruler, wanderer in zip("KQPFJ", "ZNTVW", strict=True) for suit in SUITS}
"""R11: the nemesis of each Ruler, of its own suit."""

RULER = {nemesis: ruler for ruler, nemesis in NEMESIS.items()}
"""R12: the one card that each nemesis beats as such."""

PLACE = {card: place for place, card in enumerate(DECK)}
"""Where each card stands in book order."""

Card = Annotated[
    str,
    Meta(
        description="A card of the IDEAL deck: rank, then suit (S ♠, C ♥, T ♣, P ♦, W Ψ).",
        examples=["KS"],
        extra_json_schema={"enum": list(DECK)},
    ),
]
Cards = tuple[Card, ...]


def in_book_order(cards: Iterable[str]) -> Cards:
    """Return cards sorted as the rulebook lists them."""
    return tuple(sorted(cards, key=PLACE.__getitem__))
