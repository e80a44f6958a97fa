"""How a game ends without a result, by those who play it or for somebody who does not; and its rematch."""

from uuid import UUID

from domain import codes
from domain.game import Happened
from domain.refusals import refusal
from domain.table.commands import AbortByOperator, CallAbort, CallOff, ClaimAbandoned, MarkAbsent, NoteRematch
from domain.table.events import AbortCalled, HouseTookOver, RematchOpened, SeatAbsent, TableAborted
from domain.table.folding import after_event
from domain.table.guards import must_be_creator, must_be_its_own, must_be_playing, must_go_on, must_have_ended
from domain.table.people import HOUSE_KINDS, people
from domain.table.snapshot import Snapshot

NOT_PLAYING = refusal(codes.NOT_SEATED, "The game goes on; only those who play may end it.")
NO_SEAT = refusal(codes.NOT_SEATED, "You have no seat at this table.")
NO_CHANGE = refusal(codes.NO_CHANGE, "Your call stands so already.")
REMATCH_KNOWN = refusal(codes.NO_CHANGE, "The table of the rematch is known here.")
ABSENT_ALREADY = refusal(codes.NO_CHANGE, "Their seat is absent already.")
NOBODY_AWAY = refusal(codes.NOBODY_AWAY, "The players of all other seats are there, or have time to come back.")

AWAY_MS = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a table without a turn limit waits for a player before the others may end its game."""


def call_abort(command: CallAbort, snapshot: Snapshot, at: int) -> Happened:
    """Call for an end without a result, or take that back, as it was until 0.3: records of that time have it.

    Before the start it is for the table's creator, then for those who play. One call ends the table before the first
    move; after it, the calls of all people, those included for whom the house plays just now.
    """
    table, player, on = snapshot.table, command.player, command.on
    must_go_on(table)
    seat = table.seat_of(player)
    if table.started_at is None:
        must_be_creator(table, player)
    elif seat is None:
        raise NOT_PLAYING()
    if on and snapshot.moves == 0:
        return (TableAborted(player, "before_first_move", at=at),)
    if seat is None or table.places[seat].calls_abort == on:
        raise NO_CHANGE()
    called = AbortCalled(seat, on, at=at)
    return (called, *agreed(after_event(snapshot, called), player, at))


def agreed(snapshot: Snapshot, player: UUID, at: int) -> tuple[TableAborted, ...]:
    """Return the end of a table for which all people call, the last of them `player`; nothing if not all do."""
    if all(place.calls_abort or place.player in HOUSE_KINDS for place in snapshot.table.places):
        return (TableAborted(player, "agreed", at=at),)
    return ()


def call_off(command: CallOff, snapshot: Snapshot, at: int) -> Happened:
    """Call for an end without a result, or take that back.

    Before the start the table's creator ends it. From the deal on, when all have seen their cards, it takes the calls
    of all people, those included for whom the house plays just now. A player who is alone with house players abandons
    the game. Where no people sit, the table's creator ends it at any time.
    """
    table, player, on = snapshot.table, command.player, command.on
    must_go_on(table)
    must_be_its_own(table)
    seat = table.seat_of(player)
    if table.started_at is None or not people(table):
        must_be_creator(table, player)
        if on:
            return (TableAborted(player, "before_first_move" if table.started_at is None else "agreed", at=at),)
    elif seat is None:
        raise NOT_PLAYING()
    if seat is None or table.places[seat].calls_abort == on:
        raise NO_CHANGE()
    called = AbortCalled(seat, on, at=at)
    if people(table) == (seat,):
        return (called, TableAborted(player, "abandoned", (seat,), at=at))
    return (called, *agreed(after_event(snapshot, called), player, at))


def claim_abandoned(command: ClaimAbandoned, snapshot: Snapshot, at: int) -> tuple[TableAborted]:
    """End a game that other people have abandoned, for somebody who has not."""
    must_be_its_own(snapshot.table)
    seat = snapshot.table.seat_of(command.player)
    if seat is None:
        raise NO_SEAT()
    must_be_playing(snapshot)
    away = tuple([other for other in people(snapshot.table) if other != seat and is_away(snapshot, other, at)])
    if not away:
        raise NOBODY_AWAY()
    return (TableAborted(command.player, "abandoned", away, at=at),)


def is_away(snapshot: Snapshot, seat: int, at: int) -> bool:
    """Return whether a player is absent, or lets a table without a turn limit wait for too long."""
    table = snapshot.table
    if table.places[seat].absent:
        return True
    if table.settings.turn_limit_ms is not None or seat not in snapshot.to_act or snapshot.default(seat) is None:
        return False
    began = snapshot.decision_began(seat)
    return began is not None and at - began.at >= AWAY_MS


def mark_absent(command: MarkAbsent, snapshot: Snapshot, at: int) -> Happened:
    """Mark the seat of somebody absent who never comes back; a game of theirs with house players only ends."""
    table = snapshot.table
    seat = table.seat_of(command.player)
    if seat is None:
        raise NO_SEAT()
    must_be_playing(snapshot)
    place = table.places[seat]
    absent = () if place.absent else (SeatAbsent(seat, at=at),)
    if people(table) == (seat,) and table.tournament is None:
        return (*absent, TableAborted(command.player, "abandoned", (seat,), at=at))
    if not absent:
        raise ABSENT_ALREADY()
    if place.house is None and table.settings.house_takes_over:
        return (*absent, HouseTookOver(seat, "random", at=at))
    return absent


def abort_by_operator(command: AbortByOperator, snapshot: Snapshot, at: int) -> tuple[TableAborted]:
    """End a table whose people do not, for an operator of the service, or for the tournament that has opened it."""
    table = snapshot.table
    must_go_on(table)
    if table.tournament is not None and command.player == table.creator:
        return (TableAborted(command.player, "tournament", at=at),)
    return (TableAborted(command.player, "operator", at=at),)


def note_rematch(command: NoteRematch, snapshot: Snapshot, at: int) -> tuple[RematchOpened]:
    """Tell the table of its rematch."""
    seat = must_have_ended(snapshot.table, command.player)
    if snapshot.table.rematch == command.table:
        raise REMATCH_KNOWN()
    return (RematchOpened(seat, command.table, at=at),)
