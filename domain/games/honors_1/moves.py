"""The one move of Honors No. I. Why it is refused stands in `rules`."""

from domain.game import Move, Seat
from domain.games.honors.deck import Card


class Ask(Move, frozen=True):
    """Call for a card from another seat (I-R7, I-U1)."""

    target: Seat
    card: Card
