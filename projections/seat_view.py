"""What a seat (or a spectator) sees of a table: header, the rulebook's view, and what may be done now."""

from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Struct

from domain.fairness import ALGORITHM
from domain.game import Grade, Seat, Time
from domain.table import Snapshot, Status, Table, Visibility


class Deal(Struct, frozen=True):
    """What makes the deal provable: see the description of the shuffle in the guide."""

    commitment: Annotated[str, Meta(description="SHA-256 of the secret, published before anybody sat down.")]
    decks_given: Annotated[int, Meta(description="How many deals have a deck that an operator has given.")]
    algorithm: str = ALGORITHM


class Header(Struct, frozen=True):
    """A table without its cards."""

    id: UUID
    game: Annotated[str, Meta(description="The id of the game in the catalogue.")]
    rules_version: str
    version: Annotated[int, Meta(description="The number of events at this table so far; also the `ETag`.")]
    status: Status
    visibility: Visibility
    auto_start: bool
    options: Annotated[dict[str, Any], Meta(description="All options of the game, defaults filled in.")]
    creator: UUID
    seats: Annotated[tuple[UUID | None, ...], Meta(description="The player on each seat; null: free.")]
    deal: Deal
    opened_at: Time
    started_at: Time | None
    finished_at: Time | None


class SeatDecision(Struct, frozen=True):
    """What the viewer may do now, ready to be posted as a move."""

    seat: Seat
    deadline: Annotated[Time | None, Meta(description="When the next clock step is due; null if none is.")]
    grade: Annotated[
        Grade,
        Meta(description="`enumerated`: `moves` are all legal moves. Otherwise they are legal examples of every kind."),
    ]
    moves: tuple[Any, ...]


class SeatView(Struct, frozen=True):
    """A table at one version, as one seat or a spectator sees it."""

    game: Header
    seat: Annotated[Seat | None, Meta(description="The viewer's seat; null for spectators.")]
    state: Annotated[Any, Meta(description="The rulebook's view; null before the start.")]
    decision: Annotated[SeatDecision | None, Meta(description="What the viewer may do now; null: nothing.")]


def header(game: UUID, snapshot: Snapshot) -> Header:
    """Return the table's header at a snapshot."""
    table: Table = snapshot.table
    return Header(
        id=game,
        game=table.game,
        rules_version=table.rules_version,
        version=snapshot.version,
        status=table.status,
        visibility=table.visibility,
        auto_start=table.auto_start,
        options=table.options,
        creator=table.creator,
        seats=table.seats,
        deal=Deal(table.commitment, len(table.decks)),
        opened_at=table.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
    )


def seat_view(game: UUID, snapshot: Snapshot, seat: int | None) -> SeatView:
    """Return the table as `seat` sees it (None: a spectator)."""
    if snapshot.state is None:
        return SeatView(header(game, snapshot), seat, None, None)
    view = snapshot.table.rules.view(snapshot.state, seat)
    return SeatView(header(game, snapshot), seat, view, decision(snapshot, seat, view.deadline))


def decision(snapshot: Snapshot, seat: int | None, deadline: int | None) -> SeatDecision | None:
    """Return what the seat may do now, or None."""
    if seat is None or snapshot.table.finished_at is not None:
        return None
    choices = snapshot.table.rules.choices(snapshot.state, seat)
    return None if choices is None else SeatDecision(seat, deadline, choices.grade, choices.moves)


def waits_for(snapshot: Snapshot, seat: int) -> bool:
    """Return whether the seat must or may act now."""
    return snapshot.state is not None and seat in snapshot.table.rules.view(snapshot.state, None).to_act
