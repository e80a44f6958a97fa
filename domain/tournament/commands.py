"""What can be asked of a tournament, as values: who wants something done makes a command, and `decide` judges it.

A command is recorded with the first event of its step, so the audit decides the very same again. Each class names its
refusals: the codes that `decide` can raise for it. Commands with `by` are people's, `guards.RIGHTS` says whose; all
others are the service's, which tells what it has seen at the tables, and are refused to nobody.
"""

from typing import Annotated, Literal, get_args
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from domain.table.commands import Command, SecretText, Tick
from domain.tournament.events import Measure
from domain.tournament.settings import MOST_ENTRANTS, HouseKind, NewEntrant, Note, ReasonOfRuling, Role, Settings
from domain.tournament.types import Draft, DraftNumber, Round, TableNumber, TableResult

Entered = Annotated[tuple[NewEntrant, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
Measures = Annotated[tuple[Measure, ...], Meta(max_length=100)]


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

    refusals = ("no_such_game", "invalid_option", "invalid_setting")


class OpenRegistration(CommandBy, frozen=True):
    """Let players register; not where the staff uploads all entrants, but that state is passed all the same."""

    refusals = ("not_your_role", "tournament_over", "too_often", "wrong_state")


class Register(CommandBy, frozen=True, kw_only=True):
    """Register oneself, or a team of which one is a member. `code` is the SHA-256 of the code that was typed."""

    entrant: NewEntrant
    code: SecretText | UnsetType = UNSET
    asks: Annotated[
        bool | UnsetType,
        Meta(description="Whether all others who are named have to accept. Absent: it was before they were asked."),
    ] = UNSET

    refusals = (
        "tournament_over",
        "wrong_state",
        "registration_closed",
        "invalid_entrant",
        "not_your_entrant",
        "wrong_code",
        "already_entered",
        "declined",
        "tournament_full",
        "too_often",
    )


class Accept(CommandBy, frozen=True):
    """Accept to play for a team that one was named in, as a member or a substitute."""

    entrant: UUID

    refusals = (
        "tournament_over",
        "wrong_state",
        "no_such_entrant",
        "not_your_entrant",
        "no_change",
        "already_entered",
    )


class Approve(CommandBy, frozen=True):
    """Let an entrant in who has registered, who was declined, or whose members have not all accepted."""

    entrant: UUID

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_such_entrant",
        "no_change",
        "already_entered",
    )


class Decline(CommandBy, frozen=True):
    """Decline an entrant who has registered or entered; before the start."""

    entrant: UUID

    refusals = ("not_your_role", "tournament_over", "too_often", "wrong_state", "no_such_entrant", "no_change")


class AddEntrants(CommandBy, frozen=True):
    """Enter many at once, as from a list that was uploaded: all of them or none; before the start."""

    entrants: Entered

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "invalid_entrant",
        "already_entered",
        "tournament_full",
    )


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

    refusals = ("tournament_over", "no_such_entrant", "not_your_entrant", "no_change")


class Return(CommandBy, frozen=True):
    """Play again after a withdrawal. Whom the staff has withdrawn returns by the staff only."""

    entrant: UUID

    refusals = (
        "tournament_over",
        "wrong_state",
        "no_such_entrant",
        "not_your_entrant",
        "no_change",
        "tournament_full",
        "too_often",
    )


class OpenCheckIn(CommandBy, frozen=True):
    """End the registration and ask all to check in; later, before a round, if the settings say so."""

    refusals = ("not_your_role", "tournament_over", "too_often", "wrong_state", "no_check_in")


class CheckIn(CommandBy, frozen=True):
    """Say that one is there; the staff may do so for others. `entropy` is the SHA-256 of a text of one's choice."""

    entrant: UUID
    entropy: SecretText | None = None

    refusals = (
        "tournament_over",
        "wrong_state",
        "no_such_entrant",
        "not_your_entrant",
        "no_change",
    )


class CloseCheckIn(CommandBy, frozen=True):
    """End a check-in before its time, or one without a time."""

    refusals = ("not_your_role", "tournament_over", "too_often", "wrong_state")


class StartRounds(CommandBy, frozen=True):
    """Start the tournament; this ends a check-in that is still open."""

    refusals = ("not_your_role", "tournament_over", "too_often", "wrong_state", "too_few_entrants")


class EnterLate(CommandBy, frozen=True, kw_only=True):
    """Enter somebody who joins after the start, with the points that the settings give; also from the waiting list."""

    entrant: NewEntrant
    house: HouseKind | UnsetType = UNSET

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "late_entry_over",
        "invalid_entrant",
        "already_entered",
        "tournament_full",
    )


class Substitute(CommandBy, frozen=True, kw_only=True):
    """Put another person in a member's place, from the next round on that is drafted.

    Members take one of their substitutes, the staff anybody who plays for no other entrant.
    """

    entrant: UUID
    leaves: UUID
    joins: UUID

    refusals = (
        "tournament_over",
        "no_such_entrant",
        "not_your_entrant",
        "wrong_state",
        "house_plays",
        "no_such_member",
        "no_such_substitute",
        "already_entered",
        "too_often",
    )


class DraftRound(CommandBy, frozen=True):
    """Propose the next round, in place of a proposal before."""

    draft: Draft

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "check_in_open",
        "check_in_needed",
        "round_not_over",
        "no_more_rounds",
        "invalid_draft",
    )


class EditDraft(CommandBy, frozen=True):
    """Change the proposal by hand: `draft` is the whole proposal.

    With `draft_number`, only if the present proposal has it.
    """

    draft: Draft
    draft_number: DraftNumber | UnsetType = UNSET

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_draft",
        "draft_changed",
        "invalid_draft",
    )


class PublishRound(CommandBy, frozen=True):
    """Settle the round as it is drafted. `tables` are the ids of its tables, in their order (of a match, both).

    With `draft_number`, only if the proposal has it.
    """

    tables: Annotated[tuple[UUID, ...], Meta(max_length=2_000)]
    draft_number: DraftNumber | UnsetType = UNSET

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_draft",
        "draft_changed",
        "draft_outdated",
        "invalid_tables",
    )


class NextRound(Command, frozen=True):
    """Draft the next round, and settle it, where the settings leave that to the service.

    `tables` are the ids of its tables, as in `PublishRound`.
    """

    draft: Draft
    tables: Annotated[tuple[UUID, ...], Meta(max_length=2_000)]

    refusals = ("tournament_over", "wrong_state", "draft_outdated", "invalid_tables")


class StartRound(Command, frozen=True):
    """All tables of the published round are open, and all seats are filled."""

    round: Round

    refusals = ("tournament_over", "wrong_state")


class NoteResult(Command, frozen=True, kw_only=True):
    """A table has finished: `version` is that of its last event, and `hash` that event's, hexadecimal."""

    table: UUID
    result: TableResult
    version: Annotated[int, Meta(ge=1)]
    hash: SecretText

    refusals = ("tournament_over", "wrong_state", "no_such_table", "table_over", "invalid_result")


class NoteStopped(Command, frozen=True, kw_only=True):
    """A table has ended without a result: `version` is that of its last event, and `hash` that event's."""

    table: UUID
    version: Annotated[int, Meta(ge=1)]
    hash: SecretText

    refusals = ("tournament_over", "wrong_state", "no_such_table", "table_over")


class NoteNoShows(Command, frozen=True):
    """The time is over within which players must have come to their tables; these entrants have not, if any."""

    round: Round
    absent: Annotated[tuple[UUID, ...], Meta(max_length=MOST_ENTRANTS)]

    refusals = ("tournament_over", "wrong_state", "too_early", "no_change", "no_such_entrant")


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
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_such_round",
        "correction_over",
        "no_such_entrant",
        "no_such_table",
        "table_over",
        "nothing_ruled",
        "invalid_measures",
        "not_settled",
    )


class ReplayTable(CommandBy, frozen=True, kw_only=True):
    """Have a table (a match: both tables) played again, while its round goes on, at new ones with the ids `tables`."""

    number: TableNumber
    tables: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=2)]
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_such_table",
        "table_over",
        "invalid_tables",
    )


class Correct(CommandBy, frozen=True, kw_only=True):
    """Put another result in place of that of a table, until the time for corrections is over."""

    table: UUID
    result: TableResult
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        "not_your_role",
        "tournament_over",
        "too_often",
        "wrong_state",
        "no_such_table",
        "correction_over",
        "invalid_result",
        "no_change",
    )


class Appeal(CommandBy, frozen=True, kw_only=True):
    """Appeal against a ruling that concerns one's entrant, until the time for corrections is over."""

    ruling: Annotated[int, Meta(ge=1)]
    note: Note | None = None

    refusals = ("tournament_over", "no_such_ruling", "correction_over", "no_change")


class DecideAppeal(CommandBy, frozen=True, kw_only=True):
    """Uphold an appeal (`measures` take the place of those of the ruling), or dismiss it."""

    appeal: Annotated[int, Meta(ge=1)]
    outcome: Literal["upheld", "dismissed"]
    measures: Measures = ()
    reason: ReasonOfRuling
    note: Note | None = None

    refusals = (
        "not_your_role",
        "tournament_over",
        "no_such_appeal",
        "no_change",
        "invalid_measures",
        "no_such_entrant",
        "not_settled",
    )


class FinishRound(CommandBy, frozen=True, kw_only=True):
    """End the round now: tables without a result are closed, and count as not played for all who sit there."""

    reason: ReasonOfRuling
    note: Note | None = None

    refusals = ("not_your_role", "tournament_over", "wrong_state")


class Finish(CommandBy, frozen=True):
    """End the tournament, between two rounds, without waiting for the time for corrections to be over."""

    refusals = ("not_your_role", "tournament_over", "wrong_state", "round_not_over", "appeals_open")


class Cancel(CommandBy, frozen=True, kw_only=True):
    """End the tournament at any time, without final standings."""

    reason: ReasonOfRuling
    note: Note | None = None

    refusals = ("not_your_role", "tournament_over")


class Appoint(CommandBy, frozen=True):
    """Give somebody a role, in place of one that they have."""

    person: UUID
    role: Role

    refusals = ("not_your_role", "tournament_over", "too_often", "no_change", "last_director", "staff_full")


class Dismiss(CommandBy, frozen=True):
    """Remove somebody's role."""

    person: UUID

    refusals = ("not_your_role", "tournament_over", "too_often", "no_change", "last_director")


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
