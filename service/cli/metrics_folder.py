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

MEMORY = Path("/dev/shm")  # noqa: S108 - only the names of new folders are chosen there, by `mkdtemp`
"""Where Linux has files that are in memory alone."""

PREFIX = "parlour-metrics-"


@contextlib.contextmanager
def metrics_folder(data: Path, memory: Path = MEMORY) -> Iterator[Path]:
    """Give an empty folder, to which `metrics` in the data folder leads; where there is no `memory`, it is beside it.

    What a service on this data folder has left that was killed is removed first.
    """
    link = data / "metrics"
    if not link.is_symlink():
        shutil.rmtree(link, ignore_errors=True)
    elif (left := link.readlink()).name.startswith(PREFIX):
        shutil.rmtree(left, ignore_errors=True)
    link.unlink(missing_ok=True)
    place = memory if os.access(memory, os.W_OK) else data
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=place.absolute(), ignore_cleanup_errors=True) as folder:
        link.symlink_to(folder)
        try:
            yield Path(folder)
        finally:
            link.unlink()
