"""The cards of Pursuit of Happiness: three times ace to ten in four suits, and four jokers (R3)."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from domain.cards import FRENCH_FACES, RANKS, SUITS, Face

PIPS = RANKS[:10]
"""The ranks without picture cards, A to 10."""

CARDS = tuple(rank + suit for suit in SUITS for rank in PIPS)
"""The forty cards, lowest first (U42)."""

JOKER = "JK"
DECK = CARDS * 3 + (JOKER,) * 4
FACES = {card: FRENCH_FACES[card] for card in CARDS} | {JOKER: Face("Joker", None, None, "Joker", "joker")}

DECLARED = {card: f"{JOKER}={card}" for card in CARDS}
"""A joker as it is declared (R16), by the card that it stands for."""

FACE = dict(zip(CARDS, CARDS, strict=True)) | {joker: card for card, joker in DECLARED.items()}
"""What a card, or a declared joker, stands for: `JK=5H` → `5H`. A bare joker stands for nothing."""

BARE = dict.fromkeys(DECLARED.values(), JOKER) | {card: card for card in FACES}
"""What lies in a hand or on a pile: a joker that leaves a meld is a bare joker again (U10)."""

ORDER = {card: place for place, card in enumerate(FACES)}
"""U42: clubs, diamonds, hearts, spades, in each from the ace to the ten, and jokers last."""

Plain = Annotated[
    str,
    Meta(
        description="A card as it is held: rank, then suit (C ♣, D ♦, H ♥, S ♠), or `JK`, a joker.",
        examples=["10H"],
        extra_json_schema={"enum": list(FACES)},
    ),
]
Act = Annotated[
    str,
    Meta(
        description="A card as it is played: a card, or a joker with the card that it stands for (R16, R33).",
        examples=["5H", "JK=5H"],
        extra_json_schema={"pattern": "^(JK=)?(A|[2-9]|10)[CDHS]$"},
    ),
]


def bare(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards as they lie in a hand or on a pile (U10)."""
    return tuple([BARE[card] for card in cards])


def without(hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """Return a hand without one copy of each of these cards, which it has (U1)."""
    rest = list(hand)
    for card in cards:
        rest.remove(BARE[card])
    return tuple(rest)
