"""Rounds of tournaments: their tables have to be what the tournament says, and a table's tournament has to know it.

What a tournament has noted of a table is compared with the table's own events, folded again; that these follow the
rules is the audit of the table itself. Tables are read lane by lane and in lots, and one is in memory at a time.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain import UnknownRules
from domain.game import AnyGame
from domain.record import MAKES_NO_SENSE
from domain.table import Command, OpenTable, Snapshot, canonical, evolve
from domain.tournament import RoundTable, Tournament
from domain.tournament.events import ResultNoted, TableStopped
from domain.tournament.results import result_of
from service.audit.report import Code, Fault, LaneReport
from service.play.stream import NotReadable, entry_of
from service.store import StoredEvent, lane_of
from service.store.postgres.audit import AuditedLog
from service.tournaments.tables import opening

LOT = 256
"""Number of tables that are asked for at once."""

OPENED_AS = ("player", "game", "options", "settings", "tournament", "shares_deal")
"""What a tournament says of a table when it opens it, beside its secret."""


class Played(Struct, frozen=True):
    """A table of a round, and how the tournament has opened it.

    `noted` is what it has noted of its end. `is_open` says that it must be there.
    """

    table: RoundTable
    opened: OpenTable
    noted: ResultNoted | TableStopped | None
    is_open: bool


class TableFold:
    """A table of a round, folded event by event as far as the tournament has noted it."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self._opened: Command | None = None
        self._snapshot: Snapshot | None = None
        self._hash = b""
        self._readable = True

    def take(self, row: StoredEvent) -> None:
        """Fold the next event, unless the tournament has noted an earlier end."""
        noted, rules = self.played.noted, None if self._snapshot is None else self._snapshot.rules
        if not self._readable or (noted is not None and row.version > (noted.table_version or 0)):
            return
        try:
            self._fold(row, rules)
        except (NotReadable, UnknownRules, *MAKES_NO_SENSE):  # the audit of the table itself says so
            self._readable = False

    def _fold(self, row: StoredEvent, rules: AnyGame | None) -> None:
        entry = entry_of(row, rules)
        if self._snapshot is None:
            self._opened = entry.command
        self._snapshot = evolve(self._snapshot, entry)
        self._hash = row.hash

    def differences(self) -> Iterator[tuple[Code, str]]:
        """Yield what is otherwise at the table than the tournament says."""
        if not self._readable or self._snapshot is None:
            return
        expected, opened = self.played.opened, self._opened
        if not isinstance(opened, OpenTable):
            yield "round_table_differs", "it was not opened as a table of a round is"
            return
        if opened.secret != expected.secret:
            yield "round_deal_differs", "its secret is not the one that follows from the tournament's"
        if differ := [name for name in OPENED_AS if not alike(getattr(opened, name), getattr(expected, name))]:
            yield "round_table_differs", f"it was opened with something else as {', '.join(differ)}"
        yield from self._differences_of_players(self._snapshot)
        yield from self._differences_of_end(self._snapshot)

    def _differences_of_players(self, snapshot: Snapshot) -> Iterator[tuple[Code, str]]:
        """Yield what is wrong with who sits there; before the start, seats may be free."""
        for seat, (player, wanted) in enumerate(zip(snapshot.table.seats, self.played.table.seats, strict=False)):
            if player != wanted and not (player is None and snapshot.table.started_at is None):
                yield "round_players_differ", f"seat {seat} has {player}, and the tournament has {wanted} there"
                return

    def _differences_of_end(self, snapshot: Snapshot) -> Iterator[tuple[Code, str]]:
        """Yield what is wrong with what was noted of the end."""
        noted = self.played.noted
        if noted is None:
            return
        if (snapshot.version, self._hash.hex()) != (noted.table_version, noted.table_hash):
            yield "round_result_differs", f"its event {noted.table_version} is not the one that was noted as its end"
        elif isinstance(noted, TableStopped):
            if snapshot.table.aborted is None:
                yield "round_result_differs", "it was noted as stopped, and has not been"
        elif snapshot.state.result is None or result_of(snapshot.rules, snapshot.state) != noted.result:
            yield "round_result_differs", "its result is not the one that was noted"


def alike(found: object, expected: object) -> bool:
    """Return whether two values of a command are the same when they are written."""
    return found == expected or (isinstance(found, dict) and canonical(found) == canonical(expected))


def played_at(
    tournament_id: UUID, tournament: Tournament, noted: Mapping[UUID, ResultNoted | TableStopped]
) -> Iterator[Played]:
    """Yield all tables of a tournament, those included that were played again."""
    for each in tournament.rounds:
        begun = each.state in {"playing", "finished"}
        for last in each.tables:
            for again, table_id in enumerate((*last.replaced, last.id)):
                table = replace(last, id=table_id, again=again)
                opened = opening(tournament_id, tournament, each.number, table)
                is_open = table_id in noted or (begun and not again)
                yield Played(table, opened, noted.get(table_id), is_open)


async def check_rounds(
    log: AuditedLog,
    tournament_id: UUID,
    tournament: Tournament,
    noted: Mapping[UUID, ResultNoted | TableStopped],
    report: LaneReport,
) -> None:
    """Take into the report what is wrong with the tables of a tournament; within the snapshot of its events."""
    by_lane: dict[int, list[Played]] = defaultdict(list)
    for played in played_at(tournament_id, tournament, noted):
        by_lane[lane_of(played.table.id)].append(played)
    for lane, tables in sorted(by_lane.items()):
        for place in range(0, len(tables), LOT):
            await check_tables(log, lane, tables[place : place + LOT], report)


async def check_tables(log: AuditedLog, lane: int, tables: Sequence[Played], report: LaneReport) -> None:
    """Take into the report what is wrong with some tables of rounds, which are in one lane."""
    waiting = {played.table.id: played for played in tables}
    fold: TableFold | None = None
    async for page in log.streams(lane, sorted(waiting)):
        for row in page:
            if fold is None or fold.played.table.id != row.table_id:
                tell(fold, report)
                fold = TableFold(waiting.pop(UUID(bytes=row.table_id.bytes)))
            fold.take(row)
    tell(fold, report)
    for played in waiting.values():
        if played.is_open:
            report.add((fault_at("round_table_missing", "a round has this table, and it is not there", played),))


def tell(fold: TableFold | None, report: LaneReport) -> None:
    """Take into the report what was found at a table whose events have all been read."""
    if fold is not None:
        report.add(fault_at(code, why, fold.played) for code, why in fold.differences())


def fault_at(code: Code, why: str, played: Played) -> Fault:
    """Return what is wrong with a table, with its tournament."""
    table_id, place = played.table.id, played.opened.tournament
    named = f"{why} (tournament {place.id}, round {place.round}, table {place.table})" if place else why
    return Fault(code, named, lane_of(table_id), None, table_id)


async def check_places(log: AuditedLog, places: Mapping[UUID, UUID], report: LaneReport) -> None:
    """Take into the report which tables say that they belong to a tournament that does not know them.

    `places` has their tournaments by their ids.
    """
    by_tournament: dict[UUID, list[UUID]] = defaultdict(list)
    for table_id, tournament_id in places.items():
        by_tournament[tournament_id].append(table_id)
    for tournament_id, tables in by_tournament.items():
        for table_id in sorted({*tables} - await log.named_by(tournament_id, tables)):
            why = f"it says that it belongs to the tournament {tournament_id}, which does not know it"
            report.add((Fault("not_of_the_tournament", why, report.lane, None, table_id),))
