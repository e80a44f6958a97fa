"""A piece of an export: the rows of some games, from the CSV that Postgres gives to files by table, game and month."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from projections.history import Column, ColumnType, HistoryTable
from projections.history.pseudonyms import HOUSE, LENGTH, UUID_IN_JSON
from service.analysis.duck import TYPES, quoted
from service.analysis.manifest import TIME, ExportedFile, Format, sync_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ORDERS: Mapping[str, str] = {
    "games": "number",
    "seats": "number, seat",
    "events": "number, version",
    "decisions": "number, made_version, seat",
}
"""The order of the rows in a file of the tables that have one for each piece, game and month."""

SUFFIXES: Mapping[Format, str] = {"parquet": "parquet", "ndjson": "ndjson.gz", "csv": "csv.gz"}

WRITTEN: Mapping[Format, str] = {
    "parquet": "format parquet, compression zstd",
    "ndjson": f"format json, compression gzip, timestampformat '{TIME}'",
    "csv": f"format csv, header true, compression gzip, timestampformat '{TIME}'",
}

RAW: Mapping[ColumnType, str] = {**TYPES, "timestamp": "bigint"}
"""The types of columns as Postgres gives them: times are whole milliseconds since 1970."""

DELIMITER, QUOTE = "\x02", "\x01"
"""What stands between and around fields of the CSV: no JSON has these, so nothing in it is doubled."""

LONGEST_LINE = 32 * 2**20
"""Bytes that a row may have."""

BLOCK = 64
"""Bytes of a block of SHA-256."""

PATTERN, BARE = quoted(UUID_IN_JSON.pattern), len('"00000000-0000-0000-0000-000000000000"')
"""What an id in a document looks like, and how long that of a player is."""


def name_pseudonyms(connection: "DuckDBPyConnection", key: bytes) -> None:
    """Make functions of SQL that name players as `projections.history.Pseudonyms` does with this key (32 bytes).

    HMAC-SHA-256 is written out, as DuckDB has only SHA-256.
    """
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(BLOCK, b"\0")).hex() for pad in (0x36, 0x5C))
    house = " ".join(f"when {quoted(str(player))} then {quoted(kind)}" for player, kind in HOUSE.items())
    connection.execute(f"""
        create macro pseudonym(id) as case id {house} else
            left(sha256(unhex('{outer}') || unhex(sha256(unhex('{inner}') || encode(id)))), {LENGTH}) end
    """)
    connection.execute(f"""
        create macro first_id(document) as regexp_extract(document, {PATTERN});
        create macro named(found) as
            case when length(found) = {BARE} then '"' || pseudonym(found[2:-2]) || '"' else found end;
        create macro all_named(document) as array_to_string(list_transform(
            list_zip(string_split_regex(document, {PATTERN}), regexp_extract_all(document, {PATTERN})),
            lambda cut: concat(cut[1], named(cut[2]))
        ), '');
        create macro named_within(document, once) as
            case when regexp_matches(once, {PATTERN}) then all_named(document) else once end;
    """)


def load(connection: "DuckDBPyConnection", table: HistoryTable, rows: Path, *, ids: bool) -> None:
    """Make a table of a file of CSV that Postgres has written; its players get pseudonyms unless `ids`."""
    types = ", ".join(f"{quoted(each.name)}: {quoted(RAW[each.type])}" for each in table.columns)
    shown = ", ".join(f"{value(table, each, ids=ids)} as {each.name}" for each in table.columns)
    read = f"""
        from read_csv(
            {quoted(str(rows))}, header = false, auto_detect = false, delim = '{DELIMITER}', quote = '{QUOTE}',
            escape = '{QUOTE}', nullstr = '', allow_quoted_nulls = false, max_line_size = {LONGEST_LINE},
            columns = {{{types}}}
        )
    """
    source = once_named(read) if table.name == "events" and not ids else f"({read})"
    connection.execute(f"create or replace temp table {table.name} as select {shown} from {source}")  # noqa: S608 - as below


def once_named(read: str) -> str:
    """Return the rows of events with documents in which the first id has become a pseudonym.

    Nearly all have but one, and to look for more of them by lists costs thirty times as much.
    """
    return f"""(
        select *, replace(command, one, named(one)) as command_once, replace(event, other, named(other)) as event_once
        from (select *, first_id(command) as one, first_id(event) as other from ({read}))
    )"""  # noqa: S608 - literals


def value(table: HistoryTable, column: Column, *, ids: bool) -> str:
    """Return a column of what Postgres gives as an export has it, in SQL."""
    if column.type == "timestamp":
        return f"epoch_ms({column.name})"
    if column.name == "player" and not ids:
        return "pseudonym(player)"
    if table.name == "events" and column.type == "json" and not ids:
        return f"named_within({column.name}, {column.name}_once)"
    return column.name


def write_games(connection: "DuckDBPyConnection", folder: Path, form: Format, name: str) -> Iterator[ExportedFile]:
    """Write the loaded rows of games to files of this name; yield what was written."""
    months = connection.execute(
        "select distinct game, strftime(finished_at, '%Y-%m') as month from games order by game, month"
    ).fetchall()
    for game, month in months:
        ended = f"game = {quoted(game)} and strftime(finished_at, '%Y-%m') = {quoted(month)}"
        for table, order in ORDERS.items():
            path = f"{table}/game={game}/month={month}/{name}.{SUFFIXES[form]}"
            of_month = ended if table == "games" else f"number in (select number from games where {ended})"  # noqa: S608 - literals
            rows = f"select * from {table} where {of_month} order by {order}"  # noqa: S608 - names and literals
            if made := written(connection, folder, form, path, rows):
                yield ExportedFile(path, table, game, month, *made)


def write_whole(connection: "DuckDBPyConnection", folder: Path, form: Format, table: str) -> Iterator[ExportedFile]:
    """Write the loaded rows of a table to one file, which is named after what is in it; yield that."""
    fresh = f"{table}/fresh.{SUFFIXES[form]}"
    if made := written(connection, folder, form, fresh, f"from {table} order by all"):
        path = f"{table}/all-{made[2][:16]}.{SUFFIXES[form]}"
        (folder / fresh).replace(folder / path)
        sync_folder((folder / path).parent)
        yield ExportedFile(path, table, None, None, *made)


def written(
    connection: "DuckDBPyConnection", folder: Path, form: Format, name: str, rows: str
) -> tuple[int, int, str] | None:
    """Write the answer to a question to a file; return its rows, bytes and SHA-256, None and no file if it has none."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    ((count,),) = connection.execute(f"copy ({rows}) to {quoted(str(path))} ({WRITTEN[form]})").fetchall()
    if count == 0:
        path.unlink()
        return None
    with path.open("rb") as file:
        os.fsync(file.fileno())
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    sync_folder(path.parent)
    return count, path.stat().st_size, digest
