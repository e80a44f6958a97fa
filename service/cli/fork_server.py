"""The process that workers are forked from, the fork server of `multiprocessing`: it has imported all that they need.

So only the first worker waits for the imports, and all share the memory of what is imported. The process has one
thread: a fork has no lock that another thread held. It has a process group of its own, as each worker has: Ctrl-C is
for their parent, which then stops everything in order. Told to stop with all others, it stays until they have ended.

Only `multiprocessing` may import this module, as it makes a fork server of the process; or a worker of its own, where
workers are not forked.
"""

import gc
import multiprocessing
import os
import signal

from service import worker
from service.embedded.parent_death import die_with
from service.runtime.stopping import GoneInTime

IS_WORKER = multiprocessing.parent_process() is not None
PARENT = os.getppid() if IS_WORKER else os.getpid()
"""The process that no worker outlives."""


def application() -> GoneInTime:
    """Return the service for the worker that this process is."""
    die_with(PARENT, signal.SIGKILL)
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return worker.application()


def told_to_stop(*_: object) -> None:
    """Stay until the workers have ended; one that was forked a moment ago has this handler too, and ends."""
    if os.getpid() != PARENT:
        os._exit(0)


if not IS_WORKER:
    die_with(os.getppid(), signal.SIGKILL)
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, told_to_stop)
    gc.freeze()
