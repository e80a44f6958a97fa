"""Reading streams, and breaking off now and then."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

import httpx
import msgspec

from service.cli.bounds import STREAM
from service.cli.conformance.contract import Document
from service.cli.conformance.visit import PATIENCE_TRIES, Guest, NotUnderstood, Visit, is_object, pause
from service.cli.connection import NOT_NOW

NDJSON, SSE = "application/x-ndjson", "text/event-stream"
SILENCE_SECONDS = 30
"""Seconds without a line after which a stream is broken: a heartbeat comes every ten seconds."""

MOST_LINES = 20
"""Maximum number of lines that a follower reads before it breaks off."""

BEGIN_SECONDS = 30
"""Seconds in which the stream of a player has to tell of a table where they sit."""

BREAK_SECONDS, PAUSE_SECONDS = 0.01, 1
"""Seconds for which a follower is away after it has broken off, and after the service has."""

MEMBERS = {
    "view": {"cursor", "table", "view"},
    "event": {"cursor", "table", "entry"},
    "end": {"cursor", "table", "why"},
    "history_lost": {"cursor", "tables"},
    "seek": {"cursor", "seek"},
}
"""What lines are read for, by type; the cursor is in all of them."""


async def lines(
    visit: Visit, path: str, guest: Guest, cursor: str | None = None, *, form: str = NDJSON, by_header: bool = True
) -> AsyncGenerator[Document, None]:
    """Yield the lines of a stream after a cursor, as soon as the service gives one.

    Raises `NotUnderstood`, and httpx.TransportError when it breaks.
    """
    headers = {"Authorization": f"Bearer {guest.token}", "Accept": form}
    headers |= {"Last-Event-ID": cursor} if cursor is not None and by_header else {}
    query = {"after": cursor} if cursor is not None and not by_header else None
    for _ in range(PATIENCE_TRIES):
        async with visit.http.stream(
            "GET", path, headers=headers, params=query, timeout=SILENCE_SECONDS, extensions=STREAM
        ) as answer:
            if answer.status_code == httpx.codes.OK:
                async for text in whole_lines(answer):
                    if text.startswith(("{", "data: ")):
                        yield understood(path, text.removeprefix("data: "))
                return
        if answer.status_code not in NOT_NOW:
            raise NotUnderstood(f"GET {path} answered {answer.status_code}")
        visit.report.put_off[answer.status_code] += 1
        await asyncio.sleep(pause(answer))
    raise NotUnderstood(f"GET {path} answered {answer.status_code}, {PATIENCE_TRIES} times")


async def whole_lines(answer: httpx.Response) -> AsyncGenerator[str, None]:
    """Yield the lines of an answer. Raises httpx.TransportError when it breaks, also in the midst of a line.

    Some proxies end well what a service has broken off.
    """
    rest = ""
    async for text in answer.aiter_text():
        *whole, rest = (rest + text).split("\n")
        for line in whole:
            yield line
    if rest:
        raise httpx.ReadError("a line is cut off")


def understood(path: str, text: str) -> Document:
    """Return a line of a stream. Raises `NotUnderstood`."""
    try:
        line = msgspec.json.decode(text)
    except msgspec.DecodeError:
        line = None
    if not is_object(line) or not MEMBERS.get(line.get("type", ""), {"type", "cursor"}) <= line.keys():
        raise NotUnderstood(f"GET {path} has a line that is not in the contract: {text[:200]}")
    return line


class Follower:
    """Follows a stream to the end of a game, and takes it up again by its cursor as often as it breaks.

    `forget` hears of the last version of the game that is left when the service has lost what came later.
    """

    def __init__(self, visit: Visit, path: str, guest: Guest, table: str, forget: Callable[[int], None]) -> None:
        self._visit = visit
        self._forget = forget
        self.path = path
        self._guest = guest
        self._table = table
        self._cursor: str | None = None
        self.entries: list[Document] = []
        self.first: int | None = None
        """The version of the view that the stream began with."""

    async def begin(self) -> None:
        """Read the stream of a player until it has the table: a game that is over is not in one that begins later.

        Raises `NotUnderstood`. A service that does not tell of the table in time is followed as it is.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(BEGIN_SECONDS):
                await self._read(lambda _: self.first is not None)

    async def follow(self) -> None:
        """Follow the stream to the end of the game. Raises `NotUnderstood`."""
        await self._read(self._is_end)

    async def _read(self, is_last: Callable[[Document], bool]) -> None:
        """Take in what the stream tells after what has been read, until a line is the last that is wanted."""
        turn, silent = 0, 0
        while silent < PATIENCE_TRIES:
            turn, silent, seconds = turn + 1, silent + 1, BREAK_SECONDS
            form, by_header = (NDJSON, SSE)[turn % 2], turn % 4 < 2  # noqa: PLR2004 - each form both ways
            left = random.randrange(1, MOST_LINES)
            stream = lines(self._visit, self.path, self._guest, self._cursor, form=form, by_header=by_header)
            try:
                async with aclosing(stream):
                    async for line in stream:
                        self._cursor, silent = line["cursor"], 0
                        self._take(line)
                        if is_last(line):
                            return
                        left -= line["type"] != "heartbeat"
                        if left <= 0:
                            break
            except httpx.TransportError:
                seconds = PAUSE_SECONDS
            await asyncio.sleep(seconds)
        raise NotUnderstood(f"GET {self.path} has told nothing, {PATIENCE_TRIES} times")

    def _take(self, line: Document) -> None:
        """Keep what a line tells of this table: where its first view begins, its events, and a loss of history."""
        if line["type"] == "view" and line["table"] == self._table:
            self.first = line["view"]["table"]["version"]
        if line["type"] == "event" and line["table"] == self._table:
            self.entries.append(line["entry"])
        for lost in line["tables"] if line["type"] == "history_lost" else ():
            if lost["table"] == self._table:
                self._lose(lost["version"])

    def _is_end(self, line: Document) -> bool:
        """Return whether a line ends the game."""
        return bool(line["type"] == "end" and line["why"] != "stopping" and line["table"] in {self._table, None})

    def _lose(self, last: int) -> None:
        """Forget what came after a version: it is not in the log any more, and is followed by something else."""
        self.entries = [each for each in self.entries if each["version"] <= last]
        self.first = last if self.first is None else min(self.first, last)
        self._forget(last)
