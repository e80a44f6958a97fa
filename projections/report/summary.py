"""The report in words: how much was played, and for each game what it comes to."""

from collections.abc import Sequence

from msgspec.structs import replace

from projections.report.charts.bars import bars
from projections.report.charts.intervals import intervals
from projections.report.figures import Column, Figure
from projections.report.findings import Findings, counted_bars, few_note, interval_of, part_said
from projections.report.numbers import Numbers, Row, count, day, text
from projections.report.words import listed, plural, shown, title_of

QUESTION = "overview"
"""The question that tells how much there is of each game."""


def played(numbers: Numbers) -> list[Row]:
    """Return what there is of each game that was played, the most frequent first."""
    rows = [row for row in numbers.rows(QUESTION) if count(row, "games")]
    return sorted(rows, key=lambda row: (-count(row, "games"), text(row, "game")))


def heading(numbers: Numbers) -> str:
    """Return what the report is of."""
    return " ".join(
        [listed([title_of(game) for game in numbers.games]) if numbers.games else "Games", *period_said(numbers)]
    )


def period_said(numbers: Numbers) -> list[str]:
    """Return the time that was asked for, in words; nothing if any time was."""
    since, until = (None if each is None else shown(each, "day") for each in (numbers.since, numbers.until))
    if since and until:
        return [f"on {since}" if since == until else f"from {since} to {until}"]
    return [f"from {since} on"] * bool(since) + [f"until {until}"] * bool(until)


def opening_words(numbers: Numbers, rows: Sequence[Row]) -> str:
    """Return how much was played in all."""
    games, aborted, events, decisions = (
        sum(count(row, field) for row in rows) for field in ("games", "aborted", "events", "decisions")
    )
    days = [when for row in rows for field in ("first_day", "last_day") if (when := day(row, field))]
    found = replace(numbers, since=min(days), until=max(days)) if days else numbers
    ended = " ".join(["ended", *(period_said(numbers) or period_said(found))])
    kinds = f" of {len(rows)} kinds" if len(rows) > 1 else f" of {title_of(text(rows[0], 'game'))}"
    said = f"{plural(games, 'game')}{kinds} {ended}. {aborted_said(aborted, games)}"
    said += f" {'It has' if games == 1 else 'They have'} {plural(events, 'event')} and {plural(decisions, 'decision')}."
    return said + sitters_said(rows)


def sitters_said(rows: Sequence[Row]) -> str:
    """Return on how many of the seats that were taken people and bots played; nothing if none was taken."""
    people, bots, house = (sum(count(row, field) for row in rows) for field in ("people", "bots", "house"))
    taken = people + bots + house
    also = f", bots on {part_said(bots, taken)}" if bots else ""
    return f" People played on {part_said(people, taken)} of {plural(taken, 'seat')}{also}." if taken else ""


def aborted_said(aborted: int, games: int) -> str:
    """Return how many games have no result."""
    if not aborted:
        return "None was aborted." if games > 1 else "It was not aborted."
    return f"{part_said(aborted, games)} {'was' if aborted == 1 else 'were'} aborted, so without a result."


def game_words(row: Row) -> str:
    """Return how much there is of one game."""
    aborted = count(row, "aborted")
    return (
        plural(count(row, "games"), "game") + (f", {shown(aborted, 'count')} of them aborted" if aborted else "") + "."
    )


def all_games(rows: Sequence[Row], numbers: Numbers) -> Findings:
    """Tell how the games compare."""
    named = [(title_of(text(row, "game")), count(row, "games")) for row in rows]
    most = max(named, key=lambda each: each[1])
    columns = (
        Column("Game", "title", "text"),
        Column("Games", "games"),
        Column("Aborted", "aborted"),
        Column("Seats", "seats"),
        Column("People", "people"),
        Column("Bots", "bots"),
        Column("House players", "house"),
        Column("Events", "events"),
        Column("Decisions", "decisions"),
    )
    table = [{"title": title_of(text(row, "game")), **row} for row in rows]
    total = sum(games for _, games in named)
    said = f"The most frequent is {most[0]}: {part_said(most[1], total)} of {plural(total, 'game')}."
    return Findings(
        figures=[
            Figure("games", "Games by kind", said, bars(counted_bars(named, "game")), columns, table),
            *lapses(numbers),
        ]
    )


def lapses(numbers: Numbers) -> list[Figure]:
    """Return how often the time ran out in each game."""
    rows = [{"title": title_of(text(row, "game")), **row} for row in numbers.rows("lapses") if count(row, "decisions")]
    drawn = [each for row in rows if (each := interval_of(text(row, "title"), row, "share", "decisions", "share"))]
    if not drawn:
        return []
    decisions, lapsed = (sum(count(row, field) for row in rows) for field in ("decisions", "lapsed"))
    columns = (
        Column("Game", "title", "text"),
        Column("Decisions", "decisions"),
        Column("Time ran out", "lapsed"),
        Column("Share", "share", "share"),
        Column("From", "low", "share"),
        Column("To", "high", "share"),
        Column("Marked absent", "absences"),
    )
    said = f"The time ran out in {part_said(lapsed, decisions)} of {plural(decisions, 'decision')} of people."
    legend = "Dot: share of decisions whose time ran out. Line: its 95% interval."
    return [
        Figure("lapses", "Time that ran out", said, intervals(drawn, "share"), columns, rows, legend, few_note(drawn))
    ]
