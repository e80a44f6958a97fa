"""`parlour conformance`: does a service keep the contract?"""

import asyncio
import time
from collections.abc import Collection

import click
import httpx
import msgspec
from rich.console import Console

from service.cli.conformance.checks import Report
from service.cli.conformance.output import as_lines, as_table, examined, show
from service.cli.conformance.suite import NoSuchGame, examine
from service.cli.conformance.visit import NotUnderstood
from service.cli.connection import Unreachable, asking, service_url


class NoContract(click.ClickException):
    """What answers there is not a service that can be examined: exit code 3."""

    exit_code = 3

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"There is no service at {url} that has a contract and games: {reason}.")


@click.command(
    epilog="""\b
Examples:
  parlour conformance http://127.0.0.1:8000
  parlour conformance https://cards.example --game literature --json

\b
Exit codes: 0 the contract is kept, 1 it is broken or was not examined to the end,
2 usage, 3 no service."""
)
@click.argument("url", callback=service_url)
@click.option("--game", "games", multiple=True, help="Play only this game; may be given several times.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def conformance(url: str, games: tuple[str, ...], *, as_json: bool) -> None:
    """Check whether the service at URL keeps the contract: Parlour, or another implementation.

    It sends each operation requests that it must refuse, sends commands twice, plays a whole game of each kind with
    house players, follows it by streams that break off, and looks for hidden cards in answers. It acts as a stranger
    and as a delayed spectator, sends invalid requests, and uses up a budget of its own. It knows about the games only
    what the catalogue says. It respects the limits of the service, and leaves the players and tables that it creates.
    Ctrl-C ends it with the results so far.
    """
    asking(url).close()  # or it is said why it cannot ask
    report, began = Report(), time.monotonic()
    try:
        asyncio.run(examine_and_show(url, games, report))
    except KeyboardInterrupt:
        report.broken_off.append("interrupted")
    except NoSuchGame as error:
        raise click.UsageError(str(error)) from None
    except NotUnderstood as error:
        raise NoContract(url, str(error)) from None
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise Unreachable(url, str(error) or type(error).__name__) from None
    found, console = examined(url, report, time.monotonic() - began), Console()
    if as_json:
        click.echo(msgspec.json.encode(found))
    elif console.is_terminal:
        console.print(as_table(found))
    else:
        click.echo("\n".join(as_lines(found)))
    if not found.kept:
        raise click.exceptions.Exit(1)


async def examine_and_show(url: str, games: Collection[str], report: Report) -> None:
    """Examine a service, and show on a terminal how far that is."""
    showing = asyncio.create_task(show(report))
    try:
        await examine(url, games, report)
    finally:
        showing.cancel()
