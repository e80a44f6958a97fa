"""What games ask alike."""

from collections.abc import Sequence

from domain.cards import suit
from domain.messages import Message, card, seat


def to_follow(leader: int, led: str, hand: Sequence[str]) -> Message:
    """Return what is asked of a seat with this hand after `leader` has led a card to the trick."""
    able = any(suit(each) == suit(led) for each in hand)
    way = "follow suit" if able else "you have none of its suit, so play any card"
    return Message.of(f"{{leader}} led {{led}}: {way}.", leader=seat(leader), led=card(led))
