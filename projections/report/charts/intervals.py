"""Intervals: a value, how uncertain it is, and what would be expected, one below the other."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import (
    EDGE,
    LABEL,
    TICK,
    WIDTH,
    Drawing,
    dot,
    label,
    line,
    shortened,
    upright_grid,
    width_of,
)
from projections.report.markup import element
from projections.report.scale import Axis, axis
from projections.report.words import Unit, brief, plural

ROW = 38
MIDDLE = LABEL + 12
"""Where in a row the line is: below its name."""


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
    bottom = len(rows) * ROW
    drawn = [*upright_grid(across, 0, bottom)]
    for number, row in enumerate(rows):
        drawn += row_of(row, number * ROW, across)
    ends = f"from {brief(across.low, unit)} to {brief(across.high, unit)}"
    form = f"{plural(len(rows), 'dot')} with intervals, one below the other, on an axis {ends}."
    return Drawing(drawn, bottom + TICK + 8, form)


def row_of(row: Interval, top: float, across: Axis) -> list[Element]:
    """Return what is drawn of a row: name and value, then below them the line, its ends, the dot, what is expected."""
    y = top + MIDDLE
    low, middle, high = (place(across, value) for value in (row.low, row.value, row.high))
    room = WIDTH - width_of(row.said, LABEL) - LABEL
    drawn = [
        label(shortened(row.name, LABEL, room), 0, top + LABEL, "name"),
        label(row.said, WIDTH, top + LABEL, "value", "end"),
        line(low, y, high, y, "interval few" if row.few else "interval"),
        line(low, y - 4, low, y + 4, "interval"),
        line(high, y - 4, high, y + 4, "interval"),
    ]
    if row.expected is not None:
        drawn.append(diamond(place(across, row.expected), y))
    drawn.append(dot(middle, y, 4.5, "dot few" if row.few else "dot"))
    return drawn


def place(across: Axis, value: float) -> float:
    """Return where a value stands in a drawing."""
    return EDGE + across.place(value) * (WIDTH - 2 * EDGE)


def diamond(x: float, y: float) -> Element:
    """Return the mark of what is expected."""
    return element("path", {"d": f"M{x:.2f} {y - 8:.2f}l5 8l-5 8l-5 -8z", "class": "expected"})
