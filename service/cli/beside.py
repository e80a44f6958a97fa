"""A program that runs beside the workers, and is started again whenever it ends."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from importlib import import_module
from multiprocessing.process import BaseProcess

from service.cli.starting import STARTING

LOOK_SECONDS = 0.25
"""Seconds between two looks at whether it still runs."""
PAUSE_SECONDS = 5.0
"""Seconds until it is started again."""

log = logging.getLogger(__name__)


@contextlib.contextmanager
def running_beside(module: str, pause_seconds: float = PAUSE_SECONDS) -> Iterator[None]:
    """Keep the `main` of a module running in a process of its own until the context is left."""
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
        process = STARTING.Process(target=run, args=(module,))
        with contextlib.suppress(OSError, EOFError):  # no memory for it, or the fork server has died this moment
            process.start()
            ended(process, stopped)
        if not stopped.is_set():
            log.error("A program beside the workers has ended and is started again", extra={"program": module})
            stopped.wait(pause_seconds)


def ended(process: BaseProcess, stopped: threading.Event) -> None:
    """Wait until a process has ended, or end it when it is no longer wanted."""
    while process.is_alive() and not stopped.wait(LOOK_SECONDS):
        pass
    process.kill()
    process.join()


def run(module: str) -> None:
    """Run the `main` of a module in this process, as long as its parent lives."""
    from service.cli.fork_server import belong  # noqa: PLC0415 - it is a fork of that, or belongs to its parent alone

    belong(module.rpartition(".")[2])
    import_module(module).main()
