"""What the options of a game do to it: to its length, and to who wins."""

from collections.abc import Sequence

from projections.report.charts.bars import Bar, bars
from projections.report.charts.intervals import intervals
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, few_note, interval_of
from projections.report.numbers import FEW, Numbers, Row, amount, count, text
from projections.report.words import plural, shown, words_of

MOST_VALUES = 24
"""Maximum number of values of options that are drawn: those of most games."""

COLUMNS = (
    Column("Option and value", "named", "text"),
    Column("Games", "games"),
    Column("Median of moves", "moves_median", "number"),
    Column("Median of minutes", "minutes_median", "number"),
    Column("Won by the first player", "first_share", "share"),
    Column("From", "low", "share"),
    Column("To", "high", "share"),
)


def effects(numbers: Numbers, game: str) -> Findings:
    """Tell how games with one value of an option differ from those with another, of options that had several."""
    rows = numbers.rows("options", game)
    several = {name for name in map(option_of, rows) if sum(option_of(row) == name for row in rows) > 1}
    table = [
        {"named": f"{option_of(row)}: {words_of(text(row, 'value'))}", **row}
        for row in rows
        if option_of(row) in several
    ]
    if not table:
        return Findings()
    kept = {id(row) for row in sorted(table, key=lambda row: -count(row, "games"))[:MOST_VALUES]}
    some = [row for row in table if id(row) in kept]
    partly = [f"Drawn are the {MOST_VALUES} values of most games; the table has all."] * (len(some) < len(table))
    says = f"{plural(len(several), 'option')} had several values: {', '.join(sorted(several))}."
    long = Figure(
        key="option-lengths",
        title="Length by option",
        says=says,
        drawing=bars([length_bar(row) for row in some]),
        columns=COLUMNS,
        rows=table,
        legend=f"Bar: the median of moves; hollow: of fewer than {FEW} games. Games may differ in other options, too.",
        note=" ".join(partly) or None,
    )
    return Findings(figures=[long, *first_by_option(some, table, partly)])


def first_by_option(some: Sequence[Row], table: Sequence[Row], partly: Sequence[str]) -> list[Figure]:
    """Return how often the first player won, by the values of options; nothing for a game without opponents."""
    drawn = [each for row in some if (each := interval_of(text(row, "named"), row, "first_share", "games", "share"))]
    if not drawn:
        return []
    return [
        Figure(
            key="option-first",
            title="Games won by the first player, by option",
            says="The share of games that the first player to act won, for each value of each option.",
            drawing=intervals(drawn, "share"),
            columns=COLUMNS,
            rows=table,
            legend="Dot: share of games won. Line: its 95% interval.",
            note=few_note(drawn, *partly),
        )
    ]


def option_of(row: Row) -> str:
    """Return the name of the option that a row is about, as people read it."""
    return words_of(text(row, "option"))


def length_bar(row: Row) -> Bar:
    """Return how long games with a value of an option were."""
    moves, games = amount(row, "moves_median"), count(row, "games")
    said = f"{shown(moves, 'number')} in {plural(games, 'game')}"
    return Bar(text(row, "named"), moves or 0, said, games < FEW)
