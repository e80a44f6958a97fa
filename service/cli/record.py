"""`parlour record`: the whole record of a finished game, or of a tournament that is over, as a file."""

from pathlib import Path
from uuid import UUID

import click
import httpx

from service.cli.connection import ask, because, connected, document_of, reason_option, token_option, url_option
from service.cli.files import write_file
from service.cli.options import FilePath


@click.command(
    epilog="""\b
Examples:
  parlour record 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e > game.json
  parlour verify game.json
  parlour record --proof proof.json 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e > game.json
  parlour record --tournament --proof proof.json 5f6a7b8c-7a1e-4b8e-9d3c-0b35a1f29d0e > tournament.json

\b
Exit codes: 0 written, 1 refused (not finished or sealed yet, say), 2 usage, 3 no service."""
)
@click.argument("of", metavar="ID", type=click.UUID)
@click.option("--tournament", is_flag=True, help="ID is the id of a tournament, not of a table.")
@click.option(
    "--proof",
    type=FilePath(dir_okay=False, path_type=Path),
    help="Write to this file the proof that the record is in the newest seal of the log.",
)
@reason_option
@url_option
@token_option
def record(of: UUID, *, tournament: bool, proof: Path | None, reason: str | None, url: str, token: str | None) -> None:
    """Write the record of a finished game: every event with its secrets, its hashes, and the signature.

    The record opens when the game is finished; if tables share a deck, when all of them are. With --tournament, write
    the record of a finished tournament, without those of its tables (`parlour tournament export` writes them all).
    """
    if tournament and reason is not None:
        raise click.UsageError("a tournament that is over is open to all: --reason is for tables")
    path = f"{'tournaments' if tournament else 'tables'}/{of}/record"
    with connected(url, token) as client:
        document = content_of(ask(client, path, **because(reason)), "format", "events", "seal")
        proved = None if proof is None else content_of(ask(client, f"{path}/proof"), "seal")
    if proof is not None and proved is not None:
        write_file(proof, proved + b"\n")
    write_file(Path("-"), document + b"\n")


def content_of(answer: httpx.Response, *needed: str) -> bytes:
    """Return what a service has answered, byte for byte. Raises `NotUnderstood` if it lacks a field that is needed."""
    document_of(answer, *needed)
    return answer.content
