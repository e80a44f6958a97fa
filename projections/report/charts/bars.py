"""Level bars with their names above them: how much there is of each."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import LABEL, WIDTH, Drawing, box, label, shortened, width_of
from projections.report.words import plural

ROW, THICK = 36, 10
MOST = 20
"""So many bars are drawn; what comes after them is one bar."""

LEAST = 1.5
"""The length of the shortest bar of anything: it can be seen."""


class Bar(Struct, frozen=True):
    """A bar: its name, how much it is, and how that is said."""

    name: str
    value: float
    said: str


def bars(rows: Sequence[Bar], whole: float = 0.0) -> Drawing:
    """Return a bar for each row, the longest of the whole width, or that of the value `whole`.

    Values are 0 or more; what is less counts as 0.
    """
    most = max([whole, *(row.value for row in rows)]) or 1.0
    drawn: list[Element] = []
    for number, row in enumerate(rows):
        top = number * ROW
        length = max(LEAST, row.value / most * WIDTH) if row.value > 0 else 0
        room = WIDTH - width_of(row.said, LABEL) - LABEL
        drawn += [
            label(shortened(row.name, LABEL, room), 0, top + LABEL, "name"),
            label(row.said, WIDTH, top + LABEL, "value", "end"),
            box(0, top + LABEL + 6, WIDTH, THICK, "track"),
            box(0, top + LABEL + 6, length, THICK, "bar"),
        ]
    return Drawing(drawn, len(rows) * ROW, f"{plural(len(rows), 'bar')}, one below the other.")
