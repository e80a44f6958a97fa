"""One lane: its positions, then all its streams, a few hundred tables at a time, each lot in a snapshot of its own.

What has a position never changes, so the snapshots may be of different moments: tables that go on meanwhile are
compared with what stands beside their events at the same moment.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

from msgspec import Struct, field

from domain import merkle
from domain.table import ForkTable
from domain.tournament import Tournament
from service.audit.forks import check_fork
from service.audit.report import Code, Fault, Head, LaneReport
from service.audit.rounds import check_places, check_rounds
from service.audit.streams import StreamAudit
from service.audit.tables import TableStream
from service.audit.tournaments import TournamentStream
from service.seals.trees import leaf_of
from service.store import lane_of
from service.store.log_seals import LaneLeaf
from service.store.postgres.audit import AuditedLog

TABLES = 256
"""Number of tables in a lot."""

Progress: TypeAlias = Callable[[int], None]
"""Called with how many more events were checked. It may raise, to end an audit."""


class KnownHeads(Struct, frozen=True):
    """What lanes are known to have had: `heads` by lane, in an epoch. `by` says in a word how it is known.

    `epochs` has the epoch of each lane that was in another one.
    """

    by: str
    epoch: str
    heads: Mapping[int, Head]
    epochs: Mapping[int, str] = field(default_factory=dict)

    def epoch_of(self, lane: int) -> str:
        """Return the epoch in which a lane is known to have had its head."""
        return self.epochs.get(lane, self.epoch)


class AuditScope(Struct, frozen=True):
    """What is to be audited: everything, or what is new since a cursor, or some tables, or those of some games.

    `keys` are the trusted public keys by their ids, `epoch` is the present one; lanes must go on what seals of the log
    say of them.
    """

    keys: Mapping[str, bytes]
    epoch: str = ""
    since: KnownHeads | None = None
    sealed: tuple[KnownHeads, ...] = ()
    tables: tuple[UUID, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether lanes are audited, and not only some of their tables."""
        return not self.tables and not self.games


class Lane:
    """What is known of a lane when its positions have been read: its head, its streams, and what is wrong so far."""

    def __init__(self, lane: int, scope: AuditScope) -> None:
        self.lane = lane
        self.faults: list[Fault] = []
        self.streams: set[UUID] = set()
        self._epoch = scope.epoch
        self._position = 0
        self._tree = merkle.Growing()
        self._past = [(each, each.heads[lane]) for each in (scope.since, *scope.sealed) if each and lane in each.heads]
        self._kept: list[KnownHeads] = []
        self._seen = scope.since if scope.since and lane in scope.since.heads else None
        self._new: set[UUID] = set()

    @property
    def head(self) -> Head:
        """How far the lane goes."""
        return Head(self._position, self._tree.root)

    def add(self, leaves: Sequence[LaneLeaf]) -> None:
        """Take in what comes next by its position."""
        seen = 0 if self._seen is None else self._seen.heads[self.lane].position
        for leaf in leaves:
            self._keep()
            expected = self._position + 1
            if leaf.position > expected:
                self._fault("gap_in_lane", f"positions {expected} to {leaf.position - 1} are missing", expected)
            elif leaf.position < expected:
                self._fault("position_twice", "two events stand at this position", leaf.position)
            self._position = leaf.position
            self._tree.extend((leaf_of(leaf),))
            self.streams.add(leaf.table_id)
            if leaf.position > seen:
                self._new.add(leaf.table_id)

    def finish(self, counter: int) -> None:
        """Compare the end of the lane with its counter, and all of it with what it has had."""
        self._keep()
        last = self._position
        if counter > last:
            self._fault("lane_ends_early", f"the counter of the lane is at {counter}: events are missing", last + 1)
        elif counter < last:
            self._fault("counter_behind", f"the counter of the lane is at {counter}, before its last event", last)
        for past, head in self._past:
            if past not in self._kept:
                self._fault(*self._lost(past, head))

    @property
    def to_audit(self) -> set[UUID]:
        """The streams that have new events; all, if the others are not what they were."""
        return self._new if self._seen in self._kept else self.streams

    def _keep(self) -> None:
        """Note what the lane has had, if it has it still."""
        self._kept += [past for past, head in self._past if head.position == self._position and head == self.head]

    def _lost(self, past: KnownHeads, head: Head) -> tuple[Code, str, int]:
        """Return what to say of a lane that does not go on what it has had."""
        epoch = past.epoch_of(self.lane)
        other = "" if epoch == self._epoch else f"; the log is in epoch {self._epoch}, and was in {epoch}"
        if self._position < head.position:
            why = f"the lane ends at {self._position}, and {head.position} events were {past.by}{other}"
            return "tail_missing", why, self._position + 1
        why = f"the first {head.position} events are not those that were {past.by}{other}"
        return "other_history" if other else "altered", why, head.position

    def _fault(self, code: Code, why: str, position: int) -> None:
        self.faults.append(Fault(code, why, self.lane, position))


async def audit_lane(log: AuditedLog, lane: int, scope: AuditScope, progress: Progress) -> LaneReport:
    """Return what is wrong in a lane. Raises `StoreUnavailable`, and what `progress` does."""
    report = LaneReport(lane)
    if scope.whole:
        found = await read_positions(log, lane, scope, progress)
        report.head, tables = found.head, found.to_audit
        report.add(found.faults)
    else:
        tables = {each for each in scope.tables if lane_of(each) == lane} | await log.of_games(lane, scope.games)
    in_order = sorted(tables)
    for place in range(0, len(in_order), TABLES):
        await audit_tables(log, in_order[place : place + TABLES], scope, report, progress)
    return report


async def read_positions(log: AuditedLog, lane: int, scope: AuditScope, progress: Progress) -> Lane:
    """Return what is known of a lane by the positions of all its events."""
    found = Lane(lane, scope)
    async with log.snapshot():
        async for page in log.leaves(lane):
            found.add(page)
            progress(0)
        found.finish((await log.counters()).get(lane, 0))
        for table_id in sorted(await log.known(lane) - found.streams):
            found.faults.append(missing(table_id))
    return found


def missing(table_id: UUID) -> Fault:
    """Return that there are no events of a table."""
    return Fault("stream_missing", "none of its events is there", lane_of(table_id), None, table_id)


class Others(Struct):
    """Streams that those of a lot are to be compared with: what forks go on from, and whose tables they are."""

    forks: dict[UUID, ForkTable] = field(default_factory=dict)
    tournaments: dict[UUID, UUID] = field(default_factory=dict)

    def note(self, table_id: UUID, table: TableStream) -> None:
        """Keep the table from which this one was forked, and its tournament: both are compared when all were read."""
        if table.origin is not None:
            self.forks[table_id] = table.origin
        if table.tournament is not None:
            self.tournaments[table_id] = table.tournament


async def audit_tables(
    log: AuditedLog, tables: Sequence[UUID], scope: AuditScope, report: LaneReport, progress: Progress
) -> None:
    """Audit some tables of a lane, as they stand at one moment."""
    others = Others()
    async with log.snapshot():
        beside = await log.beside(report.lane, tables)
        audit: StreamAudit | None = None
        async for page in log.streams(report.lane, tables):
            for row in page:
                if audit is None or audit.table_id != row.table_id:
                    await conclude(audit, log, report, others)
                    found = beside.pop(row.table_id)
                    if found.checkpointed:
                        found.checkpoints = await log.checkpoints(row.table_id)
                    audit = StreamAudit(row.table_id, found, scope.keys)
                audit.take(row)
            progress(len(page))
        await conclude(audit, log, report, others)
    report.add(missing(table_id) for table_id in beside)
    await check_places(log, others.tournaments, report)
    for table_id, command in others.forks.items():
        await check_fork(log, table_id, command, report)


async def conclude(audit: StreamAudit | None, log: AuditedLog, report: LaneReport, others: Others) -> None:
    """Take into the report what was found in a stream that is complete; compare it with others, or note them."""
    if audit is None:
        return
    faults, unjudged = audit.end()
    report.add(faults)
    if unjudged is not None:
        report.leave(unjudged)
    report.streams += 1
    report.events += audit.events
    report.signatures += audit.signed
    match audit.judged:
        case TableStream() as table:
            others.note(audit.table_id, table)
        case TournamentStream(tournament=Tournament() as tournament, noted=noted):
            await check_rounds(log, audit.table_id, tournament, noted, report)
