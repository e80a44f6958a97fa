"""The audit of a record: every recorded command is decided again, and has to give the recorded events.

What an entry is, and how the chain of hashes is made, stands in `domain.table.entries`.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain import rules_of
from domain.events import CardsDealt, DealStarted, StockFormed
from domain.game import Event, Happened, Refused
from domain.table import (
    FIRST_LINK,
    OPENINGS,
    ClockStuck,
    Command,
    Entry,
    ForkTable,
    MakeHouseMove,
    MakeMove,
    OpenTable,
    Snapshot,
    TableOpened,
    Tick,
    canonical,
    decide,
    evolve,
    fork,
    is_one_for_each_seat,
    link,
    opened_by,
    seat_of_step,
    state_as_json,
    state_of_json,
)

Contradiction = Literal["version_missing", "hash_differs", "deal_differs", "not_by_the_rules"]
"""What contradicts a record: its numbers, its chain, its commitment and secret, or the rules."""

MAKES_NO_SENSE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, StopIteration, ClockStuck)
"""What rules may raise on an impossible state."""


class RecordBroken(Exception):
    """A record that the chain, the deal or the rules contradict.

    `version` is that of the first bad event; None if no event can be told, but the record as a whole is not true.
    `code` says what contradicts it.
    """

    def __init__(self, version: int | None, why: str, code: Contradiction = "not_by_the_rules") -> None:
        super().__init__(why if version is None else f"event {version}: {why}")
        self.version = version
        self.why = why
        self.code = code


def check_chain(table_id: UUID, entries: Sequence[Entry], hashes: Sequence[bytes]) -> None:
    """Raise `RecordBroken` at the first entry whose number or hash is not what it must be."""
    previous = FIRST_LINK
    for number, (entry, recorded) in enumerate(zip(entries, hashes, strict=True), start=1):
        if entry.version != number:
            why = f"event {number} is missing; {entry.version} stands in its place"
            raise RecordBroken(number, why, "version_missing")
        previous = link(previous, table_id, entry)
        if previous != recorded:
            why = "the hash does not fit: this event, or one that stood before it, was altered"
            raise RecordBroken(number, why, "hash_differs")


def check_rules(entries: Sequence[Entry]) -> Snapshot:
    """Decide the recorded commands again: every step must be what the rules, the clock and the secret make of it.

    Returns the last snapshot. Raises `RecordBroken` at the first event that differs, and `UnknownRules`.
    """
    snapshot: Snapshot | None = None
    executed: dict[str, int] = {}
    try:
        for _, group in groupby(entries, key=lambda entry: entry.step):
            snapshot = check_step(snapshot, list(group), executed)
    except MAKES_NO_SENSE as error:
        if snapshot is None or snapshot.table.fork_of is None:
            raise
        why = f"the state that the fork was given makes no sense: {error!r}"
        raise RecordBroken(snapshot.version + 1, why) from None
    if snapshot is None:
        raise RecordBroken(1, "the record is empty")
    return snapshot


def check_step(
    snapshot: Snapshot | None, recorded: Sequence[Entry], executed: dict[str, int], decided: Happened | None = None
) -> Snapshot:
    """Decide the command of the step that comes next again (after None: the first one); return the snapshot after it.

    `executed` has the steps so far by the keys of their commands, and gets this one. `decided` is what has been decided
    for the command, if it has been. Raises what `check_rules` does.
    """
    first = recorded[0]
    check_headers(first.step, recorded)
    check_key(first, executed)
    check_command(snapshot, first)
    if snapshot is not None:
        check_time(snapshot.at, snapshot.due_by(first.event.at), first)
    check_events(events_of_step(snapshot, first, decided), recorded)
    after = evolve(snapshot, first)
    for entry in recorded[1:]:
        after = evolve(after, entry)
    return after


def check_events(expected: Happened, recorded: Sequence[Entry]) -> None:
    """Raise `RecordBroken` at the first event of a step that is not the expected one, or is missing."""
    for number, entry in enumerate(recorded):
        if number == len(expected):
            raise RecordBroken(entry.version, "the rules give no such event")
        if expected[number] is not entry.event and canonical(expected[number]) != canonical(entry.event):
            why = f"the rules give another event: {difference(expected[number], entry.event)}"
            raise RecordBroken(entry.version, why, contradiction(expected[number], entry.event))
    if len(expected) > len(recorded):
        why = "the rules give a further event, which is missing"
        raise RecordBroken(recorded[-1].version + 1, why, "version_missing")


def check_origin(command: ForkTable, table_id: UUID, entries: Sequence[Entry], hashes: Sequence[bytes]) -> None:
    """Raise `RecordBroken` unless a fork begins as a table stood at that version, whose record has been checked."""
    origin = command.fork_of
    if origin.table != table_id:
        raise RecordBroken(1, f"it is a fork of table {origin.table}, and not of {table_id}")
    if origin.version > len(entries):
        raise RecordBroken(1, f"the record of that table ends before version {origin.version}")
    snapshot: Snapshot | None = None
    for entry in entries[: origin.version]:
        snapshot = evolve(snapshot, entry)
    if snapshot is None or not snapshot.going_on:
        raise RecordBroken(1, f"no game goes on there at version {origin.version}")
    expected = fork(table_id, snapshot, hashes[origin.version - 1], command.player, command.sitters)
    if canonical(expected) != canonical(command):
        raise RecordBroken(1, f"the table stood otherwise at that version: {difference(expected, command)}")


def check_headers(step: int, recorded: Sequence[Entry]) -> None:
    """Raise `RecordBroken` where the headers of a step contradict each other."""
    first = recorded[0]
    if first.version != step:
        raise RecordBroken(first.version, f"it belongs to step {step}, which is not here")
    if first.key is not None and isinstance(first.command, Tick):
        raise RecordBroken(step, "it has a key, but the clock sends none")
    for entry in recorded[1:]:
        if (entry.seat, entry.key, entry.command) != (first.seat, first.key, None):
            raise RecordBroken(entry.version, f"its seat, key or command is not that of step {step}")


def check_key(first: Entry, executed: dict[str, int]) -> None:
    """Raise `RecordBroken` for a step whose command was executed before; note it by its key."""
    if first.key is not None and executed.setdefault(first.key, first.step) != first.step:
        raise RecordBroken(first.step, f"its command was executed at event {executed[first.key]} before")


def check_command(snapshot: Snapshot | None, first: Entry) -> None:
    """Raise `RecordBroken` for a command that no service would have recorded at this place."""
    command = first.command
    if isinstance(command, OPENINGS) != (snapshot is None):
        begins = "a record begins with the command `open_table` or `fork_table`"
        raise RecordBroken(first.version, begins if snapshot is None else "a table is opened once")
    if isinstance(command, OpenTable | ForkTable):
        check_opening(command, first)
    if isinstance(command, MakeMove | MakeHouseMove) and snapshot is not None:
        unknown = [card for card in command.move.cards() if card not in snapshot.rules.cards]
        if unknown:
            raise RecordBroken(first.version, "its move names a card that is not in the deck")


def check_opening(command: OpenTable | ForkTable, first: Entry) -> None:
    """Raise `RecordBroken` where the event that opens a table hides something, or does not fit the command."""
    event = first.event
    if not isinstance(event, TableOpened) or event.secret is UNSET or event.decks is UNSET:
        raise RecordBroken(first.version, "a record begins with `table_opened`, its secret included")
    if isinstance(command, ForkTable):
        check_given(command)
    elif command.reserved and len(command.reserved) != event.options.get("players"):
        raise RecordBroken(first.version, "`reserved` has another number of seats than the table")
    elif command.seated and not is_one_for_each_seat(command.seated, event):
        raise RecordBroken(first.version, "`seated` has not one player for each seat of the table")


def check_given(command: ForkTable) -> None:
    """Raise `RecordBroken` where a fork is given what is no state of its game, or `UnknownRules`."""
    rules = rules_of(command.game, command.rules_version)
    players = command.options.get("players")
    if type(players) is not int or players not in rules.players:
        raise RecordBroken(1, "its options have no number of players that its game can have")
    try:
        whole = state_as_json(state_of_json(command.given.state, rules)) == command.given.state
    except msgspec.ValidationError as error:
        raise RecordBroken(1, f"the state that it was given is none of its game: {error}") from None
    if not whole:
        raise RecordBroken(1, "the state that it was given has a field more or less than such a state")


def check_time(before: int, due: int | None, first: Entry) -> None:
    """Raise `RecordBroken` unless a step is recorded after the events, and before the clock steps, that it follows.

    `before` is when the last event was recorded, `due` when the next clock step is due.
    """
    at = first.event.at
    if at < before:
        raise RecordBroken(first.version, "it is recorded at a time before the event that precedes it")
    if due is not None and due <= at and not isinstance(first.command, Tick):
        raise RecordBroken(first.version, f"a clock step was due at {due} and is not recorded")


def events_of_step(snapshot: Snapshot | None, first: Entry, decided: Happened | None) -> Happened:
    """Return the events that the command of a step has by the rules. Raises `RecordBroken` or `UnknownRules`."""
    if first.command is None:
        raise RecordBroken(first.version, "it begins a step, and has no command")
    try:
        expected = judged(snapshot, first.command, first.event) if decided is None else decided
    except Refused as refusal:
        raise RecordBroken(first.version, f"the rules refuse it: {refusal}") from None
    if expected and first.seat != seat_of_step(snapshot, first.command, expected):
        raise RecordBroken(first.version, "its seat is not the one that acted")
    return expected


def judged(snapshot: Snapshot | None, command: Command, first: Event) -> Happened:
    """Decide a recorded command again, at the time of its first event; a table is opened by the rules that this names.

    Raises `Refused` or `UnknownRules`.
    """
    if isinstance(command, OpenTable) and isinstance(first, TableOpened):
        return opened_by(rules_of(command.game, first.rules_version), command, first.at)
    return decide(snapshot, command, first.at)


def contradiction(expected: Event, recorded: Event) -> Contradiction:
    """Return what contradicts a recorded event: the deal, if cards or commitment are others; else the rules."""
    if type(expected) is not type(recorded):
        return "not_by_the_rules"
    if isinstance(expected, DealStarted | CardsDealt | StockFormed):
        return "deal_differs"
    if isinstance(expected, TableOpened) and isinstance(recorded, TableOpened):
        same = (expected.commitment, expected.secret) == (recorded.commitment, recorded.secret)
        return "not_by_the_rules" if same else "deal_differs"
    return "not_by_the_rules"


def difference(expected: Event | Command, recorded: Event | Command) -> str:
    """Return in words where a recorded event, or a command, differs from the one that it should be."""
    if type(expected) is not type(recorded):
        return f"`{expected.__struct_config__.tag}`, not `{recorded.__struct_config__.tag}`"
    fields = [name for name in expected.__struct_fields__ if getattr(expected, name) != getattr(recorded, name)]
    return f"in `{recorded.__struct_config__.tag}`, {', '.join(fields)}"
