"""`parlour conformance`: does a service keep the contract?"""

import asyncio
import time
from collections.abc import Iterator

import click
import httpx
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from service.commands.conformance.examination import NoSuchGame, client, examine
from service.commands.conformance.promises import Found, Report
from service.commands.conformance.visit import NotUnderstood
from service.commands.connection import Unreachable

NOBODY_THERE = (httpx.ConnectError, httpx.ConnectTimeout)
WRONG_ANSWERS = (
    NotUnderstood,
    httpx.HTTPError,
    msgspec.MsgspecError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What is raised where there is no answer, or none of the form that the contract promises."""


class Examined(Struct, frozen=True):
    """What an examination has found: `broken_off` says why there was no more of it, `races` by code, moves too late."""

    url: str
    kept: bool
    seconds: float
    broken_off: str | None
    races: dict[str, int]
    promises: tuple[Found, ...]


@click.command(
    epilog="""\b
Examples:
  parlour conformance http://127.0.0.1:8000
  parlour conformance https://cards.example --game literature --json

\b
Exit codes: 0 the contract is kept, 1 it is broken, 2 usage, 3 no service."""
)
@click.argument("url")
@click.option("--game", "games", multiple=True, help="Play this game only; may be given more than once.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def conformance(url: str, games: tuple[str, ...], *, as_json: bool) -> None:
    """See whether the service at URL keeps the contract: this one, or another that plays by it.

    It asks every operation for what it must refuse, sends commands twice, plays a whole game of each kind with house
    players, follows it by streams that break off, and looks for cards in what those were told who must not see them.
    Of the games it knows nothing but the catalogue. It makes players and tables, and leaves them there.
    """
    if not url.startswith(("http://", "https://")):
        raise click.UsageError(f"{url!r} is not the URL of a service, such as http://127.0.0.1:8000.")
    found = asyncio.run(examined(url, games))
    console = Console()
    if as_json:
        click.echo(msgspec.json.encode(found))
    elif console.is_terminal:
        console.print(as_table(found))
    else:
        click.echo("\n".join(as_lines(found)))
    if not found.kept:
        raise click.exceptions.Exit(1)


async def examined(url: str, games: tuple[str, ...]) -> Examined:
    """Examine a service. Raises `Unreachable`, and `click.UsageError` for a game that it does not have."""
    report, began, broken_off = Report(), time.monotonic(), None
    try:
        async with client(url) as http:
            await examine(http, games, report)
    except (ExceptionGroup, NoSuchGame, *WRONG_ANSWERS) as errors:
        error = first_of(errors)
        if isinstance(error, NOBODY_THERE):
            raise Unreachable(url, str(error) or type(error).__name__) from None
        if isinstance(error, NoSuchGame):
            raise click.UsageError(str(error)) from None
        if not isinstance(error, WRONG_ANSWERS):
            raise
        broken_off = f"{type(error).__name__}: {error}"
    seconds = round(time.monotonic() - began, 1)
    return Examined(url, report.kept and not broken_off, seconds, broken_off, dict(report.races), report.found())


def first_of(error: Exception) -> Exception:
    """Return the error itself, or the first one of a group."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def verdict(each: Found) -> str:
    """Return in a word what was found out about a promise."""
    return "broken" if each.broken else "kept" if each.seen else "not seen"


def summing_up(found: Examined) -> Iterator[str]:
    """Yield what is to be said at the end."""
    if found.broken_off:
        yield f"Broken off there: {found.broken_off}"
    races = ", ".join(f"{code} {count}" for code, count in found.races.items())
    yield f"{sum(each.seen for each in found.promises)} observations in {found.seconds} s; too late: {races or 'none'}."
    yield "The contract is kept." if found.kept else "The contract is broken."


def as_lines(found: Examined) -> Iterator[str]:
    """Yield the lines of a report that is read by programs."""
    for each in found.promises:
        yield f"{verdict(each)}\t{each.topic}\t{each.name}\t{each.seen}\t{each.broken}\t{each.promise}"
        yield from (f"\t{fault}" for fault in each.faults)
    yield from summing_up(found)


def as_table(found: Examined) -> Table:
    """Return a report for a terminal."""
    colours = {"kept": "green", "broken": "bold red", "not seen": "yellow"}
    table = Table(title=escape(found.url), caption="\n".join(map(escape, summing_up(found))))
    for name in ("", "promise", "seen", "broken"):
        table.add_column(name, justify="right" if name in {"seen", "broken"} else "left")
    for each in found.promises:
        word = verdict(each)
        text = "\n".join([escape(each.promise), *(f"[red]{escape(fault)}[/]" for fault in each.faults)])
        table.add_row(f"[{colours[word]}]{word}[/]", text, str(each.seen), str(each.broken or ""))
    return table
