"""What comes to a person at a table: lines of the table's stream, and lines that they type, all in one queue."""

import threading
from collections.abc import Callable, Iterable
from queue import Queue
from typing import Any

import click
import httpx
import msgspec

from service.cli.bounds import STREAM
from service.cli.connection import NOT_NOW, Refusal
from service.cli.playing.room import PATIENCE, Patience
from service.runtime.files import UNREADABLE

SILENCE_SECONDS = 30.0
"""Seconds without a line after which a stream is broken: a heartbeat comes every ten seconds."""


class Typed(msgspec.Struct, frozen=True):
    """A line that the person has typed; None: the input has ended."""

    text: str | None


class LineReceived(msgspec.Struct, frozen=True):
    """A line of the stream."""

    line: dict[str, Any]


class Broken(msgspec.Struct, frozen=True):
    """The stream is broken, and is begun again."""

    why: str


class Back(msgspec.Struct, frozen=True):
    """The stream is there again."""


class Lost(msgspec.Struct, frozen=True):
    """There will be no stream."""

    error: click.ClickException | None
    why: str = ""


Arrival = Typed | LineReceived | Broken | Back | Lost

MOST_WAITING = 1000
"""Number of arrivals at which nothing more is read: a stream may tell faster than anybody can be told."""


class Inbox(Queue[Arrival]):
    """What has arrived and is not taken in yet."""

    def __init__(self) -> None:
        super().__init__(MOST_WAITING)


class Follower:
    """Follows the stream of a table in a thread, and takes it up again where it broke.

    `connect` makes a client for the thread alone.
    """

    def __init__(
        self, connect: Callable[[], httpx.Client], path: str, inbox: Inbox, patience: Patience = PATIENCE
    ) -> None:
        self._patience = patience
        self._connect = connect
        self._path = path
        self._inbox = inbox
        self._over = threading.Event()
        self._cursor: str | None = None
        self._broken = 0

    def start(self) -> None:
        """Begin to follow."""
        threading.Thread(target=self._follow, daemon=True).start()

    def stop(self) -> None:
        """Follow no longer; the thread ends with the next line, at the latest with a heartbeat."""
        self._over.set()

    def _follow(self) -> None:
        with self._connect() as client:
            client.timeout = httpx.Timeout(SILENCE_SECONDS)
            while not self._over.is_set():
                try:
                    if self._read(client):
                        return
                    why = "the service has ended it"
                except httpx.TransportError as error:
                    why = str(error) or type(error).__name__
                except (*UNREADABLE, KeyError):  # some proxies end well what a service has broken off
                    why = "a line of it is cut off"
                except click.ClickException as error:
                    self._inbox.put(Lost(error))
                    return
                self._broken += 1
                if self._broken == 1:
                    self._inbox.put(Broken(why))
                if self._broken > self._patience.stream_tries:
                    self._inbox.put(Lost(None, why))
                    return
                self._over.wait(self._patience.pause_seconds)

    def _read(self, client: httpx.Client) -> bool:
        """Read the stream until it breaks; return whether it is over.

        Raises httpx.TransportError, `Refusal` or `BadAnswer`; for a line that is cut off also KeyError, or
        what msgspec does.
        """
        query = {"with": "changes", "chat": "true"} | ({} if self._cursor is None else {"after": self._cursor})
        with client.stream("GET", f"{self._path}/stream", params=query, extensions=STREAM) as answer:
            if answer.status_code in NOT_NOW:
                return False
            if not answer.is_success:
                answer.read()
                raise Refusal(answer)
            if self._broken:
                self._inbox.put(Back())
            for text in answer.iter_lines():
                line = msgspec.json.decode(text, type=dict[str, Any])
                self._broken = 0
                self._cursor = line["cursor"]
                if self._over.is_set():
                    return True
                if line["type"] == "end" and line["why"] == "stopping":
                    return False
                self._inbox.put(LineReceived(line))
                if line["type"] == "end":
                    return True
                if line["type"] == "history_lost":
                    self._cursor = None
                    return False
        return False


class Keyboard:
    """Reads lines in a thread, one whenever it is asked for: so a script is read no faster than it is used."""

    def __init__(self, lines: Iterable[str], inbox: Inbox) -> None:
        self._lines = iter(lines)
        self._inbox = inbox
        self._wanted = threading.Semaphore(0)
        self.listens = False

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self) -> None:
        """Ask for a line, unless one is awaited already."""
        if not self.listens:
            self.listens = True
            self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            text = next(self._lines, None)
            self._inbox.put(Typed(text))
            if text is None:
                return
