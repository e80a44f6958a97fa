"""What can be chosen when a game of Pursuit of Happiness is created."""

from functools import partial
from typing import Annotated, cast

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from domain import codes, game
from domain.game import Refused
from domain.saying import Default, option

option_of = partial(option, "pursuit_of_happiness")

TIMES_THROUGH = {2: (1,), 3: (1, 2), 4: (2,), 5: (3,)}
"""R57, U3: how often the deck may be gone through, by the number of players; the first is the default."""

Limit = Annotated[int, Meta(ge=5_000, le=604_800_000)] | None


class Options(game.Options, frozen=True):
    """The options of Pursuit of Happiness."""

    players: Annotated[
        int, Meta(ge=2, le=5, description="The number of seats (R2)."), option(None, "players", "amount")
    ] = 3
    times_through_deck: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | UnsetType,
        Meta(description="How often the deck is gone through (R57): two players 1, three 1 or 2, four 2, five 3."),
        option_of(
            "times through the deck",
            "amount",
            defaults=[Default(allowed[0], {"players": players}) for players, allowed in TIMES_THROUGH.items()],
        ),
    ] = UNSET
    open_discard: Annotated[
        bool,
        Meta(description="Whether everybody sees the whole discard pile at all times (R38, U21, U22)."),
        option_of("the discard pile is open", "bool"),
    ] = False
    turn_limit_ms: Annotated[
        Limit,
        Meta(description="The time for a move in one's turn (U42); null: no limit."),
        option_of("time for a move", "duration", none="no limit"),
    ] = 300_000
    response_limit_ms: Annotated[
        Limit,
        Meta(description="The time for a defence, a capture, the order of a remnant (U42); null: no limit."),
        option_of("time for an answer", "duration", none="no limit"),
    ] = 60_000

    @property
    def last_stock(self) -> int:
        """The number of the last stock (U35): `times_through_deck`, which is filled in before a game begins."""
        return cast(int, self.times_through_deck)


def complete(options: Options) -> Options:
    """Fill in `times_through_deck`. Raises `Refused("invalid_option", …)` if the players are too many for it (R57)."""
    allowed = TIMES_THROUGH[options.players]
    if options.times_through_deck is UNSET:
        return replace(options, times_through_deck=allowed[0])
    if options.times_through_deck not in allowed:
        raise Refused(
            codes.INVALID_OPTION,
            f"`times_through_deck` is {options.times_through_deck}; {options.players} players go through the deck"
            f" {' or '.join(map(str, allowed))} times - at `$.times_through_deck`",
        )
    return options
