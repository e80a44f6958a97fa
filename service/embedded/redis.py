"""Redis from a wheel, or from the PATH: a cache and a wake-up, so nothing of it is kept on disk."""

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


class Redis(Child):
    """A Redis server. `url` stays the same for as long as the context is open, whatever dies in between."""

    name = "Redis"
    stop_steps = ((signal.SIGTERM, 1.0),)

    def __init__(self, folder: Path, run: Path) -> None:
        super().__init__(folder)
        self._run = run
        self._socket = run / "redis.sock"
        self.url = f"unix://{self._socket}"

    def command(self) -> list[str]:
        """Make the folders and return the command line."""
        private_folder(self._run, self.user)
        private_folder(self.folder, self.user)
        settings = {**SETTINGS, "unixsocket": str(self._socket), "dir": str(self.folder)}
        return [program("redis-server"), *(part for name, value in settings.items() for part in (f"--{name}", value))]

    def is_ready(self, pid: int) -> bool:
        """Return whether the server answers a ping."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self._socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
            except OSError:
                return False
