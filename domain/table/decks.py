"""When two decks that were given for tables count as one: a player who saw one of them knows too much of the other."""

import hashlib
from collections.abc import Iterable, Sequence
from operator import eq

Deck = Sequence[str]


def deck_digest(deck: Deck) -> bytes:
    """Return what tells decks apart: the SHA-256 of the codes in their order, joined by commas."""
    return hashlib.sha256(",".join(deck).encode()).digest()


def shared_deal_digest(commitment: str) -> bytes:
    """Return what tells apart deals that several tables have from one secret: it stands for their decks.

    It is the SHA-256 of the commitment to the secret after a line `parlour-shared-deal-1`.
    """
    return hashlib.sha256(f"parlour-shared-deal-1\n{commitment}".encode()).digest()


def count_as_one(deck: Deck, other: Deck) -> bool:
    """Return whether two decks have the same card in most of their places."""
    return len(deck) == len(other) and 2 * sum(map(eq, deck, other)) > len(deck)


def alike(decks: Iterable[Deck], others: Iterable[Deck]) -> tuple[str, ...]:
    """Return the digests, hexadecimal, of those other decks that are not among the decks, but count as one of them."""
    own = {tuple(deck) for deck in decks}
    near = {tuple(other) for other in others if any(count_as_one(deck, other) for deck in own)}
    return tuple(sorted(deck_digest(deck).hex() for deck in near - own))
