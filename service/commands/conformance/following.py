"""Reading streams, and breaking off now and then."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import httpx
import msgspec

from service.commands.conformance.contract import Document
from service.commands.conformance.visit import Guest, NotUnderstood, Visit

NDJSON, SSE = "application/x-ndjson", "text/event-stream"
SILENCE_SECONDS = 30
"""A stream that says nothing for so long is broken: a heartbeat comes every ten seconds."""

MOST_LINES = 12
"""After so many lines, at the most, a follower breaks off."""


async def lines(
    visit: Visit, path: str, guest: Guest, cursor: str | None = None, *, form: str = NDJSON, by_header: bool = True
) -> AsyncGenerator[Document, None]:
    """Yield the lines of a stream after a cursor. Raises `NotUnderstood`, and httpx.TransportError when it breaks."""
    headers = {"Authorization": f"Bearer {guest.token}", "Accept": form}
    headers |= {"Last-Event-ID": cursor} if cursor is not None and by_header else {}
    query = {"after": cursor} if cursor is not None and not by_header else {}
    async with visit.http.stream("GET", path, headers=headers, params=query, timeout=SILENCE_SECONDS) as answer:
        if answer.status_code != httpx.codes.OK:
            raise NotUnderstood(f"GET {path} answered {answer.status_code}")
        async for text in answer.aiter_lines():
            if text.startswith(("{", "data: ")):
                yield msgspec.json.decode(text.removeprefix("data: "))


class Follower:
    """Follows a stream to the end of a game, and takes it up again by its cursor as often as it breaks."""

    def __init__(self, visit: Visit, path: str, guest: Guest, game: str) -> None:
        self._visit = visit
        self._path = path
        self._guest = guest
        self._game = game
        self.entries: list[Document] = []
        self.first: int | None = None
        """The version of the view that the stream began with."""

    async def follow(self) -> None:
        """Follow the stream to the end of the game. Raises `NotUnderstood`."""
        cursor, turn = None, 0
        while True:
            turn += 1
            form, by_header = (NDJSON, SSE)[turn % 2], turn % 4 < 2  # noqa: PLR2004 - each form both ways
            left = random.randrange(1, MOST_LINES)
            stream = lines(self._visit, self._path, self._guest, cursor, form=form, by_header=by_header)
            with suppress(httpx.TransportError):
                async with aclosing(stream):
                    async for line in stream:
                        cursor = line["cursor"]
                        if self._takes(line):
                            return
                        left -= line["type"] != "heartbeat"
                        if left <= 0:
                            break
            await asyncio.sleep(0.01)

    def _takes(self, line: Document) -> bool:
        """Take in a line; return whether it ends the game."""
        if line["type"] == "view" and line["game"] == self._game:
            self.first = line["view"]["game"]["version"]
        if line["type"] == "event" and line["game"] == self._game:
            self.entries.append(line["entry"])
        return bool(line["type"] == "end" and line["why"] != "stopping" and line["game"] in {self._game, None})
