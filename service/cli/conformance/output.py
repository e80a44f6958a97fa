"""What is told of an examination: how far it is, and what it has found."""

import asyncio
from collections.abc import Iterator

from msgspec import Struct
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column, Table

from service.cli.conformance.checks import Found, Report
from service.cli.texts import visible

SHOWN_EVERY_SECONDS = 0.2
COLUMNS = (
    BarColumn(20),
    MofNCompleteColumn(),
    TextColumn("{task.fields[seen]} observations"),
    TimeElapsedColumn(),
    TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)),
)
COLOURS = {"kept": "green", "broken": "bold red", "not seen": "yellow"}


class Examined(Struct, frozen=True):
    """What an examination has found.

    `broken_off` says which parts of it came to no end, and why; `races` are moves that came too late, by code, and
    `put_off` requests that were refused for now, by status.
    """

    url: str
    kept: bool
    seconds: float
    broken_off: tuple[str, ...]
    races: dict[str, int]
    put_off: dict[int, int]
    promises: tuple[Found, ...]


def examined(url: str, report: Report, seconds: float) -> Examined:
    """Return what a report comes to."""
    kept = report.kept and not report.broken_off
    broken_off, races, put_off = tuple(report.broken_off), dict(report.races), dict(report.put_off)
    return Examined(url, kept, round(seconds, 1), broken_off, races, put_off, report.found())


async def show(report: Report) -> None:
    """Show on a terminal how far it is, until cancelled."""
    console = Console(stderr=True)
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None, seen=0)
        while True:
            under_way = escape(", ".join(report.under_way))
            progress.update(task, total=report.parts, completed=report.done, seen=report.seen, description=under_way)
            await asyncio.sleep(SHOWN_EVERY_SECONDS)


def verdict(each: Found) -> str:
    """Return in a word what was found out about a promise."""
    return "broken" if each.broken else "kept" if each.seen else "not seen"


def summing_up(found: Examined) -> Iterator[str]:
    """Yield what is to be said at the end."""
    yield from (f"Broken off: {visible(reason)}" for reason in found.broken_off)
    seen = sum(each.seen for each in found.promises)
    races = ", ".join(f"{visible(code)} {count}" for code, count in found.races.items())
    put_off = ", ".join(f"{status} {count}" for status, count in found.put_off.items())
    yield f"{seen} observations in {found.seconds} s; too late: {races or 'none'}; put off: {put_off or 'none'}."
    if found.kept:
        yield "The contract is kept."
    elif any(each.broken for each in found.promises):
        yield "The contract is broken."
    else:
        yield "The examination has come to no end; as far as it came, the contract is kept."


def as_lines(found: Examined) -> Iterator[str]:
    """Yield the lines of a report that is read by programs."""
    for each in found.promises:
        yield f"{verdict(each)}\t{each.topic}\t{each.name}\t{each.seen}\t{each.broken}\t{each.promise}"
        yield from (f"\t{visible(fault)}" for fault in each.faults)
    yield from summing_up(found)


def as_table(found: Examined) -> Table:
    """Return a report for a terminal."""
    table = Table(title=escape(found.url), caption="\n".join(map(escape, summing_up(found))))
    table.add_column("")
    table.add_column("topic")
    table.add_column("promise")
    table.add_column("seen", justify="right")
    table.add_column("broken", justify="right")
    topic = ""
    for each in found.promises:
        if each.topic != topic:
            table.add_section()
        word = verdict(each)
        text = "\n".join([escape(each.promise), *(f"[red]{escape(visible(fault))}[/]" for fault in each.faults)])
        heading = each.topic if each.topic != topic else ""
        table.add_row(f"[{COLOURS[word]}]{word}[/]", heading, text, str(each.seen), str(each.broken or ""))
        topic = each.topic
    return table
