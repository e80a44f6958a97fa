"""What can be chosen when a game of Honors No. IV is created."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import game


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
    target_score: Annotated[int, Meta(ge=1, le=100, description="The deals to win (IV-U11).")] = 3
    max_deals: Annotated[int, Meta(ge=1, le=200, description="The match ends after so many deals (IV-U11).")] = 100
    max_rounds: Annotated[
        int, Meta(ge=5, le=500, description="A deal ends after so many rounds of discards (IV-U10).")
    ] = 100
