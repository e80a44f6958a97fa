"""What can be asked of a tournament, as values: a caller makes a command, and `decide` judges it.

A command is recorded with the first event of its step, so an audit can decide the same command again. Each class names
its refusals: the codes that `decide` can raise for it. Commands with `by` are people's, `guards.RIGHTS` says whose; all
others are the service's, which tells what it has seen at the tables, and are refused to nobody.
"""

from typing import Annotated, Literal, get_args
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from domain import codes
from domain.table.commands import Command, SecretText, Tick
from domain.tournament.events import Measure
from domain.tournament.settings import MOST_ENTRANTS, HouseKind, NewEntrant, Note, ReasonOfRuling, Role, Settings
from domain.tournament.types import Draft, DraftNumber, Round, TableNumber, TableResult

Entered = Annotated[tuple[NewEntrant, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
Measures = Annotated[tuple[Measure, ...], Meta(max_length=100)]

FROM_STAFF = (codes.NOT_YOUR_ROLE, codes.TOURNAMENT_OVER, codes.TOO_OFTEN)
"""What every command of the staff is refused with that could be repeated without end (`deciding.decide`)."""


class CommandBy(Command, frozen=True):
    """A command of somebody, who is named in its first field."""

    by: UUID


class Announce(CommandBy, frozen=True, kw_only=True):
    """Announce a tournament; who does it directs it.

    `secret` is 32 random bytes, hexadecimal. `code` is the SHA-256 of the code that one registers with.
    """

    settings: Settings
    secret: SecretText
    title: Note | None = None
    code: SecretText | UnsetType = UNSET

    refusals = (codes.NO_SUCH_GAME, codes.INVALID_OPTION, codes.INVALID_SETTING)


class OpenRegistration(CommandBy, frozen=True):
    """Let players register; not where the staff uploads all entrants, but that state is passed all the same."""

    refusals = (*FROM_STAFF, codes.WRONG_STATE)


class Register(CommandBy, frozen=True, kw_only=True):
    """Register oneself, or a team of which one is a member. `code` is the SHA-256 of the code that was typed."""

    entrant: NewEntrant
    code: SecretText | UnsetType = UNSET
    asks: Annotated[
        bool | UnsetType,
        Meta(description="Whether all others who are named have to accept. Absent: it was before they were asked."),
    ] = UNSET

    refusals = (
        codes.TOURNAMENT_OVER,
        codes.WRONG_STATE,
        codes.ENTERED_BY_STAFF,
        codes.INVALID_ENTRANT,
        codes.NOT_YOUR_ENTRANT,
        codes.WRONG_CODE,
        codes.ALREADY_ENTERED,
        codes.DECLINED,
        codes.TOURNAMENT_FULL,
        codes.TOO_OFTEN,
    )


class Accept(CommandBy, frozen=True):
    """Accept to play for a team that one was named in, as a member or a substitute."""

    entrant: UUID

    refusals = (
        codes.TOURNAMENT_OVER,
        codes.WRONG_STATE,
        codes.NO_SUCH_ENTRANT,
        codes.NOT_YOUR_ENTRANT,
        codes.NO_CHANGE,
        codes.ALREADY_ENTERED,
    )


class Approve(CommandBy, frozen=True):
    """Let an entrant in who has registered, who was declined, or for whom not all have accepted."""

    entrant: UUID

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.NO_SUCH_ENTRANT, codes.NO_CHANGE, codes.ALREADY_ENTERED)


class Decline(CommandBy, frozen=True):
    """Decline an entrant who has registered or entered; before the start."""

    entrant: UUID

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.NO_SUCH_ENTRANT, codes.NO_CHANGE)


class AddEntrants(CommandBy, frozen=True):
    """Enter many at once, as from a list that was uploaded: all of them or none; before the start."""

    entrants: Entered

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.INVALID_ENTRANT, codes.ALREADY_ENTERED, codes.TOURNAMENT_FULL)


class AddHouse(CommandBy, frozen=True):
    """Enter house players (each with an id of its own, so that many can play), or teams of them; before the start."""

    house: HouseKind
    entrants: Entered

    refusals = AddEntrants.refusals


class Withdraw(CommandBy, frozen=True):
    """Leave the tournament, or take an entrant out: after the start from the next round on.

    Before the start, and from the waiting list, it is for good.
    """

    entrant: UUID

    refusals = (codes.TOURNAMENT_OVER, codes.NO_SUCH_ENTRANT, codes.NOT_YOUR_ENTRANT, codes.NO_CHANGE)


class Return(CommandBy, frozen=True):
    """Play again after a withdrawal. Whom the staff has withdrawn returns by the staff only."""

    entrant: UUID

    refusals = (
        codes.TOURNAMENT_OVER,
        codes.WRONG_STATE,
        codes.NO_SUCH_ENTRANT,
        codes.NOT_YOUR_ENTRANT,
        codes.NO_CHANGE,
        codes.TOURNAMENT_FULL,
        codes.TOO_OFTEN,
    )


class OpenCheckIn(CommandBy, frozen=True):
    """End the registration and ask all to check in; later, before a round, if the settings say so."""

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.NO_CHECK_IN)


class CheckIn(CommandBy, frozen=True):
    """Say that one is there; the staff may do so for others. `entropy` is the SHA-256 of a text of one's choice."""

    entrant: UUID
    entropy: SecretText | None = None

    refusals = (
        codes.TOURNAMENT_OVER,
        codes.WRONG_STATE,
        codes.NO_SUCH_ENTRANT,
        codes.NOT_YOUR_ENTRANT,
        codes.NO_CHANGE,
    )


class CloseCheckIn(CommandBy, frozen=True):
    """End a check-in before its time, or one without a time."""

    refusals = (*FROM_STAFF, codes.WRONG_STATE)


class StartRounds(CommandBy, frozen=True):
    """Start the tournament; this ends a check-in that is still open."""

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.TOO_FEW_ENTRANTS)


class EnterLate(CommandBy, frozen=True, kw_only=True):
    """Enter somebody who joins after the start, with the points that the settings give; also from the waiting list."""

    entrant: NewEntrant
    house: HouseKind | UnsetType = UNSET

    refusals = (
        *FROM_STAFF,
        codes.WRONG_STATE,
        codes.LATE_ENTRY_OVER,
        codes.INVALID_ENTRANT,
        codes.ALREADY_ENTERED,
        codes.TOURNAMENT_FULL,
    )


class Substitute(CommandBy, frozen=True, kw_only=True):
    """Put another person in a member's place, from the next round on that is drafted.

    Members take one of their substitutes, the staff anybody who plays for no other entrant.
    """

    entrant: UUID
    leaves: UUID
    joins: UUID

    refusals = (
        codes.TOURNAMENT_OVER,
        codes.NO_SUCH_ENTRANT,
        codes.NOT_YOUR_ENTRANT,
        codes.WRONG_STATE,
        codes.HOUSE_PLAYS,
        codes.NO_SUCH_MEMBER,
        codes.NO_SUCH_SUBSTITUTE,
        codes.ALREADY_ENTERED,
        codes.TOO_OFTEN,
    )


class DraftRound(CommandBy, frozen=True):
    """Propose the next round, in place of a proposal before."""

    draft: Draft

    refusals = (
        *FROM_STAFF,
        codes.WRONG_STATE,
        codes.CHECK_IN_OPEN,
        codes.CHECK_IN_NEEDED,
        codes.ROUND_NOT_OVER,
        codes.NO_MORE_ROUNDS,
        codes.INVALID_DRAFT,
    )


class EditDraft(CommandBy, frozen=True):
    """Change the proposal by hand: `draft` is the whole proposal.

    With `draft_number`, only if the present proposal has it.
    """

    draft: Draft
    draft_number: DraftNumber | UnsetType = UNSET

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.NO_DRAFT, codes.DRAFT_CHANGED, codes.INVALID_DRAFT)


class PublishRound(CommandBy, frozen=True):
    """Settle the round as it is drafted. `tables` are the ids of its tables, in their order (of a match, both).

    With `draft_number`, only if the proposal has it.
    """

    tables: Annotated[tuple[UUID, ...], Meta(max_length=2_000)]
    draft_number: DraftNumber | UnsetType = UNSET

    refusals = (
        *FROM_STAFF,
        codes.WRONG_STATE,
        codes.NO_DRAFT,
        codes.DRAFT_CHANGED,
        codes.DRAFT_OUTDATED,
        codes.INVALID_TABLES,
    )


class NextRound(Command, frozen=True):
    """Draft the next round, and settle it, where the settings leave that to the service.

    `tables` are the ids of its tables, as in `PublishRound`.
    """

    draft: Draft
    tables: Annotated[tuple[UUID, ...], Meta(max_length=2_000)]

    refusals = (codes.TOURNAMENT_OVER, codes.WRONG_STATE, codes.DRAFT_OUTDATED, codes.INVALID_TABLES)


class StartRound(Command, frozen=True):
    """All tables of the published round are open, and all seats are filled."""

    round: Round

    refusals = (codes.TOURNAMENT_OVER, codes.WRONG_STATE)


class NoteResult(Command, frozen=True, kw_only=True):
    """A table has finished: `version` is that of its last event, and `hash` that event's, hexadecimal."""

    table: UUID
    result: TableResult
    version: Annotated[int, Meta(ge=1)]
    hash: SecretText

    refusals = (codes.TOURNAMENT_OVER, codes.WRONG_STATE, codes.NO_SUCH_TABLE, codes.TABLE_OVER, codes.INVALID_RESULT)


class NoteStopped(Command, frozen=True, kw_only=True):
    """A table has ended without a result: `version` is that of its last event, and `hash` that event's."""

    table: UUID
    version: Annotated[int, Meta(ge=1)]
    hash: SecretText

    refusals = (codes.TOURNAMENT_OVER, codes.WRONG_STATE, codes.NO_SUCH_TABLE, codes.TABLE_OVER)


class NoteNoShows(Command, frozen=True):
    """The time is over within which players must have come to their tables; these entrants have not, if any."""

    round: Round
    absent: Annotated[tuple[UUID, ...], Meta(max_length=MOST_ENTRANTS)]

    refusals = (codes.TOURNAMENT_OVER, codes.WRONG_STATE, codes.TOO_EARLY, codes.NO_CHANGE, codes.NO_SUCH_ENTRANT)


class Rule(CommandBy, frozen=True, kw_only=True):
    """Rule on entrants in a round, and close tables that the round no longer waits for.

    What a closed table counts has to follow: it has a result, or somebody has forfeited it, or all of its entrants have
    a measure.
    """

    round: Round
    measures: Measures
    closes: Annotated[tuple[TableNumber, ...], Meta(max_length=100)] = ()
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        *FROM_STAFF,
        codes.WRONG_STATE,
        codes.NO_SUCH_ROUND,
        codes.CORRECTION_OVER,
        codes.NO_SUCH_ENTRANT,
        codes.NO_SUCH_TABLE,
        codes.TABLE_OVER,
        codes.NOTHING_RULED,
        codes.INVALID_MEASURES,
        codes.NOT_SETTLED,
    )


class ReplayTable(CommandBy, frozen=True, kw_only=True):
    """Have a table (a match: both tables) played again, while its round goes on, at new ones with the ids `tables`."""

    number: TableNumber
    tables: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=2)]
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (*FROM_STAFF, codes.WRONG_STATE, codes.NO_SUCH_TABLE, codes.TABLE_OVER, codes.INVALID_TABLES)


class Correct(CommandBy, frozen=True, kw_only=True):
    """Put another result in place of that of a table, until the time for corrections is over."""

    table: UUID
    result: TableResult
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        *FROM_STAFF,
        codes.WRONG_STATE,
        codes.NO_SUCH_TABLE,
        codes.CORRECTION_OVER,
        codes.INVALID_RESULT,
        codes.NO_CHANGE,
    )


class Appeal(CommandBy, frozen=True, kw_only=True):
    """Appeal against a ruling that concerns one's entrant, until the time for corrections is over."""

    ruling: Annotated[int, Meta(ge=1)]
    note: Note | None = None

    refusals = (codes.TOURNAMENT_OVER, codes.NO_SUCH_RULING, codes.CORRECTION_OVER, codes.NO_CHANGE)


class DecideAppeal(CommandBy, frozen=True, kw_only=True):
    """Uphold an appeal (`measures` take the place of those of the ruling), or dismiss it."""

    appeal: Annotated[int, Meta(ge=1)]
    outcome: Literal["upheld", "dismissed"]
    measures: Measures = ()
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        codes.NOT_YOUR_ROLE,
        codes.TOURNAMENT_OVER,
        codes.NO_SUCH_APPEAL,
        codes.NO_CHANGE,
        codes.INVALID_MEASURES,
        codes.NO_SUCH_ENTRANT,
        codes.NOT_SETTLED,
    )


class FinishRound(CommandBy, frozen=True, kw_only=True):
    """End the round now: tables without a result are closed, and count as not played for all who sit there."""

    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (codes.NOT_YOUR_ROLE, codes.TOURNAMENT_OVER, codes.WRONG_STATE)


class Finish(CommandBy, frozen=True):
    """End the tournament, between two rounds, without waiting for the time for corrections to be over."""

    refusals = (codes.NOT_YOUR_ROLE, codes.TOURNAMENT_OVER, codes.WRONG_STATE, codes.ROUND_NOT_OVER, codes.APPEALS_OPEN)


class Cancel(CommandBy, frozen=True, kw_only=True):
    """End the tournament at any time, without final standings."""

    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (codes.NOT_YOUR_ROLE, codes.TOURNAMENT_OVER)


class Appoint(CommandBy, frozen=True):
    """Give somebody a role, in place of one that they have."""

    person: UUID
    role: Role

    refusals = (*FROM_STAFF, codes.NO_CHANGE, codes.LAST_DIRECTOR, codes.STAFF_FULL)


class Dismiss(CommandBy, frozen=True):
    """Remove somebody's role."""

    person: UUID

    refusals = (codes.NOT_YOUR_ROLE, codes.TOURNAMENT_OVER, codes.NO_CHANGE, codes.LAST_DIRECTOR)


AnyTournamentCommand = (
    Announce
    | OpenRegistration
    | Register
    | Accept
    | Approve
    | Decline
    | AddEntrants
    | AddHouse
    | Withdraw
    | Return
    | OpenCheckIn
    | CheckIn
    | CloseCheckIn
    | StartRounds
    | EnterLate
    | Substitute
    | DraftRound
    | EditDraft
    | PublishRound
    | NextRound
    | StartRound
    | NoteResult
    | NoteStopped
    | NoteNoShows
    | Rule
    | ReplayTable
    | Correct
    | Appeal
    | DecideAppeal
    | FinishRound
    | Finish
    | Cancel
    | Appoint
    | Dismiss
    | Tick
)
TOURNAMENT_COMMANDS: tuple[type[Command], ...] = get_args(AnyTournamentCommand)
