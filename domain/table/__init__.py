"""A table's life: opened, seats taken and left, the game on it, finished or aborted, played again.

Everything that happens at a table stands in one stream of events, its own (`events`) and those of its game, so one fold
(`folding`) rebuilds it at any version, and one chain of hashes proves it (`entries`, `domain.record`).

    commands   what can be asked of a table, as values; each names its refusals
    deciding   decide(snapshot | None, command, at) -> events, with `seating`, `links`, `opening`, `watching`, `clock`
               and `guards`
    entries    an entry of the stream: version, step, seat, key, command or none, event
    folding    evolve(snapshot | None, entry) -> snapshot
    upcasting  events and commands of earlier shapes, brought to the present one
    steps      what a command gives: its entries, folded, encoded and chained
    snapshot   a table at a version, and what follows from it: to_act, offered, default, deadline, due
"""

from domain.game import AnyGame
from domain.table.clock import ClockStuck
from domain.table.commands import (
    COMMANDS,
    AbortByOperator,
    AnyCommand,
    AssignSeat,
    CallAbort,
    CallOff,
    ClaimAbandoned,
    Command,
    GrantSight,
    Invite,
    LeaveSeat,
    MakeHouseMove,
    MakeMove,
    NoteRematch,
    OpenTable,
    Overtaken,
    RenewLink,
    RevokeLink,
    RevokeSight,
    SeatHouse,
    StartGame,
    TakeSeat,
    Tick,
    command_type,
)
from domain.table.deciding import decide, seat_of_step, seat_to_move, ticked
from domain.table.decks import alike, deck_digest, shared_deal_digest
from domain.table.entries import FIRST_LINK, EarlierEntry, Entry, canonical, entry_type, link, link_of, stream_event
from domain.table.events import (
    AbortCalled,
    AnyTableEvent,
    DecisionLapsed,
    Entropy,
    HouseKind,
    HouseTookOver,
    InvitationLinkRenewed,
    InvitationLinkRevoked,
    PlayerInvited,
    RawOptions,
    RematchOpened,
    SeatAbsent,
    SeatEvent,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    SightGranted,
    SightRevoked,
    TableAborted,
    TableEvent,
    TableOpened,
    TableSettings,
    TournamentPlace,
    Visibility,
    WhyAborted,
)
from domain.table.folding import after_event, evolve
from domain.table.guards import must_be_seat, must_play
from domain.table.opening import opened_by, rematch
from domain.table.seating import HOUSE_PLAYERS
from domain.table.snapshot import Moment, Place, Snapshot, Status, Table, Watcher, snapshot_type
from domain.table.steps import Recorded, chained, take_step, taken
from domain.table.upcasting import UPCASTERS, entry_of_json, upcast

__all__ = [
    "COMMANDS",
    "FIRST_LINK",
    "HOUSE_PLAYERS",
    "UPCASTERS",
    "AbortByOperator",
    "AbortCalled",
    "AnyCommand",
    "AnyGame",
    "AnyTableEvent",
    "AssignSeat",
    "CallAbort",
    "CallOff",
    "ClaimAbandoned",
    "ClockStuck",
    "Command",
    "DecisionLapsed",
    "EarlierEntry",
    "Entropy",
    "Entry",
    "GrantSight",
    "HouseKind",
    "HouseTookOver",
    "InvitationLinkRenewed",
    "InvitationLinkRevoked",
    "Invite",
    "LeaveSeat",
    "MakeHouseMove",
    "MakeMove",
    "Moment",
    "NoteRematch",
    "OpenTable",
    "Overtaken",
    "Place",
    "PlayerInvited",
    "RawOptions",
    "Recorded",
    "RematchOpened",
    "RenewLink",
    "RevokeLink",
    "RevokeSight",
    "SeatAbsent",
    "SeatEvent",
    "SeatHouse",
    "SeatLeft",
    "SeatReleased",
    "SeatTaken",
    "SeatTakenBack",
    "SightGranted",
    "SightRevoked",
    "Snapshot",
    "StartGame",
    "Status",
    "Table",
    "TableAborted",
    "TableEvent",
    "TableOpened",
    "TableSettings",
    "TakeSeat",
    "Tick",
    "TournamentPlace",
    "Visibility",
    "Watcher",
    "WhyAborted",
    "after_event",
    "alike",
    "canonical",
    "chained",
    "command_type",
    "decide",
    "deck_digest",
    "entry_of_json",
    "entry_type",
    "evolve",
    "link",
    "link_of",
    "must_be_seat",
    "must_play",
    "opened_by",
    "rematch",
    "seat_of_step",
    "seat_to_move",
    "shared_deal_digest",
    "snapshot_type",
    "stream_event",
    "take_step",
    "taken",
    "ticked",
    "upcast",
]
