"""Redis from a wheel, or from the PATH: a cache and a wake-up, so nothing of it is kept on disk.

The socket is for the server's user alone; another process of that user still needs the password, which is made anew for
each service and stands in no file and on no command line.
"""

import secrets
import signal
import socket
from pathlib import Path

from service.embedded.child import Child, private_folder
from service.embedded.programs import program

SETTINGS = {
    "port": "0",  # a socket in the data folder is all
    "unixsocketperm": "700",
    "save": "",  # the log in Postgres is the truth: a cache starts empty
    "appendonly": "no",
    "maxmemory": "256mb",  # the views of some ten thousand live tables
    "maxmemory-policy": "allkeys-lru",  # a full cache forgets what was looked at longest ago
    "loglevel": "warning",
}


PASSWORD_BYTES = 32


class Redis(Child):
    """A Redis server. `url` stays the same for as long as the context is open, whatever dies in between."""

    name = "Redis"
    stop_steps = ((signal.SIGTERM, 1.0),)

    def __init__(self, folder: Path, run: Path) -> None:
        super().__init__(folder)
        self._run = run
        self._socket = run / "redis.sock"
        self._password = secrets.token_hex(PASSWORD_BYTES)
        self.url = f"unix://:{self._password}@{self._socket}"

    def command(self) -> list[str]:
        """Make the folders and return the command line."""
        private_folder(self._run, self.user)
        private_folder(self.folder, self.user)
        settings = {**SETTINGS, "unixsocket": str(self._socket), "dir": str(self.folder)}
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        return [program("redis-server"), "-", *options]

    def input(self) -> bytes:
        """Return the part of the configuration that nobody else may read."""
        return f"requirepass {self._password}\n".encode()

    def is_ready(self, pid: int) -> bool:
        """Return whether the server answers a ping."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self._socket))
                connection.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                with connection.makefile("rb") as answers:
                    return [answers.readline(), answers.readline()] == [b"+OK\r\n", b"+PONG\r\n"]
            except OSError:
                return False
