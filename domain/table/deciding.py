"""What becomes of a command: the only place where commands become events, or are refused."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from domain import codes
from domain.game import Happened, Move
from domain.refusals import refusal
from domain.table.clock import clock_steps
from domain.table.commands import (
    AbortByOperator,
    AnswerTakeBack,
    AssignSeat,
    CallAbort,
    CallOff,
    ClaimAbandoned,
    Command,
    EndInvitation,
    ForkTable,
    GrantSight,
    Invite,
    LeaveSeat,
    MakeHouseMove,
    MakeMove,
    MarkAbsent,
    NoteRematch,
    OpenTable,
    Overtaken,
    ProposeTakeBack,
    RenewLink,
    RevokeLink,
    RevokeSight,
    SeatHouse,
    StartGame,
    TakeSeat,
    Tick,
)
from domain.table.events import AbortCalled, HouseTookOver, RematchOpened, SeatAbsent, SeatEvent, TableAborted
from domain.table.folding import after_event
from domain.table.forking import fork_table
from domain.table.guards import (
    must_be_creator,
    must_be_its_own,
    must_be_open,
    must_be_playing,
    must_be_seat,
    must_go_on,
    must_have_ended,
    must_play,
)
from domain.table.inviting import end_invitation, invite
from domain.table.links import renew_link, revoke_link
from domain.table.opening import open_table
from domain.table.people import people
from domain.table.seating import HOUSE_KINDS, assign_seat, leave_seat, opening, seat_house, take_seat
from domain.table.snapshot import Snapshot
from domain.table.taking_back import answer_take_back, propose_take_back
from domain.table.watching import grant_sight, revoke_sight

NOT_SEATED = refusal(codes.NOT_SEATED, "You have no seat at this table; spectators do not move.")
NOT_PLAYING = refusal(codes.NOT_SEATED, "The game goes on; only those who play may end it.")
NO_SEAT = refusal(codes.NOT_SEATED, "You have no seat at this table.")
SEATS_NOT_FILLED = refusal(codes.SEATS_NOT_FILLED, "Seats that are still free: {free:number} of {seats:number}.")
NO_CHANGE = refusal(codes.NO_CHANGE, "Your call stands so already.")
REMATCH_KNOWN = refusal(codes.NO_CHANGE, "The table of the rematch is known here.")
ABSENT_ALREADY = refusal(codes.NO_CHANGE, "Their seat is absent already.")
NOBODY_AWAY = refusal(codes.NOBODY_AWAY, "The players of all other seats are there, or have time to come back.")

AWAY_MS = 7 * 24 * 60 * 60 * 1000
"""Milliseconds for which a table without a turn limit waits for a player before the others may end its game."""


def decide(snapshot: Snapshot | None, command: Command, at: int) -> Happened:
    """Return the events of a command at a table (None: it is not there yet), or raise `Refused`.

    The clock has been ticked up to `at`. The codes are those of the command's `refusals`, and for moves those of the
    rulebook. Raises ValueError if another command than one of `OPENINGS` is the first, or one of those is not.
    """
    if snapshot is None:
        return begin(command, at)
    judge = JUDGES.get(type(command))
    if judge is None:
        raise ValueError(f"`{type(command).__name__}` is no command to a table that is open")
    return judge(command, snapshot, at)


def begin(command: Command, at: int) -> Happened:
    """Return the events of a command with which a table begins. Raises `Refused`, or ValueError for any other one."""
    match command:
        case OpenTable():
            return open_table(command, at)
        case ForkTable():
            return fork_table(command, at)
    raise ValueError("a table begins with `open_table` or `fork_table`")


def ticked(snapshot: Snapshot, at: int) -> Snapshot:
    """Return the table after all clock steps that are due at or before `at`."""
    while events := clock_steps(snapshot, at):
        for event in events:
            snapshot = after_event(snapshot, event)
    return snapshot


def seat_of_step(snapshot: Snapshot | None, command: Command, events: Happened) -> int | None:
    """Return the seat that acts with a command that has these events; None: the table, or the clock."""
    match command:
        case MakeMove() if snapshot is not None:
            return snapshot.table.seat_of(command.player)
        case MakeHouseMove():
            return command.seat
        case Tick():
            return None
    return events[0].seat if isinstance(events[0], SeatEvent) else None


# Moves


def make_move(command: MakeMove[Move], snapshot: Snapshot, at: int) -> Happened:
    """Judge a move of a player."""
    seat = seat_to_move(snapshot, command.player, command.decision, command.expected_version)
    return move_of_seat(snapshot, seat, command.move, at)


def seat_to_move(snapshot: Snapshot, player: UUID, decision: str | None, expected: int | None) -> int:
    """Return the seat of a player who may try a move, whatever it is.

    Raises `Refused` with `not_seated`, `decision_over`, `stale_version`, `house_plays`, `game_over` or `not_started`.
    """
    seat = snapshot.table.seat_of(player)
    if seat is None:
        raise NOT_SEATED()
    if snapshot.going_on:
        must_be_in_time(snapshot, seat, decision, expected)
    must_play(snapshot.table, seat)
    must_be_playing(snapshot)
    return seat


def make_house_move(command: MakeHouseMove[Move], snapshot: Snapshot, at: int) -> Happened:
    """Judge a move of a house player: it is for one decision, and for as long as that player sits there.

    While a take-back is asked for, it waits.
    """
    must_be_seat(snapshot.table, command.seat)
    if snapshot.table.places[command.seat].house != command.house or snapshot.table.proposal is not None:
        raise decision_over()
    must_be_in_time(snapshot, command.seat, command.decision, None)
    return move_of_seat(snapshot, command.seat, command.move, at)


def must_be_in_time(snapshot: Snapshot, seat: int, decision: str | None, expected: int | None) -> None:
    """Raise `Overtaken` if a move is meant for a decision, or was chosen on a version, that is over for the seat."""
    if decision is not None and decision != snapshot.decision_id(seat):
        raise decision_over()
    began = snapshot.decision_began(seat)
    if expected is None or began is None:
        return
    if expected < began.version:
        raise Overtaken(codes.STALE_VERSION, "The table has changed since the version that the move was meant for.")
    if expected > snapshot.version:
        raise Overtaken(codes.STALE_VERSION, "The table has not yet come to the version that the move was meant for.")


def decision_over() -> Overtaken:
    """Return the refusal of a move for another decision than the current one."""
    return Overtaken(codes.DECISION_OVER, "The decision that the move was meant for is over.")


def move_of_seat(snapshot: Snapshot, seat: int, move: Move, at: int) -> Happened:
    """Judge a move of a seat by the rules of the game, for a player or a house player alike."""
    must_be_playing(snapshot)
    return snapshot.rules.decide(snapshot.state, seat, move, at, snapshot.chance())


def tick(_: Tick, snapshot: Snapshot, at: int) -> Happened:
    """Let the clock do what is due at the next moment; nothing, if that is after `at`."""
    return clock_steps(snapshot, at)


# The table


def start_game(command: StartGame, snapshot: Snapshot, at: int) -> Happened:
    """Start the game on a full table."""
    table = snapshot.table
    must_be_open(table)
    must_be_creator(table, command.player)
    if None in table.seats:
        raise SEATS_NOT_FILLED(free=table.seats.count(None), seats=len(table.seats))
    return opening(snapshot, at)


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
    of all people, those included for whom the house plays just now. Who is alone with house players abandons the game.
    Where no people sit, the table's creator ends it at any time.
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
    if place.absent:
        raise ABSENT_ALREADY()
    absent = SeatAbsent(seat, at=at)
    if people(table) == (seat,) and table.tournament is None:
        return (absent, TableAborted(command.player, "abandoned", (seat,), at=at))
    if place.house is None and table.settings.house_takes_over:
        return (absent, HouseTookOver(seat, "random", at=at))
    return (absent,)


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


JUDGES: Mapping[type[Command], Callable[[Any, Snapshot, int], Happened]] = MappingProxyType(
    {
        TakeSeat: take_seat,
        SeatHouse: seat_house,
        AssignSeat: assign_seat,
        LeaveSeat: leave_seat,
        Invite: invite,
        EndInvitation: end_invitation,
        RenewLink: renew_link,
        RevokeLink: revoke_link,
        StartGame: start_game,
        MakeMove: make_move,
        MakeHouseMove: make_house_move,
        CallAbort: call_abort,
        CallOff: call_off,
        ClaimAbandoned: claim_abandoned,
        MarkAbsent: mark_absent,
        ProposeTakeBack: propose_take_back,
        AnswerTakeBack: answer_take_back,
        AbortByOperator: abort_by_operator,
        GrantSight: grant_sight,
        RevokeSight: revoke_sight,
        NoteRematch: note_rematch,
        Tick: tick,
    }
)
"""What judges each kind of command to a table that is open."""
