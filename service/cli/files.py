"""Files that commands write: completely or not at all, with an error that says why; the most that they read."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from service.cli import UNWRITABLE
from service.runtime.files import followed, replace_file, replaced

MOST_BYTES = 256 * 1024 * 1024
"""Maximum number of bytes of a document that a command reads, from a file or from a service.

The record of a tournament of 1,000 teams and 100 rounds has about half of that.
"""


def write_file(path: Path, content: bytes) -> None:
    """Write a file in one step: a reader gets the old content or the new one. `-` is the standard output.

    Raises `click.ClickException`, and `OSError` where the standard output takes nothing (`UNWRITABLE`).
    """
    try:
        if str(path) == "-":
            sys.stdout.buffer.write(content)
            sys.stdout.flush()
        elif path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe, which no file can replace
        else:
            replace_file(followed(path), content)
    except OSError as why:
        if str(path) == "-" and why.errno in UNWRITABLE:
            raise
        raise cannot_be_written(path, why) from None


@contextlib.contextmanager
def written_beside(path: Path) -> Iterator[Path]:
    """Give the path of a file to be written, which takes the place of another in one step, all of it or nothing.

    Raises `click.ClickException`.
    """
    try:
        if path.exists() and not path.is_file():
            yield path  # a device or a pipe, which no file can replace
            return
        with replaced(followed(path)) as file:
            yield Path(file.name)
    except OSError as why:
        raise cannot_be_written(path, why) from None


def cannot_be_written(path: Path, why: OSError) -> click.ClickException:
    """Return the error that says so."""
    return click.ClickException(f"{path} cannot be written: {why.strerror}.")
