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

from service.embedded.parent_death import die_with

IS_CHILD = multiprocessing.parent_process() is not None
PARENT = os.getppid() if IS_CHILD else os.getpid()
"""The process that none of the others outlives."""


def stand_apart(name: str) -> None:
    """Leave the group of processes that this one was started in, and show its name where processes are listed.

    The name has no spaces: from one with some, CPython 3.12 reads a wrong number of threads when it forks, and warns.
    """
    os.setpgid(0, 0)
    setproctitle(f"parlour:{name}")


if not IS_CHILD:  # before the other imports: they take half a second, in which it may be told to stop
    die_with(os.getppid(), signal.SIGKILL)
    stand_apart("fork-server")
    # Not a handler: Python forgets the signals that come just after a fork. Blocked, they wait until `belong`.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    gc.disable()  # imports leave nothing to collect, and to look for it takes a tenth of their time

from service import worker  # noqa: E402
from service.history import projector  # noqa: E402
from service.runtime.stopping import GracefulShutdown  # noqa: E402

__all__ = ["application", "belong", "projector"]


def application() -> GracefulShutdown:
    """Return the service for the worker that this process is."""
    belong("worker")
    return worker.application()


def belong(name: str) -> None:
    """Let this process end with its parent, and when it is told to; give it a group and a name of its own."""
    die_with(PARENT, signal.SIGKILL)
    stand_apart(name)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


if not IS_CHILD:
    gc.freeze()
    gc.enable()
