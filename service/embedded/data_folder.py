"""The data folder: one service at a time, and the key that it signs with."""

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from service.runtime.files import FOR_ITS_OWNER, named, replace_file

SEED_BYTES = 32
LOCK = "service.lock"
FOR_A_WHILE = "for a while"
"""What a command writes after its process id; a service writes its process id alone."""


class UnusableData(Exception):
    """The data folder cannot be used; the text says why."""


class Occupied(UnusableData):
    """Another process uses the data folder; the text says which. `briefly`: it is a command, and no service."""

    def __init__(self, data: Path, by: str) -> None:
        super().__init__(f"{data} is in use by process {by or '?'}")
        self.briefly = by.endswith(FOR_A_WHILE)


@contextlib.contextmanager
def occupied(data: Path, *, briefly: bool = False) -> Iterator[Path]:
    """Keep the data folder, made if need be, from all other services while the context is open; give its full path.

    `briefly`: it is for a command, which others may wait for. Raises `Occupied`, `UnusableData` for a backup, and
    `OSError` for a folder that cannot be written. The lock goes with the process, however that ends.
    """
    must_be_no_backup(data)
    data.mkdir(mode=0o711, parents=True, exist_ok=True)  # the servers, which may be another user's, pass through it
    with (data / LOCK).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Occupied(data, lock.read().strip()) from None
        said = f"{os.getpid()} {FOR_A_WHILE if briefly else ''}\n".encode()
        with named(data / LOCK):
            lock.truncate(0)
            os.write(lock.fileno(), said)  # what `lock.write` cannot write, it tries again when it is closed: unnamed
        yield data.absolute()


def must_be_no_backup(data: Path) -> None:
    """Raise `UnusableData` for a backup, which a server would change.

    It would begin neither a new timeline nor a new epoch, so nobody would be told of what is lost.
    """
    cluster = data / "postgres"
    if (cluster / "backup_label").exists() and not (cluster / "recovery.signal").exists():
        raise UnusableData(f"{data} is a backup: make a data folder from it with `parlour restore`.")


def signing_seed(data: Path) -> bytes:
    """Return the seed of the service's own signing key, 32 bytes; made at the first call, for the owner's eyes only.

    Raises `UnusableData` if the file is no key.
    """
    key = data / "signing.key"
    if not key.exists():
        replace_file(key, secrets.token_bytes(SEED_BYTES), FOR_ITS_OWNER)
    seed = key.read_bytes()
    if len(seed) != SEED_BYTES:
        raise UnusableData(
            f"{key} has {len(seed)} bytes, and a key has {SEED_BYTES}: it is damaged. Take it from a backup."
        )
    return seed
