"""Axes: where a value stands between the two ends of a chart, and which values are named there."""

import math
from collections.abc import Iterable

from msgspec import Struct

from projections.report.words import TIMES, Unit

STEPS = (1, 2, 2.5, 5, 10)
"""Distances between named values that people count in, times a power of ten."""

TIME_STEPS = (1, 10, 100, *(size * step for size, _ in TIMES[3::-1] for step in (1, 10)))
TIME_STEPS += tuple(TIMES[0][0] * 10**power for power in range(2, 13))
"""Times in ms that are named on an axis: 1 ms to 100 ms, 1 s, 10 s, 1 min, 10 min, and so on."""

PARTS = 4
"""About how many steps an axis has between the values that are named."""

COUNTED = ("count", "day")


class Axis(Struct, frozen=True):
    """An axis from `low` to `high`, with the values that are named there; times go by their logarithm."""

    low: float
    high: float
    named: tuple[float, ...]
    unit: Unit

    def place(self, value: float) -> float:
        """Return where a value stands, from 0 to 1; what lies beyond an end stands at that end."""
        if self.unit == "ms":
            low, high, value = (math.log(max(each, 1)) for each in (self.low, self.high, value))
        else:
            low, high = self.low, self.high
        return min(1.0, max(0.0, (value - low) / (high - low)))


def axis(values: Iterable[float], unit: Unit) -> Axis:
    """Return an axis on which all values have a place, with about four steps between those that are named.

    Counts and shares begin at 0, so that a length shows how much there is.
    """
    found = [*values] or [0.0]
    if unit == "ms":
        return time_axis(min(found), max(found))
    low, high = min(0.0, *found), max(0.0, *found)
    if unit == "number" and min(found) > 0 and min(found) > max(found) / 2:
        low = min(found)
    step = step_between(low, high, unit)
    first, last = math.floor(low / step), math.ceil(high / step)
    last += first == last
    return Axis(first * step, last * step, tuple(each * step for each in range(first, last + 1)), unit)


def span(low: float, high: float, unit: Unit) -> Axis:
    """Return an axis from one value to a higher one, with the round values between them."""
    step = step_between(low, high, unit)
    between = range(math.ceil(low / step), math.floor(high / step) + 1)
    return Axis(low, high, tuple(each * step for each in between), unit)


def step_between(low: float, high: float, unit: Unit) -> float:
    """Return the distance between named values; a whole number of what is counted."""
    rough = (high - low) / PARTS or (abs(high) or 1.0) / PARTS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in STEPS if each * power >= rough * (1 - 1e-9))
    return max(1.0, math.ceil(step)) if unit in COUNTED else step


def time_axis(low: float, high: float) -> Axis:
    """Return an axis of times, by their logarithm, from one named time to another."""
    first = max([0, *(number for number, each in enumerate(TIME_STEPS) if each <= low)])
    last = min([len(TIME_STEPS) - 1, *(number for number, each in enumerate(TIME_STEPS) if each >= high)])
    last = max(last, first + 1)
    first, last = (first, last) if last < len(TIME_STEPS) else (first - 1, last - 1)
    named = TIME_STEPS[first : last + 1]
    return Axis(named[0], max(named[-1], high), tuple(float(each) for each in named), "ms")
