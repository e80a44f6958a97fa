"""How the service starts the processes that are its own program: workers, and what runs beside them."""

import multiprocessing
import os
import sys
from pathlib import Path

FORK_SERVER = "service.cli.fork_server"
"""What the process imports that the others are forked from."""

if sys.platform == "darwin":
    STARTING = multiprocessing.get_context("spawn")
else:
    STARTING = multiprocessing.get_context("forkserver")
"""As Python starts processes from 3.14 on. Libraries of macOS do not work in a fork."""
STARTING.set_forkserver_preload([FORK_SERVER])


def environment() -> dict[str, str]:
    """Return the variables that the fork server needs: it finds modules where this process does, in no other folder."""
    return {
        "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
        "PYTHONSAFEPATH": "1",
        "SPT_NOENV": "1",  # or the name of a process is written over its environment, where the system shows both
    }
