"""The moves of Medieval Mastery. `building` judges a build."""

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.game import Move
from domain.games.medieval_mastery.deck import Card, Cards
from domain.messages import Template
from domain.saying import label, values

label_of = partial(label, "medieval_mastery")
GROUP = Template("medieval_mastery", "move", "{cards}")
FAMILIES, COMMUNES, REJECTS = "families: {families:parts}", "communes: {communes:parts}", "rejects: {rejects:cards}"
LAYOUTS: tuple[tuple[str, dict[str, tuple[()]]], ...] = (
    ("lay nothing", {"families": (), "communes": (), "rejects": ()}),
    (f"lay {FAMILIES}", {"communes": (), "rejects": ()}),
    (f"lay {COMMUNES}", {"families": (), "rejects": ()}),
    (f"lay {FAMILIES}; {COMMUNES}", {"rejects": ()}),
    (f"lay {FAMILIES}; {REJECTS}", {"communes": ()}),
    (f"lay {COMMUNES}; {REJECTS}", {"families": ()}),
    (f"lay {FAMILIES}; {COMMUNES}; {REJECTS}", {}),
)
"""How a layout reads, and which of its lists are empty then."""
UNDER = "; under the stock: {under:cards}"
of_groups = values("card", "hand", "melds", "trick", part=GROUP)


class Play(Move, frozen=True):
    """Play this card to the trick (R4 to R6)."""

    labels = (label_of("play {card}"),)

    card: Annotated[Card, values("card", "hand")]


class Build(Move, frozen=True):
    """State your whole new layout, all groups, also those that stay as they are (U8)."""

    labels = tuple(label_of(layout + under, **empty) for under in (UNDER, "") for layout, empty in LAYOUTS)

    families: Annotated[
        tuple[Cards, ...],
        Meta(description="In each the first two cards are the spouses; then members in any order."),
        of_groups,
    ]
    communes: Annotated[
        tuple[Cards, ...],
        Meta(description="In each the first card leads: after A the cards in letter order, after X in any order."),
        of_groups,
    ]
    rejects: Annotated[Cards, Meta(description="Laid cards that leave the table (U16)."), values("card", "melds")] = ()
    under: Annotated[
        Cards | UnsetType,
        Meta(
            description="All rejects and unused trick cards, the highest in the stock first. If it is left out: the "
            "trick cards in the order played, then the rejects (U23)."
        ),
        values("card", "melds", "trick"),
    ] = UNSET

    def cards(self) -> Iterable[str]:
        """Return every card that stands in the build."""
        under = () if self.under is UNSET else self.under
        return chain(*self.families, *self.communes, self.rejects, under)
