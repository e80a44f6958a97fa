"""Two servers of PostgreSQL, over which a log is divided; one of them may stand still, or be killed."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from service.embedded import Postgres, socket_folder


@contextmanager
def two_servers(folder: Path) -> Iterator[tuple[Postgres, Postgres]]:
    """Run two servers in a folder."""
    with ExitStack() as stack:

        def run(name: str) -> Postgres:
            (folder / name).mkdir()
            sockets = stack.enter_context(socket_folder(folder / name))
            return stack.enter_context(Postgres(folder / name / "postgres", sockets))

        yield run("one"), run("other")


def addresses_of(servers: Sequence[Postgres]) -> str:
    """Return the addresses of a log that lies on servers, as one text."""
    return " ".join(each.url for each in servers)


@contextmanager
def frozen(server: Postgres) -> Iterator[None]:
    """Let a server and all its processes stand still; those that have been killed meanwhile stay dead."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    pids = [pid_of(server), *map(int, children)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):  # it was killed, or ended as its parent was
                os.kill(pid, signal.SIGCONT)


def kill(server: Postgres) -> None:
    """Kill a server; its keeper starts it again."""
    os.kill(pid_of(server), signal.SIGKILL)


def pid_of(server: Postgres) -> int:
    """Return the id of the process of a server that runs."""
    assert server.pid is not None
    return server.pid
