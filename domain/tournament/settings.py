"""What is settled when a tournament is announced, and what follows from it for its tables."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.table import HouseKind, RawOptions, TableSettings
from domain.tournament.types import Points, Round, Scoring, Seating, TieBreak

MOST_ENTRANTS = 1_000
MOST_TABLES = 500
MOST_MEMBERS = 14
"""Maximum number of members of a team, and of its substitutes."""

Milliseconds = Annotated[int, Meta(ge=0, le=31_622_400_000)]
"""A span of time, at most a leap year."""

Registration = Annotated[
    Literal["open", "approval", "code", "upload"],
    Meta(
        description="Who may register: `open`: everybody. `approval`: everybody, and the staff approves. `code`:"
        " everybody with the code. `upload`: nobody; the staff enters all."
    ),
]
Role = Annotated[
    Literal["director", "assistant", "scorer"],
    Meta(
        description="`director`: may do everything. `assistant`: everything except cancel, finish, appoint and"
        " dismiss. `scorer`: results and rulings."
    ),
]
Note = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        description="The salted SHA-256, hexadecimal, of a text that is stored outside the log.",
    ),
]
ReasonOfRuling = Annotated[
    Literal[
        "no_show",
        "left",
        "late",
        "rule_broken",
        "told_of_cards",
        "outside_help",
        "conduct",
        "fault_of_service",
        "wrong_entry",
        "time_over",
        "agreed",
        "appeal",
        "other",
    ],
    Meta(description="The reason for the ruling. A note can be added."),
]


class LateEntries(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Until when entrants may join a tournament that has started, and their points for the rounds before."""

    until_round: Annotated[Round, Meta(description="The last round that entrants may join.")]
    points: Annotated[Points, Meta(description="The points for each round that they have missed.")] = 0


class NewEntrant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entrant: a player (`id` is the player's, and they are the only member), or a team."""

    id: UUID
    members: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    substitutes: Annotated[tuple[UUID, ...], Meta(max_length=MOST_MEMBERS)] = ()
    name: Annotated[Note | None, Meta(description="The name of a team.")] = None


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a tournament is played. Points of byes and late entries are in the unit of its scoring (`types`).

    `options` are those of the game, without `players`: the number of seats is the number of entrants at a table, times
    `team_size`. With `duplicate`, all tables of a round play the same deals. With `exchanged_seats`, two teams that
    meet have two tables, each with half of both teams, with seats exchanged at the second: a team has twice as many
    members, and nobody plays a deal twice.
    """

    game: str
    options: RawOptions = {}
    seating: Seating
    team_size: Annotated[
        int, Meta(ge=1, le=7, description="Seats of an entrant at a table; 1: entrants are players.")
    ] = 1
    duplicate: bool = True
    exchanged_seats: bool = False
    scoring: Scoring
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=8)] = ()
    bye_points: Points = 0
    late_entries: Annotated[LateEntries | None, Meta(description="Null: nobody joins after the start.")] = None
    registration: Registration = "open"
    limit: Annotated[
        Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)],
        Meta(description="Entrants beyond it are put on the waiting list."),
    ] = MOST_ENTRANTS
    check_in_ms: Annotated[
        Milliseconds | None, Meta(description="How long a check-in is open; null: until the staff closes it.")
    ] = None
    check_in_each_round: Annotated[bool, Meta(description="Whether there is a check-in before every later round.")] = (
        False
    )
    round_ms: Annotated[Milliseconds | None, Meta(description="The time limit of a round; null: none.")] = None
    warning_ms: Annotated[
        Milliseconds | None,
        Meta(description="How long before the end of a round everybody is warned; null: there is no warning."),
    ] = None
    no_show_ms: Annotated[
        Milliseconds | None,
        Meta(description="How long after the start of a round the service notes who has not come; null: never."),
    ] = None
    correction_ms: Annotated[
        Milliseconds,
        Meta(description="How long after the end of a round results can be corrected, and rulings appealed."),
    ] = 900_000
    table: TableSettings = TableSettings()
    drafting: Annotated[
        Literal["by_staff", "at_once"] | UnsetType,
        Meta(
            description="Who drafts and publishes the rounds. `by_staff`, or absent: the staff. `at_once`: the service,"
            " as soon as the rounds have begun, and then whenever a round is over."
        ),
    ] = UNSET

    @property
    def members(self) -> int:
        """The number of members of an entrant."""
        return 2 * self.team_size if self.exchanged_seats else self.team_size

    @property
    def of_players(self) -> bool:
        """Whether the entrants are players; else they are teams."""
        return self.members == 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of entrants that a table may have, ascending."""
        return tuple(sorted({self.seating.places, *self.seating.sizes}))

    @property
    def least_entrants(self) -> int:
        """How many it takes to start, two at least: a table, or in each group one, and as many as go on from there."""
        if self.seating.format != "groups":
            return max(2, self.sizes[0])
        return max(2, self.seating.groups * max(self.sizes[0], self.seating.advance))

    @property
    def tables_of_a_match(self) -> int:
        """The number of tables for each one that is drafted."""
        return 2 if self.exchanged_seats else 1

    def options_for(self, entrants: int) -> RawOptions:
        """Return the options of the game at a table with this number of entrants."""
        return {**self.options, "players": entrants * self.team_size}

    def places_by_seat(self, entrants: int, half: int) -> tuple[int, ...]:
        """Return for each seat of a table the place of the entrant who sits there.

        `half` is 1 for the second table of a match with exchanged seats, else 0. Where the game has teams, they are
        the places; else every entrant has each n-th seat.
        """
        seats = range(entrants * self.team_size)
        teams = self.options.get("teams") if self.team_size > 1 else None
        return tuple([((teams[seat] if teams else seat) + half) % entrants for seat in seats])

    def seated(self, teams: tuple[tuple[UUID, ...], ...], half: int) -> tuple[UUID, ...]:
        """Return the players by seat; `teams` are the members of each entrant, by place."""
        waiting = [list(members[half * self.team_size :][: self.team_size]) for members in teams]
        return tuple([waiting[place].pop(0) for place in self.places_by_seat(len(teams), half)])


__all__ = ["HouseKind", "LateEntries", "NewEntrant", "Note", "Registration", "Role", "Settings"]
