"""What happens to a table itself; these events stand in one stream with those of its game.

A field that was not there from the beginning is absent (`UNSET`) where it says nothing new, so that the hash of an
event that was recorded before is what it was.
"""

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Event, Seat, ToAll, ToNobody

Visibility = Literal["public", "private"]
HouseKind = Annotated[Literal["random"], Meta(description="Which house player: `random` picks any legal move.")]
WhyAborted = Annotated[
    Literal["before_first_move", "agreed", "operator"],
    Meta(
        description="`before_first_move`: one may end it so early. `agreed`: all who play have called for it."
        " `operator`: an operator of the service has ended it."
    ),
]
Entropy = Annotated[
    str, Meta(max_length=200, description="A text of the player's choice that goes into every shuffle.")
]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits for its players, and who may watch it."""

    turn_limit_ms: Annotated[
        Annotated[int, Meta(ge=1_000, le=604_800_000)] | None,
        Meta(description="How long a seat that must act has for a decision; null: for ever."),
    ] = None
    reserve_ms: Annotated[
        int,
        Meta(ge=0, le=604_800_000, description="What a seat has beyond that, once for the whole game."),
    ] = 0
    defaults_until_absent: Annotated[
        int, Meta(ge=1, le=100, description="After so many decisions in a row that lapsed, a seat is marked absent.")
    ] = 3
    house_takes_over: Annotated[
        bool, Meta(description="Whether a house player goes on for a seat that is absent, until its owner is back.")
    ] = False
    spectators: Annotated[bool, Meta(description="Whether those who have no seat may watch.")] = True
    spectator_delay: Annotated[
        int, Meta(ge=0, le=1_000, description="So many moves later than the players do spectators see the game.")
    ] = 0


class TableEvent(Event, frozen=True):
    """What happens to a table, whatever game is played there."""


class SeatEvent(TableEvent, frozen=True):
    """What happens to one seat of a table."""

    seat: ToAll[Seat]


class TableOpened(TableEvent, frozen=True):
    """A table is open for players. `commitment` is the SHA-256 of the secret that all its shuffles come from."""

    game: ToAll[str]
    rules_version: ToAll[str]
    options: ToAll[dict[str, Any]]
    visibility: ToAll[Visibility]
    auto_start: ToAll[bool]
    creator: ToAll[UUID]
    commitment: ToAll[str]
    decks_given: ToAll[Annotated[int, Meta(description="How many deals have a deck that an operator has given.")]]
    secret: ToNobody[str] = UNSET
    decks: ToNobody[tuple[tuple[str, ...], ...]] = UNSET
    settings: ToAll[Annotated[TableSettings | UnsetType, Meta(description="Absent: all as by default.")]] = UNSET
    rematch_of: ToAll[Annotated[UUID | UnsetType, Meta(description="The table whose seats are kept.")]] = UNSET
    reserved: ToAll[
        Annotated[
            tuple[UUID | None, ...] | UnsetType,
            Meta(description="By seat, the player for whom it is kept; null: free."),
        ]
    ] = UNSET


class SeatTaken(SeatEvent, frozen=True):
    """A player has sat down, and may have added entropy to the shuffles; or a house player was asked to."""

    player: ToAll[UUID]
    entropy: ToAll[Entropy | None] = None
    house: ToAll[Annotated[HouseKind | UnsetType, Meta(description="Which house player it is; absent: a person.")]] = (
        UNSET
    )


class SeatLeft(SeatEvent, frozen=True):
    """A player has stood up before the start, or her seat was freed; her entropy goes with her."""

    player: ToAll[UUID]
    by: ToAll[Annotated[UUID | UnsetType, Meta(description="Who has freed the seat; absent: its player has left.")]] = (
        UNSET
    )


class SeatReleased(SeatEvent, frozen=True):
    """A seat is kept for a player no more: anybody may sit there."""

    player: ToAll[UUID]
    by: ToAll[Annotated[UUID | UnsetType, Meta(description="Who has released it; absent: the player herself.")]] = UNSET


class PlayerInvited(TableEvent, frozen=True):
    """A player has been asked to the table: she may see it and sit down, private or not."""

    player: ToAll[UUID]
    by: ToAll[UUID]


class AbortCalled(SeatEvent, frozen=True):
    """A seat has called for an end without a result, or taken that back."""

    on: ToAll[bool]


class TableAborted(TableEvent, frozen=True):
    """The table has ended without a result."""

    by: ToAll[UUID]
    why: ToAll[WhyAborted]


class DecisionLapsed(SeatEvent, frozen=True):
    """A seat has let its time run out; what follows at the same time is the default move of the game."""

    defaults: ToAll[
        Annotated[int, Meta(description="How many decisions of hers have lapsed now, one after the other.")]
    ]


class SeatAbsent(SeatEvent, frozen=True):
    """The player of a seat is away: too many of her decisions have lapsed."""


class HouseTookOver(SeatEvent, frozen=True):
    """A house player goes on for an absent seat."""

    house: ToAll[HouseKind]


class SeatTakenBack(SeatEvent, frozen=True):
    """The player of a seat is back, and plays on herself."""

    player: ToAll[UUID]


class RematchOpened(SeatEvent, frozen=True):
    """The same players can play again, at another table."""

    table: ToAll[Annotated[UUID, Meta(description="The table of the rematch.")]]


AnyTableEvent = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeatReleased
    | PlayerInvited
    | AbortCalled
    | TableAborted
    | DecisionLapsed
    | SeatAbsent
    | HouseTookOver
    | SeatTakenBack
    | RematchOpened
)
