"""A tournament at a version: what is known of it, and what follows from that for its rounds and for the clock.

What is kept for each entrant lies in a dictionary that is never changed: an event makes a new one.
"""

from collections.abc import Mapping
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from domain.game import Time
from domain.table import HouseKind
from domain.table.facts import fact
from domain.tournament.events import Measure
from domain.tournament.settings import Note, Role, Settings
from domain.tournament.types import Draft, Points, TableResult

State = Annotated[
    Literal["announced", "registration", "check_in", "playing", "finished", "cancelled"],
    Meta(description="The state of the tournament; `playing`: its rounds are played."),
]
EntrantState = Annotated[
    Literal["invited", "pending", "waiting", "entered", "withdrawn", "declined"],
    Meta(
        description="`invited`: not all its members have accepted. `pending`: the staff has to approve. `waiting`:"
        " on the waiting list. `entered`: plays. `withdrawn`: out; an entrant who withdrew before the start, or"
        " from the waiting list, is in no round and no standings, all others may return. `declined`: the staff has"
        " declined them."
    ),
]
RoundState = Annotated[
    Literal["drafted", "publishing", "playing", "finished"],
    Meta(description="`publishing`: the pairings are final, and the tables are being opened."),
]


class Entrant(Struct, frozen=True, kw_only=True, gc=False):
    """A player, or a team, in a tournament."""

    id: UUID
    number: int
    """The starting number; 0 as long as the staff has not approved."""
    members: tuple[UUID, ...]
    substitutes: tuple[UUID, ...] = ()
    name: Note | None = None
    waits_for: tuple[UUID, ...] = ()
    """Its people who have not accepted to play for it."""
    house: HouseKind | None = None
    state: EntrantState = "entered"
    checked_in: bool = False
    """Whether they have come to the check-in that is open, or was the last."""
    entropy: str | None = None
    from_round: int = 1
    """The round that they have joined with."""
    late_points: Points = 0
    """What they have for each round before."""
    by_staff: bool = False
    """Whether the staff has withdrawn them."""
    left: bool = False
    """Whether they have withdrawn before the start: for good, and their people are free to play for others."""
    returns: int = 0
    """How often they have come back of their own accord."""
    substitutions: int = 0
    """How often they have put another person in a member's place themselves."""
    seen_as: "Entrant | None" = None
    """What those see who are not to know that they have asked again: how they had left before; None: nothing."""

    @property
    def named(self) -> tuple[UUID, ...]:
        """All its people, also those who have not accepted."""
        return (*self.members, *self.substitutes)

    @property
    def people(self) -> tuple[UUID, ...]:
        """Its people who play for it, and for nobody else."""
        return tuple([person for person in self.named if person not in self.waits_for])

    @property
    def speakers(self) -> tuple[UUID, ...]:
        """Who may speak for it: its members; as long as not all have accepted, everybody who is named."""
        return self.named if self.waits_for else self.members

    @property
    def takes_part(self) -> bool:
        """Whether they play, or have played: they are in the standings."""
        return self.number > 0 and self.state in {"entered", "withdrawn"} and not self.left

    @property
    def is_gone(self) -> bool:
        """Whether they do not play, and their people may play for others."""
        return self.state == "declined" or self.left


class RoundTable(Struct, frozen=True, kw_only=True, gc=False):
    """A table of a round. With exchanged seats a match has two, of one number: `half` is 0 and 1."""

    id: UUID
    number: int
    half: int = 0
    entrants: tuple[UUID, ...]
    seats: tuple[UUID, ...]
    """The players by seat."""
    again: int = 0
    """How often it has been played again; the tables before it are in `replaced`."""
    replaced: tuple[UUID, ...] = ()
    result: TableResult | None = None
    version: int | None = None
    hash: str | None = None
    stopped: bool = False
    """Whether it has ended without a result."""
    closed: bool = False
    """Whether a ruling has closed it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is waited for: it has a result, or was closed."""
        return self.closed or self.result is not None

    @property
    def deals(self) -> int | None:
        """How many deals its game was noted with, which a correction leaves; None: no result of a game was noted."""
        return None if self.version is None or self.stopped or self.result is None else len(self.result.deals)

    @property
    def may_go_on(self) -> bool:
        """Whether it has not ended as far as is noted, or one has not that it took the place of."""
        return self.version is None or self.replaced != ()


class TournamentRound(Struct, frozen=True, kw_only=True, gc=False):
    """A round. Before it is published, it has a draft and no tables."""

    number: int
    state: RoundState = "drafted"
    draft: Draft
    draft_number: int = 1
    """How many drafts of the round there have been, with this one."""
    outdated: bool = False
    """Whether the scores that the draft goes by have changed since."""
    returned: bool = False
    """Whether somebody plays again whom the service has not drafted: an edited draft cannot have them either."""
    tables: tuple[RoundTable, ...] = ()
    byes: tuple[UUID, ...] = ()
    playing: int = 0
    """The number of tables that are not over."""
    started_at: Time | None = None
    finished_at: Time | None = None
    last_told: bool = False
    """Whether all know that one table alone plays on."""
    warned: bool = False
    time_over: bool = False
    no_shows: tuple[UUID, ...] | None = None
    """The entrants who have not come; None: that has not been noted."""

    @property
    def published(self) -> bool:
        """Whether it is settled who plays whom."""
        return self.state != "drafted"


class Ruling(Struct, frozen=True, kw_only=True, gc=False):
    """A ruling; an appeal may have replaced it."""

    number: int
    round: int
    at: Time
    by: UUID
    measures: tuple[Measure, ...]
    entrants: tuple[UUID, ...]
    closes: tuple[int, ...] = ()
    reason: str
    note: Note | None = None
    appeal: int | None = None
    """The number of the appeal against it."""


class FiledAppeal(Struct, frozen=True, kw_only=True, gc=False):
    """An appeal, and its outcome."""

    number: int
    ruling: int
    entrants: tuple[UUID, ...]
    at: Time
    note: Note | None = None
    outcome: Literal["upheld", "dismissed"] | None = None


class OpenedCheckIn(Struct, frozen=True, gc=False):
    """A check-in: for which round, until when, and whether it is closed."""

    round: int
    ends_at: Time | None
    closed: bool = False


class Tournament(Struct, frozen=True, kw_only=True, dict=True):
    """A tournament at a version: after that number of events, the last of them recorded at `at`."""

    version: int
    at: Time
    settings: Settings
    title: Note | None
    commitment: str
    secret: bytes
    code: str | None = None
    """The SHA-256 of the code of registration."""
    staff: Mapping[UUID, Role]
    state: State = "announced"
    entrants: Mapping[UUID, Entrant] = {}
    """By id, in the order in which they came."""
    plays_for: Mapping[UUID, UUID] = {}
    """For each member and each substitute: the entrant."""
    entered: int = 0
    """The number of those who play."""
    next_number: int = 1
    requests: int = 0
    """How many registrations there have been, those included that were taken back."""
    registrations: Mapping[UUID, int] = {}
    """How many of them each person has made."""
    check_in: OpenedCheckIn | None = None
    entropies: str | None = None
    """The digest of what all who play have added to the deals; None: before the start."""
    rounds: tuple[TournamentRound, ...] = ()
    pairing_changed: int = 1
    """The version after the last event that changes what the next round is paired by."""
    drafted: int = 0
    """How many entrants all drafts of rounds have named together."""
    table_places: Mapping[UUID, tuple[int, int]] = {}
    """For each table: the index of its round, and that in its tables."""
    replaced_tables: frozenset[UUID] = frozenset()
    """Tables in whose place another one was played."""
    rulings: tuple[Ruling, ...] = ()
    appeals: tuple[FiledAppeal, ...] = ()
    left_behind: tuple[int, ...] = ()
    """The rounds that have finished although some of their tables had not ended; nothing notes that these have."""
    open_until: Time | None = None
    """Until when the last round that is over may be corrected."""
    ended_at: Time | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has finished, or was cancelled."""
        return self.ended_at is not None

    @property
    def round(self) -> TournamentRound | None:
        """The last round that was drafted; None: there is none yet."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        """The number of the next round that is published."""
        return len([each for each in self.rounds if each.published]) + 1

    @property
    def directors(self) -> tuple[UUID, ...]:
        """Those of the staff who direct it."""
        return tuple([person for person, role in self.staff.items() if role == "director"])

    def role_of(self, person: UUID | None) -> Role | None:
        """Return the role of somebody; None: they have none."""
        return None if person is None else self.staff.get(person)

    def entrant_of(self, person: UUID | None) -> Entrant | None:
        """Return the entrant that somebody is a member or a substitute of, whatever its state; None: of none."""
        entrant = None if person is None else self.plays_for.get(person)
        return None if entrant is None else self.entrants[entrant]

    def own_tables(self, person: UUID) -> tuple[RoundTable, ...]:
        """Return the tables of the last round where somebody sits, or others of their team do."""
        tables, entrant = () if self.round is None else self.round.tables, self.plays_for.get(person)
        return tuple([table for table in tables if person in table.seats or entrant in table.entrants])

    def table(self, table_id: UUID) -> RoundTable | None:
        """Return a table that is waited for, or was, by its id; None: there is none, or another took its place."""
        place = self.table_places.get(table_id)
        return None if place is None else self.rounds[place[0]].tables[place[1]]

    def knows_table(self, table_id: UUID) -> bool:
        """Return whether a table of this id belongs to the tournament, or did."""
        return table_id in self.table_places or table_id in self.replaced_tables

    def round_is_over(self, number: int) -> bool:
        """Return whether all tables of a round are over."""
        return number <= len(self.rounds) and self.rounds[number - 1].state == "finished"

    def shows_round(self, number: int) -> bool:
        """Return whether everybody sees what has become of a round: its tables are over, or the tournament is."""
        return self.round_is_over(number) or self.is_over

    @fact
    def no_show_at(self) -> int | None:
        """When the service has to note who has not come to their table; None: not in this round, or not any more."""
        now, wait = self.round, self.settings.no_show_ms
        if wait is None or now is None or now.state != "playing" or now.no_shows is not None or self.is_over:
            return None
        return (now.started_at or 0) + wait

    @fact
    def due(self) -> int | None:
        """When the next step of the clock is due, in ms; None: none is."""
        return min([at for at in (self.check_in_ends, self.round_clock, self.ends) if at is not None], default=None)

    @property
    def check_in_ends(self) -> int | None:
        """When a check-in closes by itself."""
        return (
            self.check_in.ends_at
            if self.check_in is not None and not self.check_in.closed and not self.is_over
            else None
        )

    @property
    def round_clock(self) -> int | None:
        """When the clock of the round warns, or ends."""
        now, length, warning = self.round, self.settings.round_ms, self.settings.warning_ms
        if now is None or now.state != "playing" or now.time_over or length is None or self.is_over:
            return None
        ends = (now.started_at or 0) + length
        return ends if warning is None or now.warned else ends - warning

    @property
    def ends(self) -> int | None:
        """When the tournament finishes by itself: all rounds are over, and the time for corrections too."""
        if self.state != "playing" or self.open_until is None or len(self.rounds) < self.settings.seating.rounds:
            return None
        if not self.round_is_over(len(self.rounds)) or self.open_appeals:
            return None
        return max(self.open_until, self.at)

    @fact
    def open_appeals(self) -> tuple[FiledAppeal, ...]:
        """The appeals that have not been decided."""
        return tuple([appeal for appeal in self.appeals if appeal.outcome is None])
