"""Who wins: the first player to act, which seats, people, bots or house players."""

from collections.abc import Sequence

from projections.report.charts.intervals import intervals
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, few_note, found, interval_of, range_said
from projections.report.numbers import FEW, Numbers, Row, amount, count, text
from projections.report.words import listed, plural, sentence, shown, words_of

LEGEND = "Dot: share of games won. Line: its 95% interval. Diamond: what would be expected if it made no difference."
SIDES = "A side is a team, or a player who plays alone. A team of people and house players counts for both."
KINDS = {"person": "People", "bot": "Bots", "house": "House players"}
MOST_SEATS = 14
"""Maximum number of rows that are drawn: those of the largest table there is."""

WON = (
    Column("Games", "games"),
    Column("Won", "won"),
    Column("Share", "share", "share"),
    Column("From", "low", "share"),
    Column("To", "high", "share"),
    Column("Expected", "expected", "share"),
)
"""The columns after the first ones of what was won."""


def acting_first(numbers: Numbers, game: str) -> Findings:
    """Return a figure of the share of games that the first player won, and a sentence about it."""
    rows = [row for row in numbers.rows("first_player", game) if drawable(row)]
    if not rows:
        return Findings()
    drawn = found([interval_of(plural(count(row, "seats"), "player"), row, "share", "games", "share") for row in rows])
    enough = [row for row in rows if count(row, "games") >= FEW]
    most = max(rows, key=lambda row: count(row, "games"))
    said = first_said(max(enough, key=lambda row: count(row, "games"))) if enough else too_few(most)
    drawing = Figure(
        key="first",
        title="Games won by the first player",
        says=said,
        drawing=intervals(drawn, "share"),
        columns=(Column("Players", "seats"), *WON),
        rows=rows,
        legend=LEGEND,
        note=few_note(drawn),
    )
    return Findings(summary=[said], figures=[drawing])


def drawable(row: Row) -> bool:
    """Return whether there is a share of anything."""
    return amount(row, "share") is not None and count(row, "games") > 0


def first_said(row: Row) -> str:
    """Return in words what the games say about acting first."""
    said = (
        f"With {plural(count(row, 'seats'), 'player')}, the first player to act won {shown(row['share'], 'share')} of"
        f" {plural(count(row, 'games'), 'game')} ({range_said(row, 'share')})"
    )
    verdict = {1: "an advantage", -1: "a disadvantage", 0: "no clear difference"}[beyond(row)]
    expected = f"{shown(row.get('expected'), 'share')} would be expected if it made no difference"
    return f"{said}. {expected}: these games show {verdict}."


def too_few(row: Row) -> str:
    """Return that there is nothing to be concluded."""
    games = plural(count(row, "games"), "game")
    return (
        f"Whether it matters who acts first cannot be told from {games} with {plural(count(row, 'seats'), 'player')}."
    )


def by_seat(numbers: Numbers, game: str) -> Findings:
    """Tell how often each seat won."""
    rows = [row for row in numbers.rows("seats", game) if drawable(row)]
    if not rows:
        return Findings()
    most = count(max(rows, key=lambda row: count(row, "games")), "seats")
    some = rows if len(rows) <= MOST_SEATS else [row for row in rows if count(row, "seats") == most]
    drawn = found([interval_of(seat_said(row), row, "share", "games", "share") for row in some])
    partly = f"Drawn are the games with {plural(most, 'player')}, of which there were most; the table has all."
    drawing = Figure(
        key="seats",
        title="Games won by seat",
        says=seats_said(some),
        drawing=intervals(drawn, "share"),
        columns=(Column("Seat", "seat"), Column("Players", "seats"), *WON),
        rows=rows,
        legend=LEGEND,
        note=few_note(drawn, *([partly] if len(some) < len(rows) else [])),
    )
    return Findings(figures=[drawing])


def seat_said(row: Row) -> str:
    """Return the name of a seat among that many."""
    return f"Seat {shown(row['seat'], 'count')} of {shown(row['seats'], 'count')}"


def seats_said(rows: Sequence[Row]) -> str:
    """Return in words which seats won more, or less, than they would if seats made no difference."""
    judged = [(row, beyond(row)) for row in rows if count(row, "games") >= FEW]
    more, less = ([seat_said(row) for row, side in judged if side == wanted] for wanted in (1, -1))
    if not judged:
        return "There are too few games to compare seats."
    differences = [
        f"{listed(seats)} won {word} often than expected" for seats, word in ((more, "more"), (less, "less")) if seats
    ]
    differs = "; ".join(differences) or "No seat differs from what would be expected if seats made no difference"
    return f"{differs}. Of twenty such intervals one misses the true share by chance."


def beyond(row: Row) -> int:
    """Return whether the interval of a row lies above (1) or below (-1) what is expected; 0: neither."""
    low, high, expected = (amount(row, field) for field in ("low", "high", "expected"))
    if low is None or high is None or expected is None:
        return 0
    return (low > expected) - (high < expected)


def kinds_of_players(numbers: Numbers, game: str) -> Findings:
    """Tell how often people, bots and house players won."""
    rows = [{"who": kind_said(row), **row} for row in numbers.rows("house_and_people", game)]
    drawn = found([interval_of(kind_said(row), row, "share", "sides", "share") for row in rows])
    if not drawn:
        return Findings()
    each = [f"{row.name.lower()} won {row.said} sides" for row in drawn if not row.few]
    drawing = Figure(
        key="kinds",
        title="People, bots and house players",
        says=f"{sentence(listed(each))}." if each else "There are too few games to compare them.",
        drawing=intervals(drawn, "share"),
        columns=(Column("Who", "who", "text"), Column("Sides", "sides"), *WON[1:]),
        rows=rows,
        legend=LEGEND,
        note=few_note(drawn, SIDES),
    )
    return Findings(figures=[drawing])


def kind_said(row: Row) -> str:
    """Return who played on a seat."""
    return KINDS.get(text(row, "kind"), words_of(text(row, "kind")))
