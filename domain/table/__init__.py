"""A table's life: opened, seats taken and left, the game on it, finished or aborted, played again.

Everything that happens at a table stands in one stream of events, its own (`events`) and those of its game, so one fold
(`folding`) rebuilds it at any version, and one chain of hashes proves it (`domain.record`). `opening` and `commands`
decide, `clock` says what is owed when.
"""

from domain.game import AnyGame
from domain.table.clock import due, house_seats_needed, house_seats_to_act, tick
from domain.table.commands import (
    HOUSE_PLAYERS,
    abort_as_operator,
    call_abort,
    invite,
    leave_seat,
    make_move,
    move_of_seat,
    must_be_seat,
    must_play,
    seat_house,
    start,
    take_seat,
)
from domain.table.events import (
    TABLE_EVENTS,
    AbortCalled,
    DecisionLapsed,
    Entropy,
    HouseKind,
    HouseTookOver,
    PlayerInvited,
    RematchOpened,
    SeatAbsent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    TableAborted,
    TableEvent,
    TableOpened,
    TableSettings,
    Visibility,
    WhyAborted,
)
from domain.table.folding import evolve
from domain.table.opening import deck_digest, note_rematch, open_rematch, open_table
from domain.table.snapshot import Moment, Place, Snapshot, Status, Table, deadline, default

__all__ = [
    "HOUSE_PLAYERS",
    "TABLE_EVENTS",
    "AbortCalled",
    "AnyGame",
    "DecisionLapsed",
    "Entropy",
    "HouseKind",
    "HouseTookOver",
    "Moment",
    "Place",
    "PlayerInvited",
    "RematchOpened",
    "SeatAbsent",
    "SeatLeft",
    "SeatReleased",
    "SeatTaken",
    "SeatTakenBack",
    "Snapshot",
    "Status",
    "Table",
    "TableAborted",
    "TableEvent",
    "TableOpened",
    "TableSettings",
    "Visibility",
    "WhyAborted",
    "abort_as_operator",
    "call_abort",
    "deadline",
    "deck_digest",
    "default",
    "due",
    "evolve",
    "house_seats_needed",
    "house_seats_to_act",
    "invite",
    "leave_seat",
    "make_move",
    "move_of_seat",
    "must_be_seat",
    "must_play",
    "note_rematch",
    "open_rematch",
    "open_table",
    "seat_house",
    "start",
    "take_seat",
    "tick",
]
