"""What can be asked of a table, as values: a caller makes a command, and `deciding.decide` judges it.

A command is recorded with the first event of its step, so an audit can decide the same command again. Each class names
its refusals: the codes that `decide` can raise for it, beside what the rulebook of the game refuses a move for.

Commands hold secrets (the deal's, and moves that name hidden cards): they are recorded, and written nowhere else.
"""

from functools import cache
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain import codes
from domain.game import AnyGame, Move, Refused, snake_case
from domain.seats import Duration, Seat
from domain.table.events import (
    Entropy,
    ForkedState,
    HouseKind,
    Origin,
    RawOptions,
    TableSettings,
    TournamentPlace,
    Visibility,
)

M = TypeVar("M")

SecretText = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]

BEFORE_THE_GAME = (codes.ALREADY_STARTED, codes.GAME_OVER)
"""The codes of refusals once the game has begun (`guards.must_be_open`)."""

IN_THE_GAME = (codes.NOT_STARTED, codes.GAME_OVER)
"""The codes of refusals while no game goes on (`guards.must_be_playing`)."""


class Command(
    Struct,
    frozen=True,
    tag_field="type",
    tag=snake_case,
    gc=False,
):
    """Something that is wanted of a table."""

    refusals: ClassVar[tuple[str, ...]] = ()


Sitter: TypeAlias = HouseKind | Literal["me"]
"""Who takes a seat at once: a house player of this kind, or the table's creator."""


class OpenTable(Command, frozen=True, kw_only=True):
    """Open a table. `secret` is 32 random bytes, hexadecimal; `decks` are orders for the deals 1, 2, …, top card first.

    `options` are as they were requested. A table for the players of another one names it as `rematch_of`, and keeps
    their seats for them (`reserved`, by seat). With `by_invitation`, only players who are invited, or have the link,
    may take a seat; absent: everybody may. `decks_alike` are digests of decks of other tables that count as one with a
    deck of this one; absent: there are none. A table of a `tournament` is opened by that, and `shares_deal` if other
    tables have the same secret.

    With `seated`, these players sit down at once, by seat, and the game begins; house players are named by their ids.

    With `challenged`, these players are invited at once, for `lasts_ms` milliseconds; the table ends if nobody comes.
    `sitters` sit down at once, by seat; seats that are not named are free.
    """

    player: UUID
    game: str
    options: RawOptions = {}
    secret: SecretText
    visibility: Visibility = "public"
    auto_start: bool = False
    decks: tuple[tuple[str, ...], ...] = ()
    settings: TableSettings = TableSettings()
    rematch_of: UUID | None = None
    reserved: tuple[UUID | None, ...] = ()
    by_invitation: bool | UnsetType = UNSET
    decks_alike: tuple[SecretText, ...] | UnsetType = UNSET
    tournament: TournamentPlace | UnsetType = UNSET
    shares_deal: bool | UnsetType = UNSET
    seated: tuple[UUID, ...] | UnsetType = UNSET
    sitters: tuple[Sitter | None, ...] | UnsetType = UNSET
    challenged: tuple[UUID, ...] | UnsetType = UNSET
    lasts_ms: Duration | UnsetType = UNSET

    refusals = (
        codes.NO_SUCH_GAME,
        codes.INVALID_OPTION,
        codes.INVALID_DECK,
        codes.NO_SUCH_SEAT,
        codes.ALREADY_SEATED,
        codes.ALREADY_INVITED,
    )


class ForkTable(Command, frozen=True, kw_only=True):
    """Open a table whose game continues from a version of another game, by the same rules; `forking.fork` makes it.

    `secret`, `decks` and `decks_alike` are those of the other table, since the cards are the same. `sitters` are by
    seat; seats that are not named are free.
    """

    player: UUID
    game: str
    rules_version: str
    options: RawOptions
    settings: TableSettings
    visibility: Visibility
    secret: SecretText
    decks: tuple[tuple[str, ...], ...]
    decks_alike: tuple[str, ...]
    fork_of: Origin
    given: ForkedState
    sitters: tuple[Sitter | None, ...] = ()

    refusals = (codes.NO_SUCH_SEAT, codes.ALREADY_SEATED)


class TakeSeat(Command, frozen=True):
    """Take a given seat, the reserved one, or the first free one; or take one's own seat back from the house.

    At a tournament's table, a player who has not moved yet takes their own seat to show that they are present.

    `link` is the hash of the token of the invitation link that the player used.
    """

    player: UUID
    seat: Seat | None = None
    entropy: Entropy | None = None
    link: SecretText | UnsetType = UNSET

    refusals = (
        *BEFORE_THE_GAME,
        codes.TOURNAMENT_TABLE,
        codes.NOT_WELCOME,
        codes.ALREADY_SEATED,
        codes.TABLE_FULL,
        codes.NO_SUCH_SEAT,
        codes.SEAT_TAKEN,
        codes.SEAT_RESERVED,
    )


class SeatHouse(Command, frozen=True):
    """Seat a house player: for the table's creator and the players at the table."""

    player: UUID
    house: HouseKind
    seat: Seat | None = None

    refusals = (
        *BEFORE_THE_GAME,
        codes.TOURNAMENT_TABLE,
        codes.NOT_SEATED,
        codes.TABLE_FULL,
        codes.NO_SUCH_SEAT,
        codes.SEAT_TAKEN,
        codes.SEAT_RESERVED,
    )


class AssignSeat(Command, frozen=True):
    """Assign a seat of a tournament's table: to an entrant, or to their substitute.

    `player` is the tournament, `guest` the person to seat; with `house`, a house player plays for them.
    """

    player: UUID
    guest: UUID
    seat: Seat
    house: HouseKind | UnsetType = UNSET

    refusals = (codes.GAME_OVER, codes.NOT_THE_CREATOR, codes.NO_SUCH_SEAT, codes.ALREADY_SEATED, codes.HAS_SEEN_CARDS)


class LeaveSeat(Command, frozen=True):
    """Leave a seat before the start, or release a reserved seat; the table's creator may free any seat."""

    player: UUID
    seat: Seat

    refusals = (*BEFORE_THE_GAME, codes.TOURNAMENT_TABLE, codes.NO_SUCH_SEAT, codes.SEAT_NOT_YOURS, codes.SEAT_FREE)


class Invite(Command, frozen=True):
    """Invite a player to the table, for `lasts_ms` milliseconds; absent: until its game begins."""

    player: UUID
    guest: UUID
    lasts_ms: Duration | UnsetType = UNSET

    refusals = (
        *BEFORE_THE_GAME,
        codes.TOURNAMENT_TABLE,
        codes.NOT_SEATED,
        codes.ALREADY_INVITED,
        codes.INVITATION_DECLINED,
        codes.TOO_MANY_INVITATIONS,
    )


class EndInvitation(Command, frozen=True):
    """Decline an invitation, as the guest, or withdraw it, as the table's creator."""

    player: UUID
    guest: UUID

    refusals = (*BEFORE_THE_GAME, codes.TOURNAMENT_TABLE, codes.NOT_THE_CREATOR, codes.ALREADY_SEATED, codes.NO_CHANGE)


class RenewLink(Command, frozen=True):
    """Make an invitation link; it replaces the previous one.

    `hash` is the SHA-256 of its token, which the service derives from its own secret and the `salt`.
    """

    player: UUID
    salt: SecretText
    hash: SecretText

    refusals = (*BEFORE_THE_GAME, codes.NOT_THE_CREATOR)


class RevokeLink(Command, frozen=True):
    """Revoke the invitation link."""

    player: UUID

    refusals = (*BEFORE_THE_GAME, codes.NOT_THE_CREATOR, codes.NO_CHANGE)


class StartGame(Command, frozen=True):
    """Start the game on a full table."""

    player: UUID

    refusals = (*BEFORE_THE_GAME, codes.NOT_THE_CREATOR, codes.SEATS_NOT_FILLED)


class MakeMove(Command, Generic[M], frozen=True):
    """Make a move on one's seat. `move` is typed by the game.

    With `decision`, only if that is still the seat's decision; with `expected_version`, only if the decision had begun
    by that version.
    """

    player: UUID
    move: M
    decision: str | None = None
    expected_version: int | None = None

    refusals = (codes.NOT_SEATED, codes.DECISION_OVER, codes.STALE_VERSION, codes.HOUSE_PLAYS, *IN_THE_GAME)


class MakeHouseMove(Command, Generic[M], frozen=True):
    """Make the move that the house player of a seat has chosen for a decision."""

    seat: Seat
    house: HouseKind
    move: M
    decision: str

    refusals = (codes.NO_SUCH_SEAT, codes.DECISION_OVER, *IN_THE_GAME)


class CallAbort(Command, frozen=True):
    """Call to end the game without a result, by the rule until 0.3: before the first move, one call ended it.

    Nothing sends this any more; `CallOff` has replaced it. It occurs in old records, whose audit still judges it.
    """

    player: UUID
    on: bool = True

    refusals = (codes.GAME_OVER, codes.NOT_THE_CREATOR, codes.NOT_SEATED, codes.NO_CHANGE)


class CallOff(Command, frozen=True):
    """Call to end the game without a result, or withdraw the call: after the deal, all people must call for it."""

    player: UUID
    on: bool = True

    refusals = (codes.GAME_OVER, codes.TOURNAMENT_TABLE, codes.NOT_THE_CREATOR, codes.NOT_SEATED, codes.NO_CHANGE)


class ClaimAbandoned(Command, frozen=True):
    """End a game that others have abandoned: their seat is absent, or they have not moved for days."""

    player: UUID

    refusals = (codes.TOURNAMENT_TABLE, codes.NOT_SEATED, *IN_THE_GAME, codes.NOBODY_AWAY)


class MarkAbsent(Command, frozen=True):
    """Mark the seat of a player absent whose account is deleted. A game of theirs with house players only ends.

    The service sends it.
    """

    player: UUID

    refusals = (codes.NOT_SEATED, *IN_THE_GAME, codes.NO_CHANGE)


class ProposeTakeBack(Command, frozen=True):
    """Ask all other people to consent to taking back one's last move. With house players only, it is done at once."""

    player: UUID

    refusals = (
        codes.NO_TAKE_BACKS,
        codes.NOT_SEATED,
        codes.HOUSE_PLAYS,
        *IN_THE_GAME,
        codes.NO_CHANGE,
        codes.NOTHING_TO_TAKE_BACK,
        codes.ALREADY_SHOWN,
    )


class AnswerTakeBack(Command, frozen=True):
    """Consent to a proposal, decline it, or withdraw one's own. `proposal` is the version of its event."""

    player: UUID
    proposal: int
    consents: bool

    refusals = (codes.NOT_SEATED, *IN_THE_GAME, codes.TAKE_BACK_OVER, codes.NO_CHANGE)


class AbortByOperator(Command, frozen=True):
    """End a table that goes on, for an operator of the service, or for the tournament that has opened it."""

    player: UUID

    refusals = (codes.GAME_OVER,)


class GrantSight(Command, frozen=True):
    """Let somebody who does not play see the hidden cards of some seats at a tournament's table; absent: of all.

    `player` is the operator of the service who grants it, `viewer` the person who may see them, such as the
    tournament's director.
    """

    player: UUID
    viewer: UUID
    seats: tuple[Seat, ...] | UnsetType = UNSET

    refusals = (
        codes.NOT_A_TOURNAMENT,
        *IN_THE_GAME,
        codes.NOT_FOR_ONESELF,
        codes.PLAYS_HERE,
        codes.NO_SUCH_SEAT,
        codes.NO_CHANGE,
    )


class RevokeSight(Command, frozen=True):
    """Revoke somebody's right to see hidden cards; `player` is the person who revokes it."""

    player: UUID
    viewer: UUID

    refusals = (codes.GAME_OVER, codes.NO_CHANGE)


class NoteRematch(Command, frozen=True):
    """Record the rematch of a table that has ended."""

    player: UUID
    table: UUID

    refusals = (codes.TOURNAMENT_TABLE, codes.NOT_SEATED, codes.NOT_FINISHED, codes.NO_CHANGE)


class Tick(Command, frozen=True):
    """Record the clock steps of the next moment at which any is due. The clock sends it, and it is never refused."""


OPENINGS = (OpenTable, ForkTable)
"""The commands with which a table begins."""

MOVES = (MakeMove, MakeHouseMove)
"""The commands that are moves of a seat."""

AnyCommand = (
    OpenTable
    | ForkTable
    | TakeSeat
    | SeatHouse
    | AssignSeat
    | LeaveSeat
    | Invite
    | EndInvitation
    | RenewLink
    | RevokeLink
    | StartGame
    | MakeMove[Move]
    | MakeHouseMove[Move]
    | CallAbort
    | CallOff
    | ClaimAbandoned
    | MarkAbsent
    | ProposeTakeBack
    | AnswerTakeBack
    | AbortByOperator
    | GrantSight
    | RevokeSight
    | NoteRematch
    | Tick
)
COMMANDS: tuple[type[Command], ...] = tuple(get_origin(kind) or kind for kind in get_args(AnyCommand))


class Overtaken(Refused):
    """A move that was meant for a decision, or was chosen on a version, that is over.

    `code` is `decision_over` or `stale_version`.
    """


@cache
def command_type(rules: AnyGame) -> object:
    """Return the union of all commands to a table, moves typed by the rules, for `msgspec.convert` and decoders."""
    kinds = tuple(kind[rules.Move] if kind in MOVES else kind for kind in COMMANDS)
    return Union[kinds]  # noqa: UP007 - the members are only known at run time
