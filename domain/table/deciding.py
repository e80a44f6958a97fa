"""Decides commands: the only place where commands become events, or are refused."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.game import Happened
from domain.table.clock import tick
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
    ProposeTakeBack,
    RenewLink,
    RevokeLink,
    RevokeSight,
    SeatHouse,
    StartGame,
    TakeSeat,
    Tick,
)
from domain.table.ending import abort_by_operator, call_abort, call_off, claim_abandoned, mark_absent, note_rematch
from domain.table.events import SeatEvent
from domain.table.forking import fork_table
from domain.table.inviting import end_invitation, invite
from domain.table.links import renew_link, revoke_link
from domain.table.moving import make_house_move, make_move
from domain.table.opening import open_table
from domain.table.seating import assign_seat, leave_seat, seat_house, start_game, take_seat
from domain.table.snapshot import Snapshot
from domain.table.taking_back import answer_take_back, propose_take_back
from domain.table.watching import grant_sight, revoke_sight


def decide(snapshot: Snapshot | None, command: Command, at: int) -> Happened:
    """Return the events of a command at a table (None: it is not there yet), or raise `Refused`.

    The clock has been ticked up to `at`. The codes are those of the command's `refusals`, and for moves those of the
    rulebook. Raises ValueError unless the first command, and no other, is one of `OPENINGS`.
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
