"""A reader of streams, in process: it takes line after line, and hangs up when it likes."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, cast
from urllib.parse import urlencode

import msgspec
from litestar import Litestar

from tests.service.http.party import Document, Header

NDJSON, SSE = "application/x-ndjson", "text/event-stream"
PATIENCE_SECONDS = 180


class Stream:
    """A stream that is being read. `status` and `headers` are those of the answer."""

    def __init__(self, app: Litestar, path: str, headers: Header, **query: Any) -> None:
        self._app = cast("Any", app)
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": urlencode(query).encode(),
            "headers": [
                (b"host", b"parlour.test"),
                *((name.lower().encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("parlour.test", 80),
        }
        self._sent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._begun, self._gone = asyncio.Event(), asyncio.Event()
        self._asked = False
        self.reads = asyncio.Event()
        self.reads.set()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._begun.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hang_up()
        self.reads.set()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._task

    def hang_up(self) -> None:
        """Close the connection."""
        self._gone.set()

    async def _receive(self) -> Document:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Document) -> None:
        if message["type"] == "http.response.start":
            self.status: int = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._begun.set()
            return
        await self.reads.wait()
        if message["body"]:
            self._sent.put_nowait(message["body"])
        if not message["more_body"]:
            self._sent.put_nowait(None)

    async def raw(self) -> bytes | None:
        """Return the next piece as it was sent; None when the stream is at its end."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._sent.get()

    async def line(self) -> Document:
        """Return the next line that says something."""
        async for line in self:
            return line
        raise AssertionError("the stream is at its end")

    async def __aiter__(self) -> AsyncIterator[Document]:
        """Yield the lines that say something, to the end of the stream."""
        while (piece := await self.raw()) is not None:
            if (line := parsed(piece))["type"] != "heartbeat":
                yield line

    async def rest(self) -> list[Document]:
        """Return all lines up to the end of the stream."""
        return [line async for line in self]

    async def ended(self) -> None:
        """Wait until the service has done with the stream, whether it was read to its end or not."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.wait([self._task])


def parsed(piece: bytes) -> Document:
    """Return a line of either form."""
    if piece.startswith(b"{"):
        line: Document = msgspec.json.decode(piece)
        return line
    fields = dict(field.split(": ", 1) for field in piece.decode().removesuffix("\n\n").split("\n"))
    line = msgspec.json.decode(fields["data"])
    assert fields["id"] == line["cursor"]
    assert fields.get("event") == ("heartbeat" if line["type"] == "heartbeat" else None)
    return line
