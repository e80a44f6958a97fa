"""Backups of the embedded Postgres: a physical copy with the key that signs, taken while the service runs.

back_up(url, data, folder, progress)     # from a running server
restored(folder, data)                   # into a data folder that holds nothing yet
"""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from service.embedded.child import ENVIRONMENT, NotStarted, User, unprivileged
from service.embedded.folders import socket_folder
from service.embedded.postgres import Postgres
from service.embedded.programs import program
from service.runtime.files import FOR_ITS_OWNER, locked, replace_file, sync_folder

CLUSTER, KEY = "postgres", "signing.key"
"""What a backup holds, under the names that a data folder has for it."""
KEY_CHECKSUM = f"{KEY}.sha256"
"""The SHA-256 of the key, beside it in a backup: all other files have theirs in the manifest of the cluster."""

COPIED = re.compile(rb"(?<!\d)(\d++)/(\d++) kB")

RECOVERING = {"restore_command": "false", "hot_standby": "off"}
"""Settings of a server on a backup: it has its whole log, and accepts no connections before recovery is done."""

Progress = Callable[[int, int], None]
"""Called with how far a copy is: kB that are there, and of how many."""


class BackupFailed(Exception):
    """There is no backup, or nothing was restored; the text says why."""


class BackedUp(NamedTuple):
    """What a backup holds: bytes, and whether the key that signs is in it."""

    size: int
    has_key: bool


def back_up(url: str, data: Path, folder: Path, progress: Progress) -> BackedUp:
    """Copy a running server and the key of its data folder to a new folder; all of it or nothing.

    Raises `BackupFailed` or `NotStarted`.
    """
    if folder.exists():
        raise BackupFailed(f"{folder} is there already: each backup is a folder of its own.")
    with made_whole(folder) as draft:
        options = ("--checkpoint=fast", "--wal-method=stream", "--manifest-checksums=SHA256", "--progress")
        complete([program("pg_basebackup"), "--dbname", url, "--pgdata", str(draft / CLUSTER), *options], progress)
        key = data / KEY
        if key.exists():
            replace_file(draft / KEY, key.read_bytes(), FOR_ITS_OWNER)
            replace_file(draft / KEY_CHECKSUM, checksum(key).encode())
        verify(draft)
        return BackedUp(size_of(draft), key.exists())


def verify(folder: Path) -> None:
    """Compare each file of a backup with its checksum, and look whether its write-ahead log is whole.

    Raises `BackupFailed` or `NotStarted`.
    """
    if not (folder / CLUSTER / "backup_manifest").exists():
        raise BackupFailed(f"{folder} is no backup.")
    complete([program("pg_verifybackup"), "--quiet", str(folder / CLUSTER)])
    key, kept = folder / KEY, folder / KEY_CHECKSUM
    if kept.exists() and not (key.exists() and checksum(key).encode() == kept.read_bytes()):
        raise BackupFailed(f"{key} is missing, or is not the key that was backed up.")


def checksum(key: Path) -> str:
    """Return the SHA-256 of a key's file, in hexadecimal digits."""
    return hashlib.sha256(key.read_bytes()).hexdigest()


@contextlib.contextmanager
def restored(folder: Path, data: Path) -> Iterator[str]:
    """Make the cluster of a data folder, which has none, from a backup, and run it; give its URL.

    Its write-ahead log begins a new timeline. When the context is left, the data folder is complete; if something is
    raised, it still has no cluster. One that was killed may have left the key there, and the same may be restored
    again. Raises `BackupFailed` or `NotStarted`.
    """
    verify(folder)
    key = (folder / KEY).read_bytes() if (folder / KEY).exists() else None
    for path in (data / CLUSTER, data / KEY):
        if path.exists() and not (path.name == KEY and path.read_bytes() == key):
            raise BackupFailed(f"{path} is there already: restore into a folder without a service.")
    with made_whole(data / CLUSTER) as draft:
        user = unprivileged(draft)
        shutil.copytree(folder / CLUSTER, draft, dirs_exist_ok=True, copy_function=copy)
        (draft / "recovery.signal").touch()
        give(draft, user)
        with recovering(draft, data) as url:
            yield url
        if key is not None:
            replace_file(data / KEY, key, FOR_ITS_OWNER)


@contextlib.contextmanager
def recovering(draft: Path, data: Path) -> Iterator[str]:
    """Run a server on the draft of the cluster of a data folder, and give its URL.

    If it is stopped, or something is raised meanwhile, the server leaves no file beside the draft. Raises `NotStarted`,
    which names the log of the server: that stays.
    """
    with socket_folder(data) as run:
        server = Postgres(draft, run, RECOVERING)
        try:
            with server:
                yield server.url
        except NotStarted:
            raise
        except BaseException:
            shutil.rmtree(run, ignore_errors=True)
            for each in (server.log_file, server.lock_file):
                each.unlink(missing_ok=True)
            raise


def copy(source: str, target: str) -> None:
    """Copy a file. Raises `BackupFailed`, which ends the copying of a folder, as `OSError` would not."""
    try:
        shutil.copy2(source, target)
    except OSError as error:
        raise BackupFailed(f"{source} cannot be copied to {target}: {error.strerror}.") from None


@contextlib.contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """Give a draft of a folder, for its owner alone, which gets its final name when the context ends without an error.

    Raises `BackupFailed` if another process is making the folder: that one holds a lock on the draft. What a killed one
    has left is removed.
    """
    draft = folder.with_name(f"{folder.name}.part")
    draft.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(draft) as is_ours:
        if not is_ours:
            raise BackupFailed(f"{folder} is being made by somebody else.")
        for each in draft.iterdir():
            shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
        try:
            yield draft
            sync_folder(draft)
            draft.rename(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        sync_folder(folder.parent)


def complete(command: list[str], progress: Progress = lambda *_: None) -> None:
    """Run a program to its end. Raises `BackupFailed` with its last words."""
    said: list[bytes] = []
    with subprocess.Popen(  # noqa: S603 - our own programs, no shell
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as process:
        try:
            for line in process.stderr or ():
                if found := COPIED.search(line):
                    progress(int(found[1]), int(found[2]))
                else:
                    said.append(line)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):  # it has ended this moment
                os.killpg(process.pid, signal.SIGKILL)  # or its processes would go on writing to what is being deleted
            raise
    if process.returncode != 0:
        words = b"".join(said[-5:]).decode(errors="replace").strip()
        raise BackupFailed(f"{Path(command[0]).name} failed: {words}")


def give(folder: Path, user: User) -> None:
    """Give a folder, with all that is in it, to whom a server runs as."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, *user, follow_symlinks=False)


def size_of(folder: Path) -> int:
    """Return the number of bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
