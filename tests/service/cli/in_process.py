"""A service in this process, in memory, for clients that do not know of `asyncio`; its streams stream."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any, Self, cast

import httpx

from tests.service.http.surface import IN_MEMORY, in_memory, served

PATIENCE_SECONDS = 180


class Chunks(httpx.SyncByteStream):
    """The body of an answer, piece by piece; None: it is over."""

    def __init__(self, pieces: "Queue[bytes | None]", hang_up: Any) -> None:
        self._pieces = pieces
        self._hang_up = hang_up

    def __iter__(self) -> Iterator[bytes]:
        while (piece := self._pieces.get(timeout=PATIENCE_SECONDS)) is not None:
            yield piece

    def close(self) -> None:
        self._hang_up()


class InProcess(httpx.BaseTransport):
    """Runs the service in a loop in a thread, and sends requests to it."""

    def __init__(self) -> None:
        self.breaks: list[int] = []
        """After how many lines the next streams break; when the list is empty, they go on."""
        self._loop = asyncio.new_event_loop()
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()

    async def _serve(self) -> None:
        async with served(IN_MEMORY, in_memory()) as app:
            self._app = cast("Any", app)
            self._ready.set()
            await self._stop.wait()
        assert asyncio.all_tasks() == {asyncio.current_task()}, "the service has ended, and some of its tasks go on"

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
        # a client closes its transport with it, and this one is for many
        return httpx.Client(transport=Passing(self), base_url="http://parlour.test/v1", headers=headers, timeout=30)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        begun: Queue[dict[str, Any]] = Queue()
        pieces: Queue[bytes | None] = Queue()
        gone = asyncio.Event()
        body = request.read()
        asked = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            for message in asked:
                return message
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                begun.put(message)
                return
            pieces.put(message.get("body", b""))
            if not message.get("more_body"):
                pieces.put(None)

        asyncio.run_coroutine_threadsafe(self._app(scope_of(request), receive, send), self._loop)
        start = begun.get(timeout=PATIENCE_SECONDS)
        chunks = Chunks(pieces, lambda: self._hang_up(gone))
        stream: httpx.SyncByteStream = chunks
        if request.url.path.endswith("/stream") and self.breaks:
            stream = Breaking(chunks, self.breaks.pop(0))
        return httpx.Response(start["status"], headers=start["headers"], stream=stream)

    def _hang_up(self, gone: asyncio.Event) -> None:
        """Tell the service that nobody reads an answer any more."""
        with contextlib.suppress(RuntimeError):  # it has ended before the thread that reads
            self._loop.call_soon_threadsafe(gone.set)


def scope_of(request: httpx.Request) -> dict[str, Any]:
    """Return a request as the server would hand it on (ASGI)."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.url.path,
        "raw_path": request.url.raw_path.partition(b"?")[0],
        "root_path": "",
        "query_string": request.url.query,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("127.0.0.1", 1),
        "server": ("parlour.test", 80),
    }


class Breaking(httpx.SyncByteStream):
    """A body that breaks off after some lines."""

    def __init__(self, whole: Chunks, lines: int) -> None:
        self._whole = whole
        self._lines = lines

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._whole:
            if self._lines <= 0:
                raise httpx.ReadError("the cable is cut")
            yield piece
            self._lines -= piece.count(b"\n")

    def close(self) -> None:
        self._whole.close()


class Passing(httpx.BaseTransport):
    """Passes requests on to a transport that stays open."""

    def __init__(self, to: InProcess) -> None:
        self._to = to

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._to.handle_request(request)
