"""Tables of figures, printed part by part, each as soon as it ends."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import click
from rich.console import Console
from rich.table import Table

Row = dict[str, Any]
"""Figures by their names; the first one names the row."""

Part = Callable[[], list[Row]]
"""What measures; the first line of its docstring is the title of its table."""


def report(parts: Mapping[str, Part], *, as_json: bool = False) -> dict[str, list[Row]]:
    """Measure parts, print each as soon as it ends, and return the figures by the names of the parts."""
    console = Console(width=None if sys.stdout.isatty() else 140)
    figures: dict[str, list[Row]] = {}
    for name, measure in parts.items():
        began = time.monotonic()
        rows = figures[name] = measure()
        if as_json:
            click.echo(json.dumps({name: rows}))
        else:
            title = (measure.__doc__ or name).partition("\n")[0]
            printed(console, f"{title} {time.monotonic() - began:.0f} s", rows)
    return figures


def printed(console: Console, title: str, rows: list[Row]) -> None:
    """Print a table of figures, each under its name; a row may lack any."""
    table = Table(title=title)
    names = dict.fromkeys(name for row in rows for name in row)
    for column, name in enumerate(names):
        table.add_column(name, justify="right" if column else "left")
    for row in rows:
        table.add_row(*[shown(row.get(name, "")) for name in names])
    console.print(table)


def shown(value: str | float) -> str:
    """Return a figure as a person reads it."""
    if isinstance(value, str):
        return value
    return f"{value:,.2f}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"
