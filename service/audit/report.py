"""What an audit says."""

from collections.abc import Iterable
from typing import Literal, NamedTuple
from uuid import UUID

from msgspec import Struct, field

from domain.record import Contradiction
from service.seals import checking as seals

Code = (
    Contradiction
    | seals.Code
    | Literal[
        "tail_missing",
        "altered",
        "other_history",
        "version_twice",
        "out_of_order",
        "column_differs",
        "stream_missing",
        "origin_differs",
        "seal_missing",
        "seal_differs",
        "seal_unfounded",
        "seal_by_another_key",
        "signature_wrong",
        "lobby_missing",
        "lobby_differs",
        "lobby_players_differ",
        "due_missing",
        "due_differs",
        "due_unfounded",
        "checkpoint_differs",
        "tournament_row_missing",
        "tournament_row_differs",
        "tournament_row_unfounded",
        "round_table_missing",
        "round_table_differs",
        "round_deal_differs",
        "round_players_differ",
        "round_result_differs",
        "not_of_the_tournament",
        "gap_in_lane",
        "position_twice",
        "lane_ends_early",
        "counter_behind",
        "seals_broken",
    ]
)
"""What can be wrong; the guide for operators explains each."""

MOST_FAULTS = 1_000
"""Maximum number of faults that are told of one lane, or of the seals of the log; the others are counted."""


class StreamFault(Exception):
    """Something is wrong in a stream. `version` is that of the first bad event; None: it is not an event."""

    def __init__(self, code: Code, version: int | None, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.version = version
        self.why = why


class Fault(Struct, frozen=True, omit_defaults=True):
    """Something that is wrong: in a lane or, if it names a `table`, in that stream; or with a seal of the log."""

    code: Code
    why: str
    lane: int | None = None
    position: int | None = None
    table: UUID | None = None
    version: int | None = None


class Unjudged(Struct, frozen=True):
    """A stream that this program does not have the rules of; its chain and its signature hold."""

    table: UUID
    lane: int
    why: str


class Head(NamedTuple):
    """How far a lane goes: its last position, and the root of the tree over all that stands up to there."""

    position: int
    root: bytes


class Found(Struct, kw_only=True):
    """What was found in a part of a log."""

    signatures: int = 0
    """Number of signatures that hold."""
    faults: list[Fault] = field(default_factory=list)
    more: int = 0
    """Number of faults, and of streams that were not judged, that are not told."""

    def add(self, faults: Iterable[Fault]) -> None:
        """Take in what is wrong."""
        for fault in faults:
            if len(self.faults) < MOST_FAULTS:
                self.faults.append(fault)
            else:
                self.more += 1


class LaneReport(Found):
    """What was found in a lane. `head` is where it ended when it was read; None: only some of its tables were."""

    lane: int
    head: Head | None = None
    streams: int = 0
    events: int = 0
    unjudged: list[Unjudged] = field(default_factory=list)

    def leave(self, unjudged: Unjudged) -> None:
        """Take in what was not judged."""
        if len(self.unjudged) < MOST_FAULTS:
            self.unjudged.append(unjudged)
        else:
            self.more += 1
