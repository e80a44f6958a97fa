"""Answers to questions about the history: rows with named columns."""

from collections.abc import Iterator
from datetime import date
from typing import TypeAlias

from msgspec import Struct

Value: TypeAlias = int | float | str | bool | date | None
"""A value of an answer; a `datetime` is a `date`, too."""


class Answer(Struct, frozen=True):
    """What a question has found: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def records(self) -> Iterator[dict[str, Value]]:
        """Yield the rows by the names of their columns."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)
