"""What a worker process of the HTTP server runs: the application, bound to its parent."""

import multiprocessing
import os
import signal
from pathlib import Path

from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead

from service import app
from service.embedded.parent_death import die_with
from service.runtime.metrics import MULTIPROCESS_FOLDER


def application() -> Litestar:
    """Return the service for this process, which its parent started, and which will not outlive it.

    It leaves the parent's process group: Ctrl-C is for the parent, which then stops everything in order.
    """
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        die_with(parent.pid, signal.SIGKILL)
        os.setpgid(0, 0)
    forget_dead_workers()
    return app.application()


def forget_dead_workers() -> None:
    """Take what workers had open when they died out of the metrics: nobody else closes it."""
    for gauge in Path(os.environ[MULTIPROCESS_FOLDER]).glob("gauge_live*_*.db"):
        pid = int(gauge.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
