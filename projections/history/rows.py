"""The rows of the history: what an analyst reads of a game, its seats and its decisions. `columns` explains each field.

Times and durations are whole milliseconds here. Players have their ids, of which pseudonyms are made before
rows are sent out (`pseudonyms`). What is nested is JSON as text, in its canonical form.
"""

from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.game import Grade
from domain.table import Visibility
from projections.kinds import PlayerKind

Ended = Literal["finished", "aborted"]
DealKind = Literal["drawn", "given", "shared"]
SeatKind = Literal["person", "bot", "house", "substituted", "nobody"]
Occasion = Literal["ask", "exchange", "trick"]
Outcome = Literal["won", "drawn", "lost", "none"]


class Opening(Struct, frozen=True):
    """A record that has opened: the `number`-th of this service, at a time in ms."""

    number: int
    table_id: UUID
    opened_at: int


class GameRow(Struct, frozen=True, kw_only=True):
    """A game whose record is open."""

    number: int
    table_id: UUID
    game: str
    rules_version: str
    status: Ended
    reason: str
    options: str
    seats: int
    people: int
    house: int
    visibility: Visibility
    created_at: int
    started_at: int | None
    finished_at: int
    opened_at: int
    duration_ms: int | None
    events: int
    moves: int
    deals: int
    deal_kind: DealKind
    fork_of: UUID | None
    tournament_id: UUID | None
    round: int | None
    rated: bool
    winners: str
    score: int | None
    band: str | None
    hash: str
    bots: int


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat of such a game."""

    number: int
    table_id: UUID
    game: str
    seat: int
    player: UUID | None
    kind: SeatKind
    team: int | None
    place: int | None
    outcome: Outcome
    points: int | None
    moves: int
    lapses: int
    decisions: int
    decision_ms: int
    first: bool


class EventRow(Struct, frozen=True, kw_only=True):
    """An event of such a game."""

    number: int
    table_id: UUID
    game: str
    version: int
    step: int
    seat: int | None
    player: UUID | None
    type: str
    happened_at: int
    command: str | None
    event: str


class DecisionRow(Struct, frozen=True, kw_only=True):
    """A decision of a seat: what it was offered, and what it did."""

    number: int
    table_id: UUID
    game: str
    version: int
    made_version: int
    seat: int
    player: UUID | None
    kind: PlayerKind
    phase: str
    deal: int
    grade: Grade | None
    offered: int | None
    offered_types: str
    move_type: str | None
    move: str | None
    asked_at: int
    took_ms: int
    lapsed: bool


class Audience(Struct, frozen=True):
    """Who may read the record of a game that is open: everybody, or only those whom its table concerns."""

    for_all: bool
    concerned: tuple[UUID, ...]


class Dealing(Struct, frozen=True):
    """What a seat could have given another one, on how many occasions, and on how many of them it did.

    It is no part of the history that analysts read: hints for operators are made of it.
    """

    giver: int
    taker: int
    occasion: Occasion
    chances: int
    given: int


class Rows(Struct, frozen=True):
    """All that is derived from one game. `decisions` are in the order in which they were made."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    decisions: tuple[DecisionRow, ...]
    audience: Audience = Audience(for_all=True, concerned=())
    dealings: tuple[Dealing, ...] = ()
