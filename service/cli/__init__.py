"""The command line: `parlour`, with a module for each command."""

import click

from service import VERSION
from service.cli.conformance import conformance
from service.cli.openapi import openapi
from service.cli.play import play
from service.cli.record import record
from service.cli.replay import replay
from service.cli.serve import serve
from service.cli.token import token
from service.cli.verify import verify


@click.group()
@click.version_option(VERSION, prog_name="parlour", message="%(prog)s %(version)s")
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
