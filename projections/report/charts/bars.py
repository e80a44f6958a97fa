"""Level bars with their names above them: how much there is of each."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import WIDTH, Drawing, box, heading
from projections.report.words import plural

THICK = 10
MOST = 20
"""Maximum number of bars that are drawn; what comes after them is one bar."""

LEAST = 1.5
"""The length of the shortest bar of anything: it can be seen."""


class Bar(Struct, frozen=True):
    """A bar: its name, how much it is, how that is said, and whether it is of too few cases to say much."""

    name: str
    value: float
    said: str
    few: bool = False


def bars(rows: Sequence[Bar], whole: float = 0.0) -> Drawing:
    """Return a bar for each row, the longest of the whole width, or that of the value `whole`.

    Values are 0 or more; what is less counts as 0.
    """
    most = max([whole, *(row.value for row in rows)]) or 1.0
    drawn: list[Element] = []
    top = 0.0
    for row in rows:
        length = max(LEAST, row.value / most * WIDTH) if row.value > 0 else 0
        texts, y = heading(row.name, row.said, top)
        css = "bar few" if row.few else "bar"
        drawn += [*texts, box(0, y + 6, WIDTH, THICK, "track"), box(0, y + 6, length, THICK, css)]
        top = y + 6 + THICK + 7
    return Drawing(drawn, top, f"{plural(len(rows), 'bar')}, one below the other.")
