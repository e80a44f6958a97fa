"""What can be chosen when a game of Honors No. II is created."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from domain import game
from domain.saying import option

option_of = partial(option, "honors_2")


class Options(game.Options, frozen=True):
    """The options of Honors No. II."""

    players: Annotated[
        int, Meta(ge=2, le=6, description="The number of seats (II-R1)."), option(None, "players", "amount")
    ] = 4
    target_score: Annotated[
        int,
        Meta(ge=10, le=1000, description="The total that wins the match (II-R19, II-U16)."),
        option(None, "target score", "amount"),
    ] = 150
    max_deals: Annotated[
        int,
        Meta(ge=1, le=200, description="Maximum number of deals in a match (II-U16)."),
        option(None, "most deals", "amount"),
    ] = 100
    take_rule: Annotated[
        Literal["free", "play_wished"],
        Meta(description="Whether a player who takes several cards of the pile must play the deepest of them (II-U2)."),
        option_of("taking several cards", "choice"),
    ] = "free"
    challenge_ms: Annotated[
        int,
        Meta(ge=0, le=86_400_000, description="How long a discard may be challenged; 0: never, so no fines (II-U8)."),
        option_of("time to challenge a discard", "duration"),
    ] = 10_000
    false_challenge: Annotated[
        Literal["barred", "free"],
        Meta(description="Whether a false challenge bars a seat from others in the same deal (II-U10)."),
        option_of("false challenges", "choice"),
    ] = "barred"
    stock_out: Annotated[
        Literal["reshuffle", "end_deal"],
        Meta(description="When the pack is empty the pile makes a new one, or a seat may end the deal (II-U12)."),
        option_of("when the pack is empty", "choice"),
    ] = "reshuffle"
    stall_rounds: Annotated[
        int,
        Meta(ge=2, le=50, description="Maximum number of rounds without a lay or an add (II-U14)."),
        option_of("most rounds without a play", "amount"),
    ] = 10
    winner: Annotated[
        Literal["first_to_count", "highest"],
        Meta(description="Who wins of several with the target: who counts first, or who has most (II-U16)."),
        option_of("who wins", "choice"),
    ] = "first_to_count"
