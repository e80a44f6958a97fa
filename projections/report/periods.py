"""Counts by day, or where these are too many by week, month or year; days for which there is no count have 0."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Literal

from projections.report.charts.lines import Point

Period = Literal["day", "week", "month", "year"]

LONGEST: tuple[tuple[Period, int], ...] = (("day", 92), ("week", 700), ("month", 3660))
"""Up to how many days are shown by day, by week, by month; more are shown by year."""

MONTHS = 12


def by_period(counts: Iterable[tuple[date, int]]) -> tuple[Period, list[Point]]:
    """Return the length of the periods between the first day and the last, and how many there were in each."""
    counted = Counter[date]()
    for day, number in counts:
        counted[day] += number
    if not counted:
        return "day", []
    first, last = min(counted), max(counted)
    period: Period = next((name for name, days in LONGEST if (last - first).days < days), "year")
    summed = Counter[date]()
    for day, number in counted.items():
        summed[BEGINNINGS[period](day)] += number
    day, points = BEGINNINGS[period](first), []
    while day < BEGINNINGS[period](last):
        points.append(Point(day, summed[day]))
        day = after(day, period)
    return period, [*points, Point(day, summed[day])]


BEGINNINGS: dict[Period, Callable[[date], date]] = {
    "day": lambda day: day,
    "week": lambda day: day - timedelta(days=min(day.weekday(), day.toordinal() - 1)),
    "month": lambda day: day.replace(day=1),
    "year": lambda day: day.replace(month=1, day=1),
}
"""The first day of the period in which a day lies; weeks begin on Monday."""


def after(day: date, period: Period) -> date:
    """Return the beginning of the next period."""
    if period == "year":
        return day.replace(year=day.year + 1)
    if period == "month":
        return day.replace(year=day.year + day.month // MONTHS, month=day.month % MONTHS + 1)
    return day + timedelta(days=1 if period == "day" else 7)
