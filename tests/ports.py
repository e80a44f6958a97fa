"""Ports for the servers that tests start.

A port that the kernel names and takes back may be somebody else's before the server opens it. The ports given here lie
below those that Linux gives to connections, and each process of a test run has its own.
"""

import contextlib
import itertools
import os
import random
import socket
from collections.abc import Iterator

BUS = 10_000
"""What is added to the port of a node of Redis Cluster for what the nodes tell each other."""
FIRST, SHARE, PROCESSES = 11_000, 500, 20
"""The first port; how many each process has; and for how many processes they suffice, before two have the same."""


def ports_of(process: int) -> Iterator[int]:
    """Return the ports of a process again and again, beginning at any: more than one test run may go on."""
    first = FIRST + process % PROCESSES * SHARE
    begin = random.randrange(SHARE)
    return itertools.cycle(first + (begin + number) % SHARE for number in range(SHARE))


_ports = ports_of(int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))


def free_port() -> int:
    """Return a port that nobody listens on, or on the one of a bus that would belong to it."""
    return next(port for port in _ports if is_free(port) and is_free(port + BUS))


def is_free(port: int) -> bool:
    with contextlib.suppress(OSError), socket.socket() as trial:
        trial.bind(("127.0.0.1", port))
        return True
    return False
