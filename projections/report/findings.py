"""What the report shows of the answer to a question: sentences for the summary, and figures."""

from collections.abc import Sequence

from msgspec import Struct

from projections.report.charts.bars import MOST, Bar
from projections.report.charts.intervals import Interval
from projections.report.figures import Figure
from projections.report.numbers import FEW, Row, amount, count
from projections.report.words import Unit, plural, shown


class Findings(Struct, frozen=True):
    """What is shown of an answer: `summary` at the head of the report, `figures` in the section of the game."""

    summary: Sequence[str] = ()
    figures: Sequence[Figure] = ()


FEW_NOTE = (
    f"Hollow dots with broken lines: fewer than {FEW} cases. One case more could change them much; nothing is concluded"
    " from them."
)


def interval_of(name: str, row: Row, value: str, cases: str, unit: Unit) -> Interval | None:
    """Return a row of a chart: its field `value` between `low` and `high`, of this number of `cases`; None: of nothing.

    Bounds that are not known are the value itself. Fewer than `FEW` cases are marked.
    """
    middle, cases_counted = amount(row, value), count(row, cases)
    if middle is None or cases_counted <= 0:
        return None
    low, high, expected = (amount(row, field) for field in ("low", "high", "expected"))
    said = f"{shown(middle, unit)} of {shown(cases_counted, 'count')}"
    low, high = middle if low is None else min(low, middle), middle if high is None else max(high, middle)
    return Interval(name, middle, low, high, said, cases_counted < FEW, expected)


def found(rows: Sequence[Interval | None]) -> list[Interval]:
    """Return the rows that have a value."""
    return [row for row in rows if row is not None]


def few_note(rows: Sequence[Interval], *more: str) -> str | None:
    """Return the note of a chart: that few cases are marked, if any are, and what is said `more`."""
    notes = [*([FEW_NOTE] if any(row.few for row in rows) else []), *more]
    return " ".join(notes) or None


def counted_bars(named: Sequence[tuple[str, int]], others: str) -> list[Bar]:
    """Return bars of counts, the largest first, each with its part of all; the smallest are one bar, `others`."""
    ranked = sorted(named, key=lambda each: (-each[1], each[0]))
    total = sum(number for _, number in ranked)
    rest = ranked[MOST:]
    kept = ranked[:MOST] + ([(plural(len(rest), f"other {others}"), sum(number for _, number in rest))] if rest else [])
    return [Bar(name, number, part_said(number, total)) for name, number in kept]


def part_said(number: int, total: int) -> str:
    """Return a count and its part of all."""
    return f"{shown(number, 'count')} ({shown(number / total, 'share')})" if total > 0 else shown(number, "count")


def range_said(row: Row, unit: Unit) -> str:
    """Return an interval in words."""
    return f"95% interval {shown(row.get('low'), unit)} to {shown(row.get('high'), unit)}"
