"""Rows of the history as they are sent: as JSON, as lines of JSON, or as CSV; with the fields that are asked for."""

import csv
import io
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Raw, Struct

from projections.history import HISTORY, SCHEMA_VERSION, Column, Pseudonyms
from service.history.pages import HistoryPage
from service.http.wire.media_types import CSV, JSON, NDJSON
from service.live.named import encoder
from service.runtime.time import iso

FORMS = (JSON, NDJSON, CSV)


class Shape:
    """How rows of a table of the history are sent. Without `pseudonyms`, players have their ids."""

    def __init__(self, table: str, fields: Sequence[str], form: str, pseudonyms: Pseudonyms | None) -> None:
        self._table = table
        self._columns = [column for column in HISTORY[table].columns if not fields or column.name in fields]
        self.form = form
        self._pseudonyms = pseudonyms

    def row(self, row: Struct) -> bytes:
        """Return a row, encoded."""
        tournament: UUID | None = getattr(row, "tournament_id", None)
        values = [self._value(column, getattr(row, column.name), tournament) for column in self._columns]
        if self.form == CSV:
            return csv_line([text_of(value) for value in values])
        return encoder.encode({column.name: value for column, value in zip(self._columns, values, strict=True)})

    def document(self, rows: Sequence[bytes], page: HistoryPage[Any]) -> bytes:
        """Return the body of an answer with rows that are encoded."""
        if self.form == CSV:
            return b"".join([csv_line([column.name for column in self._columns]), *rows])
        if self.form == NDJSON:
            return b"".join([row + b"\n" for row in rows])
        head = b'{"schema_version":"%s","%s":[' % (SCHEMA_VERSION.encode(), self._table.encode())
        end = encoder.encode({"cursor": str(page.cursor), "more": page.more})[1:]
        return b"%s%s],%s" % (head, b",".join(rows), end)

    def _value(self, column: Column, value: Any, tournament: UUID | None) -> Any:
        """Return a value as JSON is to have it."""
        if value is None:
            return None
        if column.type == "timestamp":
            return iso(value)
        if column.name == "player":
            return str(value) if self._pseudonyms is None else self._pseudonyms.of(value)
        if column.type == "json":
            return Raw((value if self._pseudonyms is None else self._pseudonyms.within(value, tournament)).encode())
        return str(value) if isinstance(value, UUID) else value


def text_of(value: object) -> str:
    """Return a value as CSV is to have it: nothing for null."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Raw():
            return bytes(value).decode()
    return str(value)


def csv_line(values: Sequence[str]) -> bytes:
    """Return a line of CSV (RFC 4180)."""
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode()
