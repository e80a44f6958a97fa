"""`parlour load`: whole games with random players, over HTTP only."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TextIO

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from service.cli.connection import (
    API,
    Unreachable,
    asking_at_once,
    certificates_for,
    connected,
    must_be_game,
    url_option,
)
from service.cli.options import RawOptions, options_option
from service.cli.persistence import Gone, PersistentClient
from service.cli.random_players import Acknowledged, Group, NoSuchTable, ServiceError
from service.cli.tally import Summary, Tally, summary
from service.cli.texts import visible

SHOWN_EVERY_SECONDS = 0.2

COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TextColumn("{task.fields[moves]} moves"),
    TimeElapsedColumn(),
)


@dataclass(frozen=True)
class Plan:
    """What is to be played, and where."""

    url: str
    game: str
    games: int
    concurrency: int
    options: RawOptions
    seed: int | None

    def dice(self, number: int) -> random.Random:
        """Return the dice of one of the games."""
        return random.Random(None if self.seed is None else f"{self.seed} {number}")


@click.command(
    epilog="""\b
Examples:
  parlour load literature
  parlour load friendlier_than_thou --games 50 --concurrency 10 --option so_moved_window_ms=100

\b
Exit codes: 0 all games finished, 1 something went wrong, 2 usage, 3 no service."""
)
@click.argument("game")
@click.option("--players", type=click.IntRange(1), help="Players at a table; by default, the game's own number.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Number of games to play.")
@click.option(
    "--concurrency",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="Number of games that are played at the same time.",
)
@click.option("--seed", type=int, help="Seed of the players' choices, which repeat if the cards do.")
@options_option
@click.option(
    "--acknowledged", type=click.File("w"), help="Write each acknowledged move to this file, one JSON object per line."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON; the default in a pipe.")
@url_option
def load(*, players: int | None, acknowledged: TextIO | None, as_json: bool, options: RawOptions, **given: Any) -> None:
    """Play whole games of GAME with random players, over HTTP only.

    It creates the players. They know no rules: they choose any of the offered moves. Requests without an answer are
    repeated with the same idempotency key until the service is back, for at most a minute, so no move is lost or made
    twice. If a move is refused because somebody else was faster, it is counted, and another one is chosen.
    """
    plan = Plan(options=options if players is None else options | {"players": players}, **given)
    must_be_in_catalog(plan)
    sum_up(plan, partial(play_all, acknowledge=writer_to(acknowledged)), as_json=as_json)


def sum_up(plan: Plan, playing: Callable[[Plan, Tally], Coroutine[None, None, None]], *, as_json: bool) -> None:
    """Let the games be played, and print the sum.

    Raises `click.UsageError` where no such table can be opened, `Unreachable`, and `click.exceptions.Exit` where not
    all games have finished.
    """
    tally, began, gone = Tally(), time.monotonic(), None
    try:
        asyncio.run(playing(plan, tally))
    except NoSuchTable as refusal:
        raise click.UsageError(str(refusal)) from None
    except Gone as error:
        gone = Unreachable(plan.url, str(error))
    found, console = summary(plan.game, plan.games, time.monotonic() - began, tally), Console()
    if as_json or not console.is_terminal:
        click.echo(msgspec.json.encode(found))
    else:
        console.print(as_table(found))
    if gone is not None:
        raise gone
    if tally.finished < plan.games:
        raise click.exceptions.Exit(1)


def must_be_in_catalog(plan: Plan) -> None:
    """Raise `click.UsageError` for a game that the service does not have, and `Unreachable`."""
    with connected(plan.url, None) as client:
        must_be_game(client, plan.game)


def writer_to(file: TextIO | None) -> Callable[[Acknowledged], None]:
    """Return what writes acknowledged moves to a file, each at once: this program may be killed, too."""

    def write(move: Acknowledged) -> None:
        if file is not None:
            file.write(msgspec.json.encode(move).decode() + "\n")
            file.flush()

    return write


async def play_all(plan: Plan, tally: Tally, acknowledge: Callable[[Acknowledged], None]) -> None:
    """Play all games, a limited number at the same time. Raises `NoSuchTable` or `Gone`."""
    numbers = iter(range(plan.games))

    async def play_some() -> None:
        async with asking_at_once(f"{plan.url.rstrip('/')}{API}", certificates_for(plan.url)) as http:
            group = Group(PersistentClient(http, tally), tally, acknowledge)
            for number in numbers:
                try:
                    await group.play(plan.game, plan.options, plan.dice(number))
                except ServiceError as fault:
                    tally.faults.append(str(fault))

    showing = asyncio.create_task(show(plan, tally))
    try:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(min(plan.games, plan.concurrency)):
                tasks.create_task(play_some())
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    finally:
        showing.cancel()


async def show(plan: Plan, tally: Tally) -> None:
    """Show on a terminal how far it is, until cancelled."""
    console = Console(stderr=True)
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(plan.game, total=plan.games, moves=0)
        while True:
            progress.update(task, completed=tally.finished, moves=len(tally.move_ms))
            await asyncio.sleep(SHOWN_EVERY_SECONDS)


def as_table(found: Summary) -> Table:
    """Return the sum for a terminal."""
    table = Table(title=found.game, show_header=False)
    table.add_row("games finished", f"{found.finished} of {found.games}")
    table.add_row("moves", f"{found.moves}, {found.moves_per_second} a second")
    table.add_row("time of a move", f"p50 {found.move_p50_ms} ms, p99 {found.move_p99_ms} ms")
    table.add_row("refused", ", ".join(f"{visible(code)} {count}" for code, count in found.refusals.items()) or "none")
    table.add_row("sent again", str(found.retries))
    for fault in found.faults:
        table.add_row("fault", escape(visible(fault)))
    return table
