"""A service in processes of its own, as its users have it."""

import contextlib
import http.client
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import psutil

from service.embedded.child import User, bound_to_parent
from tests.ports import free_port
from tests.unlimited import OPTIONS

PARLOUR = [sys.executable, "-c", "from service.cli import parlour; parlour()"]
PATIENCE_SECONDS = 180
PARTS = {
    "worker": "parlour:worker",
    "fork server": "parlour:fork-server",
    "projector": "parlour:projector",
    "postgres": "bin/postgres",
    "redis": "redis.sock",
}
"""What the command lines have of those parts of a service that are started again when they are gone."""
STOP_SECONDS = 5
"""Seconds within which the service has stopped after it was told to, whatever its clients do."""


def eventually(holds: Callable[[], object]) -> bool:
    """Return whether something is true before patience runs out."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.1)
    return bool(held)


class Service:
    """A service in a process of its own; with no settings but the folder and the port, unless more are given.

    It has no limits of requests, unless they are given. `program` is the folder of another version of the program.
    """

    def __init__(self, data: Path, *arguments: str, user: User | None = None, program: Path | None = None) -> None:
        self.data = data
        self.program = program
        self.port, self.operations_port = free_port(), free_port()
        ports = ["--port", str(self.port), "--operations-port", str(self.operations_port)]
        command = [*PARLOUR, "serve", "--data", str(data), *ports, *OPTIONS, *arguments]
        self.command = bound_to_parent(command, user, signal.SIGKILL) if user else command
        self._stderr_before = ""

    def __enter__(self) -> Self:
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            start_new_session=True,
            cwd=self.program,
            env=None if self.program is None else os.environ | {"PYTHONPATH": str(self.program)},
        )
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        shutil.rmtree((self.data / "metrics").resolve(), ignore_errors=True)  # in memory, where the killed leave it
        assert self.process.stdout is not None
        self.process.stdout.close()
        if not self.errors.closed:  # a test may have stopped it, and failed before it was started again
            self._stderr_before = self.stderr()
            self.errors.close()

    def ready(self) -> Self:
        """Wait for the line that says that the service can be used."""
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE_SECONDS)[0], self.stderr()
        line = self.process.stdout.readline()
        assert line == f"Parlour listens on http://127.0.0.1:{self.port}\n", self.stderr()
        return self

    def stderr(self) -> str:
        """Return what the service has written to standard error, also before it was started again."""
        self.errors.seek(0)
        return self._stderr_before + self.errors.read()

    def family(self) -> list[psutil.Process]:
        """Return all processes of the service."""
        try:
            parent = psutil.Process(self.process.pid)
            return [parent, *parent.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def child(self, name: str) -> psutil.Process | None:
        """Return the child process whose command line has this word, if it is there."""
        return next((child for child in self.family()[1:] if name in command_of(child)), None)

    def part(self, name: str) -> psutil.Process | None:
        """Return a part of the service, of several that are alike any one, if it is there."""
        return self.child(PARTS[name])

    def workers(self) -> list[psutil.Process]:
        """Return the processes that answer requests, the oldest first."""
        found = [process for process in self.family()[1:] if PARTS["worker"] in command_of(process)]
        return sorted(found, key=psutil.Process.create_time)

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """Return status and document of an answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)) as connection:
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def must(self, method: str, path: str, token: str, body: object = None) -> Any:
        """Return the document of the answer to a request that must not be refused."""
        status, document = self.ask(method, path, body, token)
        assert status < 300, document
        return document

    def metrics(self) -> str:
        """Return what the service tells those who operate it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.operations_port, timeout=PATIENCE_SECONDS)) as asked:
            asked.request("GET", "/metrics")
            return asked.getresponse().read().decode()

    def is_ready(self) -> bool:
        """Return whether requests may be sent here."""
        try:
            return self.ask("GET", "/ready")[0] == 200
        except OSError:
            return False

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Tell the service to stop, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(STOP_SECONDS)


def command_of(process: psutil.Process) -> str:
    """Return the command line of a process; nothing if it is gone."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def goes_on(process: psutil.Process) -> bool:
    """Return whether a process has not ended; nobody may have asked yet how it did."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def users_of(processes: Iterable[psutil.Process]) -> set[int]:
    """Return the ids of the users, real, effective and saved, whose rights processes have that are not gone."""
    users: set[int] = set()
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            users.update(process.uids())
    return users


def finished(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Return how a service ended that cannot run."""
    command = [*PARLOUR, "serve", "--operations-port", "0", *arguments]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_TEST_")}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS, env=own)


def gone(processes: list[psutil.Process]) -> bool:
    """Return whether all these processes have ended by themselves; no other test meets those that have not."""
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE_SECONDS)
    for process in alive:
        process.kill()
    return alive == []
