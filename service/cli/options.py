"""Options that several commands have."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click
import msgspec

from service.cli.texts import TEXT
from service.log_address import BadAddress, LogAddress
from service.postgres_url import BadUrl, must_find_server

DAY = click.DateTime(["%Y-%m-%d"])
"""The type of an option that is a day (UTC)."""

RawOptions: TypeAlias = dict[str, Any]
"""Options of a game, as they are sent to a service: it alone knows which there are."""

Command = Callable[..., None]
"""A command, or what is to become one."""


class FilePath(click.Path):
    """A path that says something: an empty one, as of a variable that is not set, would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises `click.BadParameter` for an empty text."""
        if not os.fspath(value):
            self.fail("It is empty.", param, ctx)
        return super().convert(value, param, ctx)


def data_option(meaning: str, *, exists: bool = False) -> Callable[[Command], Command]:
    """Return the option `--data`, a path; `meaning` is its help, `exists` whether the folder has to be there."""
    return click.option(
        "--data",
        type=FilePath(path_type=Path, exists=exists, file_okay=not exists, readable=exists),  # it may not be needed
        default="parlour-data",
        envvar="PARLOUR_DATA",
        show_default=True,
        show_envvar=True,
        help=meaning,
    )


def addresses(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Return the addresses of a log as one text; None: none were given."""
    if not given:
        return None
    try:
        urls = LogAddress.parsed(" ".join(given)).urls
        for url in urls:
            must_find_server(url, to_write=False)
    except (BadAddress, BadUrl) as error:
        raise click.BadParameter(str(error)) from None
    return " ".join(urls)


def postgres_option(command: Command) -> Command:
    """Give a command the option `--postgres-url`, for a service that does not run its own server."""
    return click.option(
        "--postgres-url",
        envvar="PARLOUR_POSTGRES_URL",
        show_envvar=True,
        multiple=True,
        callback=addresses,
        help="The service's PostgreSQL, if it does not run its own; several, if its log has several shards.",
    )(command)


def of_a_service(command: Command) -> Command:
    """Give a command the options that say where the service's database is."""
    return data_option("The data folder of the running service.")(postgres_option(command))


def named_values(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> RawOptions:
    """Return texts `name=value` as options of a game: a value is JSON, or else plain text."""
    options: RawOptions = {}
    for each in given:
        name, equals, text = each.partition("=")
        if not equals:
            raise click.BadParameter(f"{each!r} is not of the form NAME=VALUE.")
        try:
            options[name] = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            options[name] = text
    return options


options_option = click.option(
    "--option",
    "options",
    type=TEXT,
    multiple=True,
    callback=named_values,
    metavar="NAME=VALUE",
    help="Set an option of the game; the value is JSON or plain text.",
)
