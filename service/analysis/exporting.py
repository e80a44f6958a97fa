"""The export of the open history: from Postgres to files, in pieces, so that it takes little memory and can go on.

Each piece is the next games in the order in which their records have opened. Postgres writes its rows as CSV, DuckDB
makes files of them, and then the manifest names these and the new cursor. So after a kill it goes on at the last
piece. All that is done for each event is done by Postgres and DuckDB.
"""

import asyncio
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from projections.history import HISTORY, SCHEMA_VERSION, Pseudonyms
from service.analysis.duck import connected, duckdb_error
from service.analysis.manifest import (
    LICENCE,
    BadExport,
    ExportedFile,
    Format,
    Manifest,
    must_be_text,
    must_be_there,
    read_manifest,
    strays,
    write_manifest,
)
from service.analysis.pieces import ORDERS, load, name_pseudonyms, write_games, write_whole
from service.analysis.port import OpenHistory, Piece
from service.runtime.files import locked, made_if_it_succeeds
from service.store import Epoch

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")

ROWS = ".rows-"
"""What the name of a folder for the rows of a piece begins with."""
WHOLE = ("players", "tournaments", "refusals")
"""The tables that each export writes anew, as one file."""


class Service(Struct, frozen=True):
    """Whose history it is: name, key of signatures, pseudonyms."""

    name: str
    key_id: str
    pseudonyms: Pseudonyms


class ExportOptions(Struct, frozen=True):
    """What is to be exported: to which folder, how, of which game (None: all).

    `ids`: with the real ids of players. `private`: with the games of private tables.

    It begins after the cursor `since`; None: where the manifest of the folder ends, or with the first game.
    """

    folder: Path
    format: Format = "parquet"
    since: str | None = None
    game: str | None = None
    ids: bool = False
    private: bool = False


class Exported(Struct, frozen=True):
    """What an export has added: openings, events, and rows of all tables."""

    manifest: Manifest
    openings: int
    events: int
    rows: int


async def export(
    history: OpenHistory, service: Service, wanted: ExportOptions, progress: Callable[[int, int], None]
) -> Exported:
    """Export what has opened up to now.

    `progress` is called with how many openings are exported, and of how many. Raises `BadExport`, `NotInstalled`, and
    what the history raises.
    """
    must_be_text(wanted.folder)
    with made_if_it_succeeds(wanted.folder):
        wanted.folder.mkdir(parents=True, exist_ok=True)
        with locked(wanted.folder) as is_ours:
            if not is_ours:
                raise BadExport(f"Another export writes to {wanted.folder}: wait for it, or name another folder.")
            return await go_on(history, service, wanted, progress)


async def go_on(
    history: OpenHistory, service: Service, wanted: ExportOptions, progress: Callable[[int, int], None]
) -> Exported:
    """Export to a folder that nobody else writes to, as `export` says."""
    manifest = begun(history.epoch, service, wanted)
    known, begin = {each.path for each in manifest.files}, number_of(manifest.cursor, history.epoch)
    last = await history.last_number()
    if begin > last:
        raise BadExport(f"The cursor {manifest.cursor} is not of this service: its last game has the number {last}.")
    remove(strays(wanted.folder, manifest.files))
    for left in wanted.folder.glob(f"{ROWS}*"):  # by one that was killed
        shutil.rmtree(left)
    with connected() as connection, tempfile.TemporaryDirectory(prefix=ROWS, dir=wanted.folder) as rows:
        if not wanted.ids:
            name_pseudonyms(connection, service.pseudonyms.key)
        exporter = Exporter(history, connection, wanted, Path(rows), manifest)
        try:
            await exporter.add_held_back()
            await exporter.add_games(begin, last, progress)
            await exporter.renew_whole(last)
        except duckdb_error() as why:  # a full disk, say
            raise BadExport(f"The export has stopped; the same line goes on: {why}") from None
    remove(strays(wanted.folder, exporter.manifest.files))
    added = sum(each.rows for each in exporter.manifest.files if each.path not in known)
    return Exported(exporter.manifest, last - begin, exporter.events, added)


class Exporter:
    """An export that is going on: `manifest` is how far it has come, `rows` a folder for what Postgres writes."""

    def __init__(
        self,
        history: OpenHistory,
        connection: "DuckDBPyConnection",
        wanted: ExportOptions,
        rows: Path,
        manifest: Manifest,
    ) -> None:
        self.manifest = manifest
        self.events = 0
        self._history = history
        self._connection = connection
        self._wanted = wanted
        self._rows = rows

    async def add_games(self, after: int, last: int, progress: Callable[[int, int], None]) -> None:
        """Add all games after a number up to another, piece by piece."""
        begin = after
        while after < last:
            piece = await self._history.piece(after, last, self._wanted.game)
            held_back = (*self.manifest.held_back, *piece.held_back)
            await self._add(piece, cursor=cursor_at(piece.last, self._history.epoch), held_back=held_back)
            after = piece.last
            progress(after - begin, last - begin)

    async def add_held_back(self) -> None:
        """Add the games that were not open when their turn came, and are now."""
        if self.manifest.held_back:
            piece = await self._history.open_of(self.manifest.held_back)
            await self._add(piece, cursor=self.manifest.cursor, held_back=piece.held_back)

    async def renew_whole(self, last: int) -> None:
        """Write the tables anew that are one file."""
        files = [each for each in self.manifest.files if each.table not in WHOLE]
        for table in WHOLE:
            rows = self._rows / f"{table}.csv"
            await self._history.write_whole(table, last, self._wanted.game, rows)
            await self._load(table, rows)
            files += write_whole(self._connection, self._wanted.folder, self._wanted.format, table)
        self._go_on(replace(self.manifest, files=tuple(files)))

    async def _add(self, piece: Piece, *, cursor: str, held_back: tuple[int, ...]) -> None:
        """Add the games of a piece, and write the manifest."""
        files = self.manifest.files
        if piece.numbers:
            for table in ORDERS:
                rows = self._rows / f"{table}.csv"
                await self._history.write(table, piece.numbers, rows)
                await self._load(table, rows)
            files += await self._beside(partial(self._written, f"part-{piece.numbers[0]:08}"))
        self._go_on(replace(self.manifest, cursor=cursor, held_back=held_back, files=files))
        self.events += piece.events

    async def _load(self, table: str, rows: Path) -> None:
        """Bring the rows of a table from Postgres to DuckDB."""
        await self._beside(partial(load, self._connection, HISTORY[table], rows, ids=self._wanted.ids))

    async def _beside(self, work: Callable[[], T]) -> T:
        """Return what comes of work with DuckDB in a thread; on Ctrl-C that ends first: DuckDB must be idle."""
        working = asyncio.create_task(asyncio.to_thread(work))
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            self._connection.interrupt()
            await asyncio.wait([working])
            working.exception()  # nobody asks any more
            raise

    def _written(self, name: str) -> tuple[ExportedFile, ...]:
        return tuple(write_games(self._connection, self._wanted.folder, self._wanted.format, name))

    def _go_on(self, manifest: Manifest) -> None:
        self.manifest = manifest
        write_manifest(self._wanted.folder, manifest)


def begun(epoch: Epoch, service: Service, wanted: ExportOptions) -> Manifest:
    """Return the manifest to go on with: that of the folder, or a new one without files. Raises `BadExport`."""
    fresh = Manifest(
        schema_version=SCHEMA_VERSION,
        service=service.name,
        key_id=service.key_id,
        licence=LICENCE,
        format=wanted.format,
        players="ids" if wanted.ids else "pseudonyms",
        game=wanted.game,
        private=wanted.private,
        since=wanted.since or cursor_at(0, epoch),
        cursor=wanted.since or cursor_at(0, epoch),
        held_back=(),
        files=(),
    )
    found = read_manifest(wanted.folder)
    if found is None:
        return fresh
    for field in SAME:
        old, new = getattr(found, field), getattr(fresh, field)
        if old != new:
            has, asks = (msgspec.json.encode(each).decode() for each in (old, new))  # as the manifest has it
            raise BadExport(f"The export in {wanted.folder} has {field} {has}, you want {asks}: choose another folder.")
    if wanted.since not in {None, found.cursor}:
        raise BadExport(f"The export in {wanted.folder} goes up to {found.cursor}: it can go on from there only.")
    must_be_there(wanted.folder, found.files)
    return found


SAME = ("schema_version", "service", "key_id", "format", "players", "game", "private")
"""What must be the same where an export goes on."""


NUMBER = re.compile("[0-9]{1,18}")
"""What the number of a cursor looks like."""


def cursor_at(number: int, epoch: Epoch) -> str:
    """Return the cursor after the game with this number."""
    return f"{epoch}.{number}"


def number_of(cursor: str, epoch: Epoch) -> int:
    """Return the number of a cursor. Raises `BadExport` if it is malformed, or of a history that is lost."""
    written, dot, number = cursor.rpartition(".")
    if not dot or not NUMBER.fullmatch(number):
        raise BadExport(f"{cursor} is no cursor: give one as a manifest has it, such as {cursor_at(1200, epoch)}.")
    if written != str(epoch):
        raise BadExport(
            f"The cursor {cursor} is of another history of this service, before a backup was restored (now it is"
            f" {epoch}). Export anew, to another folder."
        )
    return int(number)


def remove(files: Iterable[Path]) -> None:
    """Remove files that are not part of an export."""
    for file in files:
        file.unlink()
