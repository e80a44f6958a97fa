"""The options and the moves of Honors No. IV. `rules` says who may make moves when, and why they are refused."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from domain import game
from domain.game import Move
from domain.games.honors.deck import Card
from domain.saying import label, option, values

label_of, option_of = partial(label, "honors_4"), partial(option, "honors_4")


class Options(game.Options, frozen=True):
    """The options of Honors No. IV."""

    players: Annotated[
        int, Meta(ge=2, le=12, description="The number of seats (IV-R1, IV-U1)."), option(None, "players", "amount")
    ] = 4
    opener: Annotated[
        Literal["left_of_dealer", "any"],
        Meta(
            description="Who opens the first deal: the seat on the left of `dealer`, or the first seat to say so; "
            "`dealer` is not used then (IV-R3, IV-U2)."
        ),
        option_of("opener of the first deal", "choice"),
    ] = "left_of_dealer"
    target_score: Annotated[
        int, Meta(ge=1, le=100, description="Number of deals to win (IV-U11)."), option_of("deals to win", "amount")
    ] = 3
    max_deals: Annotated[
        int,
        Meta(ge=1, le=200, description="Maximum number of deals in a match (IV-U11)."),
        option(None, "most deals", "amount"),
    ] = 100
    max_rounds: Annotated[
        int,
        Meta(ge=5, le=500, description="Maximum number of rounds in a deal (IV-U10)."),
        option_of("most rounds in a deal", "amount"),
    ] = 100


class Open(Move, frozen=True):
    """Be the first to draw in the first deal (IV-R3, IV-U2)."""

    labels = (label_of("open the play"),)


class DrawStock(Move, frozen=True):
    """Draw the top card of the pack (IV-R5, IV-R8)."""

    labels = (label_of("draw from the pack"),)


class TakePile(Move, frozen=True):
    """Take the top card of the pile (IV-R8, IV-R9)."""

    labels = (label_of("take the top card of the pile"),)


class Discard(Move, frozen=True):
    """Discard one of your two cards, face up (IV-R7, IV-U6)."""

    labels = (label_of("discard {card}"),)

    card: Annotated[Card, values("card", "hand")]
