"""What happens in a tournament. Its stream has these events only; the games are in those of its tables.

They contain no text that people have typed: names and reasons are notes, salted hashes of texts that are kept beside
the log.

Each field says who sees it (`viewers.seen`): everybody (`ToAll`), the staff (`ToStaff`), or the staff and the entrant
whom it is about (`ToConcerned`). A field of a round (`ToOffice`) is seen by the staff without a seat while the round
goes on, and by everybody when all its tables are over. A viewer who would see only the time of an event does not get
it at all.
"""

from typing import Annotated, Literal, TypeAlias, TypeVar, Union
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.game import Event, Time, To, ToAll, ToNobody
from domain.table import HouseKind
from domain.tournament.settings import NewEntrant, Note, ReasonOfRuling, Role, Settings
from domain.tournament.types import Adjustment, Draft, Points, Round, TableNumber, TableResult

T = TypeVar("T")

ToStaff: TypeAlias = Annotated[Union[T, UnsetType], To(("staff",))]  # noqa: UP007 - as in domain.game
"""Only the staff sees it."""

ToConcerned: TypeAlias = Annotated[Union[T, UnsetType], To(("staff", "entrants", "members"))]  # noqa: UP007 - as above
"""The staff sees it, and the people among its `members`, or in one of its `entrants`."""

ToInvited: TypeAlias = Annotated[Union[T, UnsetType], To(("staff", "members", "substitutes"))]  # noqa: UP007 - as above
"""The staff sees it, and the people among its `members` and `substitutes`."""

ToOffice: TypeAlias = Annotated[Union[T, UnsetType], To(("office", "round"))]  # noqa: UP007 - as above
"""The staff without a seat sees it; everybody, as soon as all tables of its `round` are over."""

ToConcernedFirst: TypeAlias = Annotated[Union[T, UnsetType], To(("staff", "entrants", "round"))]  # noqa: UP007 - as above
"""The staff sees it, and the people in its `entrants`; everybody, as soon as all tables of its `round` are over."""

By = Annotated[UUID, Meta(description="Who did it.")]
ByOrClock = Annotated[UUID | UnsetType, Meta(description="Who did it; absent: the clock, or nobody in particular.")]
WhyOut = Annotated[
    Literal["own_wish", "staff"], Meta(description="`own_wish`: they withdrew. `staff`: the staff withdrew them.")
]
MaybeNote = Annotated[Note | None, Meta(description="A note; null: none.")]
TableHash = Annotated[str, Meta(description="The hash of the last event of the table, hexadecimal.")]


class Warned(Struct, frozen=True, forbid_unknown_fields=True, tag="warned"):
    """An entrant is warned. It changes no score."""

    entrant: UUID


Measure = Adjustment | Warned
"""What a ruling does to an entrant."""


class PublishedTable(Struct, frozen=True, kw_only=True):
    """A table of a round: `entrants` by place, `seats` are the players by seat.

    A match with exchanged seats has two tables with the same number, `half` 0 and 1.
    """

    id: UUID
    number: TableNumber
    half: Annotated[int, Meta(ge=0, le=1)] = 0
    entrants: tuple[UUID, ...]
    seats: tuple[UUID, ...]


class TournamentEvent(Event, frozen=True):
    """What happens in a tournament."""


# Before it begins


class TournamentAnnounced(TournamentEvent, frozen=True):
    """A tournament is announced. `commitment` is the SHA-256 of the secret from which all deals come."""

    director: ToAll[UUID]
    settings: ToAll[Settings]
    title: ToAll[Note | None]
    commitment: ToAll[str]
    secret: ToNobody[str] = UNSET
    code: ToNobody[Annotated[str, Meta(description="The SHA-256 of the code of registration.")]] = UNSET


class RegistrationOpened(TournamentEvent, frozen=True):
    """Players may register."""

    by: ToAll[By]


class EntrantInvited(TournamentEvent, frozen=True):
    """Somebody has registered a team: it enters, or asks for approval, when all its other members have accepted."""

    by: ToInvited[By]
    entrant: ToInvited[UUID]
    members: ToInvited[tuple[UUID, ...]]
    substitutes: ToInvited[tuple[UUID, ...]]
    name: ToInvited[Note | None]


class InvitationAccepted(TournamentEvent, frozen=True):
    """Somebody has accepted to play for their team."""

    by: ToInvited[By]
    entrant: ToInvited[UUID]
    members: ToInvited[tuple[UUID, ...]]
    substitutes: ToInvited[tuple[UUID, ...]]


class RegistrationRequested(TournamentEvent, frozen=True):
    """An entrant has registered; the staff has to approve."""

    by: ToInvited[By]
    entrant: ToInvited[UUID]
    members: ToInvited[tuple[UUID, ...]]
    substitutes: ToInvited[tuple[UUID, ...]]
    name: ToInvited[Note | None]


class EntrantEntered(TournamentEvent, frozen=True):
    """Somebody has entered; with `waiting`, on the waiting list. `number` is their starting number."""

    by: ToAll[By]
    entrant: ToAll[UUID]
    number: ToAll[int]
    members: ToAll[tuple[UUID, ...]]
    substitutes: ToAll[tuple[UUID, ...]]
    name: ToAll[Note | None]
    waiting: ToAll[bool]


class EntrantsAdded(TournamentEvent, frozen=True):
    """The staff has entered them, with consecutive numbers from `first_number` on."""

    by: ToAll[By]
    first_number: ToAll[int]
    entered: ToAll[tuple[NewEntrant, ...]]
    house: ToAll[Annotated[HouseKind | UnsetType, Meta(description="Which house player they are; absent: none.")]] = (
        UNSET
    )


class EntrantDeclined(TournamentEvent, frozen=True):
    """The staff has declined an entrant."""

    by: ToConcerned[By]
    entrant: ToConcerned[UUID]
    members: ToConcerned[tuple[UUID, ...]]


class EntrantWithdrawn(TournamentEvent, frozen=True):
    """An entrant is out: permanently before the start, after it until they return."""

    by: ToAll[By]
    entrant: ToAll[UUID]
    why: ToAll[WhyOut]


class RegistrationWithdrawn(TournamentEvent, frozen=True):
    """An entrant who was not approved yet has withdrawn."""

    by: ToConcerned[By]
    entrant: ToConcerned[UUID]
    members: ToConcerned[tuple[UUID, ...]]


class EntrantsMovedUp(TournamentEvent, frozen=True):
    """Places have become free: the first on the waiting list who can take them get them."""

    entrants: ToAll[tuple[UUID, ...]]


class CheckInOpened(TournamentEvent, frozen=True):
    """All who want to play must check in, for the round `round`."""

    by: ToAll[By]
    round: ToAll[Round]
    ends_at: ToAll[Annotated[Time | None, Meta(description="Null: when the staff closes it.")]]


class EntrantCheckedIn(TournamentEvent, frozen=True):
    """An entrant is present. `entropy` is the SHA-256 of a text of their choice, which goes into all deals."""

    by: ToAll[By]
    entrant: ToAll[UUID]
    entropy: ToAll[str | None]


class CheckInClosed(TournamentEvent, frozen=True):
    """The check-in is over. `absent` are those who did not check in: they are out, or wait and do not move up."""

    round: ToAll[Round]
    absent: ToAll[tuple[UUID, ...]]
    by: ToAll[ByOrClock] = UNSET


class TournamentStarted(TournamentEvent, frozen=True):
    """The rounds begin. `entropies` is the digest of the entropy of all entrants (`dealing`)."""

    by: ToAll[By]
    entrants: ToAll[int]
    entropies: ToAll[str]


# During the rounds


class EntrantEnteredLate(TournamentEvent, frozen=True):
    """An entrant joins with a round, and gets `points` for each round before it."""

    by: ToAll[By]
    number: ToAll[int]
    entered: ToAll[NewEntrant]
    round: ToAll[Round]
    points: ToAll[Points]
    house: ToAll[Annotated[HouseKind | UnsetType, Meta(description="Which house player it is; absent: none.")]] = UNSET


class EntrantReturned(TournamentEvent, frozen=True):
    """An entrant who was out plays again, from the next drafted round."""

    by: ToAll[By]
    entrant: ToAll[UUID]


class MemberSubstituted(TournamentEvent, frozen=True):
    """A member of an entrant leaves, and another person takes their place."""

    by: ToAll[By]
    entrant: ToAll[UUID]
    leaves: ToAll[UUID]
    joins: ToAll[UUID]


class RoundDrafted(TournamentEvent, frozen=True):
    """The next round is proposed, or the proposal is another one (`edited`: by hand)."""

    round: ToStaff[Round]
    draft: ToStaff[Draft]
    edited: ToStaff[bool]
    by: ToStaff[ByOrClock] = UNSET


class RoundPublished(TournamentEvent, frozen=True):
    """The pairings of a round are final; its tables are being opened."""

    round: ToAll[Round]
    tables: ToAll[tuple[PublishedTable, ...]]
    byes: ToAll[tuple[UUID, ...]]
    by: ToAll[ByOrClock] = UNSET


class RoundStarted(TournamentEvent, frozen=True):
    """All tables of the round are open, and play."""

    round: ToAll[Round]
    ends_at: ToAll[Annotated[Time | None, Meta(description="When the clock of the round ends; null: it has none.")]]


class RoundWarned(TournamentEvent, frozen=True):
    """The clock of the round ends soon."""

    round: ToAll[Round]


class RoundTimeOver(TournamentEvent, frozen=True):
    """The clock of the round has ended. Tables that play go on until the staff ends the round."""

    round: ToAll[Round]


class NoShowsNoted(TournamentEvent, frozen=True):
    """Entrants who have not come to their tables are out of later rounds; the staff rules on their tables."""

    round: ToAll[Round]
    absent: ToAll[tuple[UUID, ...]]


class ResultNoted(TournamentEvent, frozen=True):
    """A table has finished: its result, with the version of the table and the hash that prove it."""

    round: ToOffice[Round]
    table: ToOffice[UUID]
    number: ToOffice[TableNumber]
    result: ToOffice[TableResult]
    table_version: ToOffice[int]
    table_hash: ToOffice[TableHash]


class TableStopped(TournamentEvent, frozen=True):
    """A table has ended without a result: the staff must rule on it, or it is played again."""

    round: ToOffice[Round]
    table: ToOffice[UUID]
    number: ToOffice[TableNumber]
    table_version: ToOffice[int]
    table_hash: ToOffice[TableHash]


class LastTablePlaying(TournamentEvent, frozen=True):
    """All tables of the round except one are over.

    The time is hidden from its players, since it would reveal how the others play.
    """

    round: ToOffice[Round]
    number: ToOffice[TableNumber]


class RoundFinished(TournamentEvent, frozen=True):
    """All tables of the round are over, or were ruled upon. Corrections and appeals are possible until `open_until`."""

    round: ToAll[Round]
    open_until: ToAll[Time]


# Rulings


class RulingMade(TournamentEvent, frozen=True):
    """The staff has ruled. `ruling` is its number; `entrants` are those whom it concerns.

    `closes` are the numbers of tables that the round no longer waits for.
    """

    by: ToConcernedFirst[By]
    ruling: ToConcernedFirst[int]
    round: ToConcernedFirst[Round]
    entrants: ToConcernedFirst[tuple[UUID, ...]]
    measures: ToConcernedFirst[tuple[Measure, ...]]
    closes: ToConcernedFirst[tuple[TableNumber, ...]]
    reason: ToConcernedFirst[ReasonOfRuling]
    note: ToConcernedFirst[MaybeNote]


class TableReplayed(TournamentEvent, frozen=True):
    """A table (for a match: both) is played again, at a new table with new deals; `again` counts this, from 1."""

    by: ToAll[By]
    round: ToAll[Round]
    number: ToAll[TableNumber]
    tables: ToAll[tuple[UUID, ...]]
    instead_of: ToAll[tuple[UUID, ...]]
    again: ToAll[int]
    reason: ToAll[ReasonOfRuling]
    note: ToAll[MaybeNote]


class ResultCorrected(TournamentEvent, frozen=True):
    """The noted result of a table was wrong: this one counts."""

    by: ToOffice[By]
    round: ToOffice[Round]
    table: ToOffice[UUID]
    number: ToOffice[TableNumber]
    result: ToOffice[TableResult]
    reason: ToOffice[ReasonOfRuling]
    note: ToOffice[MaybeNote]


class AppealFiled(TournamentEvent, frozen=True):
    """An entrant does not accept a ruling. `appeal` is its number."""

    by: ToConcernedFirst[By]
    appeal: ToConcernedFirst[int]
    ruling: ToConcernedFirst[int]
    round: ToConcernedFirst[Round]
    entrants: ToConcernedFirst[tuple[UUID, ...]]
    note: ToConcernedFirst[MaybeNote]


class AppealDecided(TournamentEvent, frozen=True):
    """An appeal has an outcome. If it is `upheld`, `measures` replace those of the ruling."""

    by: ToConcernedFirst[By]
    appeal: ToConcernedFirst[int]
    ruling: ToConcernedFirst[int]
    round: ToConcernedFirst[Round]
    entrants: ToConcernedFirst[tuple[UUID, ...]]
    outcome: ToConcernedFirst[Literal["upheld", "dismissed"]]
    measures: ToConcernedFirst[tuple[Measure, ...]]
    reason: ToConcernedFirst[ReasonOfRuling]
    note: ToConcernedFirst[MaybeNote]


# The end, and the staff


class TournamentFinished(TournamentEvent, frozen=True):
    """The tournament is over, and its standings are final."""

    by: ToAll[ByOrClock] = UNSET


class TournamentCancelled(TournamentEvent, frozen=True):
    """The tournament has ended without final standings."""

    by: ToAll[By]
    reason: ToAll[ReasonOfRuling]
    note: ToAll[MaybeNote]


class StaffAppointed(TournamentEvent, frozen=True):
    """Somebody has a role, which replaces their previous one."""

    by: ToAll[By]
    person: ToAll[UUID]
    role: ToAll[Role]


class StaffDismissed(TournamentEvent, frozen=True):
    """Somebody no longer has a role."""

    by: ToAll[By]
    person: ToAll[UUID]


AnyTournamentEvent = (
    TournamentAnnounced
    | RegistrationOpened
    | EntrantInvited
    | InvitationAccepted
    | RegistrationRequested
    | EntrantEntered
    | EntrantsAdded
    | EntrantDeclined
    | EntrantWithdrawn
    | RegistrationWithdrawn
    | EntrantsMovedUp
    | CheckInOpened
    | EntrantCheckedIn
    | CheckInClosed
    | TournamentStarted
    | EntrantEnteredLate
    | EntrantReturned
    | MemberSubstituted
    | RoundDrafted
    | RoundPublished
    | RoundStarted
    | RoundWarned
    | RoundTimeOver
    | NoShowsNoted
    | ResultNoted
    | TableStopped
    | LastTablePlaying
    | RoundFinished
    | RulingMade
    | TableReplayed
    | ResultCorrected
    | AppealFiled
    | AppealDecided
    | TournamentFinished
    | TournamentCancelled
    | StaffAppointed
    | StaffDismissed
)
