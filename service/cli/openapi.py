"""`parlour openapi`: the contract as a file."""

from typing import BinaryIO

import click
import msgspec

from service.http.contract.document import contract


@click.command()
@click.option("--output", type=click.File("wb"), default="-", help="File to write; - is standard output, the default.")
def openapi(output: BinaryIO) -> None:
    """Write the OpenAPI document of the service, which depends only on the version of the code."""
    output.write(msgspec.json.format(contract(), indent=2) + b"\n")
