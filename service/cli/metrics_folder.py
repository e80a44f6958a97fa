"""Where processes share their metrics: in memory, as a full disk must not end them.

They write to mapped files. If a disk has no room for a page of such a file, the system kills the process that writes
it.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from service.runtime.files import locked

MEMORY = Path("/dev/shm")  # noqa: S108 - only the names of new folders are chosen there, by `mkdtemp`
"""Where Linux has files that are in memory alone."""

PREFIX = "parlour-metrics-"


@contextlib.contextmanager
def metrics_folder(data: Path, memory: Path = MEMORY) -> Iterator[Path]:
    """Give an empty folder, to which `metrics` in the data folder leads; where there is no `memory`, it is beside it.

    What services have left that were killed is removed first.
    """
    link = data / "metrics"
    if not link.is_symlink():
        shutil.rmtree(link, ignore_errors=True)
    link.unlink(missing_ok=True)
    place = memory if os.access(memory, os.W_OK) else data
    remove_left(place)
    with new_folder(place.absolute()) as folder:
        link.symlink_to(folder)
        try:
            yield folder
        finally:
            link.unlink()


def remove_left(place: Path) -> None:
    """Remove the folders that no process keeps any more; those of other users stay."""
    for left in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), locked(left) as is_nobodys:
            if is_nobodys:
                shutil.rmtree(left, ignore_errors=True)


@contextlib.contextmanager
def new_folder(place: Path) -> Iterator[Path]:
    """Give an empty folder, locked before it gets its name: without a lock it would be taken for one that was left."""
    draft = Path(tempfile.mkdtemp(prefix=".parlour-", dir=place))
    with locked(draft):
        folder = draft.rename(place / f"{PREFIX}{draft.name.removeprefix('.parlour-')}")
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
