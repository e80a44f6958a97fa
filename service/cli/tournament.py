"""`parlour tournament`: run a tournament of house players, show one, and export its records."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, get_args
from uuid import UUID

import click
import httpx
import msgspec
from rich.console import Console
from rich.live import Live
from rich.progress import Progress

from domain.table import RawOptions
from domain.tournament.types import Format, Scoring, TieBreak
from service.cli.connection import DEFAULT_URL, Unreachable, token_option, url_option
from service.cli.directing import Director, Document, Event, Plan, Ticket, understood
from service.cli.persistence import Gone, PersistentClient
from service.cli.play import named_values
from service.cli.scoreboard import name_of, scoreboard
from service.cli.tally import Tally

T = TypeVar("T")

EXIT_CODES = "\b\nExit codes: 0 done, 1 refused, or the tournament was cancelled, 2 usage, 3 no service."

NEW_STANDINGS = frozenset({"round_finished", "ruling_made", "result_corrected", "appeal_decided", "tournament_started"})
"""The events after which the standings are other ones."""


@click.group()
def tournament() -> None:
    """Run a tournament of house players, show one that is played, or export its records."""


@tournament.command(
    epilog=f"""\b
Examples:
  parlour tournament run honors_4 --entrants 64 --places 4 --rounds 5 --resume swiss.json
  parlour tournament run literature --entrants 8 --team-size 3 --exchanged-seats --rounds 3

{EXIT_CODES}"""
)
@click.argument("game")
@click.option("--entrants", type=click.IntRange(2, 1_000), default=8, show_default=True, help="Players or teams.")
@click.option("--format", type=click.Choice(get_args(Format)), default="swiss", show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), help="By default 5; in a knockout, as many as it takes.")
@click.option("--places", type=click.IntRange(1, 14), default=2, show_default=True, help="Entrants at a table.")
@click.option("--team-size", type=click.IntRange(1, 7), default=1, show_default=True, help="Seats of an entrant.")
@click.option("--duplicate/--no-duplicate", default=True, help="All tables of a round play the same deals, or not.")
@click.option("--exchanged-seats", is_flag=True, help="Two teams play each deal twice, the seats exchanged.")
@click.option("--scoring", type=click.Choice(get_args(Scoring)), help="By default what fits teams and tables.")
@click.option("--tie-break", "tie_breaks", multiple=True, type=click.Choice(get_args(TieBreak)), help="In this order.")
@click.option("--option", "options", multiple=True, callback=named_values, metavar="NAME=VALUE", help="Of the game.")
@click.option("--title", help="What it is called.")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep there what it takes to go on; if the file is there, go on with that tournament.",
)
@url_option
@token_option
def run(*, url: str, token: str | None, resume: Path | None, options: RawOptions, **given: Any) -> None:
    """Announce a tournament of GAME, enter house players, and direct it to its end.

    A terminal shows the standings as they change; into a pipe goes a line of JSON for each event, and the standings at
    the end. If this program, or the service, is killed, enter the same line with --resume again: nothing is done twice.
    """
    plan = Plan(options=options, **given)

    async def direct(client: PersistentClient) -> Document:
        ticket = read_ticket(resume, url)
        after = 0
        if ticket is None:
            ticket = await Director.announce(client, url, token, plan)
            write_ticket(resume, ticket)
        else:
            after = (await Director(client, ticket.token, ticket.tournament).shown())["version"]
        director = Director(client, ticket.token, ticket.tournament)
        return await followed(director, after=after, entrants=ticket.entrants)

    ended(reached(url, direct))


@tournament.command(
    epilog=f"""\b
Examples:
  parlour tournament show 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e
  parlour tournament show 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e --follow | jq .event.type

{EXIT_CODES}"""
)
@click.argument("tournament", metavar="TOURNAMENT_ID", type=click.UUID)
@click.option("--follow", is_flag=True, help="Go on until it is over.")
@url_option
@token_option
def show(*, tournament: UUID, follow: bool, url: str, token: str | None) -> None:
    """Show the standings of a tournament: on a terminal as a table, else as JSON."""

    async def look(client: PersistentClient) -> Document:
        director = Director(client, token, tournament)
        shown = await director.shown()
        if follow:
            return await followed(director, after=shown["version"])
        await Board(director).print(shown)
        return shown

    found = reached(url, look)
    if follow:
        ended(found)


@tournament.command(
    epilog=f"""\b
Example:
  parlour tournament export 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e ./my-tournament
  parlour verify ./my-tournament/tournament.json

{EXIT_CODES}"""
)
@click.argument("tournament", metavar="TOURNAMENT_ID", type=click.UUID)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@url_option
@token_option
def export(*, tournament: UUID, folder: Path, url: str, token: str | None) -> None:
    """Write the records of a tournament that is over to FOLDER: its own, one for each table, and the standings.

    The files are tournament.json, tables/TABLE_ID.json and standings.json. A table without a record, as it has never
    begun, has no file.
    """

    async def fetch(client: PersistentClient) -> int:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        path = f"/tournaments/{tournament}"
        record = await fetched(client, f"{path}/record", token, folder / "tournament.json")
        await fetched(client, f"{path}/standings", token, folder / "standings.json")
        tables = tables_of(msgspec.json.decode(record))
        with progress() as bars:
            for table in bars.track(tables, description="records"):
                await fetched(client, f"/tables/{table}/record", token, folder / "tables" / f"{table}.json")
        return len(tables)

    count = reached(url, fetch)
    click.echo(f"Wrote the records of the tournament and of {count} tables to {folder}.", err=True)


class Board:
    """Shows a tournament, on a terminal or as lines of JSON."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._console = Console()
        self._live: Live | None = None
        self._playing = self._over = 0

    @property
    def on_terminal(self) -> bool:
        """Whether somebody looks."""
        return self._console.is_terminal

    async def print(self, shown: Document) -> None:
        """Print the standings."""
        standings = await self._director.shown("/standings")
        if self.on_terminal:
            self._console.print(scoreboard(shown, standings, await self._names()))
        else:
            click.echo(msgspec.json.encode({"tournament": shown, **standings}))

    async def hear(self, told: Event) -> None:
        """Show an event."""
        event = told["event"]
        if self._live is None:
            click.echo(msgspec.json.encode(told))
            sys.stdout.flush()
            return
        match event["type"]:
            case "round_published":
                self._playing, self._over = len(event["tables"]), 0
            case "result_noted" | "table_stopped":
                self._over += 1
        how_far = f"{self._over} of {self._playing} tables over" if self._playing else ""
        if event["type"] in NEW_STANDINGS or event["type"] == "result_noted":
            shown, standings = await self._director.shown(), await self._director.shown("/standings")
            self._live.update(scoreboard(shown, standings, await self._names(), how_far), refresh=True)

    @asynccontextmanager
    async def live(self) -> AsyncIterator[None]:
        """Show the standings as they change, if somebody looks."""
        if not self.on_terminal:
            yield
            return
        with Live(console=self._console, auto_refresh=False, transient=True) as self._live:
            yield
        self._live = None

    async def _names(self) -> dict[str, str]:
        found = await self._director.shown("/entrants")
        return {each["id"]: name_of(each, found["texts"]) for each in found["entrants"]}


async def followed(director: Director, *, after: int, entrants: int | None = None) -> Document:
    """Show a tournament until it is over, and then its standings; return it."""
    board = Board(director)
    async with board.live():
        shown = await director.follow(board.hear, after, entrants)
    await board.print(shown)
    return shown


def reached(url: str, do: Callable[[PersistentClient], Awaitable[T]]) -> T:
    """Do something with a service. Raises `Refusal`, `Unreachable` or `click.UsageError`."""
    if not url.startswith(("http://", "https://")):
        raise click.UsageError(f"{url!r} is not the URL of a service, such as {DEFAULT_URL}.")

    async def with_client() -> T:
        async with httpx.AsyncClient(base_url=f"{url.rstrip('/')}/v1") as http:
            return await do(PersistentClient(http, Tally()))

    try:
        return asyncio.run(with_client())
    except Gone as gone:
        raise Unreachable(url, str(gone)) from None


def ended(shown: Document) -> None:
    """Raise `click.exceptions.Exit` for a tournament that was cancelled."""
    if shown["tournament"]["state"] != "finished":
        raise click.exceptions.Exit(1)


def read_ticket(file: Path | None, url: str) -> Ticket | None:
    """Return what a file says to go on with; None: there is no file. Raises `click.UsageError`."""
    if file is None or not file.exists():
        return None
    try:
        ticket = msgspec.json.decode(file.read_bytes(), type=Ticket)
    except (OSError, msgspec.MsgspecError) as error:
        raise click.UsageError(f"{file} does not say how to go on with a tournament: {error}.") from None
    if ticket.url != url:
        raise click.UsageError(f"The tournament in {file} is played at {ticket.url}; give --url {ticket.url}.")
    return ticket


def write_ticket(file: Path | None, ticket: Ticket) -> None:
    """Keep what it takes to go on, for this user alone, whole or not at all."""
    if file is None:
        click.echo(f"Tournament {ticket.tournament}", err=True)
        return
    new = file.with_name(f"{file.name}.new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        opened.write(msgspec.json.encode(ticket))
    new.replace(file)


def tables_of(record: Document) -> list[str]:
    """Return the tables that a tournament has results of, by its record."""
    events = [each["event"] for each in record["events"]]
    return [each["table"] for each in events if each["type"] in {"result_noted", "table_stopped"}]


async def fetched(client: PersistentClient, path: str, token: str | None, file: Path) -> bytes:
    """Write an answer to a file, and return it. Raises `Refusal` or `Gone`."""
    answer = await client.send("GET", path, token)
    understood(answer)
    await asyncio.to_thread(file.write_bytes, answer.content)
    return answer.content


def progress() -> Progress:
    """Return a bar on the terminal, silent elsewhere."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)
