"""What only one game has: bands of scores, declarations, melds, builds."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from projections.report.charts.intervals import Interval, intervals
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, few_note, interval_of, part_said, range_said
from projections.report.numbers import FEW, Numbers, Row, amount, count, text
from projections.report.words import plural, sentence, shown, words_of

SHARE = (Column("Share", "share", "share"), Column("From", "low", "share"), Column("To", "high", "share"))
MEAN = (Column("Mean points", "mean_points", "number"), Column("From", "low", "number"), Column("To", "high", "number"))
SHARES = "Dot: share. Line: its 95% interval."
MEANS = "Dot: mean points. Line: the 95% interval of the mean."
MOST_MEANS = 20
"""Maximum number of means that are drawn."""

NAMES = {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"}
"""What the codes of suits are in words."""


def bands(numbers: Numbers) -> Findings:
    """Tell which results the meetings of Friendlier Than Thou had, in a chart for each number of players."""
    rows = numbers.rows("score_bands")
    sizes = sorted({count(row, "players") for row in rows})
    figures = [of_size(players, [row for row in rows if count(row, "players") == players]) for players in sizes]
    return Findings(figures=figures)


def of_size(players: int, rows: Sequence[Row]) -> Figure:
    """Return how well games with that many players went."""
    table = [named(row, "band") for row in rows]
    drawn, said = parts(table, "games")
    by = plural(players, "player")
    score = Column("Mean score", "mean_score", "number")
    columns = (Column("Result", "named", "text"), Column("Games", "games"), *SHARE, score)
    says = f"With {by}, {said}"
    drawing = intervals(drawn, "share")
    return Figure(f"bands-{players}", f"Results with {by}", says, drawing, columns, table, SHARES, few_note(drawn))


def declarations(numbers: Numbers) -> Findings:
    """Tell how many declarations of Literature were right."""
    table = [named(row, "result") for row in numbers.rows("declarations")]
    if not table:
        return Findings()
    drawn, said = parts(table, "declarations")
    columns = (Column("Declaration", "named", "text"), Column("Times", "declarations"), *SHARE)
    drawing = intervals(drawn, "share")
    chart = Figure("declarations", "Declarations", sentence(said), drawing, columns, table, SHARES, few_note(drawn))
    return Findings(figures=[chart])


def named(row: Row, field: str) -> Row:
    """Return a row with a field `named`: another field in words."""
    value = text(row, field)
    return {"named": sentence(NAMES.get(value, words_of(value))), **row}


def parts(rows: Sequence[Row], counted: str) -> tuple[list[Interval], str]:
    """Return rows that are parts of a whole, and the largest of them in words."""
    total = sum(count(row, counted) for row in rows)
    drawn = [
        replace(each, few=total < FEW, said=part_said(count(row, counted), total))
        for row in rows
        if (each := interval_of(text(row, "named"), row, "share", counted, "share"))
    ]
    most = max(rows, key=lambda row: count(row, counted))
    part = part_said(count(most, counted), total)
    return drawn, f"the most frequent result was “{text(most, 'named')}”: {part} of {shown(total, 'count')}."


def melds(numbers: Numbers) -> Findings:
    """Tell how those fared in Pursuit of Happiness who melded a suit."""
    rows = [named(row, "suit") for row in numbers.rows("meld_suits")]
    return means("meld-suits", "Points above the mean of the table, by suit of meld", rows, "melds", "Suit")


def builds(numbers: Numbers) -> Findings:
    """Tell what each layout scores in Medieval Mastery."""
    rows = [named(row, "build") for row in numbers.rows("builds")]
    return means("builds", "Points by what was built", rows, "times", "Build")


def means(key: str, title: str, rows: Sequence[Row], counted: str, heading: str) -> Findings:
    """Tell means with their intervals, the highest first."""
    ranked = sorted(rows, key=lambda row: -(amount(row, "mean_points") or 0))
    all_drawn = [interval_of(text(row, "named"), row, "mean_points", counted, "number") for row in ranked]
    drawn = [each for each in all_drawn if each is not None][:MOST_MEANS]
    if not drawn:
        return Findings()
    judged = [row for row in ranked if count(row, counted) >= FEW and amount(row, "mean_points") is not None]
    columns = (Column(heading, "named", "text"), Column("Cases", counted), *MEAN)
    partly = [f"Drawn are the {MOST_MEANS} highest; the table has all."] * (len(ranked) > MOST_MEANS)
    says = mean_said(judged[0], counted) if judged else "There are too few cases to compare means."
    drawing = intervals(drawn, "number")
    chart = Figure(key, title, says, drawing, columns, ranked, MEANS, few_note(drawn, *partly))
    return Findings(figures=[chart])


def mean_said(row: Row, counted: str) -> str:
    """Return the highest mean in words."""
    return (
        f"The highest mean is that of “{text(row, 'named')}”: {shown(row['mean_points'], 'number')} points in"
        f" {shown(count(row, counted), 'count')} cases ({range_said(row, 'number')})."
    )


def of_its_own(numbers: Numbers, game: str) -> Findings:
    """Tell what only this game has."""
    return OWN[game](numbers) if game in OWN else Findings()


OWN: Mapping[str, Callable[[Numbers], Findings]] = {
    "friendlier_than_thou": bands,
    "literature": declarations,
    "pursuit_of_happiness": melds,
    "medieval_mastery": builds,
}
"""The questions that only one game has, by the game."""
