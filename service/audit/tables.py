"""Streams of tables: every command is decided again, and what stands beside the events has to follow from them."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from domain import rules_of
from domain.record import check_step
from domain.table import AnyGame, Entry, ForkTable, Snapshot, canonical
from service.audit.kinds import End, Written
from service.audit.report import Code
from service.play.engine import due_in_store
from service.play.stream import NotReadable, entry_of
from service.store import Beside, LobbyPlayer, LobbyRow
from service.store.lobby_row import lobby_row


class TableStream:
    """The stream of one table."""

    def __init__(self, table_id: UUID) -> None:
        self._table_id = table_id
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
        first = typed(written[0], None if self._snapshot is None else self._snapshot.rules)
        rules = (
            rules_of(first.event.game, first.event.rules_version) if self._snapshot is None else self._snapshot.rules
        )
        entries = [first, *(typed(each, rules) for each in written[1:])]
        if isinstance(first.command, ForkTable):
            self.origin = first.command
        self._snapshot = after = check_step(self._snapshot, entries, self._executed)
        if self.end is None and after.table.finished_at is not None:
            self.end = End(after.version, after.at)

    def beside(self, found: Beside) -> Iterator[tuple[Code, str]]:
        """Yield what does not follow from the events, of the lobby and of what the clock is to look at."""
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
