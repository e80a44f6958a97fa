"""What can be chosen when a game of Honors No. III is created."""

from functools import partial
from typing import Annotated

from msgspec import Meta

from domain import game
from domain.saying import option

option_of = partial(option, "honors_3")


class Options(game.Options, frozen=True):
    """The options of Honors No. III."""

    players: Annotated[
        int, Meta(ge=4, le=7, description="The number of seats (III-R1)."), option(None, "players", "amount")
    ] = 4
    target_score: Annotated[
        int,
        Meta(
            ge=10,
            le=1000,
            description="The total that ends the match, if one seat alone leads (III-R11, C-U8). With seven seats a "
            "deal gives only 10 points: choose about 50.",
        ),
        option(None, "target score", "amount"),
    ] = 200
    max_deals: Annotated[
        int,
        Meta(ge=1, le=200, description="Maximum number of deals in a match (C-U8)."),
        option(None, "most deals", "amount"),
    ] = 100
    opening_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400_000,
            description="How long the dealer's left alone may open the play (III-U7); 0: it opens with the deal.",
        ),
        option_of("time to open the play", "duration"),
    ] = 30_000
    offer_ms: Annotated[
        Annotated[int, Meta(ge=1_000, le=86_400_000)] | None,
        Meta(description="How long an offer stands (III-U6); null: offers do not expire."),
        option_of("how long an offer stands", "duration", none="for ever"),
    ] = 60_000
    stall_ms: Annotated[
        int,
        Meta(ge=10_000, le=86_400_000, description="Maximum time between exchanges in a deal, in ms (III-U12 b)."),
        option_of("longest time between exchanges", "duration"),
    ] = 120_000
    deal_ms: Annotated[
        int,
        Meta(ge=30_000, le=604_800_000, description="Maximum length of a deal, in ms (III-U12 c)."),
        option_of("longest deal", "duration"),
    ] = 900_000
