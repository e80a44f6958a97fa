"""A program that runs beside the workers, and is started again whenever it ends."""

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

LOOK_SECONDS = 0.25
"""Seconds between two looks at whether it still runs."""
PAUSE_SECONDS = 5.0
"""Seconds until it is started again."""

log = logging.getLogger(__name__)


@contextlib.contextmanager
def running_beside(module: str, pause_seconds: float = PAUSE_SECONDS) -> Iterator[None]:
    """Keep a module running as a program until the context is left; it gets the id of this process.

    It leaves the process group: Ctrl-C is for this process, which then stops everything in order.
    """
    stopped = threading.Event()
    keeper = threading.Thread(target=keep_running, args=(module, stopped, pause_seconds), daemon=True)
    keeper.start()
    try:
        yield
    finally:
        stopped.set()
        keeper.join()


def keep_running(module: str, stopped: threading.Event, pause_seconds: float) -> None:
    """Start a program again and again until it is no longer wanted, and end it then."""
    while not stopped.is_set():
        program = [sys.executable, "-m", module, str(os.getpid())]
        with subprocess.Popen(program, stdin=subprocess.DEVNULL, start_new_session=True) as process:  # noqa: S603 - ours
            while process.poll() is None and not stopped.wait(LOOK_SECONDS):
                pass
            process.kill()
        if not stopped.is_set():
            log.error("A program beside the workers has ended and is started again", extra={"program": module})
            stopped.wait(pause_seconds)
