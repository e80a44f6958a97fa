"""The command line: `parlour`, with a module for each command."""

import click

from service.commands.conformance import conformance
from service.commands.openapi import openapi
from service.commands.play import play
from service.commands.record import record
from service.commands.replay import replay
from service.commands.serve import serve
from service.commands.token import token
from service.commands.verify import verify


@click.group()
def parlour() -> None:
    """Play parlour card games over HTTP, and run the service that they are played on."""


parlour.add_command(serve)
parlour.add_command(play)
parlour.add_command(replay)
parlour.add_command(record)
parlour.add_command(verify)
parlour.add_command(token)
parlour.add_command(conformance)
parlour.add_command(openapi)
