"""What a worker process of the HTTP server runs: the application, which is gone in time when it is told to stop."""

import os
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from service import app
from service.runtime.metrics import MULTIPROCESS_FOLDER
from service.runtime.stopping import GracefulShutdown

LAST_SECONDS = 2.5
"""Seconds at the end of those to stop in: workers close in the first ones, Postgres stops in the last one."""
CLOSING_SECONDS = 0.75
"""Maximum number of seconds in which a worker closes; after twice as many it would be killed."""


ROUTES = app.routed()
"""Those of this process, which has them already where it is forked from one that has imported this module."""


def application() -> GracefulShutdown:
    """Return the service for this process."""
    forget_dead_workers()
    service = app.application(ROUTES)
    open_seconds = service.state.settings.shutdown_seconds - LAST_SECONDS
    return GracefulShutdown(service, open_seconds=open_seconds, closing_seconds=CLOSING_SECONDS)


def forget_dead_workers() -> None:
    """Take what workers had open when they died out of the metrics: nobody else closes it.

    A process of another user, which cannot be signalled, has the number of a worker that died.
    """
    for gauge in Path(os.environ[MULTIPROCESS_FOLDER]).glob("gauge_live*_*.db"):
        pid = int(gauge.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, PermissionError):
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
