"""A tournament on a terminal: its rounds and its standings."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

Document = dict[str, Any]

WHOLE_SHARE = 100
"""A share is told in hundredths of a percent."""

SHARES = frozenset({"matchpoints", "rank_points", "joint"})
"""The scorings whose points are shares."""


def scoreboard(shown: Document, standings: Document, names: Mapping[str, str], over: str = "") -> Group:
    """Return what a terminal shows of a tournament. `over` says how far the round is that is played."""
    tournament = shown["tournament"]
    title = shown["texts"].get(tournament["title"] or "", "")
    settings = tournament["settings"]
    rounds = f"{standings['rounds']} of {settings['seating']['rounds']} rounds over"
    heading = " · ".join(filter(None, [title, settings["game"], settings["seating"]["format"], rounds, over]))
    return Group(Text(heading, style="bold"), table_of(standings, settings, names))


def table_of(standings: Document, settings: Document, names: Mapping[str, str]) -> Table:
    """Return standings as a table: a row for each entrant, a column for each round and tie-break."""
    rows = standings["standings"]
    table = Table()
    table.add_column("rank", justify="right")
    table.add_column("entrant")
    table.add_column("points", justify="right", style="bold")
    rounds = [each["round"] for each in rows[0]["by_round"]] if rows else []
    ties = [each["name"] for each in rows[0]["tie_breaks"]] if rows else []
    for name in (*(f"R{number}" for number in rounds), *ties):
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        scores = {each["round"]: points_of(each["points"], settings) for each in row["by_round"]}
        values = [str(each["value"]) for each in row["tie_breaks"]]
        name = escape(names.get(row["entrant"], row["entrant"]))
        by_round = [scores.get(number, "") for number in rounds]
        table.add_row(str(row["rank"]), name, points_of(row["points"], settings), *by_round, *values)
    return table


def points_of(points: int, settings: Document) -> str:
    """Return points for people: shares in per cent."""
    return f"{points / WHOLE_SHARE:.2f} %" if settings["scoring"] in SHARES else str(points)


def name_of(entrant: Document, texts: Mapping[str, str]) -> str:
    """Return what an entrant is called here: by the team's name, or by the starting number."""
    kind = "house" if entrant["house"] else "entrant"
    named = texts.get(entrant["name"] or "")
    return named if named is not None else f"{kind} {entrant['number'] or '–'}"
