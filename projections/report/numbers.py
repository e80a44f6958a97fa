"""What a report is made of: the answers of named questions about one period."""

import math
from collections.abc import Mapping
from datetime import date, datetime

from msgspec import Struct, field

from projections.history.answers import Answer, Value

Row = Mapping[str, Value]

FEW = 30
"""Fewer cases than these are marked: one more of them could change what they seem to say."""


class Numbers(Struct, frozen=True, kw_only=True):
    """The answers by the names of their questions, and what they were asked for.

    `since` and `until` are the first and the last day in which the games ended; null: the first or last there is.
    `games` are ids; none: all. `cursor` says how far the history went; `private`: games that strangers may not see are
    among them.
    """

    since: date | None = None
    until: date | None = None
    games: tuple[str, ...] = ()
    cursor: str | None = None
    private: bool = False
    answers: Mapping[str, Answer] = field(default_factory=dict)

    def rows(self, question: str, game: str | None = None) -> list[Row]:
        """Return the rows of a question, of all games or of one; none if it was not asked."""
        answer = self.answers.get(question)
        found = answer.records() if answer else iter(())
        return [row for row in found if game is None or row.get("game") == game]


def count(row: Row, column: str) -> int:
    """Return a count; 0 for nothing."""
    value = row.get(column)
    return value if isinstance(value, int) else int(amount(row, column) or 0)


def amount(row: Row, column: str) -> float | None:
    """Return a number; None for nothing, and for what is no finite number."""
    value = row.get(column)
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def text(row: Row, column: str) -> str:
    """Return a text; of another value how it is written."""
    value = row.get(column)
    return "" if value is None else str(value)


def day(row: Row, column: str) -> date | None:
    """Return a day; None for what is no day."""
    value = row.get(column)
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else None
