"""The record of a game: every event with its header in a chain of hashes, and its audit by the rules.

Link n of the chain is `SHA-256(link n-1 ‖ canonical JSON of entry n)`; link 0 is 32 zero bytes. An entry is the object

    {"command": …, "event": …, "game": …, "move": …, "seat": …, "step": …, "version": …}

- `version`: its number in the stream, from 1; `step`: the version of the first event of the same command;
- `seat`: the seat that acted, null for the table and the clock;
- `move`: on the first event of a move, the move; else null;
- `command`: the id of the client's command (hexadecimal), or null; `game`: the table's UUID; `event`: with its secrets.

Canonical JSON: keys sorted, no white space, UTF-8, as RFC 8785 has it for strings and integers (there are no floats).
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Union
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct

from domain import GAMES, table
from domain.events import GameStarted
from domain.game import Refused, by_wire_name
from domain.table import (
    TABLE_EVENTS,
    AbortCalled,
    DecisionLapsed,
    PlayerInvited,
    RematchOpened,
    SeatLeft,
    SeatReleased,
    SeatTaken,
    SeatTakenBack,
    Snapshot,
    TableAborted,
    TableEvent,
    TableOpened,
)

FIRST_LINK = bytes(32)
SECRET = re.compile("[0-9a-f]{64}")
OF_A_SEAT = SeatTaken | SeatLeft | SeatReleased | SeatTakenBack | AbortCalled | RematchOpened
"""The events of a table whose headers name the seat that they are about."""


class Entry(Struct, frozen=True, gc=False):
    """One event of a stream with its header; `event` and `move` are typed."""

    version: int
    step: int
    seat: int | None
    command: str | None
    move: Any
    event: Any

    @property
    def mover(self) -> int | None:
        """The seat whose move this is the first event of; None: of none."""
        return None if self.move is None else self.seat


class RecordBroken(Exception):
    """A record that the chain, the deal or the rules contradict.

    `version` is that of the first bad event; None if no event can be told, but the record as a whole is not true.
    """

    def __init__(self, version: int | None, why: str) -> None:
        super().__init__(why if version is None else f"event {version}: {why}")
        self.version = version
        self.why = why


def canonical(value: object) -> bytes:
    """Return the canonical JSON of structs, dicts, lists, strings, integers, booleans and null."""
    return msgspec.json.encode(value, order="sorted")


def link(previous: bytes, game: UUID, entry: Entry) -> bytes:
    """Return the hash of an entry, 32 bytes, that stands after the link `previous`."""
    header = {
        "command": entry.command,
        "event": entry.event,
        "game": game,
        "move": entry.move,
        "seat": entry.seat,
        "step": entry.step,
        "version": entry.version,
    }
    return hashlib.sha256(previous + canonical(header)).digest()


@cache
def stream_event(game_id: str) -> Any:
    """Return the union of all events that can stand in the stream of a table where this game is played."""
    kinds = (*by_wire_name(TableEvent).values(), *by_wire_name(GAMES[game_id].Event).values())
    return Union[kinds]  # noqa: UP007 - the members are only known at run time


@cache
def entry_type(game_id: str) -> Any:
    """Return the type of the entries of such a stream, for `msgspec.convert` and decoders."""
    return msgspec.defstruct(
        "TypedEntry",
        [
            ("version", int),
            ("step", int),
            ("seat", int | None),
            ("command", str | None),
            ("move", GAMES[game_id].Move | None),
            ("event", stream_event(game_id)),
        ],
        bases=(Entry,),
        frozen=True,
    )


def check_chain(game: UUID, entries: Sequence[Entry], hashes: Sequence[bytes]) -> None:
    """Raise `RecordBroken` at the first entry whose number or hash is not what it must be."""
    previous = FIRST_LINK
    for number, (entry, recorded) in enumerate(zip(entries, hashes, strict=True), start=1):
        if entry.version != number:
            raise RecordBroken(number, f"event {number} is missing; {entry.version} stands in its place")
        previous = link(previous, game, entry)
        if previous != recorded:
            raise RecordBroken(number, "the hash does not fit: this event, or one that stood before it, was altered")


def check_rules(entries: Sequence[Entry]) -> Snapshot:
    """Play the record again: every step must be what the rules, the clock and the secret make of it.

    Returns the last snapshot. Raises `RecordBroken` at the first event that differs.
    """
    snapshot: Snapshot | None = None
    executed: dict[str, int] = {}
    for step, group in groupby(entries, key=lambda entry: entry.step):
        recorded = list(group)
        check_headers(step, recorded)
        command = recorded[0].command
        if command is not None and executed.setdefault(command, step) != step:
            raise RecordBroken(step, f"its command was executed at event {executed[command]} before")
        for expected, entry in zip(replayed(snapshot, recorded), recorded, strict=True):
            if canonical(expected) != canonical(entry.event):
                raise RecordBroken(entry.version, f"the rules give another event: {difference(expected, entry.event)}")
            snapshot = table.evolve(snapshot, entry.event, entry.mover)
    if snapshot is None:
        raise RecordBroken(1, "the record is empty")
    return snapshot


def check_headers(step: int, recorded: Sequence[Entry]) -> None:
    """Raise `RecordBroken` where the headers of a step contradict each other or the events."""
    first = recorded[0]
    if first.version != step:
        raise RecordBroken(first.version, f"it belongs to step {step}, which is not here")
    if first.move is None and first.seat != actor(first.event):
        raise RecordBroken(step, "its seat is not the one that acted")
    if first.move is not None and (first.seat is None or type(first.event) in TABLE_EVENTS):
        raise RecordBroken(step, "it has a move, but no seat made one")
    if first.command is not None and is_clock_step(first):
        raise RecordBroken(step, "it has a command, but the clock takes none")
    for entry in recorded[1:]:
        if (entry.seat, entry.command, entry.move) != (first.seat, first.command, None):
            raise RecordBroken(entry.version, f"its seat, command or move is not that of step {step}")


def actor(event: Any) -> int | None:
    """Return the seat that acted where there is no move; None: the table, or the clock."""
    return event.seat if isinstance(event, OF_A_SEAT) else None


def replayed(snapshot: Snapshot | None, recorded: Sequence[Entry]) -> Iterator[Any]:
    """Yield the events of a step as the rules give them, as many as were recorded. Raises `RecordBroken`."""
    step = recorded[0].step
    if snapshot is not None:
        check_time(snapshot, recorded[0])
    try:
        expected = events_of_step(snapshot, recorded)
    except Refused as refusal:
        raise RecordBroken(step, f"the rules refuse it: {refusal}") from None
    for number, entry in enumerate(recorded):
        if number == len(expected):
            raise RecordBroken(entry.version, "the rules give no such event")
        yield expected[number]
    if len(expected) > len(recorded):
        raise RecordBroken(recorded[-1].version + 1, "the rules give a further event, which is missing")


def check_time(snapshot: Snapshot, first: Entry) -> None:
    """Raise `RecordBroken` unless a step is recorded after the events, and before the clock steps, that it follows."""
    at = first.event.at
    if at < snapshot.at:
        raise RecordBroken(first.version, "it is recorded at a time before the event that precedes it")
    due = table.due(snapshot)
    if due is not None and due <= at and not is_clock_step(first):
        raise RecordBroken(first.version, f"a clock step was due at {due} and is not recorded")


def is_clock_step(entry: Entry) -> bool:
    """Return whether the clock, and nobody else, caused this first event of a step."""
    if type(entry.event) in TABLE_EVENTS:
        return isinstance(entry.event, DecisionLapsed)
    return entry.move is None and not isinstance(entry.event, GameStarted)


def events_of_step(snapshot: Snapshot | None, recorded: Sequence[Entry]) -> tuple[Any, ...]:
    """Return the events that the same command has by the rules. Raises `Refused` or `RecordBroken`."""
    first = recorded[0]
    event, at = first.event, first.event.at
    if snapshot is None:
        return reopened(event)
    if type(event) in TABLE_EVENTS and not is_clock_step(first):
        return events_of_table(snapshot, first.version, event, at)
    if first.move is not None and first.seat is not None:
        table.must_be_seat(snapshot.table, first.seat)
        _, events = table.move_of_seat(snapshot, first.seat, msgspec.to_builtins(first.move), at)
        return events
    if is_clock_step(first):
        return table.tick(snapshot, max(entry.event.at for entry in recorded))
    return table.start(snapshot, snapshot.table.creator, at)


def events_of_table(snapshot: Snapshot, version: int, event: TableEvent, at: int) -> tuple[Any, ...]:
    """Return the events of the command to the table that begins with this one. Raises `Refused` or `RecordBroken`."""
    if isinstance(event, OF_A_SEAT):
        table.must_be_seat(snapshot.table, event.seat)
    match event:
        case SeatTaken(house="random" as kind):
            return table.seat_house(snapshot, snapshot.table.creator, kind, at, seat=event.seat)
        case SeatTaken() | SeatTakenBack():
            entropy = event.entropy if isinstance(event, SeatTaken) else None
            return table.take_seat(snapshot, event.player, at, seat=event.seat, entropy=entropy)
        case SeatLeft() | SeatReleased():
            return table.leave_seat(snapshot, event.by or event.player, event.seat, at)
        case PlayerInvited():
            return table.invite(snapshot, event.by, event.player, at)
        case AbortCalled():
            player = snapshot.table.seats[event.seat]
            return table.call_abort(snapshot, player, at, on=event.on) if player else ()
        case TableAborted():
            end = table.abort_as_operator if event.why == "operator" else table.call_abort
            return end(snapshot, event.by, at)
        case RematchOpened():
            player = snapshot.table.seats[event.seat]
            return table.note_rematch(snapshot, player, event.table, at) if player else ()
        case TableOpened():
            raise RecordBroken(version, "a table is opened once")
    raise RecordBroken(version, f"`{event.__struct_config__.tag}` does not begin a step here")


def reopened(event: Any) -> tuple[Any, ...]:
    """Return the event that opens a table with the secret, options and decks of the one given."""
    if not isinstance(event, TableOpened) or event.secret is UNSET or event.decks is UNSET:
        raise RecordBroken(1, "a record begins with `table_opened`, its secret included")
    if not SECRET.fullmatch(event.secret):
        raise RecordBroken(1, "the secret is not 32 bytes, hexadecimal")
    if event.game in GAMES and event.rules_version != GAMES[event.game].rules_version:
        known = GAMES[event.game].rules_version
        raise RecordBroken(1, f"it was played by version {event.rules_version} of the rules; here they are {known}")
    opening = table.open_table(
        event.game,
        event.options,
        event.creator,
        bytes.fromhex(event.secret),
        event.at,
        visibility=event.visibility,
        auto_start=event.auto_start,
        decks=event.decks,
        settings=event.settings or None,
        rematch_of=event.rematch_of or None,
        reserved=event.reserved or (),
    )
    if event.reserved and len(event.reserved) != opening[0].options["players"]:
        raise RecordBroken(1, "`reserved` has another number of seats than the table")
    return opening


def difference(expected: Any, recorded: Any) -> str:
    """Return in words where a recorded event differs from the one that the rules give."""
    if type(expected) is not type(recorded):
        return f"`{expected.__struct_config__.tag}`, not `{recorded.__struct_config__.tag}`"
    fields = [name for name in expected.__struct_fields__ if getattr(expected, name) != getattr(recorded, name)]
    return f"in `{recorded.__struct_config__.tag}`, {', '.join(fields)}"
