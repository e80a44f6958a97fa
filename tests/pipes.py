"""Programs whose output goes into a pipe."""

import os
import subprocess
from collections.abc import Sequence


def unread(command: Sequence[str]) -> tuple[int, str]:
    """Run a program whose output nobody reads any more; return its exit code, and what it says of an error."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=240, check=False)
    finally:
        os.close(writing)
    return done.returncode, done.stderr
