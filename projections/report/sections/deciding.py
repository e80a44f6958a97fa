"""Decisions: how long they take, whose time runs out, which moves are seldom made, what happens, what is refused."""

from collections.abc import Sequence

from projections.report.charts.bars import Bar, bars
from projections.report.charts.intervals import Interval, intervals
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, counted_bars, few_note, part_said
from projections.report.numbers import FEW, Numbers, Row, amount, count, text
from projections.report.sections.winning import kind_said
from projections.report.words import listed, plural, shown, words_of

SLOW = "Dot: median. Line: without the fastest and the slowest tenth. The axis is logarithmic."
OFFERED = (
    "Bar: made in this share of the decisions that offered it. Where moves are too many to list, examples are offered."
)
MOST_TYPES, MOST_NAMED = 20, 5
"""Maximum number of types of moves that are drawn, and named in a sentence."""


def times(numbers: Numbers, game: str) -> Findings:
    """Tell how long decisions took."""
    rows = [row for row in numbers.rows("decision_times", game) if amount(row, "median_ms") is not None]
    if not rows:
        return Findings()
    drawn = [time_of(row) for row in rows]
    said = " ".join(time_said(row) for row in rows)
    people = [
        f"People took {shown(row['median_ms'], 'ms')} for a decision (the median)."
        for row in rows
        if text(row, "kind") == "person" and count(row, "decisions") >= FEW
    ]
    columns = (
        Column("Who", "who", "text"),
        Column("Decisions", "decisions"),
        Column("10th percentile", "p10_ms", "ms"),
        Column("Median", "median_ms", "ms"),
        Column("90th percentile", "p90_ms", "ms"),
    )
    table = [{"who": kind_said(row), **row} for row in rows]
    drawing = intervals(drawn, "ms")
    shown_times = Figure("times", "Time for a decision", said, drawing, columns, table, SLOW, few_note(drawn))
    return Findings(summary=people, figures=[shown_times])


def time_of(row: Row) -> Interval:
    """Return how long decisions took as a row of a chart."""
    low, middle, high = (amount(row, field) or 0 for field in ("p10_ms", "median_ms", "p90_ms"))
    few = count(row, "decisions") < FEW
    return Interval(kind_said(row), middle, min(low, middle), max(high, middle), shown(middle, "ms"), few)


def time_said(row: Row) -> str:
    """Return how long decisions took in words."""
    return (
        f"{kind_said(row)} took {shown(row['median_ms'], 'ms')} for a decision (the median of"
        f" {shown(count(row, 'decisions'), 'count')}), and more than {shown(row.get('p90_ms'), 'ms')} for one of ten."
    )


def lapses(numbers: Numbers, game: str) -> Findings:
    """Tell how often the time ran out."""
    rows = [row for row in numbers.rows("lapses", game) if count(row, "decisions")]
    return Findings(summary=[lapses_said(row) for row in rows])


def lapses_said(row: Row) -> str:
    """Return how often the time ran out in words."""
    decisions, lapsed, absences = (count(row, field) for field in ("decisions", "lapsed", "absences"))
    if not lapsed:
        return f"The time ran out in none of {plural(decisions, 'decision')} of people."
    absent = f", and {plural(absences, 'time')} a seat was marked absent" if absences else ""
    return f"The time ran out in {part_said(lapsed, decisions)} of {plural(decisions, 'decision')} of people{absent}."


def never_taken(numbers: Numbers, game: str) -> Findings:
    """Tell which moves were offered and seldom or never taken."""
    rows = [row for row in numbers.rows("moves_never_taken", game) if count(row, "offered")]
    if not rows:
        return Findings()
    seldom = sorted(rows, key=lambda row: (count(row, "taken") / count(row, "offered"), text(row, "move_type")))
    never = [row for row in seldom if not count(row, "taken") and count(row, "offered") >= FEW]
    named = [f"“{words_of(text(row, 'move_type'))}”" for row in never[:MOST_NAMED]]
    named += [plural(len(never) - MOST_NAMED, "other")] if len(never) > MOST_NAMED else []
    said = (
        f"Moves of these types were offered in {FEW} decisions or more, and never made: {listed(named)}."
        if never
        else f"Each type of move that was offered in {FEW} decisions or more was made at least once."
    )
    drawing = bars([taken_bar(row) for row in seldom[:MOST_TYPES]], whole=1)
    columns = (
        Column("Type of move", "named", "text"),
        Column("Decisions that offered it", "offered"),
        Column("Made", "taken"),
        Column("Share", "share", "share"),
    )
    table = [{"named": words_of(text(row, "move_type")), **row} for row in seldom]
    partly = f"Drawn are the {MOST_TYPES} that were made least." if len(seldom) > MOST_TYPES else None
    figure = Figure("never", "Moves that are seldom made", said, drawing, columns, table, OFFERED, partly)
    return Findings(figures=[figure])


def taken_bar(row: Row) -> Bar:
    """Return how often a type of move was made where it was offered."""
    part = count(row, "taken") / count(row, "offered")
    return Bar(
        words_of(text(row, "move_type")), part, f"{shown(part, 'share')} of {shown(count(row, 'offered'), 'count')}"
    )


def happenings(numbers: Numbers, game: str) -> Findings:
    """Tell how often which events occurred."""
    rows = numbers.rows("event_types", game)
    columns = (
        Column("Event", "type", "text"),
        Column("Times", "events"),
        Column("Games", "games"),
        Column("Per game", "per_game", "number"),
    )
    return counted("events", "What happened", rows, "event", columns)


def refused(numbers: Numbers, game: str) -> Findings:
    """Tell why moves were refused."""
    columns = (Column("Code", "code", "text"), Column("Refused moves", "refusals"))
    rows = numbers.rows("refusals", game)
    return counted("refusals", "Why moves were refused", rows, "code", columns)


def counted(key: str, title: str, rows: Sequence[Row], noun: str, columns: Sequence[Column]) -> Findings:
    """Tell how often there was what, as bars: the first column names it, the second has how often."""
    name, number = columns[0].field, columns[1].field
    named = [(words_of(text(row, name)), count(row, number)) for row in rows if count(row, number) > 0]
    if not named:
        return Findings()
    most, times_counted = max(named, key=lambda each: each[1])
    total = sum(each for _, each in named)
    said = f"The most frequent {noun} was “{most}”: {part_said(times_counted, total)} of {shown(total, 'count')}."
    table = [{**row, name: words_of(text(row, name))} for row in rows]
    return Findings(figures=[Figure(key, title, said, bars(counted_bars(named, noun)), columns, table)])
