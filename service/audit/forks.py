"""Forks: how the game stood when one began has to be how it stood at the other table, at that version."""

import contextlib
from uuid import UUID

from domain import UnknownRules, rules_of
from domain.record import RecordBroken, check_origin
from domain.table import Entry, ForkTable
from service.audit.report import Fault, LaneReport, Unjudged
from service.play.stream import NotReadable, entry_of
from service.store import lane_of
from service.store.postgres.audit import AuditedLog


async def check_fork(log: AuditedLog, table_id: UUID, command: ForkTable, report: LaneReport) -> None:
    """Take into the report what is wrong with how a fork began. The other table is audited by itself."""
    try:
        check_origin(command, command.fork_of.table, *await origin_of(log, command))
    except RecordBroken as broken:
        report.add((Fault("origin_differs", broken.why, report.lane, None, table_id, 1),))
    except (NotReadable, UnknownRules) as unknown:
        report.leave(Unjudged(table_id, report.lane, str(unknown)))


async def origin_of(log: AuditedLog, command: ForkTable) -> tuple[list[Entry], list[bytes]]:
    """Return the events of the table that a fork goes on from, up to its version, with their hashes."""
    origin, entries, hashes = command.fork_of, list[Entry](), list[bytes]()
    rules = rules_of(command.game, command.rules_version)
    async with log.snapshot(), contextlib.aclosing(log.streams(lane_of(origin.table), [origin.table])) as pages:
        async for page in pages:
            for row in page:
                entries.append(entry_of(row, rules if entries else None))
                hashes.append(row.hash)
            if len(entries) >= origin.version:
                break
    return entries, hashes
