"""The values that seating, scoring and standings of a tournament take and give.

Points of entrants are integers. In the scorings `matchpoints`, `rank_points` and `joint` they are shares in hundredths
of a percent: 10,000 is all that could be had in a round, 5,000 is the average. In all others they are points of the
game. How each is counted stands in `domain.tournament.scoring` and on the guide's page of scoring.
"""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from domain.seats import MOST_SEATS
from domain.validation import LARGEST_INTEGER

Format = Literal["swiss", "round_robin", "groups", "knockout", "manual"]
Scoring = Literal["matchpoints", "rank_points", "difference", "joint", "points"]
SHARES: frozenset[Scoring] = frozenset({"matchpoints", "rank_points", "joint"})
"""The scorings whose points are shares."""
TieBreak = Literal[
    "head_to_head",
    "buchholz",
    "buchholz_cut_1",
    "sonneborn_berger",
    "best_deals",
    "wins",
    "difference",
    "fewest_byes",
]

MOST_ROUNDS = 100
"""Maximum number of rounds of a tournament."""

Points = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Share = Annotated[int, Meta(ge=0, le=10_000, description="Hundredths of a percent: 10,000 is everything.")]
Round = Annotated[int, Meta(ge=1, le=1_000, description="The number of a round, from 1.")]
DraftNumber = Annotated[
    int, Meta(ge=1, le=LARGEST_INTEGER, description="The number of a draft among those of its round, from 1.")
]
TableNumber = Annotated[int, Meta(ge=1, le=10_000, description="The number of a table in its round, from 1.")]

WHOLE_SHARE = 10_000
"""All that could be had, in hundredths of a percent."""

PAIR = 2
"""Number of entrants in a match."""


# What a finished table has given


class TableResult(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a game ended. Lists by seat have an entry for each seat.

    Where seats are a team, each of them has the points of the team; where all play together, of all.
    """

    deals: Annotated[tuple[tuple[Points, ...], ...], Meta(description="The points of each deal, in order, by seat.")]
    points: Annotated[tuple[Points, ...], Meta(description="The points of all deals together, by seat.")]
    winners: Annotated[
        tuple[int, ...], Meta(max_length=MOST_SEATS, description="The seats that have won; several share it.")
    ]
    teams: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)], ...] | None,
        Meta(description="The team of each seat; null: there are none."),
    ] = None
    success: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="The success of a game in which all play together; null in other games."),
    ] = None


# Seating


OutcomeOfRound = Literal["won", "tied", "lost", "bye", "absent", "late"]
"""How an entrant has fared in a round: at a table, or without one. `late`: they had not entered yet.

At a table: `won` and `tied` share its best score, `lost` do not. A forfeit is `lost`, also if nothing was played.
"""


class PastRound(Struct, frozen=True, kw_only=True):
    """A round of an entrant that is over.

    `played` is False where somebody has forfeited the table, and nothing was finished there. `forfeited` is True of
    those who have. `ahead` is how many at their table did better.
    """

    round: Round
    outcome: OutcomeOfRound
    points: int = 0
    place: Annotated[int | None, Meta(description="Their place at the table, from 0; null without a table.")] = None
    opponents: Annotated[tuple[UUID, ...], Meta(description="The other entrants at the table.")] = ()
    played: bool = True
    forfeited: bool = False
    ahead: int = 0


class Contender(Struct, frozen=True, kw_only=True):
    """An entrant as the pairing sees them: a player, or a team.

    `number` is the starting number, from 1, the strongest first; each is given once. `active` is False for one who
    is out of this round. `points` are those of all rounds so far, those for late entry and penalties included.
    """

    id: UUID
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    points: int = 0
    active: bool = True
    past: tuple[PastRound, ...] = ()


class Seating(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a tournament seats its entrants.

    `places` is how many entrants sit at a table (a team is one), `sizes` are the numbers that are allowed if they
    cannot be divided evenly; empty: `places` only.

    Format `groups`: there are `groups` groups, `advance` of each go on to the final, which is the last `final_rounds`.
    In a knockout at tables of more than two, `advance` of each table go on.
    """

    format: Format
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    places: Annotated[int, Meta(ge=1, le=14)] = 2
    sizes: Annotated[tuple[Annotated[int, Meta(ge=1, le=14)], ...], Meta(max_length=14)] = ()
    groups: Annotated[int, Meta(ge=1, le=500)] = 1
    advance: Annotated[int, Meta(ge=1, le=500)] = 1
    final_rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


class RoundToPair(Struct, frozen=True, kw_only=True):
    """A round that is to be paired, with all that the pairing goes by.

    `given` are the tables that were uploaded for it (format `manual`). By `tie_breaks`, with the `scores` of
    all rounds that are over, equals of a group go on to the final.
    """

    seating: Seating
    round: Round
    contenders: tuple[Contender, ...]
    given: tuple[tuple[UUID, ...], ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()
    scores: tuple["RoundScore", ...] = ()


ReasonCode = Literal[
    "by_standing",  # entrants of these standings (`low` to `high`) sit together
    "avoids_repeat",  # by their standing `entrants` would sit elsewhere; they sit here so that fewer meet again
    "repeat_unavoidable",  # `entrants` meet somebody again
    "seats_balanced",  # each sits where they have sat least
    "table_smaller",  # a table of `count`, fewer than wished, as it does not come out even
    "table_larger",  # a table of `count`, more than wished
    "dutch_system",  # two meet by the Dutch system
    "fewest_repeats",  # a table of a round robin that has no schedule: those who have met least
    "by_schedule",  # the meeting stands in the schedule of a round robin, as its round `count`
    "in_group",  # a table of group `count`
    "in_final",  # the table is in the final
    "by_bracket",  # match `count` of the bracket of a knockout; at larger tables, those who go on are dealt out
    "tie_by_number",  # `entrants` were tied in the round before, and go on by the better starting number
    "uploaded",  # so it was uploaded
    "bye_lowest_without",  # the bye goes to the lowest standing of those who have had the fewest: `count`
    "bye_by_schedule",  # the schedule has nobody for them in this round
    "bye_to_best",  # a knockout that does not come out even lets the best starting numbers go on
    "bye_opponent_out",  # the opponent is out of this round
    "bye_not_uploaded",  # the upload has no table for them
]


MOST_REASONS = 8
"""Maximum number of reasons of a table, or of a bye; the pairing gives six at most."""

ReasonNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Reason(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Why a table, or a bye, is as it is."""

    code: ReasonCode
    entrants: Annotated[tuple[UUID, ...], Meta(max_length=MOST_SEATS)] = ()
    low: ReasonNumber | None = None
    high: ReasonNumber | None = None
    count: ReasonNumber | None = None


Reasons = Annotated[tuple[Reason, ...], Meta(max_length=MOST_REASONS)]


class DraftedTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a round: who sits there, by place. A match of two entrants is one table here, even if it has two."""

    number: TableNumber
    entrants: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    reasons: Reasons = ()


class DraftedBye(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entrant who has no table in a round."""

    entrant: UUID
    reasons: Reasons = ()


class Draft(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A proposed round. Entrants who are not active, or are out of a knockout or final, are not in it."""

    round: Round
    tables: tuple[DraftedTable, ...]
    byes: tuple[DraftedBye, ...] = ()

    @property
    def named(self) -> list[UUID]:
        """The entrants in it, at a table or with a bye; an entrant who is there twice is named twice."""
        return [*(each for table in self.tables for each in table.entrants), *(bye.entrant for bye in self.byes)]

    @property
    def named_in_reasons(self) -> int:
        """How many entrants its reasons name; an entrant whom several reasons name counts several times."""
        given = [*(table.reasons for table in self.tables), *(bye.reasons for bye in self.byes)]
        return sum(len(reason.entrants) for reasons in given for reason in reasons)


# Scoring


class PlayedTable(Struct, frozen=True, kw_only=True):
    """A table of a round that is over.

    `entrants` are by seat: of a team, its id stands at each seat of its players. A match with seats exchanged is two
    tables of one `number`. `result` is None where nothing was finished, and a ruling has to say what counts. A table
    that was replayed (`again` times) had other cards, and is compared with tables of its own number only.
    """

    number: TableNumber
    entrants: tuple[UUID, ...]
    result: TableResult | None = None
    again: Annotated[int, Meta(ge=0, le=100)] = 0


class Forfeited(Struct, frozen=True, forbid_unknown_fields=True, tag="forfeited"):
    """An entrant has lost their table by a ruling, or by not coming."""

    entrant: UUID


class AdjustedPoints(Struct, frozen=True, forbid_unknown_fields=True, tag="adjusted_points"):
    """An entrant gets these points in the round, in the unit of the scoring, regardless of what was played."""

    entrant: UUID
    points: Points


class AdjustedShare(Struct, frozen=True, forbid_unknown_fields=True, tag="adjusted_share"):
    """An entrant gets this share of the maximum; in scorings by points, of the best points of the round."""

    entrant: UUID
    share: Share


class NotPlayed(Struct, frozen=True, forbid_unknown_fields=True, tag="not_played"):
    """The table counts for this entrant as not played: they get the average."""

    entrant: UUID


class Penalty(Struct, frozen=True, forbid_unknown_fields=True, tag="penalty"):
    """Points are taken off what an entrant has in the round, in the unit of the scoring."""

    entrant: UUID
    points: Annotated[int, Meta(ge=1, le=1_000_000_000)]


Adjustment = Forfeited | AdjustedPoints | AdjustedShare | NotPlayed | Penalty
"""What a ruling changes in the score of a round. Of the first four, the last one for an entrant counts."""


class Unseated(Struct, frozen=True, kw_only=True):
    """An entrant without a table in a round: a bye, absent (withdrawn, not there), or not yet in (late entry)."""

    entrant: UUID
    why: Literal["bye", "absent", "late"]
    points: Points = 0


class PlayedRound(Struct, frozen=True, kw_only=True):
    """Everything of a round that counts."""

    round: Round
    tables: tuple[PlayedTable, ...]
    unseated: tuple[Unseated, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


HowScored = Literal["played", "forfeited", "won_by_forfeit", "adjusted", "not_played", "bye", "absent", "late"]


class DealScore(Struct, frozen=True, kw_only=True):
    """What an entrant got for a deal: the `points` at the table, and the score that they give.

    The score is `numerator` of `denominator`. `best` says whether nobody they are compared with has more.
    """

    deal: int
    seat: int
    points: int
    numerator: int
    denominator: int
    best: bool


class RoundScore(Struct, frozen=True, kw_only=True):
    """An entrant's score in a round, and how it was computed.

    `points` count; `penalty` is already subtracted. `ahead` is how many at their table did better. `margin` is their
    lead over the best other entrant there, in points of the game (negative: behind). `deals` is empty if nothing was
    finished.
    """

    entrant: UUID
    round: Round
    points: int
    how: HowScored
    outcome: OutcomeOfRound
    table: TableNumber | None = None
    place: int | None = None
    opponents: tuple[UUID, ...] = ()
    penalty: int = 0
    ahead: int = 0
    margin: int = 0
    deals: tuple[DealScore, ...] = ()


# Standings


class Term(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A term of the sum of a tie-break; `counted` is False for a term that is cut.

    `factor` is the result against the opponent, in halves: 2, 1 or 0. `opponent` is missing if the term is a sum over
    all opponents, or there was none.
    """

    round: Round
    value: int
    opponent: UUID | None = None
    factor: int | None = None
    counted: bool = True


class TieBreakValue(Struct, frozen=True, kw_only=True):
    """A tie-break of an entrant with its arithmetic: `value` is the sum of the terms that count."""

    name: TieBreak
    value: int
    terms: tuple[Term, ...] = ()
    applies: Annotated[bool, Meta(description="False: it does not apply, e.g. not all who are tied have met.")] = True


class Standing(Struct, frozen=True, kw_only=True):
    """A row of the standings. Those who are equal in everything share a `rank`."""

    rank: int
    entrant: UUID
    points: int
    reached: Annotated[
        int | None,
        Meta(
            description="How far they have got, which stands before the points: the last round of the knockout, or of"
            " the final of groups, that they have reached; 0: none. The winner, and all still in, have"
            " reached the round after the last one that is over. Null: the format has no knockout."
        ),
    ]
    by_round: tuple[RoundScore, ...]
    tie_breaks: tuple[TieBreakValue, ...]


class TravellerRow(Struct, frozen=True, kw_only=True):
    """The result of a deal at one table."""

    table: TableNumber
    entrants: tuple[UUID, ...]
    points: tuple[int, ...]
    scores: Annotated[
        tuple[Share, ...], Meta(description="By seat, the matchpoints against all other tables, as a share.")
    ]


class Traveller(Struct, frozen=True, kw_only=True):
    """A deal of a round, with the results of all tables that have the same number of seats."""

    round: Round
    deal: int
    seats: int
    rows: tuple[TravellerRow, ...]
