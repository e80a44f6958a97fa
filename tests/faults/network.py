"""A bad network before a service: connections break at any moment, and requests come late, twice, or in another order.

Unlike `tests.proxy` it knows no lines and no documents: it cuts bytes, on either way.
"""

import asyncio
import random
import re
import socket
import struct
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, suppress
from typing import Self

LATE_SECONDS = 0.2
GHOST_SECONDS = 1.0
"""A request whose client has heard nothing arrives so late at the most: when it has been sent again, and answered."""

CHUNK = 65_536
WHOLE_LINES = 4_000
"""Number of bytes of a stream that come on average before it breaks off."""

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CONNECTION = re.compile(rb"\r\nconnection: *[^\r]*", re.IGNORECASE)

COMMANDS = {"sound": 12, "unheard": 1, "half": 1, "lost": 2, "torn": 1, "late": 2, "twice": 2, "ghost": 1}
READS = {"sound": 30, "unheard": 1, "lost": 1, "torn": 1, "late": 2}
STREAMS = {"sound": 2, "unheard": 1, "lost": 1, "torn": 12, "late": 1}
"""By kind of request, what happens to it, and how often: so often of each 22 commands, 35 reads, 17 streams.

`sound` is passed on as it is. Of `unheard` nothing arrives, of `half` a part, and of `ghost` everything, but late, when
the client has been cut off. The answer to `lost` breaks off before its first byte, to `torn` somewhere. `late` takes
its time, so that others overtake it. `twice` arrives twice at nearly the same moment.
"""


class Network:
    """Passes connections on to a service on this machine, a request each, as badly as the dice will have it."""

    def __init__(self, port: int, dice: random.Random) -> None:
        self.done: Counter[str] = Counter()
        self._port = port
        self._dice = dice
        self._commands, self._reads, self._streams = (dealt(kinds, dice) for kinds in (COMMANDS, READS, STREAMS))
        self._served: list[asyncio.Task[None]] = []
        self._late: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the connections; what is still on its way to the service arrives first."""
        self._server.close()
        await asyncio.gather(*self._late)
        for task in self._served:
            task.cancel()
        for ended in await asyncio.gather(*self._served, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._served.append(asyncio.create_task(self._serve(reader, writer)))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._pass_on(await request_from(reader), writer)
        finally:
            if self._dice.random() < 1 / 2:
                writer.transport.abort()  # a reset is another error than an end
            writer.close()

    async def _pass_on(self, request: bytes, client: asyncio.StreamWriter) -> None:
        method, path = request.split(b" ", 2)[:2]
        streams = path.endswith(b"/stream")
        fault = next(self._streams if streams else self._reads if method == b"GET" else self._commands)
        self.done[fault] += 1
        match fault:
            case "unheard":
                return
            case "half":
                await self._send_half(request)
                return
            case "ghost":
                self._send_later(request, GHOST_SECONDS)
                return
            case "twice":
                self._send_later(request, LATE_SECONDS / 10)
            case "late":
                await asyncio.sleep(self._dice.uniform(0, LATE_SECONDS))
        if streams:
            await self._stream(request, client, self._bytes_of_stream(fault))
            return
        answer = b"".join([chunk async for chunk in self._answer(request)])
        cut = {"lost": 0, "torn": self._dice.randrange(len(answer)) if answer else 0}
        client.write(answer[: cut.get(fault, len(answer))])
        await client.drain()

    def _bytes_of_stream(self, fault: str) -> float:
        """Return how many bytes of a stream the client gets."""
        return {"lost": 0.0, "torn": self._dice.expovariate(1 / WHOLE_LINES)}.get(fault, float("inf"))

    async def _stream(self, request: bytes, client: asyncio.StreamWriter, most: float) -> None:
        sent = 0
        async with aclosing(self._answer(request)) as answer:
            async for chunk in answer:
                rest = most - sent
                client.write(chunk if len(chunk) <= rest else chunk[: int(rest)])
                await client.drain()
                if len(chunk) > rest:
                    return
                sent += len(chunk)

    async def _answer(self, request: bytes) -> AsyncGenerator[bytes, None]:
        """Yield what the service answers, until it ends the connection or nobody asks for more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(request)
            while chunk := await reader.read(CHUNK):
                yield chunk
        finally:
            writer.close()

    async def _send_half(self, request: bytes) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(request[: self._dice.randrange(1, len(request))])
        await writer.drain()
        writer.close()

    def _send_later(self, request: bytes, seconds: float) -> None:
        """Send a request after a while; nobody hears the answer."""

        async def send() -> None:
            await asyncio.sleep(self._dice.uniform(0, seconds))
            with suppress(OSError):
                async for _ in self._answer(request):
                    pass

        self._late.append(asyncio.create_task(send()))


def dealt(kinds: Mapping[str, int], dice: random.Random) -> Iterator[str]:
    """Yield kinds of faults for ever: each as often as it is to come, in any order, and then all of them again."""
    while True:
        deck = [kind for kind, times in kinds.items() for _ in range(times)]
        dice.shuffle(deck)
        yield from deck


class Wire:
    """Passes connections on to a service on this machine as they are, until it is cut; none while it `is_down`."""

    def __init__(self, port: int) -> None:
        self.is_down = False
        self._port = port
        self._ends: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Reset all connections; new ones may be made at once, unless it is down."""
        for end in [end for end in self._ends if not end.is_closing()]:
            sock: socket.socket = end.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            if self.is_down:
                raise ConnectionRefusedError
            answers, service = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            client.transport.abort()
            return
        self._ends |= {client, service}
        await asyncio.gather(self._pass_on(reader, service), self._pass_on(answers, client))
        self._ends -= {client, service}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on until one of the two hangs up; then hang up on the other."""
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                writer.write(chunk)
                await writer.drain()
        writer.close()


async def request_from(reader: asyncio.StreamReader) -> bytes:
    """Return a whole request, which asks for the connection to be closed after its answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    body = await reader.readexactly(int(length[1])) if length else b""
    return CONNECTION.sub(b"", head)[:-2] + b"Connection: close\r\n\r\n" + body
