"""A tournament on a terminal: its rounds and its standings."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

Document = dict[str, Any]

WHOLE_SHARE = 100
"""A share is told in hundredths of a percent."""

LINES_AROUND = 7
"""Lines for the heading, the head of the table, the count of the rows that are left out, and the cursor."""

WIDTH_BEFORE_ROUNDS, WIDTH_OF_REACHED, WIDTH_OF_ROUND, WIDTH_OF_TIE_BREAK = 24, 8, 7, 7

SHARES = frozenset({"matchpoints", "rank_points", "joint"})
"""The scorings whose points are shares."""


def scoreboard(
    shown: Document,
    standings: Document,
    names: Mapping[str, str],
    over: str = "",
    *,
    width: int,
    height: int | None = None,
) -> Group:
    """Return what a terminal of this size shows of a tournament; None: all, however long.

    `over` says how far the round is that is played.
    """
    tournament = shown["tournament"]
    title = shown["texts"].get(tournament["title"] or "", "")
    settings = tournament["settings"]
    rounds = f"{standings['rounds']} of {settings['seating']['rounds']} rounds over"
    unit = "in per cent" if settings["scoring"] in SHARES else ""
    heading = " · ".join(filter(None, [title, settings["game"], settings["seating"]["format"], rounds, over, unit]))
    rows = standings["standings"]
    first = rows if height is None else rows[: max(1, height - LINES_AROUND)]
    rest = f"… and {len(rows) - len(first)} more" if len(first) < len(rows) else ""
    title_line = Text(heading, style="bold", no_wrap=True, overflow="ellipsis")
    parts: list[RenderableType] = [title_line, table_of(first, settings, names, width)]
    return Group(*parts, Text(rest)) if rest else Group(*parts)


def table_of(rows: Sequence[Document], settings: Document, names: Mapping[str, str], width: int) -> Table:
    """Return standings as a table of at most this width, if there is room for one round and all tie-breaks.

    If there are too many rounds, the last ones are shown. In a knockout a column says which round each has reached.
    """
    ties = [each["name"] for each in rows[0]["tie_breaks"]] if rows else []
    is_knockout = bool(rows) and rows[0].get("reached") is not None
    before = WIDTH_BEFORE_ROUNDS + WIDTH_OF_REACHED * is_knockout
    room = (width - before - WIDTH_OF_TIE_BREAK * len(ties)) // WIDTH_OF_ROUND
    rounds = [each["round"] for each in rows[0]["by_round"]][-max(1, room) :] if rows else []
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    table.add_column("rank", justify="right")
    table.add_column("entrant", no_wrap=True)
    if is_knockout:
        table.add_column("reached", justify="right", no_wrap=True)
    table.add_column("points", justify="right", style="bold", no_wrap=True)
    for name in (*(f"R{number}" for number in rounds), *ties):
        table.add_column(name.replace("_", " "), justify="right", no_wrap=name.startswith("R"))
    for row in rows:
        scores = {each["round"]: points_of(each["points"], settings) for each in row["by_round"]}
        values = [str(each["value"]) for each in row["tie_breaks"]]
        name = escape(names.get(row["entrant"], row["entrant"]))
        by_round = [scores.get(number, "") for number in rounds]
        far = [round_of(row["reached"], settings)] if is_knockout else []
        table.add_row(str(row["rank"]), name, *far, points_of(row["points"], settings), *by_round, *values)
    return table


def round_of(reached: int, settings: Document) -> str:
    """Return the last round that somebody has reached; that of the final for the entrant who has won it."""
    return str(min(reached, settings["seating"]["rounds"])) if reached else "–"


def points_of(points: int, settings: Document) -> str:
    """Return points for people: shares in per cent."""
    return f"{points / WHOLE_SHARE:.2f}" if settings["scoring"] in SHARES else str(points)


def name_of(entrant: Document, texts: Mapping[str, str]) -> str:
    """Return what an entrant is called here: by the team's name, or by the starting number."""
    kind = "house" if entrant["house"] else "entrant"
    named = texts.get(entrant["name"] or "")
    return named if named is not None else f"{kind} {entrant['number'] or '–'}"
