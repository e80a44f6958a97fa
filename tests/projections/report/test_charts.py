from datetime import date, timedelta
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from projections.report.charts.bars import Bar, bars
from projections.report.charts.histogram import Bin, histogram
from projections.report.charts.intervals import Interval, intervals
from projections.report.charts.lines import Point, days_line
from projections.report.drawing import LABEL, WIDTH, Drawing, shortened, width_of

FIRST = date(2026, 3, 1)


def of(drawn: Drawing, css: str) -> list[Element]:
    """Return the elements of a class."""
    return [each for each in drawn.parts if each.get("class") == css]


def number(element: Element, attribute: str) -> float:
    return float(element.get(attribute, "nan"))


def said(drawn: Drawing, css: str) -> list[str]:
    return [each.text or "" for each in of(drawn, css)]


def test_a_bar_is_as_long_as_its_value_is_large() -> None:
    drawn = bars([Bar("a", 10, "10"), Bar("b", 5, "5"), Bar("c", 0.001, "few"), Bar("d", 0, "0"), Bar("e", -3, "−3")])

    assert [number(each, "width") for each in of(drawn, "bar")] == [WIDTH, WIDTH / 2, 1.5, 0, 0]
    assert said(drawn, "name") == ["a", "b", "c", "d", "e"]
    assert said(drawn, "value") == ["10", "5", "few", "0", "−3"]
    assert drawn.form == "5 bars, one below the other."


def test_a_bar_may_be_a_part_of_a_whole() -> None:
    assert [number(each, "width") for each in of(bars([Bar("a", 0.25, "25%")], whole=1), "bar")] == [WIDTH / 4]


def test_no_bars_are_a_drawing_too() -> None:
    assert bars([]) == Drawing([], 0, "0 bars, one below the other.")
    assert [number(each, "width") for each in of(bars([Bar("a", 0, "0")]), "bar")] == [0]


def test_bins_stand_where_their_numbers_are() -> None:
    drawn = histogram([Bin(0, 10, 2), Bin(10, 20, 4), Bin(40, 50, 1)], "moves")

    first, second, last = of(drawn, "bar")
    assert number(second, "height") == 2 * number(first, "height") == 4 * number(last, "height")
    assert number(second, "x") - number(first, "x") == pytest.approx(
        (number(last, "x") - number(first, "x")) / 4, abs=0.1
    )
    assert {"0", "20", "40", "games", "moves"} <= set(said(drawn, "tick"))
    assert number(last, "x") + number(last, "width") <= WIDTH
    assert drawn.form == "A histogram of 3 bars side by side."


def test_one_bin_is_a_histogram() -> None:
    assert {"52", "53"} <= set(said(histogram([Bin(52, 53, 1)], "moves"), "tick"))
    assert {"0.25"} <= set(said(histogram([Bin(0.2, 0.3, 1)], "minutes"), "tick"))


def test_a_line_goes_through_its_points() -> None:
    drawn = days_line([Point(FIRST, 0), Point(FIRST + timedelta(days=1), 10), Point(FIRST + timedelta(days=4), 5)])

    first, second, last = ((number(each, "cx"), number(each, "cy")) for each in of(drawn, "dot"))
    assert last[0] - first[0] == pytest.approx(4 * (second[0] - first[0]), abs=0.1)
    assert first[1] - second[1] == pytest.approx(2 * (first[1] - last[1]), abs=0.1)
    assert of(drawn, "line")[0].get("points", "").split()[0] == f"{first[0]:.1f},{first[1]:.1f}"
    assert "1 Mar 2026" in said(drawn, "tick")
    assert "5 Mar 2026" in said(drawn, "tick")


def test_days_are_named_where_there_is_room() -> None:
    near = days_line([Point(FIRST, 1), Point(FIRST + timedelta(days=1), 1), Point(FIRST + timedelta(days=30), 1)])

    assert [each for each in said(near, "tick") if "Mar" in each] == ["1 Mar 2026", "31 Mar 2026"]


def test_one_day_stands_in_the_middle_and_many_have_no_dots() -> None:
    alone = days_line([Point(FIRST, 3)])
    many = days_line([Point(FIRST + timedelta(days=day), day) for day in range(40)])

    assert number(of(alone, "dot")[0], "cx") > WIDTH / 3
    assert of(many, "dot") == []
    assert len(of(many, "line")[0].get("points", "").split()) == 40


def test_an_interval_goes_from_its_low_to_its_high_end() -> None:
    drawn = intervals(
        [Interval("a", 0.5, 0.25, 0.75, "50%", expected=1.0), Interval("b", 0, 0, 1, "0%", few=True)], "share"
    )

    line = of(drawn, "interval")[0]
    dot = of(drawn, "dot")[0]
    assert number(line, "x2") - number(dot, "cx") == pytest.approx(number(dot, "cx") - number(line, "x1"))
    assert [number(each, "cx") for each in of(drawn, "dot few")] == [6]
    assert len(of(drawn, "interval few")) == 1
    assert [each.get("d", "").split("l")[0] for each in of(drawn, "expected")] == ["M314.00 17.00"]
    assert drawn.form == "2 dots with intervals, one below the other, on an axis from 0% to 100%."


def test_no_text_is_wider_than_its_room() -> None:
    assert shortened("short", LABEL, 100) == "short"
    for text in (
        "a very long name of an option",
        "WWWWWWWWWWWWWWWW",
        "非常长的选项名称",
        "قواعد اللعبة",
        "e\u0301" * 40,
    ):
        assert width_of(shortened(text, LABEL, 60), LABEL) <= 60
        assert shortened(text, LABEL, 60).endswith("…")
    assert shortened("abc", LABEL, 0) == "…"


def test_a_name_that_needs_it_has_two_lines() -> None:
    long = "false declaration: set closes turn passes"
    for drawn in (
        bars([Bar(long, 1, "26.1% of 123"), Bar("b", 1, "1")]),
        intervals([Interval(long, 0.5, 0, 1, "26.1% of 123"), Interval("b", 0, 0, 1, "0")], "share"),
    ):
        assert said(drawn, "name") == ["false declaration: set closes", "turn passes", "b"]
        first, second, third = (number(each, "y") for each in of(drawn, "name"))
        assert second - first == 16
        assert third - second > 23
    assert said(bars([Bar("x" * 99, 1, "1")]), "name")[0].endswith("…")


def test_names_at_an_axis_do_not_lie_over_each_other() -> None:
    drawn = intervals([Interval("a", 10**7 * 86_400_000, 1, 10**11 * 86_400_000, "long")], "ms")

    ends = [(number(each, "x"), width_of(each.text or "", 12) / 2) for each in of(drawn, "tick")]
    assert len(ends) > 3
    assert all(x1 + half1 <= x2 - half2 for (x1, half1), (x2, half2) in pairwise(ends))
    assert all(x - half >= -0.01 and x + half <= WIDTH + 0.01 for x, half in ends)
