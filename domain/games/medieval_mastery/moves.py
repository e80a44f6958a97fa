"""The moves of Medieval Mastery. How a build is judged stands in `building`."""

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.game import Move
from domain.games.medieval_mastery.deck import Card, Cards


class Play(Move, frozen=True):
    """Play this card to the trick (R4 to R6)."""

    card: Card


class Build(Move, frozen=True):
    """State your whole new layout, all groups, also those that stay as they are (U8)."""

    families: Annotated[
        tuple[Cards, ...], Meta(description="In each the first two cards are the spouses; then members in any order.")
    ]
    communes: Annotated[
        tuple[Cards, ...],
        Meta(description="In each the first card leads: after A the cards in letter order, after X in any order."),
    ]
    rejects: Annotated[Cards, Meta(description="Laid cards that leave the table (U16).")] = ()
    under: Annotated[
        Cards | UnsetType,
        Meta(
            description="All rejects and unused trick cards, the highest in the stock first. If it is left out: the "
            "trick cards in the order played, then the rejects (U23)."
        ),
    ] = UNSET

    def cards(self) -> Iterable[str]:
        """Return every card that stands in the build."""
        under = () if self.under is UNSET else self.under
        return chain(*self.families, *self.communes, self.rejects, under)
