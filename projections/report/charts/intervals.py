"""Intervals: a value, how uncertain it is, and what would be expected, one below the other."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import EDGE, LABEL, TICK, WIDTH, Drawing, dot, heading, line, upright_grid
from projections.report.markup import element
from projections.report.scale import Axis, axis
from projections.report.words import Unit, brief, plural


class Interval(Struct, frozen=True):
    """A value between `low` and `high`, and how that is said.

    `few`: of too few cases to say much. `expected`: what it would be if there were nothing to be found.
    """

    name: str
    value: float
    low: float
    high: float
    said: str
    few: bool = False
    expected: float | None = None


def intervals(rows: Sequence[Interval], unit: Unit) -> Drawing:
    """Return a line with a dot for each row, above one axis."""
    across = axis(
        [value for row in rows for value in (row.low, row.value, row.high, row.expected) if value is not None], unit
    )
    drawn: list[Element] = []
    top = 0.0
    for row in rows:
        texts, y = heading(row.name, row.said, top)
        drawn += [*texts, *marks(row, y + LABEL - 1, across)]
        top = y + 2 * LABEL - 1
    ends = f"from {brief(across.low, unit)} to {brief(across.high, unit)}"
    form = f"{plural(len(rows), 'dot')} with intervals, one below the other, on an axis {ends}."
    return Drawing([*upright_grid(across, 0, top), *drawn], top + TICK + 8, form)


def marks(row: Interval, y: float, across: Axis) -> list[Element]:
    """Return the line of a row, its ends, what is expected, and the dot."""
    low, middle, high = (place(across, value) for value in (row.low, row.value, row.high))
    drawn = [
        line(low, y, high, y, "interval few" if row.few else "interval"),
        line(low, y - 4, low, y + 4, "interval"),
        line(high, y - 4, high, y + 4, "interval"),
    ]
    if row.expected is not None:
        drawn.append(diamond(place(across, row.expected), y))
    return [*drawn, dot(middle, y, 4.5, "dot few" if row.few else "dot")]


def place(across: Axis, value: float) -> float:
    """Return where a value stands in a drawing."""
    return EDGE + across.place(value) * (WIDTH - 2 * EDGE)


def diamond(x: float, y: float) -> Element:
    """Return the mark of what is expected."""
    return element("path", {"d": f"M{x:.2f} {y - 8:.2f}l5 8l-5 8l-5 -8z", "class": "expected"})
