"""Streams of tables: every command is decided again, and what stands beside the events has to follow from them."""

from collections.abc import Iterator, Sequence
from functools import reduce
from uuid import UUID

from msgspec import MsgspecError

from domain import rules_of
from domain.game import Event, Happened, Refused
from domain.record import MAKES_NO_SENSE, check_step
from domain.table import AnyGame, Command, Entry, ForkTable, Snapshot, canonical, decide, evolve
from service.audit.kinds import End, Written
from service.audit.report import Code
from service.play.reading import restored
from service.play.rows import due_in_store
from service.play.stream import NotReadable, command_decoder, entry_of
from service.store import LobbyRow
from service.store.lobby_row import lobby_row
from service.store.postgres.audit import DerivedRows, LobbyPlayer


class TableStream:
    """Decides the steps of one table again, and finds what follows from them otherwise than it is recorded."""

    def __init__(self, table_id: UUID, found: DerivedRows) -> None:
        self._table_id = table_id
        self._found = found
        self._bad_checkpoints: list[int] = []
        self._snapshot: Snapshot | None = None
        self._executed: dict[str, int] = {}
        self.end: End | None = None
        self.origin: ForkTable | None = None
        """What it goes on from, if it is a fork."""

    @property
    def tournament(self) -> UUID | None:
        """The tournament that it says it belongs to."""
        place = None if self._snapshot is None else self._snapshot.table.tournament
        return None if place is None else place.id

    def step(self, written: Sequence[Written]) -> None:
        """Decide the step that comes next again. Raises `RecordBroken`, `NotReadable` or `UnknownRules`."""
        before = self._snapshot
        decided = None if before is None else as_decided(before, written)
        entries = self._read(written) if decided is None else [*map(entry_with, written, *decided)]
        events = None if decided is None else decided[1]
        self._snapshot = after = check_step(before, entries, self._executed, events)
        self._check_checkpoints(before, entries, written)
        if self.end is None and after.table.finished_at is not None:
            self.end = End(after.version, after.at)

    def _read(self, written: Sequence[Written]) -> list[Entry]:
        """Return the entries of a step as they are in the log."""
        first = typed(written[0], None if self._snapshot is None else self._snapshot.rules)
        rules = (
            rules_of(first.event.game, first.event.rules_version) if self._snapshot is None else self._snapshot.rules
        )
        if isinstance(first.command, ForkTable):
            self.origin = first.command
        return [first, *(typed(each, rules) for each in written[1:])]

    def _check_checkpoints(self, before: Snapshot | None, entries: Sequence[Entry], written: Sequence[Written]) -> None:
        """Compare the checkpoints within a step with what the events give, if readers would begin with them."""
        for number, each in enumerate(written, 1):
            checkpoint = self._found.checkpoints.get(each.row.version)
            kept = restored(checkpoint) if checkpoint is not None and checkpoint.hash == each.row.hash else None
            if kept is not None and canonical(kept) != canonical(reduce(evolve, entries[:number], before)):
                self._bad_checkpoints.append(each.row.version)

    def beside(self) -> Iterator[tuple[Code, str]]:
        """Yield what does not follow from the events: the lobby, checkpoints, and what the clock is to look at."""
        found = self._found
        if self._snapshot is None:
            return
        expected = lobby_row(self._table_id, self._snapshot)
        if found.lobby is None:
            yield "lobby_missing", "the lobby does not have the table"
        elif differ := [name for name in LobbyRow.__struct_fields__ if not alike(name, found.lobby, expected)]:
            yield "lobby_differs", f"the lobby says something else of {', '.join(differ)}"
        elif found.players != players_of(expected):
            yield "lobby_players_differ", "the lobby has the table among those of other players"
        if found.tournament is not None:
            yield "tournament_row_unfounded", "the list of tournaments has it"
        yield from self._due(found.due)
        if self._bad_checkpoints:
            versions = ", ".join(map(str, self._bad_checkpoints))
            yield (
                "checkpoint_differs",
                f"the events up to a version give something else than its checkpoint: {versions}",
            )

    def _due(self, listed: int | None) -> Iterator[tuple[Code, str]]:
        """Yield what is wrong with when the clock is to look at the table, as the store has it."""
        due = None if self._snapshot is None else due_in_store(self._snapshot, listed)
        if due == listed:
            return
        if listed is None:
            yield "due_missing", f"the clock has to look at the table at {due}, and is not told so"
        elif due is None:
            yield "due_unfounded", f"the clock is to look at the table at {listed}, and has nothing to do there"
        else:
            yield "due_differs", f"the clock has to look at the table at {due}, and not at {listed}"


def as_decided(before: Snapshot, written: Sequence[Written]) -> tuple[Sequence[Command | None], Happened] | None:
    """Return the commands and events of a step, if deciding it gives what is written, byte for byte; else None.

    Nearly every step is such a one, and its events need not be decoded. What is wrong with another one is for those to
    tell who read it.
    """
    first, at = written[0], written[0].said[1]
    if first.row.command is None or type(at) is not int:
        return None
    try:
        command: Command = command_decoder(before.rules).decode(first.row.command)
        events = decide(before, command, at)
    except (Refused, MsgspecError, *MAKES_NO_SENSE):
        return None
    if canonical(command) != first.command or [*map(canonical, events)] != [each.event for each in written]:
        return None
    if any(each.row.command is not None for each in written[1:]):
        return None
    return (command, *[None] * (len(written) - 1)), events


def entry_with(written: Written, command: Command | None, event: Event) -> Entry:
    """Return an event of the log as an entry, with its command and itself as they were decided again."""
    row = written.row
    return Entry(row.version, row.step, row.seat, row.key_text, command, event)


def typed(written: Written, rules: AnyGame | None) -> Entry:
    """Return an event of the log as a typed entry, by the rules of its table; None: it opens one.

    Raises `NotReadable` for what has something in it that this program does not know, whatever its hash.
    """
    entry = entry_of(written.row, rules)
    command, event = entry.as_written
    if canonical(event) != written.event or canonical(command) != written.command:
        raise NotReadable(written.row)
    return entry


def alike(name: str, found: LobbyRow, expected: LobbyRow) -> bool:
    """Return whether a field of the lobby is as it is to be."""
    ours, theirs = getattr(found, name), getattr(expected, name)
    return ours == theirs if name != "options" else canonical(ours) == canonical(theirs)


def players_of(row: LobbyRow) -> frozenset[LobbyPlayer]:
    """Return what the lobby is to have of the players of a table."""
    seated = {player for player in row.seats if player is not None}
    return frozenset(
        LobbyPlayer(
            player, row.game, row.status, row.visibility == "public", player in seated, player in row.invited,
            row.created_at,
        )
        for player in seated | {*row.invited, row.creator}
    )  # fmt: skip
