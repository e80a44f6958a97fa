"""One request and its answer: what the shell has read of the request, and what the layers inside add to the answer.

The shell makes an `Exchange` of every request. Code that has the scope finds it with `exchange_of`.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeVar

from litestar.types import Receive, ReceiveMessage, Scope

from service.http.problems import Problem

LARGEST_BODY = 64 * 1024
"""Maximum size of a body in bytes."""

SMALL_BODY = 4 * 1024
"""Maximum size in bytes of a body that is cheap to handle, as the rest of its request is."""

READ_OUT = 4 * 1024 * 1024
"""Maximum number of bytes that are read of a body; those above `LARGEST_BODY` are discarded."""

FEW_PIECES = 64
SMALL_PIECE = 512
MOST_PIECES = 1_024
"""A body may come in a few pieces, and in one more for each 512 bytes, up to a maximum: each piece costs.

A client whose packets are as small as the internet has them sends more bytes than that in each (RFC 9293, 3.7.1).
"""

TOO_LARGE: Final = "body_too_large"
"""The code of the problem of a body that is larger than the largest."""

MOST_DIGITS = 20
"""Maximum number of digits of a Content-Length that is read as a number."""

Headers = list[tuple[bytes, bytes]]

AS_IT_IS = frozenset({b"", b"identity"})
"""The values of the header Content-Encoding of a body that is not compressed."""

AS_IT_COMES = frozenset({b"", b"chunked"})
"""The values of the header Transfer-Encoding of a body that comes as it is, or in chunks, which the server joins."""

NAME: Final = "exchange"

Done = TypeVar("Done")


class HungUp(Exception):
    """The client has gone away before its answer was there; nobody reads what it is answered with."""


class Exchange:
    """A request, with its headers and its body, and the headers that its answer has beside those of the resource.

    `head_only`: it is a HEAD, for which the GET is run. `paid`: what it has cost, or would have if budgets held more.
    """

    __slots__ = (
        "_body",
        "_headers",
        "_is_told",
        "_receive",
        "_repeating",
        "_wrong",
        "answer_headers",
        "head_only",
        "paid",
        "request_id",
        "status",
    )

    def __init__(self, headers: Iterable[tuple[bytes, bytes]], receive: Receive) -> None:
        sent = tuple(headers)
        self._headers = dict(sent)
        self._repeating: tuple[bytes, ...] = ()
        """The names of all headers, if any of them is repeated, as hardly ever."""
        if len(self._headers) != len(sent):
            self._repeating = tuple([name for name, _ in sent])
            several = defaultdict(list)
            for name, value in sent:
                several[name].append(value)
            self._headers = {name: b", ".join(values) for name, values in several.items()}
        self._receive = receive
        self._body = b""
        self._wrong: Problem | None = None
        self._is_told = True
        """Whether all that has been read was passed on (`receive`); true before anything is read."""
        self.answer_headers: Headers = []
        self.head_only = False
        self.paid = 0
        self.request_id = ""
        self.status = 500

    def header(self, name: bytes) -> bytes:
        """Return a header of the request by its lower-case name, nothing if there is none.

        Several of one name are one list (RFC 9110, 5.3). So of two tokens neither is accepted: a proxy may have read
        the other.
        """
        return self._headers.get(name, b"")

    def given(self, name: bytes) -> bytes | None:
        """Return a header of the request, as `header` does; None if there is none."""
        return self._headers.get(name)

    @property
    def accept(self) -> str:
        """The media types that the client takes, as the header Accept has them."""
        return self.header(b"accept").decode("latin-1") or "*/*"

    def repeats(self, name: bytes) -> bool:
        """Return whether the request has a header of this lower-case name several times."""
        return self._repeating.count(name) > 1

    @property
    def has_body(self) -> bool:
        """Whether the headers announce a body (RFC 9112, 6)."""
        return b"content-length" in self._headers or b"transfer-encoding" in self._headers

    @property
    def has_large_body(self) -> bool:
        """Whether more of the body has come than a small one has."""
        return len(self._body) > SMALL_BODY

    @property
    def body(self) -> bytes:
        """The body. Raises `Problem`: body_too_large, invalid_request if it was broken off, or unsupported_media_type.

        None is unpacked (RFC 9110, 15.5.16): a small one may hold a thousand times its size. The server has joined the
        chunks, and knows no other transfer coding (RFC 9112, 6.1).
        """
        if self._wrong is not None:
            raise self._wrong
        coding = self.header(b"transfer-encoding")
        if coding.lower() not in AS_IT_COMES:
            said = f"Transfer-Encoding is {coding[:100].decode('latin-1')!r}. Send the body as it is, or chunked."
            raise Problem("invalid_request", said)
        coding = self.header(b"content-encoding")
        if coding.lower() not in AS_IT_IS:
            said = f"Content-Encoding is {coding[:100].decode('latin-1')!r}. Send the body without compression."
            raise Problem("unsupported_media_type", said)
        return self._body

    @property
    def sent(self) -> bytes:
        """The body, or the beginning of one that is too large. Raises `Problem`: invalid_request if it was broken off.

        Two different bodies may have the same beginning.
        """
        if self._wrong is not None and self._wrong.code != TOO_LARGE:
            raise self._wrong
        return self._body

    async def read(self) -> None:
        """Read the body to its end, unless it is far too large.

        A server that answers while the client still sends closes the connection, and the answer may be lost with it.
        """
        self._is_told = False
        pieces: list[bytes] = []
        size, received, more = 0, 0, True
        whole = self._announced()
        self._measure(whole or 0)
        if self._wrong is not None and self.header(b"expect").lower() == b"100-continue":
            return  # the client waits for an answer before it sends anything (RFC 9110, 10.1.1)
        while more and size != whole and size < READ_OUT:  # to wait for the end of what is here takes as long again
            if received == (allowed := min(FEW_PIECES + size // SMALL_PIECE, MOST_PIECES)):
                self._refuse(Problem("invalid_request", f"The body came in more than {allowed} pieces."))
                break
            message: Any = await self._receive()
            received += 1
            if message["type"] == "http.disconnect":
                self._refuse(Problem("invalid_request", "The body was broken off."))
                break
            more = message.get("more_body", False)
            piece = message.get("body", b"")
            if size <= LARGEST_BODY:
                pieces.append(piece)
            size += len(piece)
            self._measure(size)
        self._body = pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _announced(self) -> int | None:
        """Return how many bytes the body has by its headers; None: its end will tell (RFC 9112, 6.3)."""
        length = self.header(b"content-length")
        if b"transfer-encoding" in self._headers or not length.isdigit() or len(length) >= MOST_DIGITS:
            return None
        return int(length)

    def cut_off(self) -> None:
        """Take the body for one that has not come in time."""
        self._refuse(Problem("invalid_request", "The body did not arrive in time."))

    def _measure(self, size: int) -> None:
        if size > LARGEST_BODY:
            self._refuse(Problem(TOO_LARGE))

    def _refuse(self, problem: Problem) -> None:
        """Keep a fault, which is raised as soon as somebody asks for the body."""
        self._wrong = self._wrong or problem

    async def receive(self) -> ReceiveMessage:
        """Return the next message of the client (ASGI): first the body, if it has been read. Raises `Problem`."""
        if self._is_told:
            return await self._receive()
        self._is_told = True
        return {"type": "http.request", "body": self.body, "more_body": False}


def exchange_of(scope: Scope) -> Exchange:
    """Return the exchange that a scope belongs to."""
    exchange: Exchange = scope["state"][NAME]
    return exchange


async def hung_up(receive: Receive) -> None:
    """Return when the client has gone away, even before anybody has looked at the request."""
    while True:
        with suppress(Problem):  # what is wrong with a body that nobody wants
            if (await receive())["type"] == "http.disconnect":
                return


async def unless_hung_up(receive: Receive, work: Awaitable[Done]) -> Done:
    """Return the result of work for a client, which is broken off when they have gone away.

    Raises what it raises, and `HungUp`.
    """
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(hung_up(receive))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUp
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)
