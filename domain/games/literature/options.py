"""What can be chosen when a game of Literature is created."""

from functools import cache, partial
from typing import Annotated, Literal

from msgspec import Meta

from domain import codes, game
from domain.game import Refused
from domain.saying import option
from domain.seats import from_left_of

option_of = partial(option, "literature")

SEATS = 6

Team = Annotated[int, Meta(ge=0, le=1, description="Team 0 or team 1.")]
Teams = tuple[Team, Team, Team, Team, Team, Team]


class Options(game.Options, frozen=True):
    """The options of Literature."""

    players: Annotated[Literal[6], Meta(description="The number of seats (R1)."), option(None, "players", "amount")] = 6
    starter: Annotated[
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(description="The seat that has the first turn; null: the dealer (R16)."),
        option_of("first turn", "seat", none="the dealer"),
    ] = None
    teams: Annotated[
        Teams,
        Meta(description="The team of each seat: three 0s and three 1s (R2, U2)."),
        option_of("team of each seat", "team"),
    ] = (
        0, 1, 0, 1, 0, 1,
    )  # fmt: skip
    false_declaration: Annotated[
        Literal["set_closes", "set_closes_turn_passes", "set_stays_turn_passes"],
        Meta(description="What a false declaration does to the set and to the turn, beside the points (U15 to U18)."),
        option_of("false declarations", "choice"),
    ] = "set_closes"
    own_card_ask: Annotated[
        Literal["refused", "announced"],
        Meta(description="Asking for a card that one holds is refused (R18, U10), or announced to all (R24, U11)."),
        option_of("asking for one’s own card", "choice"),
    ] = "refused"
    report_counts: Annotated[
        bool,
        Meta(description="Whether a player must tell how many cards they hold when asked (R7, U28)."),
        option_of("hands are counted when asked", "bool"),
    ] = False
    stall_limit: Annotated[
        int,
        Meta(ge=6, le=1000, description="Number of moves without a closed set after which one must declare (U24)."),
        option_of("most moves without a closed set", "amount"),
    ] = 200


def complete(options: Options) -> Options:
    """Return the options. Raises `Refused("invalid_option", …)` unless the teams are of three seats each (R1)."""
    if sum(options.teams) * 2 != SEATS:
        raise Refused(
            codes.INVALID_OPTION, f"`teams` is {list(options.teams)}; it has three 0s and three 1s - at `$.teams`"
        )
    return options


@cache
def team_mates(teams: Teams, seat: int) -> tuple[int, ...]:
    """Return the two team mates of a seat, clockwise from it."""
    return tuple(other for other in from_left_of(SEATS, seat)[:-1] if teams[other] == teams[seat])


@cache
def opponents(teams: Teams, seat: int) -> tuple[int, ...]:
    """Return the three opponents of a seat, clockwise from it."""
    return tuple(other for other in from_left_of(SEATS, seat) if teams[other] != teams[seat])
