"""What happens to a table itself; these events stand in one stream with those of its game.

A field that was added later is absent (`UNSET`) where it says nothing new. So events that were recorded before it
keep their hashes. `upcasting` says what any other change of a shape takes.
"""

from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Event, Seat, Time, ToAll, ToNobody
from domain.saying import option

Visibility = Literal["public", "private"]
HouseKind = Annotated[Literal["random"], Meta(description="Which house player: `random` picks any legal move.")]
WhyAborted = Annotated[
    Literal["before_first_move", "agreed", "operator", "abandoned", "tournament", "nobody_came"],
    Meta(
        description="`before_first_move`: the creator ended it before the start, or, until version 0.3 of the"
        " service, any player before the first move. `agreed`: all players called for it, or the table's creator"
        " if no people play. `operator`: an operator of the service ended it. `abandoned`: the players of some"
        " seats have left the game. `tournament`: its tournament ended it. `nobody_came`: all invitations of a"
        " challenge or a private rematch have ended, and nobody has come."
    ),
]
WhyInvitationEnded = Annotated[
    Literal["declined", "withdrawn", "expired"],
    Meta(
        description="`declined`: the player declined it. `withdrawn`: the table's creator withdrew it. `expired`:"
        " its time is over."
    ),
]
Entropy = Annotated[
    str,
    Meta(
        max_length=200,
        description="What the player adds to every shuffle: the hexadecimal SHA-256 of a text of their choice; until"
        " version 0.3 of the service, the text.",
    ),
]


class TournamentPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a table in a tournament."""

    id: Annotated[UUID, Meta(description="The tournament.")]
    round: Annotated[int, Meta(ge=1, description="The number of the round.")]
    table: Annotated[int, Meta(ge=1, description="The number of the table in that round.")]


RawOptions: TypeAlias = dict[str, Any]
"""Options as JSON has them: the game checks them, and fills in the defaults."""


Chat = Literal["off", "phrases", "text"]

TURN_LIMIT = option(None, "time for a decision", "duration", none="no limit")


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The time limits of a table, who may watch, and whether there is a chat."""

    turn_limit_ms: Annotated[
        Annotated[int, Meta(ge=1_000, le=604_800_000)] | None,
        Meta(description="Time for a decision that a seat must make; null: no limit."),
        TURN_LIMIT,
    ] = None
    reserve_ms: Annotated[
        int,
        Meta(ge=0, le=604_800_000, description="Extra time of each seat, once for the whole game."),
        option(None, "reserve of time of each seat", "duration"),
    ] = 0
    defaults_until_absent: Annotated[
        int,
        Meta(ge=1, le=100, description="Number of decisions in a row that must lapse before a seat is marked absent."),
        option(None, "lapsed decisions until a seat is absent", "amount"),
    ] = 3
    house_takes_over: Annotated[
        bool,
        Meta(description="Whether a house player plays for an absent seat until its player is back."),
        option(None, "a house player plays for who is absent", "bool"),
    ] = False
    spectators: Annotated[
        bool,
        Meta(description="Whether players without a seat may watch."),
        option(None, "spectators may watch", "bool"),
    ] = True
    spectator_delay: Annotated[
        int,
        Meta(ge=0, le=1_000, description="Number of moves by which spectators see the game later than the players do."),
        option(None, "moves by which spectators are behind", "amount"),
    ] = 0
    chat: Annotated[
        Chat | UnsetType,
        Meta(
            description="The chat of the players, and separately of the spectators: none (`off`, or absent), only"
            " set `phrases`, or also free `text`. While the rulebook demands silence, the seats cannot write."
        ),
        option(None, "chat", "choice"),
    ] = UNSET
    take_back: Annotated[
        bool | UnsetType,
        Meta(
            description="Whether a move that revealed nothing hidden may be taken back if all other people"
            " consent; such a game is not rated. Absent: no."
        ),
        option(None, "moves may be taken back if all consent", "bool"),
    ] = UNSET


Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="A SHA-256 in hexadecimal.")]


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The version of a game from which a fork goes on."""

    table: Annotated[UUID, Meta(description="The id of the table whose game it was.")]
    version: Annotated[int, Meta(ge=1, description="The number of its events up to there.")]
    hash: Annotated[Hash, Meta(description="The hash of the last of these events.")]


class ForkedState(Struct, frozen=True, forbid_unknown_fields=True):
    """A game at a version: its state as JSON, the time, and what its shuffles come from."""

    at: Time
    state: dict[str, Any]
    stocks_formed: int
    entropy: tuple[str | None, ...]


class TableEvent(Event, frozen=True):
    """What happens to a table, whatever game is played there."""


class SeatEvent(TableEvent, frozen=True):
    """What happens to one seat of a table."""

    seat: ToAll[Seat]


class TableOpened(TableEvent, frozen=True):
    """A table is open for players. `commitment` is the SHA-256 of the secret that all its shuffles come from."""

    game: ToAll[str]
    rules_version: ToAll[str]
    options: ToAll[RawOptions]
    visibility: ToAll[Visibility]
    auto_start: ToAll[bool]
    creator: ToAll[UUID]
    commitment: ToAll[str]
    decks_given: ToAll[Annotated[int, Meta(description="Number of deals with a deck given by an operator.")]]
    secret: ToNobody[str] = UNSET
    decks: ToNobody[tuple[tuple[str, ...], ...]] = UNSET
    settings: ToAll[Annotated[TableSettings | UnsetType, Meta(description="Absent: the defaults.")]] = UNSET
    rematch_of: ToAll[Annotated[UUID | UnsetType, Meta(description="The table whose rematch this one is.")]] = UNSET
    reserved: ToAll[
        Annotated[
            tuple[UUID | None, ...] | UnsetType,
            Meta(description="By seat, the player for whom it is reserved; null: nobody."),
        ]
    ] = UNSET
    by_invitation: ToAll[
        Annotated[
            bool | UnsetType,
            Meta(
                description="Whether only players who are invited, or have the invitation link, may take a seat;"
                " absent: no."
            ),
        ]
    ] = UNSET
    decks_alike: ToNobody[tuple[str, ...]] = UNSET
    tournament: ToAll[
        Annotated[TournamentPlace | UnsetType, Meta(description="The tournament of the table; absent: none.")]
    ] = UNSET
    shares_deal: ToAll[
        Annotated[
            bool | UnsetType,
            Meta(
                description="Whether all tables of its round have the same secret, and so the same cards; absent: no."
            ),
        ]
    ] = UNSET
    fork_of: ToAll[Annotated[Origin | UnsetType, Meta(description="Where a fork begins; absent: it is none.")]] = UNSET
    rated: ToAll[
        Annotated[
            bool | UnsetType,
            Meta(description="False: the game counts for no rating, as of a fork."),
        ]
    ] = UNSET
    given: ToNobody[ForkedState] = UNSET
    challenge: ToAll[
        Annotated[
            bool | UnsetType,
            Meta(description="Whether the table ends once all invitations have ended and nobody has come; absent: no."),
        ]
    ] = UNSET


class GameResumed(TableEvent, frozen=True):
    """The game of a fork goes on. No time has passed in it since the version where it begins."""


class SeatTaken(SeatEvent, frozen=True):
    """A player has taken a seat, perhaps with entropy for the shuffles; or a house player was seated."""

    player: ToAll[UUID]
    entropy: ToAll[Entropy | None] = None
    house: ToAll[Annotated[HouseKind | UnsetType, Meta(description="Which house player it is; absent: a person.")]] = (
        UNSET
    )


class SeatLeft(SeatEvent, frozen=True):
    """A player has left before the start, or their seat was freed. Their entropy is discarded."""

    player: ToAll[UUID]
    by: ToAll[Annotated[UUID | UnsetType, Meta(description="Who freed the seat; absent: its player left.")]] = UNSET


class SeatReleased(SeatEvent, frozen=True):
    """A seat is no longer reserved: anybody may take it."""

    player: ToAll[UUID]
    by: ToAll[Annotated[UUID | UnsetType, Meta(description="Who released it; absent: the player.")]] = UNSET


class PlayerInvited(TableEvent, frozen=True):
    """A player has been invited: they may see the table and take a seat, even if it is private."""

    player: ToAll[UUID]
    by: ToAll[UUID]
    expires_at: ToAll[
        Annotated[
            Time | UnsetType,
            Meta(description="When the invitation ends unless they sit there; absent: when the game begins."),
        ]
    ] = UNSET


class InvitationEnded(TableEvent, frozen=True):
    """An invitation has ended without the player taking a seat."""

    player: ToAll[UUID]
    why: ToAll[WhyInvitationEnded]
    by: ToAll[Annotated[UUID | UnsetType, Meta(description="Who withdrew it; absent: nobody did.")]] = UNSET


class InvitationLinkRenewed(TableEvent, frozen=True):
    """There is a new invitation link, which replaces the previous one."""

    by: ToAll[UUID]
    salt: ToNobody[str] = UNSET
    hash: ToNobody[str] = UNSET


class InvitationLinkRevoked(TableEvent, frozen=True):
    """The invitation link is revoked."""

    by: ToAll[UUID]


class AbortCalled(SeatEvent, frozen=True):
    """A seat has called to end the game without a result, or withdrawn its call."""

    on: ToAll[bool]


class TableAborted(TableEvent, frozen=True):
    """The table has ended without a result."""

    by: ToAll[UUID]
    why: ToAll[WhyAborted]
    seats: ToAll[
        Annotated[
            tuple[Seat, ...] | UnsetType,
            Meta(description="If `why` is `abandoned`: the seats whose players have left. Otherwise absent."),
        ]
    ] = UNSET


class DecisionLapsed(SeatEvent, frozen=True):
    """A seat's time is over. The default move follows at the same time."""

    defaults: ToAll[Annotated[int, Meta(description="Number of the seat's decisions in a row that have lapsed.")]]


class SeatAbsent(SeatEvent, frozen=True):
    """A seat is marked absent: too many of its decisions have lapsed, or its player's account is deleted."""


class HouseTookOver(SeatEvent, frozen=True):
    """A house player plays for an absent seat."""

    house: ToAll[HouseKind]


class SeatTakenBack(SeatEvent, frozen=True):
    """The player of a seat is present: they are back, or have come to the table of a tournament."""

    player: ToAll[UUID]


class TakeBackProposed(SeatEvent, frozen=True):
    """A seat asks to take its last move back; all other people have to consent."""

    to: ToAll[Annotated[int, Meta(description="The version from which the game would go on.")]]
    lapses_at: ToAll[Annotated[Time, Meta(description="When the proposal lapses.")]]


class TakeBackAnswered(SeatEvent, frozen=True):
    """A seat has consented to a take-back, or declined it, which ends the request."""

    consents: ToAll[bool]


class TakeBackWithdrawn(SeatEvent, frozen=True):
    """A seat has withdrawn its request to take a move back."""


class TakeBackExpired(SeatEvent, frozen=True):
    """Not all have answered a request for a take-back in time."""


class MoveTakenBack(SeatEvent, frozen=True):
    """A seat has taken its last move back, with all its consequences: the game goes on from before it."""

    to: ToAll[Annotated[int, Meta(description="The version from which the game goes on.")]]


class RematchOpened(SeatEvent, frozen=True):
    """A rematch of the same players is open, at another table."""

    table: ToAll[Annotated[UUID, Meta(description="The table of the rematch.")]]


class SightGranted(TableEvent, frozen=True):
    """Somebody who does not play may see the hidden cards of some seats from now on."""

    player: ToAll[UUID]
    seats: ToAll[tuple[Seat, ...]]
    by: ToAll[UUID]


class SightRevoked(TableEvent, frozen=True):
    """Somebody may no longer see hidden cards."""

    player: ToAll[UUID]
    by: ToAll[UUID]


AnyTableEvent = (
    TableOpened
    | GameResumed
    | SeatTaken
    | SeatLeft
    | SeatReleased
    | PlayerInvited
    | InvitationEnded
    | InvitationLinkRenewed
    | InvitationLinkRevoked
    | AbortCalled
    | TableAborted
    | DecisionLapsed
    | SeatAbsent
    | HouseTookOver
    | SeatTakenBack
    | TakeBackProposed
    | TakeBackAnswered
    | TakeBackWithdrawn
    | TakeBackExpired
    | MoveTakenBack
    | RematchOpened
    | SightGranted
    | SightRevoked
)
