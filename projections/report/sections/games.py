"""How many games there were and when, how long they took, and how they ended."""

from collections.abc import Sequence

from projections.report.charts.bars import bars
from projections.report.charts.histogram import Bin, histogram
from projections.report.charts.lines import days_line
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, counted_bars, part_said
from projections.report.numbers import FEW, Numbers, Row, amount, count, day, text
from projections.report.periods import by_period
from projections.report.words import plural, shown, words_of

MINUTE_MS = 60_000


def when_played(numbers: Numbers, game: str | None) -> Findings:
    """Tell how many games ended when; None: games of all kinds."""
    days = [(when, count(row, "games")) for row in numbers.rows("games_per_day", game) if (when := day(row, "day"))]
    period, points = by_period(days)
    if not points:
        return Findings()
    most, games = max(points, key=lambda each: each.count), sum(each.count for each in points)
    first, last = (shown(each, "day") for each in (min(days)[0], max(days)[0]))
    said = f"{plural(games, 'game')} {'on ' + first if first == last else f'from {first} to {last}'}."
    if len(points) > 1:
        begins = "on" if period == "day" else f"in the {period} that began on"
        said += f" The most in one {period} were {shown(most.count, 'count')}, {begins} {shown(most.day, 'day')}."
    drawn = Figure(
        key="when",
        title=f"Games per {period}",
        says=said,
        drawing=days_line(points),
        columns=(
            Column("Day" if period == "day" else f"{period.title()} from", "day", "day"),
            Column("Games", "games"),
        ),
        rows=[{"day": each.day, "games": each.count} for each in points],
        note=None if period == "day" else f"The first and the last {period} may be incomplete.",
    )
    return Findings(figures=[drawn])


def how_long(numbers: Numbers, game: str) -> Findings:
    """Tell how many moves and minutes games took."""
    row = next((row for row in numbers.rows("lengths", game) if count(row, "games")), None)
    found = numbers.rows("length_histogram", game)
    figures = [
        lengths_figure(measure, length_said(row, measure) if row else "", rows, bins)
        for measure in ("moves", "minutes")
        if (bins := bins_of(rows := [each for each in found if text(each, "unit") == measure]))
    ]
    return Findings(summary=[middle_said(row)] if row else [], figures=figures)


def bins_of(rows: Sequence[Row]) -> list[Bin]:
    """Return the bins of a histogram, without rows that have no bounds, or an empty range."""
    bounds = [(amount(row, "low"), amount(row, "high"), count(row, "games")) for row in rows]
    return [Bin(low, high, games) for low, high, games in bounds if low is not None and high is not None and low < high]


def middle_said(row: Row) -> str:
    """Return in words how long a game took that is neither short nor long."""
    few = f", though {plural(count(row, 'games'), 'game')} can say little about others" * (count(row, "games") < FEW)
    return f"The median length is {lengths_of(row, 'moves')[1]} and {lengths_of(row, 'minutes')[1]}{few}."


def length_said(row: Row, measure: str) -> str:
    """Return in words how long games took, in moves or in minutes."""
    low, middle, high = lengths_of(row, measure)
    if count(row, "games") < FEW:
        return f"The median of {plural(count(row, 'games'), 'game')} is {middle}."
    return f"Half of the games took {middle} or less, one of ten {low} or less, and one of ten {high} or more."


def lengths_of(row: Row, measure: str) -> list[str]:
    """Return the 10th percentile, the median and the 90th percentile of moves or minutes in words."""
    found = (amount(row, f"{measure}_{part}") for part in ("p10", "median", "p90"))
    if measure == "moves":
        return [f"{shown(value, 'number')} moves" for value in found]
    return [shown(None if value is None else value * MINUTE_MS, "ms") for value in found]


def lengths_figure(measure: str, said: str, rows: Sequence[Row], bins: Sequence[Bin]) -> Figure:
    """Return how many games had which length, in moves or in minutes."""
    columns = (Column("From", "low", "number"), Column("To less than", "high", "number"), Column("Games", "games"))
    drawing = histogram(bins, measure)
    return Figure(measure, f"Length in {measure}", said, drawing, columns, rows)


def how_ended(numbers: Numbers, game: str) -> Findings:
    """Return a figure of the reasons for which games ended, and a sentence about the most frequent one."""
    rows = numbers.rows("ends", game)
    total = sum(count(row, "games") for row in rows)
    if not total:
        return Findings()
    named = [(end_of(row), count(row, "games")) for row in rows]
    name, most = max(named, key=lambda each: each[1])
    said = f"The most frequent end was “{name}”: {part_said(most, total)} of {plural(total, 'game')}."
    columns = (Column("End", "end", "text"), Column("Games", "games"), Column("Share", "share", "share"))
    table = [{"end": end_of(row), **row} for row in rows]
    drawing = bars(counted_bars(named, "end"))
    return Findings(figures=[Figure("ends", "How games ended", said, drawing, columns, table)])


def end_of(row: Row) -> str:
    """Return the end of a game in words."""
    reason = words_of(text(row, "reason"))
    return f"aborted: {reason}" if text(row, "status") == "aborted" else reason
