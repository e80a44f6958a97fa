"""`parlour forgotten`: which players were forgotten, and the same again for a database from before."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from service.accounts.accounts import Accounts
from service.accounts.port import Forgotten
from service.chat.postgres import PostgresChat
from service.cli.files import content_of
from service.cli.options import FilePath, of_a_service
from service.cli.token import done, url_of
from service.meeting.postgres import PostgresSeeks
from service.runtime.files import UNREADABLE
from service.webhooks.postgres import PostgresWebhooks

PAGE = 1_000
STILL_SEATED = " They leave their tables when an operator sends DELETE /v1/players/{player} for each."
"""What is left to do: only the running service changes tables."""


@click.command(
    epilog="""\b
Examples:
  parlour forgotten > forgotten.jsonl
  parlour forgotten --again forgotten.jsonl

\b
Exit codes: 0 done, 1 no database, 2 usage."""
)
@click.option(
    "--again",
    type=FilePath(path_type=Path, exists=True, dir_okay=False),
    help="Delete the players in this file, which this command has printed.",
)
@of_a_service
def forgotten(again: Path | None, data: Path, postgres_url: str | None) -> None:
    """List the players who were deleted, one JSON object per line: ids and times, no names.

    A backup still has players who were deleted after it. So keep this list apart from the backups, and apply it to a
    restored database: with --again, or with `parlour restore --forget`. That deletes their accounts, chat messages,
    webhooks and seeks. They leave their tables when an operator sends `DELETE /v1/players/{player}` for each once more.
    """
    if again is None:
        done(printed, data, postgres_url)
        return
    players, url = listed(again), url_of(data, postgres_url)

    async def work(accounts: Accounts) -> None:
        await forget_again(url, accounts, players)

    done(work, data, postgres_url)
    click.echo(f"Forgotten again: {len(players)}.{STILL_SEATED if players else ''}")


async def printed(accounts: Accounts) -> None:
    """Print all who are forgotten."""
    page = await accounts.store.forgotten(PAGE)
    while page:
        for each in page:
            click.echo(msgspec.json.encode({"player": each.player, "at": each.at, "by": each.by}))
        page = await accounts.store.forgotten(PAGE, (page[-1].at, page[-1].player))


def listed(file: Path) -> list[Forgotten]:
    """Return those who stand in a file, each once: lists may have been put together. Raises `click.UsageError`."""
    try:
        with file.open("rb") as opened:
            lines = [line for line in content_of(opened).splitlines() if line.strip()]
        found = [msgspec.json.decode(line, type=Forgotten) for line in lines]
        return list({each.player: each for each in found}.values())
    except OSError as why:
        raise click.UsageError(f"{file} cannot be read: {why.strerror}.") from None
    except UNREADABLE as error:
        raise click.UsageError(f"{file} is no list of `parlour forgotten`: {error}.") from None


async def forget_again(url: str, accounts: Accounts, players: Iterable[Forgotten]) -> None:
    """Forget players who were forgotten before, at the time and at the wish of then; `url` is that of the database."""
    async with (
        PostgresSeeks.open(url, 1) as seeks,
        PostgresChat.open(url, 1) as chat,
        PostgresWebhooks.open(url, 1) as webhooks,
    ):
        for each in players:
            await seeks.forget(each.player)
            await chat.forget(each.player, each.at)
            await webhooks.forget(each.player)
            await accounts.forget_as(each)
