"""Streams of tournaments: every command is decided again, and the list of tournaments has to follow from them."""

from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.table import Entry
from domain.tournament import Tournament, TournamentEvent, tournament_entry
from domain.tournament.events import ResultNoted, TableStopped
from domain.tournament.record import check_tournament_step
from service.audit.kinds import End, Written
from service.audit.report import Code
from service.play.stream import NotReadable
from service.store.postgres.audit import DerivedRows
from service.store.tournament_row import TournamentRow
from service.tournaments.rows import row_of, settled_dues


class TournamentStream:
    """Decides the steps of one tournament again, and finds what follows from them otherwise than it is recorded."""

    def __init__(self, tournament_id: UUID, found: DerivedRows) -> None:
        self._tournament_id = tournament_id
        self._found = found
        self._announced: TournamentEvent | None = None
        self._executed: dict[str, int] = {}
        self.tournament: Tournament | None = None
        self.noted: dict[UUID, ResultNoted | TableStopped] = {}
        """What was noted of the ends of tables, by their ids."""
        self.end: End | None = None

    def step(self, written: Sequence[Written]) -> None:
        """Decide the step that comes next again. Raises `RecordBroken` or `NotReadable`."""
        entries = [typed(each) for each in written]
        self.tournament = after = check_tournament_step(self.tournament, entries, self._executed)
        self._announced = self._announced or entries[0].event
        for entry in entries:
            if isinstance(entry.event, ResultNoted | TableStopped) and entry.event.table:
                self.noted[entry.event.table] = entry.event
        if self.end is None and after.is_over:
            self.end = End(after.version, after.at)

    def beside(self) -> Iterator[tuple[Code, str]]:
        """Yield what does not follow from the events: of its row, and of rows that only tables have."""
        found = self._found
        if found.tournament is None:
            yield "tournament_row_missing", "the list of tournaments does not have it"
        elif differ := [*self._differences(found.tournament)]:
            yield "tournament_row_differs", f"the list of tournaments says something else of {', '.join(differ)}"
        if found.lobby is not None or found.players:
            yield "lobby_differs", "the lobby has it among the tables"
        if found.due is not None:
            yield "due_unfounded", "the clock of tables is to look at it"

    def _differences(self, found: TournamentRow) -> Iterator[str]:
        """Yield the fields of the row that say something else than the events."""
        if self.tournament is None or self._announced is None:
            return
        expected = row_of(self._tournament_id, self._announced, self.tournament)
        if found.due in settled_dues(self.tournament):
            expected = replace(expected, due=found.due)
        for name in TournamentRow.__struct_fields__:
            if getattr(found, name) != getattr(expected, name):
                yield name


def typed(written: Written) -> Entry:
    """Return an event of the log as a typed entry. Raises `NotReadable` for one of another version's form."""
    row = written.row
    key = None if row.key is None else row.key.hex()
    header = {"version": row.version, "step": row.step, "seat": row.seat, "key": key}
    command, event = msgspec.json.decode(written.command), msgspec.json.decode(written.event)
    try:
        return tournament_entry({**header, "command": command, "event": event})
    except msgspec.ValidationError as error:
        raise NotReadable(row) from error
