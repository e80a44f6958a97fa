"""The moves of Honors No. III. Who may make them when, and why they are refused, stands in `rules`."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, field

from domain.game import Move
from domain.games.honors.deck import Card

Given = Annotated[
    tuple[Card, ...],
    Meta(min_length=1, max_length=3, description="One to three cards of one's own hand, none of them twice (III-R3)."),
]
OfferNumber = Annotated[
    int, Meta(ge=1, description="The number of an offer, counted through the match (III-U13).", examples=[7])
]


class GivingMove(Move, frozen=True):
    """A move that gives cards away."""

    given: Given = field(name="cards")

    def __post_init__(self) -> None:
        """Raise ValueError if a card stands twice in the list."""
        if len(set(self.given)) < len(self.given):
            raise ValueError("`cards` names a card twice")

    def cards(self) -> Iterable[str]:
        """Return the cards that are to be given away."""
        return self.given


class Offer(GivingMove, frozen=True):
    """Offer to exchange these cards, unseen, with anybody: “Change one”, “Change two” (III-R3, III-R4)."""


class Accept(GivingMove, frozen=True):
    """Accept an open offer, and give as many cards for it, unseen (III-U1, III-U3)."""

    offer: OfferNumber


class Cancel(Move, frozen=True):
    """Take back one's own open offer (III-U4)."""

    offer: OfferNumber


class CallOff(Move, frozen=True):
    """Call the deal off, or take that back; when all seats call it off, it ends (III-U12 a)."""

    on: Annotated[bool, Meta(description="Whether one's call to end the deal is to stand.")]
