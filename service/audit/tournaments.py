"""Streams of tournaments: every command is decided again."""

from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec

from domain.table import Entry
from domain.tournament import Tournament, tournament_entry
from domain.tournament.record import check_tournament_step
from service.audit.kinds import End, Written
from service.audit.report import Code
from service.play.stream import NotReadable
from service.store import Beside


class TournamentStream:
    """The stream of one tournament."""

    def __init__(self, tournament_id: UUID) -> None:
        self._tournament: Tournament | None = None
        self._executed: dict[str, int] = {}
        self.end: End | None = None
        self.origin = None

    def step(self, written: Sequence[Written]) -> None:
        """Decide the step that comes next again. Raises `RecordBroken` or `NotReadable`."""
        entries = [typed(each) for each in written]
        self._tournament = after = check_tournament_step(self._tournament, entries, self._executed)
        if self.end is None and after.is_over:
            self.end = End(after.version, after.at)

    def beside(self, found: Beside) -> Iterator[tuple[Code, str]]:
        """Yield what does not follow from the events: a tournament is no table."""
        if found.lobby is not None or found.players:
            yield "lobby_differs", "the lobby has it among the tables"
        if found.due is not None:
            yield "due_unfounded", "the clock of tables is to look at it"


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
