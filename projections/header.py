"""The header of a table: who plays what there, by which settings, and how it stands. It is the same for all viewers."""

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.fairness import ALGORITHM
from domain.seats import Seat, Time
from domain.table import (
    HouseKind,
    Origin,
    Place,
    Proposal,
    RawOptions,
    Snapshot,
    Status,
    Table,
    TableAborted,
    TableSettings,
    TournamentPlace,
    Visibility,
    WhyAborted,
    awaited,
    may_take_back,
)
from projections.kinds import PlayerKind, kind_of


class Deal(Struct, frozen=True):
    """The data that proves that the deal is fair; the guide describes the shuffle."""

    commitment: Annotated[str, Meta(description="SHA-256 of the secret, published before anybody sat down.")]
    decks_given: Annotated[int, Meta(description="Number of deals with a deck given by an operator.")]
    algorithm: str = ALGORITHM


Reserved = Annotated[
    tuple[UUID | None, ...],
    Meta(description="By seat, the player for whom it is reserved; null: it is not reserved."),
]


class Sitting(Struct, frozen=True):
    """Who has a seat."""

    player: Annotated[UUID | None, Meta(description="The player whose seat it is; null: it is free.")]
    name: Annotated[str | None, Meta(description="Their name; null: the seat is free, or its player was deleted.")]
    kind: Annotated[
        PlayerKind | None,
        Meta(
            description="Whether it is the seat of a person, of a bot (a program with an account) or of a house player;"
            " null: it is free."
        ),
    ]


class Presence(Sitting, frozen=True):
    """Who has a seat, who plays on it, and how much time they have."""

    house: Annotated[HouseKind | None, Meta(description="The house player on the seat; null: its player plays.")]
    absent: Annotated[bool, Meta(description="Whether too many decisions of the seat have lapsed.")]
    calls_abort: Annotated[bool, Meta(description="Whether the seat calls to end the game without a result.")]
    reserve_ms: Annotated[int, Meta(description="Time left beyond the turn limit, for the whole game.")]


class Aborted(Struct, frozen=True):
    """How a table ended without a result."""

    by: Annotated[UUID, Meta(description="The player who ended the table.")]
    why: WhyAborted
    seats: Annotated[
        tuple[Seat, ...],
        Meta(description="If `why` is `abandoned`: the seats whose players have left; otherwise empty."),
    ]


class AskedTakeBack(Struct, frozen=True):
    """A take-back that a seat asks for, until all have consented, one declines, or somebody moves."""

    proposal: Annotated[int, Meta(description="The version of its event; send it with the answer.")]
    seat: Seat
    to: Annotated[int, Meta(description="The version from which the game would go on.")]
    consented: Annotated[tuple[Seat, ...], Meta(description="Who has consented.")]
    awaited: Annotated[tuple[Seat, ...], Meta(description="Whose consent is missing.")]
    lapses_at: Time


class TakeBack(Struct, frozen=True):
    """The take-back that is possible or requested at a table that allows it."""

    seat: Annotated[Seat | None, Meta(description="The seat that may ask to take its last move back; null: none.")]
    asked: Annotated[AskedTakeBack | None, Meta(description="The open request; null: none.")]


class Header(Struct, frozen=True):
    """A table without its cards."""

    id: UUID
    game: Annotated[str, Meta(description="The id of the game in the catalogue.")]
    rules_version: str
    version: Annotated[int, Meta(description="The number of events at this table so far; also the `ETag`.")]
    status: Status
    visibility: Visibility
    auto_start: bool
    options: Annotated[RawOptions, Meta(description="All options of the game, defaults filled in.")]
    settings: TableSettings
    creator: UUID
    creator_name: Annotated[
        str | None, Meta(description="Their name; null: they were deleted, or a tournament opened the table.")
    ]
    seats: Annotated[tuple[UUID | None, ...], Meta(description="The player on each seat; null: free.")]
    reserved: Reserved
    presence: Annotated[tuple[Presence, ...], Meta(description="Who plays on each seat.")]
    deal: Deal
    opened_at: Time
    started_at: Time | None
    finished_at: Time | None
    aborted: Annotated[Aborted | None, Meta(description="Who ended the table without a result, and why.")]
    rematch_of: Annotated[UUID | None, Meta(description="The table whose rematch this one is; null: it is no rematch.")]
    rematch: Annotated[UUID | None, Meta(description="The table of the rematch; null: there is none yet.")]
    tournament: Annotated[TournamentPlace | None, Meta(description="The tournament of the table; null: none.")]
    fork_of: Annotated[
        Origin | None, Meta(description="The version of another game from which this one goes on; null: it is no fork.")
    ]
    rated: Annotated[
        bool,
        Meta(
            description="Whether the game may count for ratings: its cards are new, neither given nor those of a fork,"
            " and no move may be taken back."
        ),
    ]
    take_back: Annotated[
        TakeBack | UnsetType, Meta(description="What may be taken back; absent: the table does not allow it.")
    ] = UNSET


def aborted_of(event: TableAborted) -> Aborted:
    """Return how a table ended."""
    return Aborted(event.by, event.why, event.seats or ())


def presence_of(place: Place) -> Presence:
    """Return who sits at a place, without their name, and how they are there."""
    return Presence(
        player=place.player,
        name=None,
        kind=None if place.player is None else kind_of(place.player),
        house=place.house,
        absent=place.absent,
        calls_abort=place.calls_abort,
        reserve_ms=place.reserve_ms,
    )


def header(table_id: UUID, snapshot: Snapshot) -> Header:
    """Return the table's header at a snapshot, without names: the log has none; see `projections.names`."""
    table: Table = snapshot.table
    return Header(
        id=table_id,
        game=table.game,
        rules_version=table.rules_version,
        version=snapshot.version,
        status=table.status,
        visibility=table.visibility,
        auto_start=table.auto_start,
        options=table.options,
        settings=table.settings,
        creator=table.creator,
        creator_name=None,
        seats=table.seats,
        reserved=table.reserved,
        presence=tuple(map(presence_of, table.places)),
        deal=Deal(table.commitment, len(table.decks)),
        opened_at=table.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
        aborted=aborted_of(table.aborted) if table.aborted else None,
        rematch_of=table.rematch_of,
        rematch=table.rematch,
        tournament=table.tournament,
        fork_of=table.fork_of,
        rated=table.rated,
        take_back=take_back(snapshot) if table.settings.take_back else UNSET,
    )


def take_back(snapshot: Snapshot) -> TakeBack:
    """Return what may be taken back, and what is asked for."""
    table, last = snapshot.table, may_take_back(snapshot)
    return TakeBack(
        None if last is None else last.seat, None if table.proposal is None else asked_of(table, table.proposal)
    )


def asked_of(table: Table, asked: Proposal) -> AskedTakeBack:
    """Return a take-back that is asked for."""
    waits_for = awaited(table, asked)
    return AskedTakeBack(asked.version, asked.seat, asked.to, asked.consented, waits_for, asked.lapses_at)
