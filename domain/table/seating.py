"""Seats: taken, kept, left and freed before the start, and taken back from the house during the game; and the start."""

from collections.abc import Iterable
from uuid import UUID

from msgspec import UNSET

from domain import codes
from domain.game import Event, Happened
from domain.refusals import refusal
from domain.table.commands import AssignSeat, LeaveSeat, SeatHouse, StartGame, TakeSeat
from domain.table.events import (
    GameResumed,
    PlayerInvited,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    TableOpened,
)
from domain.table.folding import after_event
from domain.table.guards import (
    must_be_creator,
    must_be_its_own,
    must_be_open,
    must_be_seat,
    must_be_welcome,
    must_belong,
    must_go_on,
)
from domain.table.inviting import nobody_came
from domain.table.people import HOUSE_PLAYERS
from domain.table.snapshot import Snapshot
from domain.table.state import Table
from domain.table.watching import must_not_have_watched

ALREADY_SEATED = refusal(codes.ALREADY_SEATED, "You have {seat} here; a player has one seat.")
THEY_ALREADY_SEATED = refusal(codes.ALREADY_SEATED, "They have {seat} here; a player has one seat.")
NOT_THE_CREATOR = refusal(codes.NOT_THE_CREATOR, "Only a tournament gives seats away, and only at its own tables.")
TABLE_FULL = refusal(codes.TABLE_FULL, "All seats are taken, or kept for somebody.")
SEAT_NOT_YOURS = refusal(codes.SEAT_NOT_YOURS, "You do not sit on {seat}; only its player and the creator may free it.")
SEAT_RESERVED = refusal(codes.SEAT_RESERVED, "{seat} is not free; free seats: {free:numbers}.")
SEAT_TAKEN = refusal(codes.SEAT_TAKEN, "{seat} is not free; free seats: {free:numbers}.")
SEATS_NOT_FILLED = refusal(codes.SEATS_NOT_FILLED, "Seats that are still free: {free:number} of {seats:number}.")
SEAT_FREE = refusal(codes.SEAT_FREE, "Nobody sits on {seat}, and it is kept for nobody.")


def take_seat(command: TakeSeat, snapshot: Snapshot, at: int) -> Happened:
    """Seat a player on a given seat, or on the one kept for them, or on the first free one.

    At a fork their entropy is not recorded: its shuffles are those of the game before.

    Starts the game if the table does so by itself. During the game a player takes their own seat back from the house;
    at a table of a tournament also the seat that they were given, which shows that they are there. Raises `Refused`.
    """
    table, player, seat = snapshot.table, command.player, command.seat
    own = table.seat_of(player)
    if own is None:
        must_be_open(table)
        must_be_its_own(table)
        must_be_welcome(table, player, command.link)
        entropy = command.entropy if table.fork_of is None else None
        return seated(snapshot, SeatTaken(free_seat(table, player, seat), player, entropy, at=at))
    must_go_on(table)
    place = table.places[own]
    awaited = table.tournament is not None and not place.came
    if seat in {None, own} and (place.house or place.absent or awaited):
        return (SeatTakenBack(own, player, at=at),)
    raise ALREADY_SEATED(seat=own)


def seat_house(command: SeatHouse, snapshot: Snapshot, at: int) -> Happened:
    """Seat a house player, for the table's creator or somebody who sits there. Raises `Refused`."""
    table = snapshot.table
    must_be_open(table)
    must_be_its_own(table)
    must_belong(table, command.player)
    house = HOUSE_PLAYERS[command.house]
    seat = free_seat(table, house, command.seat)
    return seated(snapshot, SeatTaken(seat, house, None, command.house, at=at))


def assign_seat(command: AssignSeat, snapshot: Snapshot, at: int) -> tuple[SeatTaken]:
    """Give a seat of a tournament's table to somebody else, before its game or during it.

    They add no entropy, as nobody does at such a table; so the cards stay the same. Raises `Refused`.
    """
    table, guest, seat = snapshot.table, command.guest, command.seat
    must_go_on(table)
    if table.tournament is None:
        raise NOT_THE_CREATOR()
    must_be_creator(table, command.player)
    must_be_seat(table, seat)
    if table.seat_of(guest) is not None:
        raise THEY_ALREADY_SEATED(seat=table.seat_of(guest))
    must_not_have_watched(table, guest)
    return (SeatTaken(seat, guest, None, command.house, at=at),)


def seated(snapshot: Snapshot, event: SeatTaken) -> Happened:
    """Return the event, and the opening of the game if it was the last seat of a table that starts by itself."""
    after = after_event(snapshot, event)
    if after.table.auto_start and None not in after.table.seats:
        return (event, *opening(after, event.at))
    return (event,)


def all_seated(opened: TableOpened, taken: Iterable[SeatTaken], asked: Iterable[PlayerInvited] = ()) -> Happened:
    """Return the events of a table where these seats are taken at once: its game begins if those are all its seats.

    Before that, some players are `asked` to it.
    """
    events: list[Event] = [opened]
    snapshot = after_event(None, opened)
    for event in (*asked, *taken):
        events.append(event)
        snapshot = after_event(snapshot, event)
    if None not in snapshot.table.seats:
        events += opening(snapshot, opened.at)
    return tuple(events)


def start_game(command: StartGame, snapshot: Snapshot, at: int) -> Happened:
    """Start the game on a full table."""
    table = snapshot.table
    must_be_open(table)
    must_be_creator(table, command.player)
    if None in table.seats:
        raise SEATS_NOT_FILLED(free=table.seats.count(None), seats=len(table.seats))
    return opening(snapshot, at)


def opening(snapshot: Snapshot, at: int) -> Happened:
    """Return the opening events of the game, the deal included; that of a fork only goes on."""
    if snapshot.table.fork_of is not None:
        return (GameResumed(at=at),)
    rules = snapshot.rules
    return rules.start(rules.options(snapshot.table.options), snapshot.chance(), at)


def free_seat(table: Table, player: UUID, wanted: int | None) -> int:
    """Return the seat that a player gets; one that is kept for them goes before the others. Raises `Refused`."""
    free = [
        seat
        for seat, (place, kept) in enumerate(zip(table.places, table.reserved, strict=True))
        if place.player is None and kept in {None, player}
    ]
    if wanted is not None:
        must_be_seat(table, wanted)
    if not free:
        raise TABLE_FULL()
    if wanted is None:
        return next((seat for seat in free if table.reserved[seat] == player), free[0])
    if wanted not in free:
        raise (SEAT_RESERVED if table.places[wanted].player is None else SEAT_TAKEN)(seat=wanted, free=tuple(free))
    return wanted


def leave_seat(command: LeaveSeat, snapshot: Snapshot, at: int) -> Happened:
    """Leave a seat before the start, or release a reserved seat; the table's creator may free any seat.

    A player whose seat was freed in this way sits down again only after a new invitation. Raises `Refused`.
    """
    table, player, seat = snapshot.table, command.player, command.seat
    must_be_open(table)
    must_be_its_own(table)
    must_be_seat(table, seat)
    holder = table.places[seat].player
    whose = holder or table.reserved[seat]
    if player not in {whose, table.creator}:
        raise SEAT_NOT_YOURS(seat=seat)
    if whose is None:
        raise SEAT_FREE(seat=seat)
    happened = SeatReleased if holder is None else SeatLeft
    left = happened(seat, whose, UNSET if whose == player else player, at=at)
    return (left, *nobody_came(after_event(snapshot, left), at, player))
