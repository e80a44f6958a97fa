"""What can be chosen when a game of Medieval Mastery is created."""

from functools import partial
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from domain import game
from domain.saying import Default, option

option_of = partial(option, "medieval_mastery")

MOST_PLAYERS = 14
"""U1: nine cards each for one more are not in the deck."""


class Options(game.Options, frozen=True):
    """The options of Medieval Mastery."""

    players: Annotated[
        int, Meta(ge=3, le=MOST_PLAYERS, description="The number of seats (U1)."), option(None, "players", "amount")
    ] = 4
    target_score: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        Meta(description="The match ends after the deal in which a total reaches this (U30); null: no such aim."),
        option(None, "target score", "amount", none="none"),
    ] = None
    max_deals: Annotated[
        Annotated[int, Meta(ge=1, le=50)] | UnsetType,
        Meta(description="Maximum number of deals in a match (U30); 1 without a target score, else 50."),
        option(None, "most deals", "amount", defaults=[Default(1, {"target_score": None}), Default(50)]),
    ] = UNSET
    stall_limit: Annotated[
        int,
        Meta(ge=1, le=250, description="Maximum number of tricks without a new card laid (U27)."),
        option_of("most tricks without a new card laid", "amount"),
    ] = 25


def complete(options: Options) -> Options:
    """Return the options with the number of deals: one, or 50 if a total is to be reached (R47)."""
    if options.max_deals is not UNSET:
        return options
    return replace(options, max_deals=1 if options.target_score is None else 50)
