"""The one move of Honors No. I. `rules` says why it is refused."""

from typing import Annotated

from domain.game import Move, Seat
from domain.games.honors.deck import Card
from domain.saying import label, values


class Ask(Move, frozen=True):
    """Call for a card from another seat (I-R7, I-U1)."""

    labels = (label("honors_1", "ask {target:seat} for {card}"),)

    target: Annotated[Seat, values("seat", of="others")]
    card: Annotated[Card, values("card", "deck")]
