"""The deck of Honors: twelve books of four cards (C-R1, C-R2, C-U1)."""

from typing import Annotated

from msgspec import Meta

from domain.cards import Face

BOOKS = tuple("ABCDEFGHIJKL")
NUMBERS = ("1", "2", "3", "4")
BOOK_SIZE = len(NUMBERS)

FACES = {
    f"{book}-{number}": Face(number, f"book {book}", None, f"{book}-{number}", name)
    for book in BOOKS
    for number, name in zip(NUMBERS, ("one", "two", "three", "four"), strict=True)
}
DECK = tuple(FACES)

Card = Annotated[
    str,
    Meta(
        description="One of the 48 cards: book, hyphen, number.",
        examples=["J-3"],
        extra_json_schema={"enum": list(DECK)},
    ),
]
Book = Annotated[str, Meta(description="A book by its letter.", examples=["J"], extra_json_schema={"enum": [*BOOKS]})]


def book(card: str) -> str:
    """Return the book of a card: `J-3` → `J`."""
    return card[0]


def value(card: str) -> int:
    """Return the number in the corner of a card: `J-3` → 3 (C-R2)."""
    return int(card[2])
