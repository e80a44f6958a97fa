"""`parlour app`: which apps may ask players whether they may act for them."""

from pathlib import Path

import click
import msgspec

from service.accounts.accounts import Accounts
from service.accounts.apps import Apps
from service.accounts.apps_port import App, UnknownApp
from service.accounts.names import BadName
from service.accounts.store import AccountStore
from service.cli.options import of_a_service
from service.cli.texts import moment
from service.cli.token import stored
from service.http.oauth.redirects import fault_of

MOST_REDIRECTS = 10


def as_redirects(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return addresses that an app may have."""
    if len(given) > MOST_REDIRECTS:
        raise click.BadParameter(f"An app has at most {MOST_REDIRECTS}.")
    for each in given:
        if fault := fault_of(each):
            raise click.BadParameter(f"{each!r}: {fault}")
    return given


@click.group()
def app() -> None:
    """Create, list and remove third-party apps that may sign players in (OAuth 2.1).

    An app has an id and no secret. The player decides what it may do for them, and for how long.
    """


@app.command(
    epilog="""\b
Examples:
  parlour app create --name Tablecloth --redirect https://tablecloth.example/signed-in
  parlour app create --name "Cards on a train" --redirect http://127.0.0.1/signed-in
  parlour app create --name Pocket --redirect example.pocket:/signed-in
  parlour app create --name "Cards on TV"

\b
Exit codes: 0 made, 1 no database, 2 usage."""
)
@click.option("--name", required=True, help="Its name, which players see.")
@click.option(
    "--redirect",
    "redirects",
    multiple=True,
    callback=as_redirects,
    help="An exact redirect address; for http://127.0.0.1 any port. May be repeated. Without one, the app can only"
    " sign players in by a code that a device shows.",
)
@of_a_service
def create(name: str, redirects: tuple[str, ...], data: Path, postgres_url: str | None) -> None:
    """Create an app, and print its id (`client_id`)."""

    async def work(store: AccountStore) -> App:
        try:
            return await Apps(store, Accounts(store)).make(name, redirects)
        except BadName as error:
            raise click.UsageError(str(error)) from None

    click.echo(stored(work, data, postgres_url).id)


@app.command(
    "list",
    epilog="""\b
Example:
  parlour app list

\b
Exit codes: 0 listed, 1 no database, 2 usage.""",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@of_a_service
def show(as_json: bool, data: Path, postgres_url: str | None) -> None:
    """List all apps, the newest first."""

    async def work(store: AccountStore) -> list[App]:
        return await store.apps()

    for each in stored(work, data, postgres_url):
        said = described(each)
        as_object = {**said, "redirects": each.redirects}
        click.echo(msgspec.json.encode(as_object) if as_json else "  ".join(said.values()))


@app.command(
    epilog="""\b
Example:
  parlour app remove 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e

\b
Exit codes: 0 removed, 1 no such app or no database, 2 usage."""
)
@click.argument("app_id", metavar="ID")
@of_a_service
def remove(app_id: str, data: Path, postgres_url: str | None) -> None:
    """Remove an app. All its tokens are revoked, within five seconds."""

    async def work(store: AccountStore) -> None:
        try:
            await Apps(store, Accounts(store)).remove(app_id)
        except UnknownApp:
            raise click.ClickException(f"There is no app {app_id!r}.") from None

    stored(work, data, postgres_url)


def described(each: App) -> dict[str, str]:
    """Return what an operator may know of an app."""
    return {
        "id": each.id,
        "made_at": moment(each.made_at),
        "by": "itself" if each.registered else "operator",
        "name": each.name,
        "redirects": " ".join(each.redirects),
    }
