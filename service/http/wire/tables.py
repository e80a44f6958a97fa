"""What travels over HTTP and is no projection: request bodies and small answers, as msgspec types."""

from typing import Annotated, Generic, TypeVar
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from domain import GAMES
from domain.game import AnyGame, Refused, Seat, Time
from domain.saying import option
from domain.seats import MOST_SEATS
from domain.table import TURN_LIMIT, HouseKind, RawOptions, Sitter, Status, TableSettings, Visibility
from domain.validation import LARGEST_INTEGER, ValidationMessage, part_of
from domain.validation_messages import validation_messages
from projections.feed import FeedEntry, SeenEvent
from projections.header import Header, Reserved, Sitting
from service.http.wire.missing import Missing
from service.live.invitations import ExpiresAt, InvitedBy
from service.runtime.time import DAY_MS

M = TypeVar("M")

TABLE_ID = "The id of the table."
"""What the path parameter `table` is."""

INVITATION = "The token of an invitation link to the table."
"""What the parameter `invitation` is, and the field."""

CURSOR_OF_TABLE = "a cursor from the service, or a version of the current history."
"""What the parameter `after` is, where events of a table are asked for."""

Version = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER, description="The number of events at a table.")]


THREE_DAYS_MS = 3 * DAY_MS


LastsMs = Annotated[
    int,
    Meta(
        ge=60_000,
        le=30 * DAY_MS,
        description="How long an invitation is valid; absent: three days. It also ends when the game starts.",
    ),
]


Sitters = Annotated[
    tuple[Sitter | None, ...],
    Meta(
        description="Who sits down at once, by seat: I (`me`), or a house player by its kind; null or absent: the"
        " seat is free.",
        max_length=MOST_SEATS,
        examples=[["me", "random", None]],
    ),
]


class OpeningSettings(TableSettings, frozen=True, forbid_unknown_fields=True):
    """The time limits of a new table, who may watch, and whether there is a chat.

    A table without a limit (null) waits for ever.
    """

    turn_limit_ms: Annotated[
        Annotated[int, Meta(ge=1_000, le=604_800_000)] | None,
        Meta(description="Time for a decision that a seat must make; null: no limit. Absent: three days."),
        TURN_LIMIT,
    ] = THREE_DAYS_MS

    def as_chosen(self) -> TableSettings:
        """Return the settings as the log records them: with the defaults, and without what is switched off."""
        chosen = TableSettings(*[getattr(self, name) for name in TableSettings.__struct_fields__])
        chat = UNSET if chosen.chat == "off" else chosen.chat
        return replace(chosen, chat=chat, take_back=chosen.take_back or UNSET)


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The game and settings of a new table."""

    game: Annotated[str, Meta(description="The id of a game in the catalogue.", examples=["literature"])]
    options: Annotated[RawOptions, Meta(description="Options; the catalogue has their schema and defaults.")] = {}
    visibility: Annotated[
        Visibility,
        Meta(
            description="`public`: in the lobby, and open to spectators. `private`: only for those who are invited, or"
            " have the invitation link."
        ),
        option(None, "who sees the table", "choice"),
    ] = "public"
    auto_start: Annotated[
        bool,
        Meta(description="Whether the game starts when the last seat is taken."),
        option(None, "start when the last seat is taken", "bool"),
    ] = False
    settings: OpeningSettings = OpeningSettings()
    decks: Annotated[
        tuple[tuple[str, ...], ...],
        Meta(description="For operators: the deck of each deal from the first on, its top card first.", max_length=200),
    ] = ()
    seats: Sitters = ()
    invite: Annotated[
        tuple[UUID, ...],
        Meta(
            description="Challenge these players, by id: they are invited, others need an invitation or the link,"
            " and the table ends if none of them comes.",
            max_length=MOST_SEATS - 1,
        ),
    ] = ()
    lasts_ms: LastsMs | UnsetType = UNSET


def messages_of_options(body: object) -> tuple[ValidationMessage, ...]:
    """Return what is wrong with the options in a body that names a game."""
    game, options = GAMES.get(str(part_of(body, "game"))), part_of(body, "options")
    if game is None or not isinstance(options, dict):
        return ()
    return tuple(
        [ValidationMessage(each.text, ("options", *each.path)) for each in validation_messages(options, game.Options)]
    )


def messages_of_move(rules: AnyGame, body: object) -> tuple[ValidationMessage, ...]:
    """Return what is wrong with the move in a body, as far as the move alone tells by the rules of a game."""
    move = part_of(body, "move")
    if not isinstance(move, dict):
        return ()
    try:
        rules.parse(move)
    except Refused as refused:
        found = refused.errors or (ValidationMessage(refused.detail, ("type",)),)
        return tuple([ValidationMessage(each.text, ("move", *each.path)) for each in found])
    return ()


class ForkTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that goes on from a version of another game."""

    version: Annotated[
        int, Meta(ge=1, le=LARGEST_INTEGER, description="The version from which the game goes on.", examples=[40])
    ]
    seats: Sitters = ()


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take, for me or a house player."""

    seat: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)] | None,
        Meta(description="The seat; null or absent: the first free one."),
    ] = None
    entropy: Annotated[
        Annotated[str, Meta(max_length=200)] | None,
        Meta(description="A text of your choice; its SHA-256 goes into every shuffle. Null or absent: none."),
    ] = None
    house: Annotated[
        HouseKind | None, Meta(description="Seat a house player of this kind; null or absent: seat me.")
    ] = None
    invitation: Annotated[Annotated[str, Meta(max_length=64)] | None, Meta(description=INVITATION)] = None


class InvitationLink(Struct, frozen=True):
    """A link with which everybody can see a table and take a seat there, until its game begins."""

    token: Annotated[str, Meta(description="What to send as `invitation`.")]
    url: Annotated[str, Meta(description="The address of the table with the token.")]


class MoveRequest(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """A move, and its decision."""

    move: Annotated[M, Meta(description="The move: an object with a `type`, by the game's schema in the catalogue.")]
    decision: Annotated[
        Annotated[str, Meta(max_length=40, pattern=r"^[0-9]+\.[0-9]+\Z")] | None,
        Meta(description="The id of the decision that the move is for; if that is over: 409 `decision_over`."),
    ] = None
    expected_version: Annotated[
        Version | None,
        Meta(description="The version on which the move was chosen; if the decision began later: 409 `stale_version`."),
    ] = None


class MoveAnswer(Struct, frozen=True):
    """The effects of a move, as its player sees them."""

    version: Version
    events: tuple[SeenEvent, ...]


class Seated(Struct, frozen=True):
    """The seat that was taken, and the table."""

    seat: Seat
    table: Header


class Feed(Struct, frozen=True):
    """Events of a table after a version, as the caller sees them."""

    version: Annotated[int, Meta(description="The version of the last event.")]
    cursor: Annotated[str, Meta(description="Where the events end; send it as `after` to get more.")]
    events: tuple[FeedEntry, ...]


class MySeat(Struct, frozen=True):
    """A seat of mine."""

    seat: Seat
    to_act: Annotated[bool, Meta(description="Whether the seat must or may act now.")]
    table: Header


class LobbyTable(Struct, frozen=True):
    """A table as the lobby shows it."""

    id: UUID
    game: str
    status: Status
    visibility: Visibility
    creator: UUID
    creator_name: str | None
    seats: tuple[UUID | None, ...]
    presence: Annotated[tuple[Sitting, ...], Meta(description="Who has each seat.")]
    reserved: Reserved
    options: RawOptions
    opened_at: Time
    started_at: Time | None
    finished_at: Time | None


class MyInvitation(Struct, frozen=True):
    """An invitation of mine to a table, or a seat that is reserved for me."""

    by: InvitedBy
    expires_at: ExpiresAt
    table: Header


MOST_INVITATIONS = 50
"""Maximum number of invitations in `MyTables`."""


class MyTables(Struct, frozen=True):
    """My seats at open and running tables, those where it is my turn first."""

    tables: tuple[MySeat, ...]
    not_readable: Annotated[
        tuple[LobbyTable, ...],
        Meta(
            description="My tables that this service cannot read: only their data in the lobby. Their own operations"
            " answer 501 `not_readable`, or 500 `log_corrupt`."
        ),
    ] = ()
    invitations: Annotated[
        tuple[MyInvitation, ...], Meta(description="My open invitations, the newest tables first, at most 50.")
    ] = ()
    incomplete: Missing = UNSET


class Lobby(Struct, frozen=True):
    """A page of the lobby, newest table first."""

    tables: tuple[LobbyTable, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]
    incomplete: Missing = UNSET
