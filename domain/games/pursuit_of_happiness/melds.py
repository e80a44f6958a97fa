"""Melds and their arithmetic: a row of three to five cards of a suit, with the same step between neighbours (R13)."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct, field

from domain.cards import SUIT_WORDS, SUITS
from domain.game import Seat
from domain.games.pursuit_of_happiness.deck import FACE, PIPS, Act, bare
from domain.messages import Template

SHORTEST, LONGEST = 3, 5
REPEATING = 5
"""The only pattern number with which a card is repeated (R19)."""

HEARTS, DIAMONDS, SPADES, CLUBS = "H", "D", "S", "C"

SUIT_NAMES = {suit: Template(None, "face", word) for suit, word in zip(SUITS, SUIT_WORDS, strict=True)}

VALUE = {rank + suit: place % 10 for suit in SUITS for place, rank in enumerate(PIPS, start=1)}
"""R15, R17: 1 to 9 for ace to nine, and 0 for the ten."""

CARD = {(value, card[-1]): card for card, value in VALUE.items()}
"""The card of a value in a suit."""

MeldId = Annotated[int, Meta(description="A meld by its number: 1, 2, 3, … in the order of laying.", examples=[1])]
Suit = Annotated[str, Meta(description="A suit: ♣, ♦, ♥ or ♠.", extra_json_schema={"enum": list(SUITS)})]
Pattern = Annotated[int, Meta(description="The pattern number, 1 to 9 (R14).", examples=[2])]
Row = Annotated[tuple[Act, ...], Meta(description="Cards in a row, the front one first.")]


class LaidMeld(Struct, frozen=True, gc=False):
    """A meld on the table."""

    id: Annotated[MeldId, Meta(description="Its number.")] = field(name="meld")
    seat: Annotated[Seat, Meta(description="Its owner.")]
    suit: Suit
    cards: Row
    pattern: Pattern


def suits_of(row: Sequence[str]) -> set[str]:
    """Return the suits of declared cards."""
    return {card[-1] for card in row}


def pattern_of(row: Sequence[str]) -> int | None:
    """R14, R17 to R19: return the pattern number of a row of one suit, or None if it is no pattern; 0 is none (U5)."""
    values = [VALUE[FACE[card]] for card in row]
    steps = {(after - before) % 10 for before, after in pairwise(values)}
    return max(steps) or None if len(steps) == 1 else None


def positions(row: Sequence[str], card: str) -> list[int]:
    """R27, R28: return where a row has the card that another stands for, counted from 1 at the front."""
    face = FACE[card]
    return [place for place, other in enumerate(row, start=1) if FACE[other] == face]


@cache
def following(card: str, step: int, count: int) -> tuple[str, ...]:
    """R17, R18, R20: return the cards that follow a card (declared, if a joker), each after a step from the last."""
    face = FACE[card]
    return tuple(CARD[(VALUE[face] + step * place) % 10, face[-1]] for place in range(1, count + 1))


def is_remnant(row: Sequence[str]) -> bool:
    """R44: return whether a row is too short to stay on the table, and not empty."""
    return 0 < len(row) < SHORTEST


def has_an_order(remnant: Sequence[str]) -> bool:
    """U31: return whether it matters in which order a remnant is discarded: two cards, different on the pile."""
    return len(set(bare(remnant))) > 1
