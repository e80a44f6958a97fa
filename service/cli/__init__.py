"""The command line: `parlour`, with a module for each command."""

from importlib import import_module
from typing import Any

import click

from service import VERSION

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

COMMANDS = (
    "serve",
    "play",
    "login",
    "logout",
    "load",
    "tournament",
    "replay",
    "record",
    "verify",
    "token",
    "app",
    "backup",
    "restore",
    "forgotten",
    "archive",
    "rebuild",
    "export",
    "query",
    "report",
    "seal",
    "database",
    "audit",
    "conformance",
    "openapi",
)
"""The commands, in the order of the help text; each is in the module of its name."""


class Commands(click.Group):
    """Imports a command when it is wanted: all of them together take a second, and one needs little of that."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None: there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"service.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; after Ctrl-C the exit code is that of every program, where click's is that of a failure."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None


@click.group(cls=Commands)
@click.version_option(VERSION, prog_name="parlour", message="%(prog)s %(version)s")
def parlour() -> None:
    """Play parlour card games over HTTP, and run the service for them."""
