"""The process that others are forked from, the fork server of `multiprocessing`: it has imported all that they need.

So only the first one waits for the imports, and all share the memory of what is imported. The process has one thread: a
fork has no lock that another thread held. Each of them has a process group of its own: Ctrl-C is for `parlour serve`,
which then stops everything in order. Told to stop with all others, the fork server stays until they have ended.

Only `multiprocessing` may import this module, as it makes a fork server of the process. Where processes are not forked,
each imports it for itself.
"""

import gc
import multiprocessing
import os
import signal

from setproctitle import setproctitle

from service import worker
from service.embedded.parent_death import die_with
from service.history import projector
from service.runtime.stopping import GoneInTime

__all__ = ["application", "belong", "projector"]

IS_CHILD = multiprocessing.parent_process() is not None
PARENT = os.getppid() if IS_CHILD else os.getpid()
"""The process that none of the others outlives."""


def application() -> GoneInTime:
    """Return the service for the worker that this process is."""
    belong("worker")
    return worker.application()


def belong(name: str) -> None:
    """Let this process, which was told nothing yet, end with its parent; give it a group and a name of its own."""
    die_with(PARENT, signal.SIGKILL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stand_apart(name)


def stand_apart(name: str) -> None:
    """Leave the group of processes that this one was started in, and show its name where processes are listed."""
    os.setpgid(0, 0)
    setproctitle(f"parlour: {name}")


def told_to_stop(*_: object) -> None:
    """Stay until the others have ended; one that was forked a moment ago has this handler too, and ends."""
    if os.getpid() != PARENT:
        os._exit(0)


if not IS_CHILD:
    die_with(os.getppid(), signal.SIGKILL)
    stand_apart("fork server")
    signal.signal(signal.SIGTERM, told_to_stop)
    gc.freeze()
