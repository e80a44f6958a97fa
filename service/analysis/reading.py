"""An export as tables that can be asked: views of DuckDB over the files that its manifest names."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from projections.history import HISTORY, SCHEMA_VERSION, HistoryTable
from service.analysis.duck import LONGEST_LINE, TYPES, columns_of, connected, duckdb_error, lock, quoted
from service.analysis.manifest import (
    TIME,
    BadExport,
    ExportedFile,
    Format,
    Manifest,
    must_be_text,
    must_be_there,
    read_manifest,
)
from service.runtime.files import followed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

OF_GAMES = ("seats", "events", "decisions")
"""The tables whose rows each belong to a game."""

PLAYERS_OF_PART = """
select player, known.kind, min(games.finished_at) as first_game_at, count(distinct number) as games
from ({rows}) as known join seats using (player) join games using (number)
group by player, known.kind
"""
"""The table `players` of a part of the games: its file has the players of all of them."""

MACROS = """
create macro z() as 1.959964::double;
create macro wilson(hits, n, sign) as (
    hits / n + z() * z() / 2 / n + sign * z() * sqrt(hits / n * (1 - hits / n) / n + z() * z() / 4 / n / n)
) / (1 + z() * z() / n);
create macro wilson_low(hits, n) as case
    when n > 0 then case hits when 0 then 0.0::double else wilson(hits, n, -1) end
end;
create macro wilson_high(hits, n) as case
    when n > 0 then case hits when n then 1.0::double else wilson(hits, n, 1) end
end;
create macro mean_low(x) as avg(x) - z() * stddev_samp(x) / sqrt(count(x));
create macro mean_high(x) as avg(x) + z() * stddev_samp(x) / sqrt(count(x));
"""
"""95 % intervals: of a share by Wilson's score, of a mean by the normal distribution.

The interval of none begins at exactly 0 and that of all ends at exactly 1; floating point would miss them at times.
"""


class Selection(Struct, frozen=True):
    """Which games are looked at: of one game, of those that ended on these days (UTC, both included)."""

    game: str | None = None
    since: date | None = None
    until: date | None = None

    def has(self, file: ExportedFile) -> bool:
        """Return whether a file can have rows of this part."""
        if file.game is None or file.month is None:
            return True
        return (
            self.game in {None, file.game}
            and (self.since is None or file.month >= f"{self.since:%Y-%m}")
            and (self.until is None or file.month <= f"{self.until:%Y-%m}")
        )

    def condition(self, at: str) -> str:
        """Return the condition of SQL that rows with a `game` and a time are of this part."""
        parts = ["true"]
        if self.game is not None:
            parts.append(f"game = {quoted(self.game)}")
        if self.since is not None:
            parts.append(f"{at} >= date '{self.since}'")
        if self.until is not None:
            parts.append(f"{at} < date '{self.until}' + interval 1 day")
        return " and ".join(parts)

    @property
    def is_of_time(self) -> bool:
        """Whether it begins or ends some day."""
        return self.since is not None or self.until is not None


ALL = Selection()


@contextmanager
def opened(folder: Path, part: Selection = ALL, result: Path | None = None) -> Iterator["DuckDBPyConnection"]:
    """Give a DuckDB with the tables of an export, of a part of the games.

    It reads these files and nothing else, and can write to none but `result`.

    Raises `BadExport` or `NotInstalled`, and `KeyboardInterrupt` for a Ctrl-C that DuckDB has taken for itself.
    """
    for each in [folder, *([result] if result else [])]:
        must_be_text(each)
    manifest = read_manifest(folder)
    if manifest is None:
        raise BadExport(f"There is no export in {folder}: it has no manifest. `parlour export` makes one.")
    if manifest.schema_version != SCHEMA_VERSION:
        raise BadExport(
            f"The export in {folder} has the columns of version {manifest.schema_version}; this program knows those of"
            f" {SCHEMA_VERSION}. Export anew, or ask with the program that has made it."
        )
    must_be_there(folder, filter(part.has, manifest.files))
    connection = connected()
    try:
        show(connection, folder, manifest, part)
        connection.execute(MACROS)
        files = [str(followed(folder / each.path)) for each in manifest.files]
        lock(connection, {*files, *map(escape, files), *([str(followed(result))] if result else [])})
        yield connection
    except RuntimeError as why:
        if "interrupted" not in str(why):
            raise
        raise KeyboardInterrupt from None
    finally:
        connection.close()


def show(connection: "DuckDBPyConnection", folder: Path, manifest: Manifest, part: Selection) -> None:
    """Make the views of all tables. Raises `BadExport` for files that are damaged."""
    try:
        for table in HISTORY.values():
            connection.execute(view(folder, manifest, table, part))
    except duckdb_error() as why:
        cause = str(why).partition("\n")[0]
        raise BadExport(f"Files of the export in {folder} are damaged: {cause}") from None


def view(folder: Path, manifest: Manifest, table: HistoryTable, part: Selection) -> str:
    """Return the statement that makes the view of a table."""
    names = [
        escape(str(followed(folder / each.path)))  # DuckDB takes them for patterns
        for each in manifest.files
        if each.table == table.name and part.has(each)
    ]
    rows = f"from {source(manifest.format, table, names)}" if names else no_rows(table)
    if table.name == "players" and part != ALL:
        rows = PLAYERS_OF_PART.format(rows=rows)
    return f"create view {table.name} as from ({rows}) where {condition(table, part)}"


def condition(table: HistoryTable, part: Selection) -> str:
    """Return the condition of SQL that a row of a table is of a part of the games."""
    if table.name in OF_GAMES and part.is_of_time:
        return "number in (select number from games)"
    times = {"games": "finished_at", "refusals": "day", "tournaments": "announced_at"}
    return part.condition(times[table.name]) if table.name in times else "true"


def source(form: Format, table: HistoryTable, names: list[str]) -> str:
    """Return files of a form as SQL reads them."""
    listed = f"[{', '.join(map(quoted, names))}]"
    match form:
        case "parquet":
            return f"read_parquet({listed}, hive_partitioning = false)"
        case "ndjson":
            return (
                f"read_json({listed}, format = 'newline_delimited', compression = 'gzip', hive_partitioning = false,"
                f" maximum_object_size = {LONGEST_LINE}, timestampformat = '{TIME}', columns = {columns_of(table)})"
            )
        case "csv":
            return (
                f"read_csv({listed}, header = true, compression = 'gzip', hive_partitioning = false,"
                f" auto_detect = false, quote = '\"',"
                f" escape = '\"', nullstr = '', allow_quoted_nulls = false, max_line_size = {LONGEST_LINE},"
                f" buffer_size = {LONGEST_LINE}, timestampformat = '{TIME}', columns = {columns_of(table)})"
            )


def no_rows(table: HistoryTable) -> str:
    """Return the question whose answer has the columns of a table, and no rows."""
    return f"select {', '.join(f'null::{TYPES[each.type]} as {each.name}' for each in table.columns)} where false"
