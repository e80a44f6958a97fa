"""`parlour record`: the whole record of a finished game, as a file."""

import sys
from uuid import UUID

import click

from service.cli.connection import ask, connected, token_option, url_option


@click.command(
    epilog="""\b
Example:
  parlour record 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e > game.json
  parlour verify game.json

\b
Exit codes: 0 written, 1 refused (not finished yet, say), 2 usage, 3 no service."""
)
@click.argument("table", metavar="TABLE_ID", type=click.UUID)
@url_option
@token_option
def record(table: UUID, url: str, token: str | None) -> None:
    """Write the record of a finished game: every event with its secrets, its hashes, and the signature.

    It opens when the game is finished; where tables share a deck, when all of them are.
    """
    with connected(url, token) as client:
        document = ask(client, f"tables/{table}/record").content
    sys.stdout.buffer.write(document + b"\n")
