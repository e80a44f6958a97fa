"""DuckDB as it is used here: one thread, in UTC, no extensions from the network, the types of the history's columns."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from projections.history import ColumnType, HistoryTable

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MEMORY = "1GiB"
"""What DuckDB may take; what needs more is written beside the files, or is refused."""

LONGEST_LINE = 32 * 2**20
"""Bytes that a row may have as text, and that are read of CSV at a time: by default DuckDB reserves sixteen rows."""

TYPES: Mapping[ColumnType, str] = {
    "id": "varchar",
    "text": "varchar",
    "integer": "bigint",
    "boolean": "boolean",
    "timestamp": "timestamp",
    "date": "date",
    "json": "varchar",
}
"""The type of a column in DuckDB, and so in Parquet: timestamps are in UTC, JSON is text."""


class NotInstalled(Exception):
    """The optional package DuckDB is missing; the message says how to install it."""


def connected() -> "DuckDBPyConnection":
    """Return a DuckDB in memory. Raises `NotInstalled`."""
    try:
        duckdb = import_module("duckdb")
    except ModuleNotFoundError:
        raise NotInstalled("DuckDB is missing: install parlour[analysts].") from None
    settings = {"memory_limit": MEMORY, "threads": 1, "autoinstall_known_extensions": False}
    connection: DuckDBPyConnection = duckdb.connect(config=settings)
    connection.execute("set timezone = 'UTC'")  # else `now()`, compared with a time of the history, is off by an offset
    return connection


def duckdb_error() -> type[Exception]:
    """Return the type of the errors of DuckDB."""
    error: type[Exception] = import_module("duckdb").Error
    return error


def lock(connection: "DuckDBPyConnection", files: Iterable[str]) -> None:
    """Let later statements read these files only, and neither use the network nor change settings."""
    named = ", ".join(map(quoted, files))
    connection.execute(f"set allowed_paths = [{named}]")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def quoted(text: str) -> str:
    """Return a text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def columns_of(table: HistoryTable) -> str:
    """Return the columns of a table with their types, as a struct that `read_csv` takes."""
    pairs = ", ".join(f"{quoted(column.name)}: {quoted(TYPES[column.type])}" for column in table.columns)
    return f"{{{pairs}}}"
