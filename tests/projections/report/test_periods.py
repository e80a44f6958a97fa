from datetime import date, timedelta

import pytest

from projections.report.charts.lines import Point
from projections.report.periods import by_period

FIRST = date(2025, 12, 30)  # a Tuesday


def test_days_without_games_count_none() -> None:
    period, points = by_period([(date(2026, 1, 3), 2), (date(2026, 1, 1), 1), (date(2026, 1, 1), 4)])

    assert period == "day"
    assert points == [Point(date(2026, 1, 1), 5), Point(date(2026, 1, 2), 0), Point(date(2026, 1, 3), 2)]


def test_nothing_has_no_days() -> None:
    assert by_period([]) == ("day", [])


@pytest.mark.parametrize(
    ("days", "period", "first", "last"),
    [
        (91, "day", FIRST, date(2026, 3, 31)),
        (92, "week", date(2025, 12, 29), date(2026, 3, 30)),
        (700, "month", date(2025, 12, 1), date(2027, 11, 1)),
        (3660, "year", date(2025, 1, 1), date(2036, 1, 1)),
    ],
)
def test_many_days_are_told_together(days: int, period: str, first: date, last: date) -> None:
    found, points = by_period([(FIRST + timedelta(days=number), 2) for number in range(days + 1)])

    assert found == period
    assert (points[0].day, points[-1].day) == (first, last)
    assert sum(each.count for each in points) == 2 * (days + 1)
    assert [each.day for each in points] == sorted({each.day for each in points})


def test_the_first_and_the_last_day_there_are_do_not_break_it() -> None:
    assert len(by_period([(date.min, 1), (date.max, 1)])[1]) == 9999
    assert by_period([(date.min, 1), (date(1, 6, 1), 1)])[1][0].day == date.min
    assert by_period([(date.max, 1), (date(9999, 10, 1), 1)])[1][-1] == Point(date(9999, 12, 31), 1)
    assert by_period([(date.max, 1), (date(9999, 1, 1), 1)])[1][-1] == Point(date(9999, 12, 27), 1)
    assert by_period([(date.max, 1), (date(9997, 1, 1), 1)])[1][-1] == Point(date(9999, 12, 1), 1)
