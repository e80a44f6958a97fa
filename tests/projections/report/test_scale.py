import pytest

from projections.report.scale import axis, span
from projections.report.words import Unit

DAY = 86_400_000


@pytest.mark.parametrize(
    ("values", "unit", "named"),
    [
        ([3, 9], "count", (0, 3, 6, 9)),
        ([1], "count", (0, 1)),
        ([0], "count", (0, 1)),
        ([], "count", (0, 1)),
        ([177], "count", (0, 50, 100, 150, 200)),
        ([10**16], "count", (0, 25 * 10**14, 5 * 10**15, 75 * 10**14, 10**16)),
        ([0.24, 0.31], "share", (0, 0.1, 0.2, 0.3, 0.4)),
        ([1.0], "share", (0, 0.25, 0.5, 0.75, 1)),
        ([48.1, 52.2], "number", (48, 50, 52, 54)),
        ([5, 5], "number", (4, 6)),
        ([-5, 20], "number", (-10, 0, 10, 20)),
        ([-5, -2], "number", (-6, -4, -2, 0)),
        ([1_900, 41_000], "ms", (1_000, 10_000, 60_000)),
        ([0, 0], "ms", (1, 10)),
        ([10**5 * DAY], "ms", (10**5 * DAY, 10**6 * DAY)),
        ([10**13 * DAY], "ms", (10**11 * DAY, 10**12 * DAY)),
    ],
)
def test_round_values_are_named_and_all_have_a_place(values: list[float], unit: Unit, named: tuple[float, ...]) -> None:
    found = axis(values, unit)

    assert found.named == pytest.approx(named)
    assert all(0 <= found.place(value) <= 1 for value in values)
    assert found.place(found.low) == 0
    assert found.place(found.high) == 1


def test_times_stand_by_their_logarithm() -> None:
    assert axis([1_000, 100_000], "ms").place(10_000) == pytest.approx(0.36, abs=0.01)
    assert axis([0, 100], "count").place(50) == 0.5


def test_what_lies_beyond_an_axis_stands_at_its_end() -> None:
    assert [axis([10], "count").place(value) for value in (-5, 50)] == [0, 1]
    assert axis([1_000, 9_000], "ms").place(0) == 0


@pytest.mark.parametrize(
    ("low", "high", "unit", "named"),
    [
        (52, 53, "count", (52, 53)),
        (0, 144, "count", (0, 50, 100)),
        (0.5, 2.1, "number", (0.5, 1, 1.5, 2)),
    ],
)
def test_between_two_ends_round_values_are_named(low: float, high: float, unit: Unit, named: tuple[float, ...]) -> None:
    found = span(low, high, unit)

    assert (found.low, found.high, found.named) == (low, high, named)
