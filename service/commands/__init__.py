"""The command line: `parlour`, with a module for each command."""

import click

from service.commands.serve import serve


@click.group()
def parlour() -> None:
    """Play parlour card games over HTTP, and run the service that they are played on."""


parlour.add_command(serve)
