"""Files that are written as a whole, so that after a crash there is the old one or the new one; locks on folders."""

import contextlib
import errno
import fcntl
import os
import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

import msgspec

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for what is not what it is read as: also if it is no UTF-8, or is nested without end."""

FOR_ALL = 0o666
"""The mode of a new file that others may read, as far as the user's umask lets them."""
FOR_ITS_OWNER = 0o600
"""The mode of a file that nobody else can read, not even while it is written."""

WITHOUT_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
"""The errors of disks that have no hard links, such as FAT and some shares; macOS tells two of them apart."""


def replace_file(path: Path, content: bytes, mode: int = FOR_ALL) -> None:
    """Put a new file in the place of one, or leave that as it is; see `replaced`. Raises `OSError`."""
    with named(path), replaced(path, mode) as file:
        file.write(content)


def create_file(path: Path, content: bytes, mode: int = FOR_ALL) -> None:
    """Put a new file where none is: of several processes that try to, one does. It is there completely or not at all.

    On a disk without hard links and without locks two that look at the same moment both do.
    Raises `FileExistsError` if there is a file, and `OSError`.
    """
    draft = draft_beside(path)
    try:
        with new_file(draft, mode) as file:
            file.write(content)
        try:
            os.link(draft, path)
        except OSError as error:
            if error.errno not in WITHOUT_LINKS:
                raise
            with in_turn(path.parent):
                if path.exists():
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """Let an error tell which file could not be written: that of a full disk does not."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


@contextlib.contextmanager
def replaced(path: Path, mode: int = FOR_ALL) -> Iterator[BinaryIO]:
    """Give a new file of this mode, open for writing; it replaces the old one if the context ends without an error.

    Nobody can read the new one who could not read the old one. Raises `OSError`.
    """
    with contextlib.suppress(FileNotFoundError):
        mode &= path.stat().st_mode
    draft = draft_beside(path)
    try:
        with new_file(draft, mode) as file:
            yield file
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def draft_beside(path: Path) -> Path:
    """Return the path of a file that becomes another one once it is complete."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")


@contextlib.contextmanager
def new_file(path: Path, mode: int) -> Iterator[BinaryIO]:
    """Give a file that was not there, open for writing; all of it is on the disk at the end. Raises `OSError`."""
    with open(path, "xb", opener=partial(os.open, mode=mode)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def followed(path: Path) -> Path:
    """Return where a path leads; a link that leads back to itself stays one, and cannot be opened. Raises `OSError`."""
    return Path(os.path.realpath(path))  # `Path.resolve` raises RuntimeError for it, before Python 3.13


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def made_if_it_succeeds(folder: Path, *, but: str = "") -> Iterator[None]:
    """Remove a folder if it was not there before, holds nothing `but` this name, and the context ends with an error.

    The folders around it that were made with it are removed, too.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        yield
    except BaseException:
        for each in missing:
            with contextlib.suppress(OSError):
                if each == folder and [found.name for found in folder.iterdir()] == [but]:
                    (folder / but).unlink()
                each.rmdir()
        raise


@contextlib.contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Keep a folder for this process, when no other one keeps it; not on a disk that has no locks. Raises `OSError`."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Keep a folder for this process while the context is open; give whether that could be done.

    It cannot if another one has it, or if it was removed or renamed at this moment. Raises `OSError`.
    """
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield is_locked(held, folder)
    finally:
        os.close(held)


def is_locked(held: int, folder: Path) -> bool:
    """Lock a folder, which was opened, until it is closed; return whether that could be done."""
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(held), folder.stat())
    except (BlockingIOError, FileNotFoundError):
        return False
