"""The moves of Honors No. IV. Who may make them when, and why they are refused, stands in `rules`."""

from collections.abc import Iterable

from domain.game import Move
from domain.games.honors.deck import Card


class Open(Move, frozen=True):
    """Be the first to draw in the first deal (IV-R3, IV-U2)."""


class DrawStock(Move, frozen=True):
    """Draw the top card of the pack (IV-R5, IV-R8)."""


class TakePile(Move, frozen=True):
    """Take the top card of the pile (IV-R8, IV-R9)."""


class Discard(Move, frozen=True):
    """Discard one of your two cards, face up (IV-R7, IV-U6)."""

    card: Card

    def cards(self) -> Iterable[str]:
        """Return the card."""
        return (self.card,)
