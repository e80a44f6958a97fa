"""Receivers of webhooks: one that says what it is told to say, and one that is remembered without any network."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from service.webhooks.posting import Result


class Got(NamedTuple):
    """A request that a receiver has got."""

    url: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The body, decoded."""
        return msgspec.json.decode(self.body)

    @property
    def id(self) -> str:
        """What names the message."""
        return self.headers["webhook-id"]


Say = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

OK = b"HTTP/1.1 204 No Content\r\n\r\n"


def says(answer: bytes) -> Say:
    """Return what says an answer, and hangs up."""

    async def say(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)

    return say


class Receiver:
    """A server on this machine."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.got: list[Got] = []
        self.connections = 0
        self.port = 0
        self.told = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take the request of a connection, and answer it."""
        self.connections += 1
        with (
            contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError),
            contextlib.closing(writer),
        ):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.got.append(Got(head[0].split()[1], headers, body))
            self.told.set()
            await self.say(reader, writer)
            await writer.drain()


@contextlib.asynccontextmanager
async def receiving(say: Say | None = None, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """Run a receiver that takes everything, or says something else."""
    receiver = Receiver(say or says(OK))
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


class Mailbox:
    """Stands for the network: keeps what is posted, and answers by URL; every other one takes everything."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.answers: dict[str, Callable[[Got], Awaitable[Result]]] = {}

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Result:
        """Take a message."""
        got = Got(url, dict(headers), body)
        if url in self.answers:
            result = await self.answers[url](got)
            if not result.is_delivered:
                return result
        self.got.append(got)
        return Result(204, None)

    def down(self, url: str) -> None:
        """Let a receiver be down."""

        async def refuse(_: Got) -> Result:
            return Result(None, "connection")

        self.answers[url] = refuse
