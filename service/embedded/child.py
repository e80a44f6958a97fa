"""Server programs as direct children: bound to this process, started again when they die, stopped in steps."""

import contextlib
import fcntl
import itertools
import logging
import os
import pwd
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple, Self, cast

from service.embedded import parent_death

POLL_SECONDS = 0.02
WARNING_SECONDS = 5.0
RESTART_PAUSE_SECONDS = 0.5
LOG_TAIL_LINES = 10
HELPER_STOP_STEPS = ((signal.SIGTERM, 0.8),)
"""How to stop a program that prepares a start: what it leaves unfinished is made again at the next start."""
ENVIRONMENT = {"LANG": "C.UTF-8", "TZ": "UTC"}
"""All that a server gets of the environment: ours holds secrets, and PGPORT and its like would change the server."""

log = logging.getLogger(__name__)


class NotStarted(Exception):
    """A server did not start; the text says why, with the end of its log."""


class User(NamedTuple):
    """The user that a server runs as."""

    uid: int
    gid: int


def unprivileged(folder: Path) -> User:
    """Return the user for a server on this folder: never root, but the folder's owner or the user `nobody` instead."""
    if os.geteuid() != 0:
        return User(os.geteuid(), os.getegid())
    if folder.exists() and folder.stat().st_uid != 0:
        return User(folder.stat().st_uid, folder.stat().st_gid)
    nobody = pwd.getpwnam("nobody")
    return User(nobody.pw_uid, nobody.pw_gid)


def private_folder(path: Path, owner: User) -> Path:
    """Make the folder, for its owner alone, if it is not there; return it."""
    path.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        try:
            os.chown(path, *owner)
        except PermissionError:
            raise NotStarted(f"Root may not give {path} to user {owner.uid} here: run Parlour as that user") from None
    return path


def bound_to_parent(command: Sequence[str], user: User, last_signal: signal.Signals) -> list[str]:
    """Return the command line that runs `command` as `user`, and sends it `last_signal` when this thread ends."""
    tied = (os.getpid(), int(last_signal), *user)
    return [sys.executable, "-I", "-S", parent_death.__file__, *map(str, tied), *command]


class Child(ABC):
    """One server, kept alive by a thread of its own while the context is open.

    Every process of the server inherits a lock on `<folder>.lock`. So neither a restart nor another service can start a
    second server on the folder before the last process of the first is gone, however that ended.
    """

    name: str
    stop_steps: Sequence[tuple[signal.Signals, float]]
    """How to stop the server: signals, and how many seconds each is given, before it is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.user = unprivileged(folder)
        self.log_file = self.folder.with_suffix(".log")
        self.lock_file = self.folder.with_suffix(".lock")
        self._process: subprocess.Popen[bytes] | None = None
        self._helper: subprocess.Popen[bytes] | None = None
        self._log_begin = 0
        self._failure: Exception | None = None
        self._guard = threading.Lock()
        self._stopping = threading.Event()
        self._failed = threading.Event()
        self._ready = threading.Event()
        self._alone = threading.Event()
        self._keeper = threading.Thread(target=self._keep_alive, name=self.name, daemon=True)

    @abstractmethod
    def command(self) -> list[str]:
        """Make everything ready for a start and return the command line."""

    def input(self) -> bytes:
        """Return what the server reads from its standard input: what must stand in no file and on no command line."""
        return b""

    @abstractmethod
    def is_ready(self, pid: int) -> bool:
        """Return whether the server answers; `pid` is its process."""

    @property
    def pid(self) -> int | None:
        """The server's process now; None while it is away."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def __enter__(self) -> Self:
        self._keeper.start()
        try:
            for look in itertools.count():
                if self._ready.wait(POLL_SECONDS):
                    break
                self._look()
                if look == round(WARNING_SECONDS / POLL_SECONDS):
                    self._warn()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _warn(self) -> None:
        """Say what a start that takes long waits for, or where to look for it."""
        if self._alone.is_set():
            log.warning("%s takes its time to start; %s may say why", self.name, self.log_file)
        else:
            log.warning("%s waits for the end of processes that hold %s", self.name, self.lock_file)

    def _look(self) -> None:
        """Note whether the server answers already. It may take long: a recovery takes as long as its log."""
        if self._failed.is_set():
            raise self._failure or NotStarted(f"{self.name} did not start: {self._last_words()}")
        if self.pid is not None and self.is_ready(self.pid):
            self._ready.set()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            self._stopping.set()
        if self._helper is not None:
            end(self._helper, HELPER_STOP_STEPS)
        if self._process is not None:
            end(self._process, self.stop_steps)
        self._keeper.join()

    def helped(self, command: Sequence[str], text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run a program that makes something ready for a start, unless the server is told to stop; it ends then, too.

        `text` is its standard input. Raises `NotStarted`.
        """
        with self._guard:
            if self._stopping.is_set():
                raise NotStarted(f"{self.name} is told to stop")
            self._helper = subprocess.Popen(  # noqa: S603 - our own programs, no shell
                bound_to_parent(command, self.user, signal.SIGTERM),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=ENVIRONMENT,
                cwd="/",
                start_new_session=True,
            )
        said = self._helper.communicate(text)
        return subprocess.CompletedProcess(command, self._helper.returncode, *said)

    def _keep_alive(self) -> None:
        """Run the server again and again. The signal is tied to this thread: it lasts as long as the server."""
        while not self._stopping.is_set():
            try:
                self._run_once()
            except Exception as error:  # noqa: BLE001 - whatever it is, this thread tells of it and tries again
                self._failure = error
                if not self._stopping.is_set():
                    log.warning("%s cannot be started: %s", self.name, error)
            if not self._ready.is_set():
                self._failed.set()
                return
            if not self._stopping.wait(RESTART_PAUSE_SECONDS):
                log.error("%s has died and is started again; %s may say why", self.name, self.log_file)

    def _run_once(self) -> None:
        with self._all_gone() as lock, open(self.log_file, "ab", opener=_private) as output:
            self._log_begin = output.tell()
            if self._stopping.is_set():
                return
            command = bound_to_parent(self.command(), self.user, self.stop_steps[0][0])
            with self._guard:
                if self._stopping.is_set():
                    return
                process = self._process = subprocess.Popen(  # noqa: S603 - our own programs, no shell
                    command,
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=output,
                    pass_fds=(lock,),
                    env=ENVIRONMENT,
                    cwd="/",
                    start_new_session=True,  # Ctrl-C is for the service, which then stops its servers in order
                )
        give(process, self.input())
        process.wait()

    @contextlib.contextmanager
    def _all_gone(self) -> Iterator[int]:
        """Wait until no process of an earlier server is left; give the lock that proves it, for the next to inherit."""
        descriptor = os.open(self.lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while not self._stopping.wait(POLL_SECONDS):
                with contextlib.suppress(BlockingIOError):
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    self._alone.set()
                    break
            yield descriptor
        finally:
            os.close(descriptor)

    def _last_words(self) -> str:
        with self.log_file.open("rb") as file:
            file.seek(self._log_begin)
            lines = file.read().decode(errors="replace").splitlines()
        return "\n".join((f"the end of {self.log_file} is", *lines[-LOG_TAIL_LINES:]))


def end(process: subprocess.Popen[bytes], steps: Sequence[tuple[signal.Signals, float]]) -> None:
    """End a process in steps: signals, and how many seconds each is given, before it is killed."""
    for step, seconds in (*steps, (signal.SIGKILL, None)):
        process.send_signal(step)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            return


def give(process: subprocess.Popen[bytes], text: bytes) -> None:
    """Give a process its standard input, and end that; a process that is gone already needs none."""
    with contextlib.suppress(BrokenPipeError), cast("IO[bytes]", process.stdin) as stdin:
        stdin.write(text)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
