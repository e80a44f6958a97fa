"""`parlour audit`: everything that a database has, checked against chain, signatures and rules."""

import asyncio
import os
import time
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

import click
import msgspec
from msgspec.structs import replace

from domain import GAMES
from domain.game import Refused
from service.audit.cursor import AuditCursor, NoCursor, cursor_of, heads_of, read_cursor, write_cursor
from service.audit.lanes import AuditScope, KnownHeads
from service.audit.log_seals import SealsReport, audit_log_seals
from service.audit.processes import lane_reports
from service.audit.report import Fault, Head
from service.cli.audit_report import Report
from service.cli.embedded_server import NoDatabase, database_of
from service.cli.files import content_of, kept_in
from service.cli.options import FilePath, data_option, postgres_option
from service.cli.progress_bar import progress_bar
from service.cli.seal import key_in
from service.cli.verify import public_key
from service.embedded.backup import BackupFailed
from service.embedded.data_folder import UnusableData
from service.log_address import first_url
from service.seals.checking import check_seal
from service.seals.schemas import read_seal
from service.settings import BadSetting, Settings
from service.store import LANES
from service.store.postgres.audit import AuditedLog
from service.store.signing import Signer, key_id


class NotAudited(click.ClickException):
    """There is no database to be audited."""

    exit_code = 3


def ids(context: click.Context, option: click.Parameter, given: str | None) -> tuple[UUID, ...]:
    """Return the ids of tables that stand in a list with commas."""
    if given is None:
        return ()
    try:
        return tuple([UUID(each.strip()) for each in given.split(",")])
    except ValueError:
        raise click.BadParameter("Give ids of tables, with commas between them.") from None


def games(context: click.Context, option: click.Parameter, given: str | None) -> tuple[str, ...]:
    """Return the games that stand in a list with commas."""
    named = () if given is None else tuple([each.strip() for each in given.split(",")])
    if unknown := [each for each in named if each not in GAMES]:
        raise click.BadParameter(
            f"There is no game {', '.join(map(repr, unknown))}. The games are: {', '.join(GAMES)}."
        )
    return named


def keys(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[bytes, ...]:
    """Return the public keys that are given."""
    return tuple(key for each in given if (key := public_key(context, option, each)) is not None)


@click.command(
    epilog="""\b
Examples:
  parlour audit
  parlour audit --since /var/lib/parlour/audited --json > report.json
  parlour audit --postgres-url postgresql://auditor@standby/parlour --key service.pub
  parlour audit --tables 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e

\b
Exit codes: 0 nothing is wrong, 1 something is, 2 usage, 3 no database,
4 nothing is wrong, but this program does not have the rules of all games,
130 stopped by Ctrl-C, 143 by SIGTERM."""
)
@click.option(
    "--since",
    type=FilePath(path_type=Path, dir_okay=False),
    metavar="CURSOR",
    help="A file with the progress of the last audit, which this one continues and updates. Without the file, it"
    " begins at the start.",
)
@click.option("--games", "only_games", callback=games, metavar="GAME,…", help="Only the tables of these games.")
@click.option("--tables", callback=ids, metavar="ID,…", help="Only these tables.")
@click.option(
    "--key", "trusted", multiple=True, callback=keys, metavar="KEY|FILE",
    help="A public key of the service; may be given several times. Default: its current key.",
)  # fmt: skip
@click.option(
    "--jobs",
    type=click.IntRange(1, LANES),
    default=lambda: min(LANES, len(os.sched_getaffinity(0))),
    show_default="all cores",
    help="Number of processes.",
)
@click.option(
    "--seal",
    type=click.File("rb"),
    metavar="FILE",
    help="A seal of the log, from `parlour seal` or GET /v1/seals: the log must have everything that was sealed.",
)
@data_option("The data folder of the service, which may be running.")
@postgres_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def audit(
    *,
    since: Path | None,
    only_games: tuple[str, ...],
    tables: tuple[UUID, ...],
    trusted: tuple[bytes, ...],
    jobs: int,
    seal: BinaryIO | None,
    data: Path,
    postgres_url: str | None,
    as_json: bool,
) -> None:
    """Check a whole database, while the service runs.

    It checks every hash, every signature, and every deal against its commitment. It decides every command again by the
    rules of its game, which must give the recorded events. No position of a lane may be missing, the lobby and the
    clock's list must agree with the events, and the log must have all that its newest seal covers. It writes nothing.

    With --since only tables with new events are decided again; the hashes of all events prove that nothing else was
    altered, moved or lost.
    """
    must_be_of_everything(since, seal, only_games or tables)
    if postgres_url is None and not data.is_dir():
        raise NotAudited(f"There is no data folder {data}: see --data, or give --postgres-url.")
    public_keys = keys_by_id(trusted or own_key(data))
    faults, sealed = sealed_by(seal, public_keys)
    scope = AuditScope(public_keys, "", past_in(since), sealed, tables, only_games)
    try:
        with database_of(data, postgres_url) as url:
            report = audited(first_url(url), scope, jobs, since, faults)
    except NoDatabase as why:
        raise NotAudited(why.message) from None
    for line in [msgspec.json.encode(report)] if as_json else report.lines():
        click.echo(line)
    if report.stopped and not report.faults:
        raise KeyboardInterrupt  # by whatever has stopped it: that is known where commands are run
    raise click.exceptions.Exit(report.exit_code)


def must_be_of_everything(since: Path | None, seal: BinaryIO | None, selected: object) -> None:
    """Raise `click.UsageError` if only some tables are `selected`, with an option that is about all of them."""
    if since is not None and selected:
        raise click.UsageError("--since goes on with everything: it cannot be given with --games or --tables.")
    if seal is not None and selected:
        raise click.UsageError("--seal is of everything: it cannot be given with --games or --tables.")


def keys_by_id(trusted: tuple[bytes, ...]) -> Mapping[str, bytes]:
    """Return public keys by their ids. Raises `click.UsageError` if there is none."""
    if not trusted:
        raise click.UsageError("Which key does the service sign with? Give --key; GET /v1/keys has it.")
    return {key_id(key): key for key in trusted}


def own_key(data: Path) -> tuple[bytes, ...]:
    """Return the public key of the service, if it is known here. Raises `click.UsageError` for what is no key."""
    try:
        given = Settings.from_environment(
            {"PARLOUR_SIGNING_KEY": os.environ.get("PARLOUR_SIGNING_KEY", "")}
        ).signing_key
        return (Signer(given or key_in(data)).public_key,)
    except (BadSetting, UnusableData) as error:
        why = str(error).removesuffix(".").replace(" or --signing-key", "")
        raise click.UsageError(f"{why}. Or give --key, the public key.") from None
    except (BackupFailed, OSError):
        return ()


def past_in(since: Path | None) -> KnownHeads | None:
    """Return what lanes had by the cursor in a file, if there is one. Raises `click.UsageError`."""
    content = None if since is None else kept_in(since)
    if content is None:
        return None
    try:
        cursor = read_cursor(content)
        return KnownHeads("audited", cursor.epoch, heads_of(cursor), cursor.epochs)
    except NoCursor as why:
        raise click.UsageError(f"{since}: {why}.") from None


def sealed_by(file: BinaryIO | None, trusted: Mapping[str, bytes]) -> tuple[list[Fault], tuple[KnownHeads, ...]]:
    """Return what is wrong with the seal in a file, and what lanes had when it was made. Raises `click.UsageError`."""
    if file is None:
        return [], ()
    try:
        document = read_seal(content_of(file))
    except Refused as refused:
        raise click.UsageError(f"{file.name}: {refused.detail}") from None
    fault = check_seal(document, trusted.get(document.key_id, next(iter(trusted.values()))))
    heads = {lane: Head(head.position, bytes.fromhex(head.root)) for lane, head in enumerate(document.lanes or ())}
    past = KnownHeads("sealed", document.epoch, heads)
    return ([], (past,)) if fault is None else ([Fault(fault.code, fault.why)], ())


def audited(url: str, scope: AuditScope, jobs: int, since: Path | None, faults: list[Fault]) -> Report:
    """Audit a database; return what was found until the end, or until it was stopped, beside some `faults`."""
    began = time.monotonic()
    epoch, events = asyncio.run(size_of(url))
    report = Report(in_order=not faults, stopped=False, epoch=epoch, faults=faults)
    scope, past = replace(scope, epoch=epoch), scope.since or KnownHeads("audited", epoch, {})
    heads, epochs = dict(past.heads), {lane: past.epoch_of(lane) for lane in past.heads}
    keep_progress(since, cursor_of(past.epoch, heads, epochs))  # as it is: can it be written?
    with progress_bar("Auditing", total=events if scope.whole and not heads else None) as progress:
        try:
            if scope.whole:
                stored = asyncio.run(stored_seals(url, scope.keys))
                report.take(stored)
                scope = replace(scope, sealed=scope.sealed + stored.heads(epoch))
            for lane in lane_reports(url, scope, jobs, lambda checked: progress(checked, None)):
                report.add(lane)
                if lane.head is not None and not lane.faults and not lane.unjudged:
                    heads[lane.lane], epochs[lane.lane] = lane.head, epoch
                    keep_progress(since, cursor_of(epoch, heads, epochs))
        except KeyboardInterrupt:
            report.stopped = True
        except BrokenProcessPool:
            report.stopped = True
            click.echo("A process of the audit was killed, perhaps for want of memory: try fewer --jobs.", err=True)
    if scope.whole:
        report.cursor = cursor_of(epoch, heads, epochs)
    report.seconds = round(time.monotonic() - began, 1)
    return report


def keep_progress(since: Path | None, cursor: AuditCursor) -> None:
    """Keep the progress of an audit in a file, if one is given. Raises `click.UsageError`."""
    if since is None:
        return
    try:
        write_cursor(since, cursor)
    except OSError as why:
        raise click.UsageError(f"{since} cannot be written: {why.strerror}.") from None


async def size_of(url: str) -> tuple[str, int]:
    """Return the epoch of a log, and how many events it has. Raises `StoreUnavailable`, or what asyncpg raises."""
    async with AuditedLog.open(url) as log:
        return str(await log.epoch()), sum((await log.counters()).values())


async def stored_seals(url: str, keys: Mapping[str, bytes]) -> SealsReport:
    """Return what is wrong with the seals of the log in a database. Raises as `size_of` does."""
    async with AuditedLog.open(url) as log:
        return await audit_log_seals(log, keys)
