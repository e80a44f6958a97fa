"""How each event changes a table: one fold (`evolve`) over its stream gives it, the events of its game included."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import GameFinished, GameStarted, StockFormed
from domain.game import Event
from domain.table.events import (
    TABLE_EVENTS,
    AbortCalled,
    DecisionLapsed,
    HouseTookOver,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    TableAborted,
    TableOpened,
    TableSettings,
)
from domain.table.snapshot import Moment, Place, Snapshot, Table, deadline


def evolve(snapshot: Snapshot | None, event: Any, mover: int | None = None) -> Snapshot:
    """Fold one event of the stream into the snapshot (None: before the first, which is `table_opened`).

    `mover` is the seat whose move this is the first event of; None: of none.
    """
    if snapshot is None:
        return opened(event)
    version, table, at = snapshot.version + 1, snapshot.table, event.at
    if isinstance(event, TableOpened):
        raise ValueError("a table is opened once")  # noqa: TRY004 - the type is right, its place is not
    if type(event) in TABLE_EVENTS:
        moves = snapshot.moves + (type(event) is DecisionLapsed)
        return replace(snapshot, version=version, at=at, table=CHANGES[type(event)](table, event, version), moves=moves)
    stocks_formed, moves, asked = snapshot.stocks_formed, snapshot.moves, snapshot.asked
    match event:
        case GameStarted():
            table = replace(table, started_at=at)
        case GameFinished():
            table = replace(table, finished_at=at)
        case StockFormed():
            stocks_formed += 1
    rules = table.rules
    state = rules.evolve(snapshot.state, event)
    if asked is None or rules.occasion(state) != rules.occasion(snapshot.state):
        asked = Moment(version, at)
    if mover is not None:
        moves += 1
        table = with_place(table, mover, played(snapshot, mover, Moment(version, at)))
    return Snapshot(version, at, table, state, stocks_formed, moves, asked)


def opened(event: TableOpened) -> Snapshot:
    """Return the snapshot of a table that has just been opened."""
    if event.secret is UNSET or event.decks is UNSET:
        raise ValueError("a redacted stream cannot be folded")
    seats = int(event.options["players"])
    settings = event.settings or TableSettings()
    table = Table(
        game=event.game,
        rules_version=event.rules_version,
        options=event.options,
        settings=settings,
        visibility=event.visibility,
        auto_start=event.auto_start,
        creator=event.creator,
        commitment=event.commitment,
        secret=bytes.fromhex(event.secret),
        decks=event.decks,
        places=(Place(reserve_ms=settings.reserve_ms),) * seats,
        reserved=event.reserved or (None,) * seats,
        opened_at=event.at,
        rematch_of=event.rematch_of or None,
    )
    return Snapshot(1, event.at, table)


def played(snapshot: Snapshot, seat: int, moment: Moment) -> Place:
    """Return a seat that has decided: it is there, and has no more in reserve than was left until it had lapsed."""
    place = snapshot.table.places[seat]
    reserve = place.reserve_ms
    lapse = deadline(snapshot, seat) if reserve else None
    if lapse is not None:
        reserve = min(reserve, lapse - moment.at)
    return replace(place, acted=moment, defaults=0, absent=place.absent and place.house is not None, reserve_ms=reserve)


def with_place(table: Table, seat: int, place: Place) -> Table:
    """Return the table with another place at a seat."""
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))


def seat_taken(table: Table, event: SeatTaken, _: int) -> Table:
    """Somebody sits down on a seat, which is kept no more; nor is any other for a person. The house has many."""
    place = replace(table.places[event.seat], player=event.player, entropy=event.entropy, house=event.house or None)
    table = released(with_place(table, event.seat, place), event.seat)
    if event.house:
        return table
    return replace(table, reserved=tuple([None if kept == event.player else kept for kept in table.reserved]))


def seat_left(table: Table, event: SeatLeft, _: int) -> Table:
    """The seat is free again, for everybody; who was put out needs a new invitation to the table."""
    table = released(with_place(table, event.seat, Place(reserve_ms=table.settings.reserve_ms)), event.seat)
    if not event.by:
        return table
    return replace(table, invited=table.invited - {event.player}, put_out=table.put_out | {event.player})


def seat_released(table: Table, event: SeatReleased, _: int) -> Table:
    """The seat is kept for nobody."""
    return released(table, event.seat)


def released(table: Table, seat: int) -> Table:
    """Return the table with a seat that is kept for nobody."""
    return replace(table, reserved=(*table.reserved[:seat], None, *table.reserved[seat + 1 :]))


def player_invited(table: Table, event: PlayerInvited, _: int) -> Table:
    """Somebody may see the table and sit down."""
    return replace(table, invited=table.invited | {event.player}, put_out=table.put_out - {event.player})


def abort_called(table: Table, event: AbortCalled, _: int) -> Table:
    """A seat wants an end without a result, or no more."""
    return with_place(table, event.seat, replace(table.places[event.seat], calls_abort=event.on))


def table_aborted(table: Table, event: TableAborted, _: int) -> Table:
    """The table has ended without a result."""
    return replace(table, finished_at=event.at, aborted=event)


def decision_lapsed(table: Table, event: DecisionLapsed, version: int) -> Table:
    """The decision is over, and the reserve with it."""
    lapsed = replace(table.places[event.seat], acted=Moment(version, event.at), defaults=event.defaults, reserve_ms=0)
    return with_place(table, event.seat, lapsed)


def seat_absent(table: Table, event: SeatAbsent, _: int) -> Table:
    """The player is away."""
    return with_place(table, event.seat, replace(table.places[event.seat], absent=True))


def house_took_over(table: Table, event: HouseTookOver, _: int) -> Table:
    """A house player goes on for the seat."""
    return with_place(table, event.seat, replace(table.places[event.seat], house=event.house))


def seat_taken_back(table: Table, event: SeatTakenBack, _: int) -> Table:
    """The player goes on herself."""
    return with_place(table, event.seat, replace(table.places[event.seat], house=None, absent=False, defaults=0))


def rematch_opened(table: Table, event: RematchOpened, _: int) -> Table:
    """There is another table for the same players."""
    return replace(table, rematch=event.table)


CHANGES: dict[type[Event], Callable[[Table, Any, int], Table]] = {
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    SeatReleased: seat_released,
    PlayerInvited: player_invited,
    AbortCalled: abort_called,
    TableAborted: table_aborted,
    DecisionLapsed: decision_lapsed,
    SeatAbsent: seat_absent,
    HouseTookOver: house_took_over,
    SeatTakenBack: seat_taken_back,
    RematchOpened: rematch_opened,
}
