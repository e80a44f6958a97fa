"""Files that commands write: completely or not at all, with an error that says why; the most that they read."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

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


def content_of(file: BinaryIO) -> bytes:
    """Return what is in a file.

    Raises `click.UsageError` if it cannot be read, as on a disk that is broken, and if it is too long, as a device that
    has no end.
    """
    try:
        content = file.read(MOST_BYTES + 1)
    except OSError as why:
        raise click.UsageError(f"{click.format_filename(file.name)} cannot be read: {why.strerror}.") from None
    if len(content) > MOST_BYTES:
        raise click.UsageError(f"{click.format_filename(file.name)} is longer than {MOST_BYTES // 1024**2} MiB.")
    return content


def kept_in(file: Path) -> bytes | None:
    """Return what is in a file that a command keeps from one run to the next; None: there is no file.

    Raises `click.UsageError` for one that cannot be read, or kept.
    """
    try:
        if not S_ISREG(file.stat().st_mode):  # a device may be read without end
            raise click.UsageError(f"{file} is not a file that can be kept.")
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as why:
        raise click.UsageError(f"{file} cannot be read: {why.strerror}.") from None


def cannot_be_written(path: Path, why: OSError) -> click.ClickException:
    """Return the error that says so."""
    return click.ClickException(f"{path} cannot be written: {why.strerror}.")
