"""A piece of an export: the rows of some games, from the CSV that Postgres gives to files by table, game and month."""

import hashlib
import os
from collections.abc import Collection, Iterator, Mapping
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from domain.table import HOUSE_KINDS
from projections.history import Column, ColumnType, HistoryTable
from projections.history.pseudonyms import LENGTH, UUID_IN_JSON
from service.analysis.duck import LONGEST_LINE, TYPES, quoted
from service.analysis.manifest import TIME, ExportedFile, Format
from service.runtime.files import sync_folder

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

BLOCK = 64
"""Bytes of a block of SHA-256."""

PATTERN, BARE = quoted(UUID_IN_JSON.pattern), len('"00000000-0000-0000-0000-000000000000"')
"""What an id in a document looks like, and how long that of a player is."""
LIKE_ID = '%-____-____-____-____________"%'
"""A pattern that every document with an id matches, and hardly any other document."""


def name_pseudonyms(connection: "DuckDBPyConnection", key: bytes) -> None:
    """Make functions of SQL that name players as `projections.history.Pseudonyms` does with this key (32 bytes).

    HMAC-SHA-256 is written out, as DuckDB has only SHA-256.
    """
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(BLOCK, b"\0")).hex() for pad in (0x36, 0x5C))
    house = " ".join(f"when {quoted(str(player))} then {quoted(kind)}" for player, kind in HOUSE_KINDS.items())
    connection.execute(f"""
        create macro pseudonym(id) as case id {house} else
            left(sha256(unhex('{outer}') || unhex(sha256(unhex('{inner}') || encode(id)))), {LENGTH}) end
    """)
    connection.execute(f"""
        create macro named(found, kept) as case
            when length(found) = {BARE} and found is distinct from kept then '"' || pseudonym(found[2:-2]) || '"'
            else found end;
        create macro all_named(document, kept) as array_to_string(list_transform(
            list_zip(string_split_regex(document, {PATTERN}), regexp_extract_all(document, {PATTERN})),
            lambda cut: concat(cut[1], named(cut[2], kept))
        ), '');
        create macro named_within(document, kept) as
            case when document like '{LIKE_ID}' then all_named(document, kept) else document end;
        create macro once_named(document, id, name) as
            case when id is null then document else replace(document, id, name) end;
    """)


def load(connection: "DuckDBPyConnection", table: HistoryTable, rows: Path, *, ids: bool) -> None:
    """Make a table of a file of CSV that Postgres has written; its players get pseudonyms unless `ids`.

    For events to get them, the table `games` has to be there with their games: it has their tournaments.
    """
    types = ", ".join(f"{quoted(each.name)}: {quoted(RAW[each.type])}" for each in table.columns)
    shown = ", ".join(f"{value(table, each, ids=ids)} as {each.name}" for each in table.columns)
    read = f"""
        from read_csv(
            {quoted(escape(str(rows)))}, header = false, auto_detect = false, delim = '{DELIMITER}', quote = '{QUOTE}',
            escape = '{QUOTE}', nullstr = '', allow_quoted_nulls = false, max_line_size = {LONGEST_LINE},
            buffer_size = {LONGEST_LINE}, columns = {{{types}}}
        )
    """
    has_players = any(each.name == "player" for each in table.columns)
    source = with_names(read, documents(table)) if has_players and not ids else f"({read})"
    connection.execute(f"create or replace temp table {table.name} as select {shown} from {source}")  # noqa: S608 - as below


def documents(table: HistoryTable) -> list[str]:
    """Return the columns in which there may be ids of players, in JSON."""
    return [each.name for each in table.columns if table.name == "events" and each.type == "json"]


def with_names(read: str, documents: Collection[str]) -> str:
    """Return rows with a `name` for their player, and both as JSON: each is made once for each player.

    Those with documents also have the tournament of their game, as JSON.
    """
    once_named = [f", once_named({each}, json_id, json_name) as {each}_once" for each in documents]
    played = " left join games using (number)" if once_named else ""
    tournament = """, '"' || games.tournament_id || '"' as json_tournament""" if once_named else ""
    return f"""(
        with given as materialized ({read}),
            players as (select player as id, pseudonym(player) as name from (select distinct player from given)),
            names as (select *, '"' || id || '"' as json_id, '"' || name || '"' as json_name from players)
        select given.*, names.name{"".join(once_named)}{tournament}
        from given left join names on given.player = names.id{played}
    )"""  # noqa: S608 - literals


def value(table: HistoryTable, column: Column, *, ids: bool) -> str:
    """Return a column of what Postgres gives as an export has it, in SQL.

    Nearly all ids in documents are those of the players of their rows: to look for others costs ten times as much.
    """
    if column.type == "timestamp":
        return f"epoch_ms({column.name})"
    if column.name == "player" and not ids:
        return "name"
    if column.name in documents(table) and not ids:
        return f"named_within({column.name}_once, json_tournament)"
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
