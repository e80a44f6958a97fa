"""What may be done at a table: each command looks at a snapshot and returns events, or raises `Refused`."""

from typing import Any
from uuid import UUID

from msgspec import UNSET

from domain.game import Refused
from domain.table.events import (
    AbortCalled,
    HouseKind,
    PlayerInvited,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    TableAborted,
)
from domain.table.folding import evolve
from domain.table.snapshot import Snapshot, Table

HOUSE_PLAYERS: dict[HouseKind, UUID] = {"random": UUID("5eed0000-0000-5000-8000-000000000001")}
"""The house players by kind: each is one player, who may sit on many seats."""


def take_seat(
    snapshot: Snapshot, player: UUID, at: int, *, seat: int | None = None, entropy: str | None = None
) -> tuple[Any, ...]:
    """Seat a player on a given seat, or on the one kept for her, or on the first free one.

    Starts the game if the table does so by itself. During the game a player takes her own seat back from the house.
    Raises `Refused` with `already_started`, `game_over`, `not_welcome`, `already_seated`, `table_full`, `no_such_seat`,
    `seat_taken` or `seat_reserved`.
    """
    table = snapshot.table
    own = table.seat_of(player)
    if own is None:
        must_be_open(table)
        must_be_welcome(table, player)
        return seated(snapshot, SeatTaken(free_seat(table, player, seat), player, entropy, at=at))
    must_go_on(table)
    if seat in {None, own} and (table.places[own].house or table.places[own].absent):
        return (SeatTakenBack(own, player, at=at),)
    raise Refused("already_seated", f"You have seat {own} here; a player has one seat.")


def seat_house(
    snapshot: Snapshot, player: UUID, kind: HouseKind, at: int, *, seat: int | None = None
) -> tuple[Any, ...]:
    """Seat a house player, for who has opened the table or sits there.

    Raises `Refused` with `already_started`, `game_over`, `not_seated`, `table_full`, `no_such_seat`, `seat_taken` or
    `seat_reserved`.
    """
    table = snapshot.table
    must_be_open(table)
    must_belong(table, player)
    house = HOUSE_PLAYERS[kind]
    return seated(snapshot, SeatTaken(free_seat(table, house, seat), house, None, kind, at=at))


def seated(snapshot: Snapshot, event: SeatTaken) -> tuple[Any, ...]:
    """Return the event, and the opening of the game if it was the last seat of a table that starts by itself."""
    after = evolve(snapshot, event)
    if after.table.auto_start and None not in after.table.seats:
        return (event, *opening(after, event.at))
    return (event,)


def free_seat(table: Table, player: UUID, wanted: int | None) -> int:
    """Return the seat that a player gets; one that is kept for her goes before the others."""
    free = [
        seat
        for seat, (place, kept) in enumerate(zip(table.places, table.reserved, strict=True))
        if place.player is None and kept in {None, player}
    ]
    if wanted is not None:
        must_be_seat(table, wanted)
    if not free:
        raise Refused("table_full", "All seats are taken, or kept for somebody.")
    if wanted is None:
        return next((seat for seat in free if table.reserved[seat] == player), free[0])
    if wanted not in free:
        code = "seat_reserved" if table.places[wanted].player is None else "seat_taken"
        raise Refused(code, f"Seat {wanted} is not to be had; free: {', '.join(map(str, free))}.")
    return wanted


def leave_seat(snapshot: Snapshot, player: UUID, seat: int, at: int) -> tuple[SeatLeft | SeatReleased]:
    """Stand up before the start, or do without a seat that is kept; who has opened the table may free any seat.

    Whoever sat on a seat that was so freed sits down again only if she is invited anew.
    Raises `Refused` with `already_started`, `game_over`, `no_such_seat`, `seat_not_yours` or `seat_free`.
    """
    table = snapshot.table
    must_be_open(table)
    must_be_seat(table, seat)
    holder = table.places[seat].player
    whose = holder or table.reserved[seat]
    if player not in {whose, table.creator}:
        raise Refused("seat_not_yours", f"You do not sit on seat {seat}; only its player and the creator may free it.")
    if whose is None:
        raise Refused("seat_free", f"Nobody sits on seat {seat}, and it is kept for nobody.")
    happened = SeatReleased if holder is None else SeatLeft
    return (happened(seat, whose, UNSET if whose == player else player, at=at),)


def invite(snapshot: Snapshot, player: UUID, guest: UUID, at: int) -> tuple[PlayerInvited]:
    """Ask a player to the table, for who has opened it or sits there.

    Raises `Refused` with `already_started`, `game_over`, `not_seated` or `already_invited`.
    """
    table = snapshot.table
    must_be_open(table)
    must_belong(table, player)
    if guest == table.creator or guest in table.guests or guest in table.seats:
        raise Refused("already_invited", "This player knows of the table.")
    return (PlayerInvited(guest, player, at=at),)


def start(snapshot: Snapshot, player: UUID, at: int) -> tuple[Any, ...]:
    """Start the game on a full table.

    Raises `Refused` with `already_started`, `game_over`, `not_the_creator` or `seats_not_filled`.
    """
    table = snapshot.table
    must_be_open(table)
    must_be_creator(table, player)
    if None in table.seats:
        raise Refused("seats_not_filled", f"{table.seats.count(None)} of {len(table.seats)} seats are still free.")
    return opening(snapshot, at)


def opening(snapshot: Snapshot, at: int) -> tuple[Any, ...]:
    """Return the opening events of the game, the deal included."""
    rules = snapshot.table.rules
    return rules.start(rules.options(snapshot.table.options), snapshot.chance(), at)


def call_abort(snapshot: Snapshot, player: UUID, at: int, *, on: bool = True) -> tuple[Any, ...]:
    """Call for an end without a result, or take that back.

    Before the start it is for who has opened the table, then for those who play. One call ends the table before the
    first move; after it, the calls of all people, those included for whom the house plays just now.
    Raises `Refused` with `game_over`, `not_the_creator`, `not_seated` or `no_change`.
    """
    table = snapshot.table
    must_go_on(table)
    seat = table.seat_of(player)
    if table.started_at is None:
        must_be_creator(table, player)
    elif seat is None:
        raise Refused("not_seated", "The game goes on; only those who play may end it.")
    if on and snapshot.moves == 0:
        return (TableAborted(player, "before_first_move", at=at),)
    if seat is None or table.places[seat].calls_abort == on:
        raise Refused("no_change", "Your call stands so already.")
    called = AbortCalled(seat, on, at=at)
    places = evolve(snapshot, called).table.places
    if all(place.calls_abort or place.player in HOUSE_PLAYERS.values() for place in places):
        return (called, TableAborted(player, "agreed", at=at))
    return (called,)


def abort_as_operator(snapshot: Snapshot, operator: UUID, at: int) -> tuple[TableAborted]:
    """End a table whose people do not, for an operator of the service. Raises `Refused("game_over", …)`."""
    must_go_on(snapshot.table)
    return (TableAborted(operator, "operator", at=at),)


def make_move(snapshot: Snapshot, player: UUID | None, raw: object, at: int) -> tuple[int, Any, tuple[Any, ...]]:
    """Judge a move, given as JSON gives it. The clock has been ticked up to `at`.

    Returns the seat, the move, typed, and its events. Raises `Refused` with `not_seated`, `house_plays`, `game_over`,
    `not_started`, or the rulebook's code.
    """
    table = snapshot.table
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "You have no seat at this table; spectators do not move.")
    must_play(table, seat)
    return seat, *move_of_seat(snapshot, seat, raw, at)


def move_of_seat(snapshot: Snapshot, seat: int, raw: object, at: int) -> tuple[Any, tuple[Any, ...]]:
    """Judge a move of a seat, whoever plays there; return it, typed, and its events.

    Raises `Refused` with `game_over`, `not_started`, or the rulebook's code.
    """
    table = snapshot.table
    if table.finished_at is not None:
        raise Refused("game_over", "The game is finished.")
    if snapshot.state is None:
        raise Refused("not_started", "The game has not begun yet.")
    move = table.rules.parse(raw)
    return move, table.rules.decide(snapshot.state, seat, move, at, snapshot.chance())


def must_be_open(table: Table) -> None:
    """Raise `Refused` once the game has begun, or the table has been aborted."""
    if table.started_at is not None:
        raise Refused("already_started", "The game has begun; its seats are fixed.")
    must_go_on(table)


def must_go_on(table: Table) -> None:
    """Raise `Refused("game_over", …)` once the table has ended."""
    if table.finished_at is not None:
        raise Refused("game_over", "The table has ended.")


def must_be_creator(table: Table, player: UUID) -> None:
    """Raise `Refused("not_the_creator", …)` for who has not opened the table."""
    if player != table.creator:
        raise Refused("not_the_creator", "Only who has opened the table may start its game, or end it before that.")


def must_belong(table: Table, player: UUID) -> None:
    """Raise `Refused("not_seated", …)` for who neither sits at the table nor has opened it."""
    if player != table.creator and table.seat_of(player) is None:
        raise Refused("not_seated", "Only those who sit here, and who has opened the table, may do that.")


def must_be_welcome(table: Table, player: UUID) -> None:
    """Raise `Refused("not_welcome", …)` for who was put out, and not invited since."""
    if player in table.put_out:
        raise Refused(
            "not_welcome", "Who has opened the table has freed your seat; sit down again once you are invited."
        )


def must_play(table: Table, seat: int) -> None:
    """Raise `Refused("house_plays", …)` while a house player plays on a seat, whosever it is."""
    if table.places[seat].house is not None and table.finished_at is None:
        raise Refused("house_plays", "A house player plays on your seat; take it back first.")


def must_be_seat(table: Table, seat: int) -> None:
    """Raise `Refused("no_such_seat", …)` for a number that is no seat here."""
    if not 0 <= seat < len(table.places):
        raise Refused("no_such_seat", f"The seats are 0 to {len(table.places) - 1}.")
