"""The cards on the table: who is next, and who collects (R18, R21 to R24)."""

from collections.abc import Sequence

from msgspec import Struct

from domain.cards import FRENCH_DECK, RANKS, FrenchCard, rank, suit
from domain.game import Seat
from domain.games.friendlier_than_thou.moves import Humble
from domain.seats import from_left_of

HEIGHT = {card: RANKS.index(rank(card)) or len(RANKS) for card in FRENCH_DECK}
"""R23: where a card stands in its suit, from 1 for the two to 13 for the ace, which is high; a humble one has 0."""

ACES = frozenset(card for card in FRENCH_DECK if rank(card) == "A")


class PlayedCard(Struct, frozen=True, gc=False):
    """A card, whose it is, and whether it is a humble ace."""

    seat: Seat
    card: FrenchCard
    humble: Humble


def next_to_play(hands: Sequence[Sequence[str]], leader: int, seat: int) -> int | None:
    """R18, U16: return who plays after `seat`, which has just played; seats without cards are passed over.

    None: each player who can has played.
    """
    order = from_left_of(len(hands), seat)
    for other in order[: order.index(leader)]:
        if hands[other]:
            return other
    return None


def collector(trick: Sequence[PlayedCard]) -> int:
    """R21, U21: return the seat of the highest card of the led suit."""
    led_suit = suit(trick[0].card)
    followed = (played for played in trick if suit(played.card) == led_suit)
    return max(followed, key=height).seat


def height(played: PlayedCard) -> int:
    """R23, R24: return where a card stands in its suit as it was played."""
    return 0 if played.humble else HEIGHT[played.card]
