"""`parlour openapi`: the contract as a file."""

from pathlib import Path

import click
import msgspec

from service.cli.files import write_file
from service.cli.options import FilePath
from service.http.contract.document import contract


@click.command(
    epilog="""\b
Example:
  parlour openapi --output openapi.json

\b
Exit codes: 0 written, 1 not, 2 usage."""
)
@click.option(
    "--output",
    type=FilePath(dir_okay=False, path_type=Path),
    default="-",
    help="File to write; - is standard output, the default.",
)
def openapi(output: Path) -> None:
    """Write the OpenAPI document of the service, which depends only on the version of the code."""
    write_file(output, msgspec.json.format(contract(), indent=2) + b"\n")
