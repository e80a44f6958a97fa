"""`parlour tournament`: run a tournament of house players, show one, and export its records."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, get_args
from uuid import UUID

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from domain.game import Refused
from domain.record import RecordBroken
from domain.tournament.types import Format, Scoring, TieBreak
from service.cli.board import Board
from service.cli.connection import (
    API,
    Refusal,
    Unreachable,
    ask,
    asking_at_once,
    certificates_for,
    connected,
    token_option,
    understanding,
    url_option,
)
from service.cli.directing import Director, Document, Plan, understood
from service.cli.files import cannot_be_written, write_file
from service.cli.options import FilePath, RawOptions, options_option
from service.cli.persistence import Gone, PersistentClient
from service.cli.resuming import announced, begun, read_resumption
from service.cli.tally import Tally
from service.cli.texts import count
from service.records.tournaments import read_tournament

T = TypeVar("T")

WITHOUT_RECORD = frozenset({"record_closed", "not_found", "not_sealed"})
"""The codes for a table that will never have a record, as it was ended before it began, and for what is in no seal."""

FORMATS = tuple([each for each in get_args(Format) if each not in {"manual", "groups"}])
"""The formats whose rounds the service pairs by what the options say: it takes more to say how groups are made up."""

EXIT_CODES = "\b\nExit codes: 0 done, 1 refused, or the tournament was cancelled, 2 usage, 3 no service."


@click.group()
def tournament() -> None:
    """Run a tournament of house players, show its standings, or export its records."""


@tournament.command(
    short_help="Run a tournament of house players to its end.",
    epilog=f"""\b
Examples:
  parlour tournament run honors_4 --entrants 64 --places 4 --rounds 5 --resume swiss.json
  parlour tournament run literature --entrants 8 --team-size 3 --exchanged-seats --rounds 3

{EXIT_CODES}""",
)
@click.argument("game")
@click.option("--entrants", type=click.IntRange(2, 1_000), default=8, show_default=True, help="Players or teams.")
@click.option("--format", type=click.Choice(FORMATS), default="swiss", show_default=True)
@click.option("--rounds", type=click.IntRange(1, 100), help="By default 5; in a knockout, as many as needed.")
@click.option("--places", type=click.IntRange(1, 14), default=2, show_default=True, help="Entrants at a table.")
@click.option("--team-size", type=click.IntRange(1, 7), default=1, show_default=True, help="Seats of an entrant.")
@click.option("--duplicate/--no-duplicate", default=True, help="All tables of a round play the same deals, or not.")
@click.option("--exchanged-seats", is_flag=True, help="Two teams play each deal twice, the seats exchanged.")
@click.option("--scoring", type=click.Choice(get_args(Scoring)), help="The default depends on teams, deals and tables.")
@click.option("--tie-break", "tie_breaks", multiple=True, type=click.Choice(get_args(TieBreak)), help="In this order.")
@options_option
@click.option("--title", help="Its title.")
@click.option(
    "--resume",
    type=FilePath(dir_okay=False, path_type=Path),
    help="A file with the state of the tournament; if it exists, that tournament continues.",
)
@url_option
@token_option
def run(*, url: str, token: str | None, resume: Path | None, options: RawOptions, **given: Any) -> None:
    """Announce a tournament of GAME, enter house players, and direct it to its end.

    A terminal shows the current standings; in a pipe the output is a line of JSON for each event, and the standings at
    the end. A table that an operator ends counts as not played. If this program or the service is killed, enter the
    same command with --resume again: nothing is done twice.
    """
    plan = Plan(options=options, **given)
    kept = read_resumption(resume, url, plan)

    async def direct(client: PersistentClient) -> Document:
        going = kept or await begun(client, url, token, plan, resume)
        going, tournament = await announced(client, going, resume)
        director = Director(client, going.token, tournament)
        click.echo(f"The {going.name()}, {'begins' if kept is None else 'goes on'}.", err=True)
        after = 0 if kept is None else (await director.shown())["version"]
        return await followed(director, after=after, entrants=going.entrants)

    try:
        ended(reached(url, direct, patient=kept is not None))
    except KeyboardInterrupt:
        click.echo(interrupted(resume), err=True)
        raise


@tournament.command(
    short_help="Show the standings of a tournament.",
    epilog=f"""\b
Examples:
  parlour tournament show 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e
  parlour tournament show 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e --follow | jq .event.type

{EXIT_CODES}""",
)
@click.argument("tournament", metavar="TOURNAMENT_ID", type=click.UUID)
@click.option("--follow", is_flag=True, help="Follow it until it is over.")
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
    short_help="Write the records of a finished tournament to a folder.",
    epilog=f"""\b
Example:
  parlour tournament export 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e ./my-tournament
  parlour verify ./my-tournament/tournament.json

{EXIT_CODES}""",
)
@click.argument("tournament", metavar="TOURNAMENT_ID", type=click.UUID)
@click.argument("folder", type=FilePath(file_okay=False, path_type=Path))
@url_option
@token_option
def export(*, tournament: UUID, folder: Path, url: str, token: str | None) -> None:
    """Write the records of a finished tournament to FOLDER: its own, one for each table, and the standings.

    The files are tournament.json, tables/TABLE_ID.json and standings.json, and proof.json if its record is in a seal of
    the log and the token has the scope read:history. A table that never began has no record and no file.
    """

    async def fetch(client: PersistentClient) -> int:
        path = f"/tournaments/{tournament}"
        must_be_for(folder, tournament)
        record = await fetched(client, f"{path}/record", token)
        try:
            (folder / "tables").mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise cannot_be_written(folder, why) from None
        write_file(folder / "tournament.json", record)
        write_file(folder / "standings.json", await fetched(client, f"{path}/standings", token))
        await export_proof(client, f"{path}/record/proof", token, folder / "proof.json")
        written = 0
        with progress() as bars:
            for table in bars.track(tables_of(msgspec.json.decode(record)), description="records"):
                written += await exported(client, f"/tables/{table}/record", token, folder / "tables" / f"{table}.json")
        return written

    tables = reached(url, fetch)
    click.echo(f"Wrote the records of the tournament and of {count(tables, 'table')} to {folder}.", err=True)


def must_be_for(folder: Path, tournament: UUID) -> None:
    """Raise `click.ClickException` if a folder has the records of another tournament, or one that was altered."""
    try:
        found = read_tournament((folder / "tournament.json").read_bytes()).tournament
    except (OSError, Refused):
        return
    except RecordBroken as lie:
        raise click.ClickException(f"{folder / 'tournament.json'} was altered, {lie}: give another folder.") from None
    if found != tournament:
        raise click.ClickException(f"{folder} has the records of the tournament {found}: give another folder.")


async def export_proof(client: PersistentClient, path: str, token: str | None, file: Path) -> None:
    """Write the proof to a file; if there is none for this token, leave no file. Raises `Refusal` or `Gone`."""
    try:
        if await exported(client, path, token, file):
            return
    except Refusal as refusal:
        if refusal.code != "insufficient_scope":
            raise
        click.echo(f"The proof is left out. {refusal.message}", err=True)
    await asyncio.to_thread(file.unlink, missing_ok=True)  # of another record, or another seal


async def exported(client: PersistentClient, path: str, token: str | None, file: Path) -> bool:
    """Write a record, or a proof, to a file, if there is one; return whether there is. Raises `Refusal` or `Gone`."""
    try:
        found = await fetched(client, path, token)
    except Refusal as refusal:
        if refusal.code not in WITHOUT_RECORD:
            raise
        return False
    await asyncio.to_thread(write_file, file, found)
    return True


async def followed(director: Director, *, after: int, entrants: int | None = None) -> Document:
    """Show a tournament until it is over, and then its standings; return it."""
    board = Board(director)
    async with board.live():
        shown = await director.follow(board.hear, after, entrants)
    await board.print(shown)
    return shown


def reached(url: str, do: Callable[[PersistentClient], Awaitable[T]], *, patient: bool = False) -> T:
    """Do something with a service. `patient`: it may have stopped for a while; else it has to be there at first.

    Raises `Refusal`, `Unreachable` or another `click.ClickException`.
    """
    with connected(url, None) as client:
        if not patient:
            ask(client, "games")

    async def with_client() -> T:
        async with asking_at_once(f"{url.rstrip('/')}{API}", certificates_for(url)) as http:
            return await do(PersistentClient(http, Tally()))

    try:
        with understanding():
            return asyncio.run(with_client())
    except Gone as gone:
        raise Unreachable(url, str(gone)) from None


def ended(shown: Document) -> None:
    """Raise `click.exceptions.Exit` for a tournament that was cancelled."""
    if shown["tournament"]["state"] != "finished":
        raise click.exceptions.Exit(1)


def tables_of(record: Document) -> tuple[UUID, ...]:
    """Return the tables that a tournament has opened, by its record."""
    tables: list[str] = []
    for event in (each["event"] for each in record["events"]):
        match event["type"]:
            case "round_published":
                tables += [table["id"] for table in event["tables"]]
            case "table_replayed":
                tables += event["tables"]
    return tuple([UUID(table) for table in tables])


async def fetched(client: PersistentClient, path: str, token: str | None) -> bytes:
    """Return a document as it was sent. Raises `Refusal` or `Gone`."""
    answer = await client.send("GET", path, token)
    understood(answer)
    return answer.content


def interrupted(resume: Path | None) -> str:
    """Return what to say to somebody who has stopped the program."""
    if resume is None:
        return "Stopped. Nobody directs the tournament now; with --resume FILE you could have gone on."
    return f"Stopped. Enter the same line with --resume {resume} again to go on."


def progress() -> Progress:
    """Return a bar on the terminal, silent elsewhere."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)
