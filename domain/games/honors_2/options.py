"""What can be chosen when a game of Honors No. II is created."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import game


class Options(game.Options, frozen=True):
    """The options of Honors No. II."""

    players: Annotated[int, Meta(ge=2, le=6, description="The number of seats (II-R1).")] = 4
    target_score: Annotated[
        int, Meta(ge=10, le=1000, description="The total that wins the match (II-R19, II-U16).")
    ] = 150
    max_deals: Annotated[int, Meta(ge=1, le=200, description="Maximum number of deals in a match (II-U16).")] = 100
    take_rule: Annotated[
        Literal["free", "play_wished"],
        Meta(description="Whether who takes several cards of the pile must play the deepest of them (II-U2)."),
    ] = "free"
    challenge_ms: Annotated[
        int,
        Meta(ge=0, le=86_400_000, description="How long a discard may be challenged; 0: never, so no fines (II-U8)."),
    ] = 10_000
    false_challenge: Annotated[
        Literal["barred", "free"],
        Meta(description="Whether a false challenge bars a seat from others in the same deal (II-U10)."),
    ] = "barred"
    stock_out: Annotated[
        Literal["reshuffle", "end_deal"],
        Meta(description="When the pack is empty the pile makes a new one, or a seat may end the deal (II-U12)."),
    ] = "reshuffle"
    stall_rounds: Annotated[
        int, Meta(ge=2, le=50, description="Maximum number of rounds without a lay or an add (II-U14).")
    ] = 10
    winner: Annotated[
        Literal["first_to_count", "highest"],
        Meta(description="Who wins of several with the target: who counts first, or who has most (II-U16)."),
    ] = "first_to_count"
