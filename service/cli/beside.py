"""A program that runs beside the workers, and is started again whenever it ends."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait

from service.cli.starting import STARTING

PAUSE_SECONDS = 5.0
"""Seconds until it is started again."""

log = logging.getLogger(__name__)


@contextlib.contextmanager
def running_beside(module: str, pause_seconds: float = PAUSE_SECONDS) -> Iterator[None]:
    """Keep the `main` of a module running in a process of its own until the context is left."""
    told, telling = Pipe(duplex=False)
    keeper = threading.Thread(target=keep_running, args=(module, told, pause_seconds), daemon=True)
    keeper.start()
    with told, telling:
        try:
            yield
        finally:
            telling.send_bytes(b"stop")
            keeper.join()


def keep_running(module: str, told: Connection, pause_seconds: float) -> None:
    """Start a program again and again until something is told, and end it then."""
    while not told.poll():
        process = STARTING.Process(target=run, args=(module,))
        with contextlib.suppress(OSError, EOFError):  # no memory for it, or the fork server has died this moment
            process.start()
            wait([process.sentinel, told])
            if process.is_alive():  # the id of an ended process may be another one's by now
                process.kill()
            process.join()
        if not told.poll():
            log.error("A program beside the workers has ended and is started again", extra={"program": module})
            told.poll(pause_seconds)


def run(module: str) -> None:
    """Run the `main` of a module in this process, as long as its parent lives."""
    from service.cli.fork_server import belong  # noqa: PLC0415 - it is a fork of that, or belongs to its parent alone

    belong(module.rpartition(".")[2])
    import_module(module).main()
