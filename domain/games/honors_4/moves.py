"""The options and the moves of Honors No. IV. Who may make moves when, and why they are refused, stands in `rules`."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import game
from domain.game import Move
from domain.games.honors.deck import Card


class Options(game.Options, frozen=True):
    """The options of Honors No. IV."""

    players: Annotated[int, Meta(ge=2, le=12, description="The number of seats (IV-R1, IV-U1).")] = 4
    opener: Annotated[
        Literal["left_of_dealer", "any"],
        Meta(
            description="Who opens the first deal: the seat on the left of `dealer`, or whoever is first to say so; "
            "`dealer` is not used then (IV-R3, IV-U2)."
        ),
    ] = "left_of_dealer"
    target_score: Annotated[int, Meta(ge=1, le=100, description="Number of deals to win (IV-U11).")] = 3
    max_deals: Annotated[int, Meta(ge=1, le=200, description="Maximum number of deals in a match (IV-U11).")] = 100
    max_rounds: Annotated[int, Meta(ge=5, le=500, description="Maximum number of rounds in a deal (IV-U10).")] = 100


class Open(Move, frozen=True):
    """Be the first to draw in the first deal (IV-R3, IV-U2)."""


class DrawStock(Move, frozen=True):
    """Draw the top card of the pack (IV-R5, IV-R8)."""


class TakePile(Move, frozen=True):
    """Take the top card of the pile (IV-R8, IV-R9)."""


class Discard(Move, frozen=True):
    """Discard one of your two cards, face up (IV-R7, IV-U6)."""

    card: Card
