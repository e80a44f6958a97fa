"""What is asked of a tournament, as it travels: each body becomes one command of `domain.tournament`.

The service adds who asks, ids and hashes; texts become notes, which lie beside the log.
"""

from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta, Struct

from domain.game import snake_case
from domain.seats import MOST_SEATS
from domain.table import HouseKind
from domain.tournament import Role, Settings
from domain.tournament.events import Measure
from domain.tournament.settings import MOST_MEMBERS, ReasonOfRuling
from domain.tournament.types import Draft, DraftNumber, Round, TableNumber, TableResult
from service.accounts.notes import LONGEST_NOTE

Text = Annotated[str, Meta(max_length=4 * LONGEST_NOTE)]
"""A text that somebody types; notes are measured once they are composed."""

Reason = Annotated[ReasonOfRuling, Meta(description="The reason for the ruling.")]
NoteText = Annotated[Text | None, Meta(description="A note for those who may see it; null: none.")]
Members = Annotated[
    tuple[UUID, ...], Meta(max_length=MOST_MEMBERS, description="Its players; absent or empty: only me.")
]
Substitutes = Annotated[tuple[UUID, ...], Meta(max_length=MOST_MEMBERS, description="Who may take a member's place.")]
Measures = Annotated[tuple[Measure, ...], Meta(max_length=100, description="What it does to entrants.")]
Entropy = Annotated[
    Annotated[str, Meta(max_length=200)] | None,
    Meta(description="A text of my choice; its SHA-256 goes into all deals. Null: none."),
]
SeenDraft = Annotated[
    DraftNumber | None,
    Meta(
        description="The `draft_number` of the draft that you have seen; if there is another: 409 `draft_changed`."
        " Null: whichever it is."
    ),
]
Code = Annotated[
    Annotated[str, Meta(min_length=1, max_length=100)] | None, Meta(description="The code of registration.")
]


class AnnounceTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a new tournament."""

    settings: Settings
    title: Annotated[Text | None, Meta(description="Its title; null: none.")] = None
    code: Annotated[
        Annotated[str, Meta(min_length=1, max_length=100)] | None,
        Meta(description="The code for registering, if `registration` is `code`."),
    ] = None


class TournamentRequest(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What the bodies of commands to a tournament have in common: the field `type`, which names the command."""


class OpenRegistration(TournamentRequest, frozen=True):
    """Let players register."""


class Register(TournamentRequest, frozen=True):
    """Register myself, or my team: a team enters when all its other members have accepted."""

    name: Annotated[Text | None, Meta(description="The name of the team; null: none.")] = None
    members: Members = ()
    substitutes: Substitutes = ()
    code: Code = None


class Accept(TournamentRequest, frozen=True):
    """Accept to play for a team that has registered me."""

    entrant: UUID


class Approve(TournamentRequest, frozen=True):
    """Approve somebody who has registered, or a team for which not all have accepted."""

    entrant: UUID


class Decline(TournamentRequest, frozen=True):
    """Decline an entrant."""

    entrant: UUID


class ListedEntrant(Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant of a list: a player is the only member, a team has several."""

    members: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    substitutes: Substitutes = ()
    name: Annotated[Text | None, Meta(description="The name of a team; null: none.")] = None


class AddEntrants(TournamentRequest, frozen=True):
    """Enter several entrants at once: all of them, or none."""

    entrants: Annotated[tuple[ListedEntrant, ...], Meta(min_length=1, max_length=1_000)]


class AddHouse(TournamentRequest, frozen=True):
    """Enter house players, each an entrant of its own; or teams of them, if entrants are teams."""

    count: Annotated[int, Meta(ge=1, le=1_000, description="The number of entrants.")]
    house: HouseKind = "random"


class Withdraw(TournamentRequest, frozen=True):
    """Withdraw from the tournament, or withdraw an entrant."""

    entrant: UUID


class Return(TournamentRequest, frozen=True):
    """Play again after a withdrawal."""

    entrant: UUID


class OpenCheckIn(TournamentRequest, frozen=True):
    """Ask all to check in."""


class CheckIn(TournamentRequest, frozen=True):
    """Check an entrant in: they are present."""

    entrant: UUID
    entropy: Entropy = None


class CloseCheckIn(TournamentRequest, frozen=True):
    """End the check-in."""


class StartRounds(TournamentRequest, frozen=True):
    """Start the tournament."""


class EnterLate(TournamentRequest, frozen=True):
    """Enter somebody after the start, or from the waiting list; with `house`, a house player."""

    members: Annotated[tuple[UUID, ...], Meta(max_length=MOST_MEMBERS)] = ()
    substitutes: Substitutes = ()
    name: Annotated[Text | None, Meta(description="The name of a team; null: none.")] = None
    house: Annotated[HouseKind | None, Meta(description="A house player, or a team of them; null: people.")] = None


class Substitute(TournamentRequest, frozen=True):
    """Replace a member by another person, from the next round on."""

    entrant: UUID
    leaves: UUID
    joins: UUID


class DraftRound(TournamentRequest, frozen=True):
    """Propose the next round, in place of an earlier proposal: the service pairs it by the settings."""

    given: Annotated[
        tuple[Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=MOST_SEATS)], ...],
        Meta(max_length=500, description="The entrants of each table by place, if the format is `manual`."),
    ] = ()


class EditDraft(TournamentRequest, frozen=True):
    """Change the proposal by hand: `draft` is the whole proposal."""

    draft: Draft
    draft_number: SeenDraft = None


class PublishRound(TournamentRequest, frozen=True):
    """Publish the draft as the round, which begins."""

    draft_number: SeenDraft = None


class Rule(TournamentRequest, frozen=True, kw_only=True):
    """Rule on entrants in a round, and close tables that the round no longer waits for."""

    round: Round
    measures: Measures = ()
    closes: Annotated[tuple[TableNumber, ...], Meta(max_length=100)] = ()
    reason: Reason
    note: NoteText = None


class ReplayTable(TournamentRequest, frozen=True):
    """Have a table (for a match: both tables) played again, with other cards."""

    number: TableNumber
    reason: Reason
    note: NoteText = None


class Correct(TournamentRequest, frozen=True):
    """Put another result in place of that of a table."""

    table: UUID
    result: TableResult
    reason: Reason
    note: NoteText = None


class Appeal(TournamentRequest, frozen=True):
    """Appeal against a ruling that concerns my entrant."""

    ruling: Annotated[int, Meta(ge=1)]
    note: NoteText = None


class DecideAppeal(TournamentRequest, frozen=True, kw_only=True):
    """Uphold an appeal, or dismiss it."""

    appeal: Annotated[int, Meta(ge=1)]
    outcome: Literal["upheld", "dismissed"]
    measures: Measures = ()
    reason: Reason
    note: NoteText = None


class FinishRound(TournamentRequest, frozen=True):
    """End the round now: tables without a result count as not played."""

    reason: Reason
    note: NoteText = None


class Finish(TournamentRequest, frozen=True):
    """End the tournament before the time for corrections is over."""


class Cancel(TournamentRequest, frozen=True):
    """End the tournament without final standings."""

    reason: Reason
    note: NoteText = None


class Appoint(TournamentRequest, frozen=True):
    """Give somebody a role."""

    person: UUID
    role: Role


class Dismiss(TournamentRequest, frozen=True):
    """Remove somebody's role."""

    person: UUID


AnyTournamentRequest: TypeAlias = (
    OpenRegistration
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
)
