"""The moves of Honors No. II. `rules` says who may make them when, and why they are refused."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from msgspec import Meta, field

from domain.game import Move
from domain.games.honors.deck import Card
from domain.saying import label, values

label_of = partial(label, "honors_2")
OfPile = Annotated[Card, values("card", "discard")]


class DrawStock(Move, frozen=True):
    """Draw the top card of the pack (II-R4)."""

    labels = (label_of("draw from the pack"),)


class TakePile(Move, frozen=True):
    """Take cards from the top of the pile: the wished one and all above it (II-R9, II-U1)."""

    labels = (label_of("take {count:amount.card} from the pile"),)

    count: Annotated[int, Meta(ge=1, description="How many cards.", examples=[2]), values("amount", "discard")]


class Pass(Move, frozen=True):
    """Draw nothing, since the pack is empty, and end the deal (II-U12)."""

    labels = (label_of("draw nothing, and so end the deal"),)


class Lay(Move, frozen=True):
    """Lay three cards of one book on the table (II-R5, II-U3)."""

    labels = (label_of("lay {cards}"),)

    laid: Annotated[
        tuple[Card, ...],
        Meta(min_length=3, max_length=3, description="Three different cards of one book."),
        values("card", "hand"),
    ] = field(name="cards")

    def __post_init__(self) -> None:
        """Raise ValueError if a card stands twice in the list."""
        if len(set(self.laid)) < len(self.laid):
            raise ValueError("`cards` names a card twice")

    def cards(self) -> Iterable[str]:
        """Return the three cards."""
        return self.laid


class CardMove(Move, frozen=True):
    """What the moves have in common that name one card of the mover's hand."""

    card: Annotated[Card, values("card", "hand")]


class Add(CardMove, frozen=True):
    """Lay the fourth card of a book that is on the table (II-R11, II-U3)."""

    labels = (label_of("add {card} to its book"),)


class Discard(CardMove, frozen=True):
    """Put a card on top of the pile, which ends the turn (II-R6, II-R13, II-U5)."""

    labels = (label_of("discard {card}"),)


class Challenge(Move, frozen=True):
    """Say that this discard could have been played (II-R14, II-U8)."""

    labels = (label_of("challenge the discard of {card}"),)

    card: OfPile


class Waive(Move, frozen=True):
    """Give up the right to challenge this discard (II-U8)."""

    labels = (label_of("let the discard of {card} stand"),)

    card: OfPile


class Give(CardMove, frozen=True):
    """Give this card to the discarder, as the fine (II-R14, II-U9)."""

    labels = (label_of("give {card}"),)
