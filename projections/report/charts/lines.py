"""A line over days: how many games there were when."""

from collections.abc import Iterator, Sequence
from datetime import date
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.drawing import EDGE, LABEL, TICK, WIDTH, Drawing, dot, label, level_grid, line, width_of
from projections.report.markup import element
from projections.report.scale import axis
from projections.report.words import plural, short_day

TOP, TALL = LABEL + 12, 150
MARKED = 31
"""Up to this number of points have a mark each."""


class Point(Struct, frozen=True):
    """The number of games on this day, or in the time that begins with it."""

    day: date
    count: int


def days_line(points: Sequence[Point]) -> Drawing:
    """Return a line through numbers of games in order of days.

    There is at least one point.
    """
    upward = axis([each.count for each in points], "count")
    drawn, left = level_grid(upward, TOP, TOP + TALL)
    first, days = points[0].day, (points[-1].day - points[0].day).days
    begins, broad = left + EDGE, WIDTH - 2 * EDGE - left
    across = [begins + ((each.day - first).days / days if days else 0.5) * broad for each in points]
    places = [(x, TOP + TALL * (1 - upward.place(each.count))) for x, each in zip(across, points, strict=True)]
    drawn.append(element("polyline", {"points": " ".join(f"{x:.1f},{y:.1f}" for x, y in places), "class": "line"}))
    drawn += [dot(x, y, 3, "dot") for x, y in places if len(places) <= MARKED]
    drawn += [*days_named(points, across), label("games", 0, LABEL, "tick")]
    return Drawing(drawn, TOP + TALL + TICK + 16, f"A line through {plural(len(points), 'point')} in order of time.")


def days_named(points: Sequence[Point], across: Sequence[float]) -> Iterator[Element]:
    """Yield short lines and names below the first and the last day, and below the middle one if there is room."""
    taken: list[tuple[float, float]] = []
    for number in dict.fromkeys((0, len(points) - 1, len(points) // 2)):
        name, x = short_day(points[number].day), across[number]
        half = width_of(name, TICK) / 2
        middle = min(WIDTH - half, max(half, x))
        if all(middle + half + TICK <= low or middle - half - TICK >= high for low, high in taken):
            taken.append((middle - half, middle + half))
            yield line(x, TOP + TALL, x, TOP + TALL + 4, "axis")
            yield label(name, middle, TOP + TALL + TICK + 10, "tick", "middle")
