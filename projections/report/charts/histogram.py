"""Upright bars side by side: how often a number lay between which bounds."""

from collections.abc import Sequence

from msgspec import Struct

from projections.report.drawing import EDGE, LABEL, TICK, WIDTH, Drawing, box, label, level_grid, upright_grid
from projections.report.scale import axis, span
from projections.report.words import plural

TOP, TALL = LABEL + 12, 150


class Bin(Struct, frozen=True):
    """The number of games from `low` to below `high`."""

    low: float
    high: float
    count: int


def histogram(bins: Sequence[Bin], measured: str) -> Drawing:
    """Return a bar for each bin of games; `measured` names what was measured of each game.

    There is at least one bin, and each is wider than nothing.
    """
    upward = axis([each.count for each in bins], "count")
    drawn, left = level_grid(upward, TOP, TOP + TALL)
    low, high = bins[0].low, max(each.high for each in bins)
    whole = all(bound == int(bound) for each in bins for bound in (each.low, each.high))
    across = span(low, high, "count" if whole else "number")
    broad = WIDTH - EDGE - left
    for each in bins:
        begins, ends = left + across.place(each.low) * broad, left + across.place(each.high) * broad
        tall = upward.place(each.count) * TALL
        drawn.append(box(begins, TOP + TALL - tall, max(1.0, ends - begins - 1), tall, "bar"))
    drawn += upright_grid(across, TOP + TALL, TOP + TALL + 4, left)  # short lines, below the bars
    drawn += [label("games", 0, LABEL, "tick"), label(measured, WIDTH, TOP + TALL + 2 * TICK + 9, "tick", "end")]
    form = f"A histogram of {plural(len(bins), 'bar')} side by side."
    return Drawing(drawn, TOP + TALL + 2 * TICK + 14, form)
