"""The moves of Honors No. III. `rules` says who may make them when, and why they are refused."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from msgspec import Meta, field

from domain.game import Move
from domain.games.honors.deck import Card
from domain.saying import label, values

label_of = partial(label, "honors_3")

Given = Annotated[
    tuple[Card, ...],
    Meta(min_length=1, max_length=3, description="One to three cards of one's own hand, none of them twice (III-R3)."),
    values("card", "hand"),
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

    labels = (label_of("offer {cards}"),)


class Accept(GivingMove, frozen=True):
    """Accept an open offer, and give as many cards for it, unseen (III-U1, III-U3)."""

    labels = (label_of("accept offer {offer:number} with {cards}"),)

    offer: Annotated[OfferNumber, values("offer", of="others")]


class Cancel(Move, frozen=True):
    """Take back one's own open offer (III-U4)."""

    labels = (label_of("take offer {offer:number} back"),)

    offer: Annotated[OfferNumber, values("offer", of="own")]


class CallOff(Move, frozen=True):
    """Call the deal off, or take that back; when all seats call it off, it ends (III-U12 a)."""

    labels = (label_of("call the deal off", on=True), label_of("take the call to end the deal back", on=False))

    on: Annotated[bool, Meta(description="Whether one's call to end the deal is to stand."), values("bool")]
