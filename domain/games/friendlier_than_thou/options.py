"""What can be chosen when a game of Friendlier Than Thou is created."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from domain import game
from domain.saying import option

option_of = partial(option, "friendlier_than_thou")

Leading = Annotated[
    Literal["silent", "programmed"],
    Meta(description="Who leads: anybody, by saying “So moved” (R11 to R16), or the last collector (R17)."),
]


class Options(game.Options, frozen=True):
    """The options of Friendlier Than Thou."""

    players: Annotated[
        int, Meta(ge=2, le=4, description="The number of seats (R1)."), option(None, "players", "amount")
    ] = 4
    leading: Annotated[Leading, option_of("who leads", "choice")] = "silent"
    so_moved_window_ms: Annotated[
        int,
        Meta(ge=100, le=10_000, description="How near two speeches are to be “at once” (U8)."),
        option_of("time within which two speeches clash", "duration"),
    ] = 1_000
    silence_limit_ms: Annotated[
        Annotated[int, Meta(ge=5_000, le=3_600_000)] | None,
        Meta(description="How long a silence may last (U14); null: for ever."),
        option_of("longest silence", "duration", none="for ever"),
    ] = 120_000
    unity_limit_ms: Annotated[
        Annotated[int, Meta(ge=10_000, le=3_600_000)] | None,
        Meta(description="How long the Meeting may seek unity (U27); null: for ever."),
        option_of("time to seek unity", "duration", none="for ever"),
    ] = 600_000
    unity_proposals: Annotated[
        int,
        Meta(ge=1, le=100, description="Number of fallen proposals after which the matter is laid over (U27)."),
        option_of("most proposals", "amount"),
    ] = 20
